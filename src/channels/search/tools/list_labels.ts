import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { holdersOf, LABEL_FIELDS } from '../resources/label.ts';
import { listRows, ofIds } from '../resources/listing.ts';
import { equal, Literal } from '../resources/wire/gaql.ts';

export default defineTool(channel, {
  name: 'list_labels',
  title: 'List labels',
  description:
    'Labels of the account; of one label (label_id) also the campaigns, ad groups, ads and keywords that have it.',
  toolset: 'labels',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ label_id: Id.optional().describe('Only this one, with what has it'), ...listArguments(100) }),
  output: z.object({
    labels: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string().optional(),
        campaign_ids: z.array(z.string()).optional(),
        ad_group_ids: z.array(z.string()).optional(),
        ad_ids: z.array(z.string()).optional(),
        keyword_ids: z.array(z.string()).optional().describe('ad_group_id~keyword_id'),
      }),
    ),
    ...nextCursor,
  }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: LABEL_FIELDS,
      from: 'label',
      where: [equal('label.status', Literal.word('ENABLED')), ...ofIds({ 'label.id': args.label_id })],
      orderBy: [{ field: 'label.id' }],
    });
    const holders = args.label_id && items.length > 0 ? await holdersOf(client, account, args.label_id) : {};
    const labels = items.map(({ label }) => ({
      id: label?.id ?? '',
      name: label?.name ?? '',
      ...(label?.textLabel?.description && { description: label.textLabel.description }),
      ...holders,
    }));
    return { labels, next_cursor };
  },
});
