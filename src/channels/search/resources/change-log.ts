import { z } from 'zod';
import { dayOf } from '../../../tools/days.ts';
import { momentIn } from '../../../tools/zoned-time.ts';
import { shownMessage, snakeCase } from './plain-message.ts';
import { between, type Condition, camelCase, Literal, type Query } from './wire/gaql.ts';
import { idOf } from './wire/operation.ts';
import type { Row } from './wire/row.ts';

/** The platform demands a limit, and no greater one. */
const CHANGES_MAX = 10_000;
/** It refuses what begins 30 days ago; its days are the account's, which may be a day off ours. */
export const CHANGES_DAYS_MAX = 28;

/** Fields that the entry shows elsewhere. */
const TOLD = new Set(['resource_name', 'id', 'criterion_id', 'type', 'campaign', 'ad_group', 'display_name', 'ad.id']);

export const ChangeOutput = z.object({
  time: z.string(),
  user: z.string().optional(),
  through: z.string().optional().describe('The program it was made with'),
  operation: z.string(),
  what: z.string(),
  id: z.string(),
  campaign_id: z.string().optional(),
  ad_group_id: z.string().optional(),
  changed: z.record(z.string(), z.looseObject({})).describe('{field: {from, to}}; of what was made only to'),
});

/** The zone of the history's times and the currency of its amounts. */
export const OWNER: Query = { select: ['customer.currency_code', 'customer.time_zone'], from: 'customer' };

const FIELDS = [
  ...['change_date_time', 'user_email', 'client_type', 'resource_change_operation', 'change_resource_type'],
  ...['change_resource_name', 'changed_fields', 'old_resource', 'new_resource', 'campaign', 'ad_group'],
].map((field) => `change_event.${field}`);

interface Days {
  /** Both in milliseconds. */
  first: number;
  last: number;
}

/** The history of whole days, the latest change first. */
export function changesOn({ first, last }: Days, further: { select?: string[]; where?: Condition[] } = {}): Query {
  const day = (ms: number) => Literal.date(dayOf(ms));
  return {
    select: [...FIELDS, ...(further.select ?? [])],
    from: 'change_event',
    where: [between('change_event.change_date_time', day(first), day(last)), ...(further.where ?? [])],
    // Times are told to the microsecond, and what is unique cannot be ordered by.
    orderBy: [
      { field: 'change_event.change_date_time', descending: true },
      { field: 'change_event.change_resource_type' },
      { field: 'change_event.resource_change_operation' },
    ],
    limit: CHANGES_MAX,
  };
}

export function shownChange({ changeEvent: event }: Row, owner: Row['customer']): z.infer<typeof ChangeOutput> {
  const [before, after] = [event?.oldResource, event?.newResource].map((resource) => Object.values(resource ?? {})[0]);
  const isNew = event?.resourceChangeOperation === 'CREATE';
  return {
    time: momentIn(event?.changeDateTime ?? '', owner?.timeZone ?? 'UTC'),
    user: event?.userEmail || undefined,
    through: event?.clientType,
    operation: event?.resourceChangeOperation ?? 'UNKNOWN',
    what: event?.changeResourceType ?? 'UNKNOWN',
    id: idOf(event?.changeResourceName),
    campaign_id: event?.campaign && idOf(event.campaign),
    ad_group_id: event?.adGroup && idOf(event.adGroup),
    changed: Object.fromEntries(
      (event?.changedFields ?? '')
        .split(',')
        .filter((path) => path !== '' && !TOLD.has(snakeCase(camelCase(path))))
        .map((path) => {
          const name = snakeCase(camelCase(path));
          const [from, to] = [before, after].map((resource) =>
            shownAs(name, valueAt(resource, path), owner?.currencyCode),
          );
          return [name.replace(/_micros$/, ''), isNew ? { to } : { from, to }];
        }),
    ),
  };
}

/** The value a dotted path leads to. */
function valueAt(resource: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[camelCase(step)], resource);
}

function shownAs(name: string, given: unknown, currency: string | undefined): unknown {
  return Object.values(shownMessage({ [name]: given }, currency) as object)[0] ?? null;
}
