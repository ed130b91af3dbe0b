import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';
import { Language } from '../resources/fields.ts';
import { RecommendedKeywords } from '../wire.ts';

export default defineTool(channel, {
  name: 'search_interest_keywords',
  title: 'Search interest keywords',
  description: 'Keywords people are interested in, finer than categories: ids for interest_keyword_ids of an ad group.',
  toolset: 'planning',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    keyword: oneLine(100).describe('Word to begin from'),
    language: Language,
    limit: z.int().min(1).max(50).default(50).describe('Most items in the reply'),
  }),
  output: z.object({ interest_keywords: z.array(z.object({ id: z.string(), name: z.string() })) }),
  async run({ keyword, language, limit }, { client, account }) {
    const query = { keyword, language, limit, mode: 'FUZZ_MATCH' };
    const { recommended_keywords } = await client.get(
      'tool/interest_keyword/recommend',
      query,
      RecommendedKeywords,
      account,
    );
    const usable = recommended_keywords.filter(({ status }) => status !== 'INEFFECTIVE');
    return { interest_keywords: usable.map((one) => ({ id: one.keyword_id, name: one.keyword })) };
  },
});
