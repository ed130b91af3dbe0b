import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { momentIn } from '../../../tools/zoned-time.ts';
import { channel } from '../channel.ts';
import { between, Literal } from '../report/gaql.ts';
import { camelCase } from '../report/metrics.ts';
import { listRows, ofIds } from '../resources/listing.ts';
import { idOf } from '../resources/operation.ts';
import { shownMessage, snakeCase } from '../resources/plain-message.ts';
import type { Row } from '../resources/row.ts';

/** The platform demands a limit, and no greater one. */
const CHANGES_MAX = 10_000;

/** Fields that the entry shows elsewhere. */
const TOLD = new Set(['resource_name', 'id', 'criterion_id', 'type', 'campaign', 'ad_group', 'display_name', 'ad.id']);

const Change = z.object({
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

export default defineTool(channel, {
  name: 'list_changes',
  title: 'List recent changes',
  description:
    'Who changed what in the account, with the values before and after, the latest first: up to four weeks back, some minutes late. Asset groups are not in it.',
  toolset: 'history',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    days: z.int().min(1).max(28).default(7).describe('How far back'),
    campaign_id: Id.optional().describe('Only in this campaign'),
    ...listArguments(100),
  }),
  output: z.object({ changes: z.array(Change), ...nextCursor }),
  async run({ days, campaign_id, ...page }, { client, account }) {
    const select = ['customer.currency_code', 'customer.time_zone'];
    const owner = (await client.row(account, { select, from: 'customer' }))?.customer;
    // The account's day may be the one before or after ours.
    const day = (offset: number) =>
      Literal.date(new Date(client.platformNow() + offset * DAY_MS).toISOString().slice(0, 10));
    const fields = [
      ...['change_date_time', 'user_email', 'client_type', 'resource_change_operation', 'change_resource_type'],
      ...['change_resource_name', 'changed_fields', 'old_resource', 'new_resource', 'campaign', 'ad_group'],
    ];
    const { items, ...more } = await listRows(client, account, page, {
      select: [...fields.map((field) => `change_event.${field}`), ...(campaign_id ? ['campaign.id'] : [])],
      from: 'change_event',
      where: [between('change_event.change_date_time', day(-days), day(2)), ...ofIds({ 'campaign.id': campaign_id })],
      // Times are told to the microsecond, and what is unique cannot be ordered by.
      orderBy: [
        { field: 'change_event.change_date_time', descending: true },
        { field: 'change_event.change_resource_type' },
        { field: 'change_event.resource_change_operation' },
      ],
      limit: CHANGES_MAX,
    });
    return { changes: items.map((row) => shown(row, owner)), ...more };
  },
});

function shown({ changeEvent: event }: Row, owner: Row['customer']): z.infer<typeof Change> {
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
