import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';
import { RecommendedHashtags } from '../wire.ts';

export default defineTool(channel, {
  name: 'search_hashtags',
  title: 'Search hashtags',
  description: 'Hashtags by keyword: ids for hashtag_ids of an ad group, to reach people who watch such videos.',
  toolset: 'planning',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    keywords: z.array(oneLine(100)).min(1).max(10).describe('Words, with or without #'),
    match: z.enum(['ANY', 'ALL']).default('ANY').describe('Whether one word has to fit, or all'),
  }),
  output: z.object({ hashtags: z.array(z.object({ id: z.string(), name: z.string() })) }),
  async run({ keywords, match }, { client, account }) {
    const query = { keywords, operator: match === 'ALL' ? 'AND' : 'OR' };
    const { recommend_keywords } = await client.get('tool/hashtag/recommend', query, RecommendedHashtags, account);
    const usable = recommend_keywords.filter(({ keyword_status }) => keyword_status !== 'OFFLINE');
    return { hashtags: usable.map((one) => ({ id: one.keyword_id, name: one.keyword })) };
  },
});
