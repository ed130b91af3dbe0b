import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, Moment } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { inOrder, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { accountNode } from '../client.ts';
import { ACTIVITIES, changeOf } from '../resources/change-log.ts';
import { platformTime } from '../resources/fields.ts';

export default defineTool(channel, {
  name: 'list_changes',
  title: 'List recent changes',
  description:
    'Who changed what in an account and when, with the values before and after, newest first, as the platform remembers it.',
  toolset: 'history',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({
    object_id: Id.optional().describe('Only this campaign, ad set or ad, among what is listed'),
    days: z.int().min(1).max(28).optional().describe('How far back; 7 when left out'),
    since: Moment.optional().describe('Instead of days, with zone'),
    until: Moment.optional().describe('With zone'),
    ...listArguments(50),
  }),
  aliases: { campaign_id: 'object_id', ad_set_id: 'object_id', ad_id: 'object_id' },
  output: z.object({
    changes: z
      .array(z.looseObject({ time: z.string(), operation: z.string(), what: z.string(), id: z.string() }))
      .describe('Also name, user, detail {old_value, new_value}, amounts with currency'),
    ...nextCursor,
  }),
  rules: (args) => [...notBoth(args, 'days', 'since'), ...inOrder(args, 'since', 'until')],
  async run({ object_id, days = 7, since, until, limit, cursor }, { client, account }) {
    const from = since ?? beginningOfDay(client.session.platformNow() - days * DAY_MS);
    const query = { since: platformTime(from), ...(until && { until: platformTime(until) }) };
    const page = await client.list(ACTIVITIES, accountNode(account), { limit, cursor, query, account });
    const currency = await client.currency(account);
    const shown = page.items.filter((item) => object_id === undefined || item.object_id === object_id);
    return {
      ...(page.next_cursor !== undefined && { next_cursor: page.next_cursor }),
      changes: shown.map((item) => changeOf(item, currency)),
    };
  },
});

/** By the second, every page would ask for another list, and a cursor belongs to one. */
function beginningOfDay(ms: number): string {
  return new Date(ms - (ms % DAY_MS)).toISOString();
}
