import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { ACTION_FIELDS, ActionOutput, shownAction } from '../resources/conversion-action.ts';
import { listRows } from '../resources/listing.ts';
import { equal, Literal, unequal } from '../resources/wire/gaql.ts';

export default defineTool(channel, {
  name: 'list_conversion_actions',
  title: 'List conversion actions',
  description: 'What the account counts as a conversion, and which of it enters the conversions metric.',
  toolset: 'planning',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    status: z.enum(['ENABLED', 'HIDDEN', 'REMOVED']).optional().describe('All but REMOVED by default'),
    ...listArguments(100),
  }),
  output: z.object({ conversion_actions: z.array(ActionOutput), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: ACTION_FIELDS,
      from: 'conversion_action',
      where: [
        args.status
          ? equal('conversion_action.status', Literal.word(args.status))
          : unequal('conversion_action.status', Literal.word('REMOVED')),
      ],
      orderBy: [{ field: 'conversion_action.id' }],
    });
    return { conversion_actions: items.map(shownAction), next_cursor };
  },
});
