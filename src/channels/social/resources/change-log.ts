import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { shownMoney } from '../money.ts';
import { kind } from '../wire.ts';
import { isoTime } from './fields.ts';

export const ACTIVITIES = kind(
  'activities',
  z.object({
    event_time: z.string(),
    event_type: z.string(),
    actor_name: z.string().optional(),
    object_id: z.string().optional(),
    object_name: z.string().optional(),
    object_type: z.string().optional(),
    extra_data: z.string().optional(),
  }),
);
type Activity = z.infer<typeof ACTIVITIES.schema>;

export function changeOf(activity: Activity, currency: string) {
  return withoutUnset({
    time: isoTime(activity.event_time) ?? '',
    operation: activity.event_type,
    what: activity.object_type ?? 'UNKNOWN',
    id: activity.object_id ?? '',
    name: activity.object_name,
    user: activity.actor_name,
    detail: shownDetail(activity.event_type, parsed(activity.extra_data), currency),
  });
}

/** Values of these events are amounts, which the platform gives in minor units. */
const MONEY_EVENT = /(budget|spend_cap|bidding|bid_amount)$/;

/** Values of these are moments, in seconds or milliseconds since 1970. */
const MOMENT_EVENT = /_(duration|start_time|end_time)$/;
const SECONDS_MAX = 1e11;

function shownDetail(event: string, detail: unknown, currency: string): unknown {
  const shown = MONEY_EVENT.test(event)
    ? (digits: string) => shownMoney(digits, currency)
    : MOMENT_EVENT.test(event)
      ? momentOf
      : undefined;
  if (!shown || typeof detail !== 'object' || detail === null) return detail;
  return withoutUnset(
    Object.fromEntries(
      Object.entries(detail).map(([name, value]) => [
        name,
        /^(old|new)_value$/.test(name) && /^\d{1,15}$/.test(String(value)) ? shown(String(value)) : value,
      ]),
    ),
  );
}

function momentOf(digits: string): string | undefined {
  const since = Number(digits);
  return since > 0 ? new Date(since < SECONDS_MAX ? since * 1000 : since).toISOString() : undefined;
}

/** `extra_data` is JSON text as a rule; other text is shown unchanged. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
