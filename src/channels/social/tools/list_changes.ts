import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, Moment } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { inOrder } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { accountNode } from '../client.ts';
import { isoTime, known, platformTime } from '../fields.ts';
import { ACTIVITIES } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_changes',
  title: 'List changes',
  description: 'Who changed what in an account and when, the newest first, as the platform remembers it.',
  toolset: 'upkeep',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({
    object_id: Id.optional().describe('Only this campaign, ad set or ad, among what is listed'),
    since: Moment.optional().describe('With zone; the last week when left out'),
    until: Moment.optional().describe('With zone'),
    ...listArguments(50),
  }),
  output: z.object({
    changes: z
      .array(z.looseObject({ time: z.string(), event: z.string(), object_id: z.string() }))
      .describe('Also who, object_name, object_type, detail'),
    ...nextCursor,
  }),
  rules: (args) => inOrder(args, 'since', 'until'),
  async run({ object_id, since, until, limit, cursor }, { client, account }) {
    const from = since ?? new Date(client.session.platformNow() - WEEK_MS).toISOString();
    const query = { since: platformTime(from), ...(until && { until: platformTime(until) }) };
    const page = await client.list(ACTIVITIES, accountNode(account), { limit, cursor, query, account });
    const shown = page.items.filter((item) => object_id === undefined || item.object_id === object_id);
    return {
      ...(page.next_cursor !== undefined && { next_cursor: page.next_cursor }),
      changes: shown.map((item) =>
        known({
          time: isoTime(item.event_time) ?? '',
          event: item.event_type,
          who: item.actor_name,
          object_id: item.object_id ?? '',
          object_name: item.object_name,
          object_type: item.object_type,
          detail: parsed(item.extra_data),
        }),
      ),
    };
  },
});

const WEEK_MS = 7 * 86_400_000;

/** Text of JSON as a rule; whatever else it is, it is shown as it came. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
