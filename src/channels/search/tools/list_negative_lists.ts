import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { listRows, ofIds, ofStatus } from '../resources/listing.ts';
import {
  isKeywordList,
  keywordsOfList,
  LIST_FIELDS,
  NegativeListOutput,
  shownLists,
} from '../resources/negative-list.ts';

export default defineTool(channel, {
  name: 'list_negative_lists',
  title: 'List shared lists of negative keywords',
  description:
    'Lists of negative keywords that campaigns share, with the campaigns; of one list (list_id) its keywords too.',
  toolset: 'negative_lists',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    list_id: Id.optional().describe('Only this one, with its keywords'),
    status: z
      .array(z.enum(['ENABLED', 'REMOVED']))
      .min(1)
      .optional()
      .describe('ENABLED by default'),
    ...listArguments(50),
  }),
  output: z.object({
    negative_lists: z.array(
      NegativeListOutput.extend({
        keywords: z.array(z.object({ text: z.string(), match_type: z.string() })).optional(),
      }),
    ),
    ...nextCursor,
  }),
  async run(args, { client, account }) {
    const { list_id } = args;
    const { items, next_cursor } = await listRows(client, account, args, {
      select: LIST_FIELDS,
      from: 'shared_set',
      where: [isKeywordList, ofStatus('shared_set.status', args.status), ...ofIds({ 'shared_set.id': list_id })],
      orderBy: [{ field: 'shared_set.id' }],
    });
    const lists = await shownLists(client, account, items);
    if (list_id === undefined || lists.length === 0) return { negative_lists: lists, next_cursor };
    const keywords = await keywordsOfList(client, account, list_id);
    return { negative_lists: [{ ...lists[0]!, keywords: keywords.map(({ resourceName: _, ...keyword }) => keyword) }] };
  },
});
