import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';
import { currencyOf } from '../customers.ts';
import { between, Literal } from '../gaql.ts';
import { ofIds } from '../list-rows.ts';
import { idOf } from '../operations.ts';
import { camelCase } from '../report/metrics.ts';
import { shownMessage, snakeCase } from '../shown-message.ts';
import type { Row } from '../wire.ts';

const DAY_MS = 86_400_000;

/** What an entry says beside its fields already. */
const TOLD = new Set(['resource_name', 'id', 'criterion_id', 'type', 'campaign', 'ad_group', 'display_name', 'ad.id']);

const Change = z.object({
  time: z.string().describe("In the account's time zone"),
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
    limit: z.int().min(1).max(1000).default(100).describe('Most changes in the reply'),
  }),
  output: z.object({ changes: z.array(Change), more: z.boolean().describe('There are older ones in these days') }),
  async run({ days, campaign_id, limit }, { client, account }) {
    const currency = await currencyOf(client, account);
    // The account's day may be the one before or after ours.
    const day = (offset: number) =>
      Literal.date(new Date(client.platformNow() + offset * DAY_MS).toISOString().slice(0, 10));
    const fields = [
      ...['change_date_time', 'user_email', 'client_type', 'resource_change_operation', 'change_resource_type'],
      ...['change_resource_name', 'changed_fields', 'old_resource', 'new_resource', 'campaign', 'ad_group'],
    ];
    const rows = await client.rows(account, {
      select: [...fields.map((field) => `change_event.${field}`), ...(campaign_id ? ['campaign.id'] : [])],
      from: 'change_event',
      where: [between('change_event.change_date_time', day(-days), day(2)), ...ofIds({ 'campaign.id': campaign_id })],
      orderBy: [{ field: 'change_event.change_date_time', descending: true }],
      limit: limit + 1,
    });
    return { changes: rows.slice(0, limit).map((row) => shown(row, currency)), more: rows.length > limit };
  },
});

function shown({ changeEvent: event }: Row, currency: string | undefined): z.infer<typeof Change> {
  const [before, after] = [event?.oldResource, event?.newResource].map((resource) => Object.values(resource ?? {})[0]);
  const isNew = event?.resourceChangeOperation === 'CREATE';
  return {
    time: event?.changeDateTime?.slice(0, 19) ?? '',
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
          const [from, to] = [before, after].map((resource) => shownAs(name, valueAt(resource, path), currency));
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
