import { z } from 'zod';
import { known } from '../../../tools/known.ts';
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

export function changeOf(activity: Activity) {
  return known({
    time: isoTime(activity.event_time) ?? '',
    operation: activity.event_type,
    what: activity.object_type ?? 'UNKNOWN',
    id: activity.object_id ?? '',
    name: activity.object_name,
    user: activity.actor_name,
    detail: parsed(activity.extra_data),
  });
}

/** `extra_data` is JSON text as a rule; other text is shown unchanged. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
