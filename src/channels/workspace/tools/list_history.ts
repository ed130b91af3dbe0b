import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Moment } from '../../../tools/fields.ts';
import { ShownChange } from '../../../tools/history-desk.ts';
import { brokenCursor, listArguments, nextCursor, readCursor, writeCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_history',
  title: 'List changes',
  description:
    'Every change made through this service: who, when, from and to, and whether undo_change can take it back. Changes made at a platform itself are not in it. Newest first.',
  toolset: 'history',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    since: Moment.optional().describe('From this moment on'),
    until: Moment.optional().describe('Before this moment'),
    key: z.string().optional().describe('Id of the key or person that made them'),
    channel: z.string().optional().describe('Of this channel'),
    object: z.string().min(1).max(200).optional().describe('Id of a campaign, ad or other object'),
    plan_id: z.string().max(200).optional().describe('What the launch of this media plan was made of'),
    ...listArguments(50, 200),
  }),
  output: z.object({ changes: z.array(ShownChange), ...nextCursor }),
  async run({ cursor, limit, ...filter }, { history }) {
    const before = cursor === undefined ? undefined : Number(readCursor(filter, cursor));
    if (before !== undefined && !Number.isSafeInteger(before)) throw brokenCursor();
    const { key, channel: of, object, plan_id: plan, ...times } = filter;
    const { changes, next } = await history.list({
      ...times,
      ...(plan !== undefined && { plan }),
      changed_by: key === undefined ? [] : [key],
      channel: of === undefined ? [] : [of],
      object: object === undefined ? [] : [object],
      before,
      limit,
    });
    return { changes, ...(next !== undefined && { next_cursor: writeCursor(filter, String(next)) }) };
  },
});
