import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { AUDIENCE_FIELDS, AudienceOutput, shownAudiences } from '../resources/audience.ts';
import { IdFilter, listRows, ofIds, ofText } from '../resources/listing.ts';

export default defineTool(channel, {
  name: 'list_audiences',
  title: 'List audiences',
  description: 'Visitors, buyers and customer lists of the account: size, and which campaigns and ad groups use them.',
  toolset: 'audiences',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    audience_ids: IdFilter,
    name_contains: oneLine().optional().describe('Part of the name'),
    ...listArguments(50),
  }),
  output: z.object({ audiences: z.array(AudienceOutput), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: AUDIENCE_FIELDS,
      from: 'user_list',
      where: [...ofIds({ 'user_list.id': args.audience_ids }), ...ofText('user_list.name', args.name_contains)],
      orderBy: [{ field: 'user_list.id' }],
    });
    return { audiences: await shownAudiences(client, account, items), next_cursor };
  },
});
