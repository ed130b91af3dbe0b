import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { KeywordOutput, keywordQuery, MATCH_TYPES, shownKeyword } from '../resources/keyword.ts';
import { IdFilter, listRows, ofIds, ofStatus, ofText, StatusFilter } from '../resources/listing.ts';
import { type Condition, equal, Literal } from '../resources/wire/gaql.ts';

export default defineTool(channel, {
  name: 'list_keywords',
  title: 'List keywords',
  description:
    'Keywords of ad groups, positive and negative, with bids and quality; with level "campaign" the negative keywords of whole campaigns.',
  toolset: 'keywords',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    level: z.enum(['ad_group', 'campaign']).default('ad_group').describe('Where the keywords stand'),
    campaign_id: Id.optional().describe('Only of this campaign'),
    ad_group_id: Id.optional().describe('Only of this ad group'),
    keyword_ids: IdFilter,
    status: StatusFilter,
    match_type: z.enum(MATCH_TYPES).optional().describe('Only of this type'),
    negative: z.boolean().optional().describe('Only negative ones, or only others'),
    text_contains: oneLine().optional().describe('Part of the text'),
    ...listArguments(100),
  }),
  output: z.object({ keywords: z.array(KeywordOutput), ...nextCursor }),
  rules: (args) => notBoth(args, { level: 'campaign' }, 'ad_group_id'),
  async run(args, { client, account }) {
    const query = keywordQuery(args.level);
    const criterion = query.from;
    const where: Condition[] = [
      equal(`${criterion}.type`, Literal.word('KEYWORD')),
      ofStatus(`${criterion}.status`, args.status),
      ...ofIds({
        'campaign.id': args.campaign_id,
        'ad_group.id': args.ad_group_id,
        [`${criterion}.criterion_id`]: args.keyword_ids,
      }),
      ...(args.match_type ? [equal(`${criterion}.keyword.match_type`, Literal.word(args.match_type))] : []),
      ...(args.negative === undefined ? [] : [equal(`${criterion}.negative`, Literal.boolean(args.negative))]),
      ...ofText(`${criterion}.keyword.text`, args.text_contains),
    ];
    const parent = args.level === 'campaign' ? 'campaign.id' : 'ad_group.id';
    const orderBy = [{ field: parent }, { field: `${criterion}.criterion_id` }];
    const { items, next_cursor } = await listRows(client, account, args, { ...query, where, orderBy });
    return { keywords: items.map(shownKeyword), next_cursor };
  },
});
