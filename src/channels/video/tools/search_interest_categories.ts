import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Language } from '../resources/fields.ts';
import { bestMatches } from '../resources/name-search.ts';
import { InterestCategories } from '../wire.ts';

export default defineTool(channel, {
  name: 'search_interest_categories',
  title: 'Search interest categories',
  description: 'Interest categories by keyword, best matches first: ids for interest_category_ids of an ad group.',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  keptS: 3_600,
  input: z.strictObject({
    keyword: oneLine(100).describe('Name or a part of it, in the language'),
    language: Language,
    ...listArguments(50),
  }),
  output: z.object({
    interest_categories: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        path: z.array(z.string()).describe('from the top, the category itself last'),
        level: z.number(),
        parent_id: z.string().optional(),
        special_industries: z.array(z.string()).describe('special ad categories it may be used for'),
      }),
    ),
    ...nextCursor,
  }),
  async run({ keyword, language, limit, cursor }, { client, account }) {
    const { interest_categories } = await client.get(
      'tool/interest_category',
      { language },
      InterestCategories,
      account,
    );
    const byId = new Map(interest_categories.map((one) => [one.interest_category_id, one]));
    const parents = new Map(
      interest_categories.flatMap((one) => (one.sub_category_ids ?? []).map((id) => [id, one.interest_category_id])),
    );
    const pathOf = (id: string | undefined): string[] =>
      id === undefined ? [] : [...pathOf(parents.get(id)), byId.get(id)?.interest_category_name ?? ''];
    const found = bestMatches(
      interest_categories,
      keyword,
      (one) => one.interest_category_name,
      (one) => one.level,
    );
    const { items, ...more } = await collectHeld(
      { limit, cursor, scope: [account, keyword, language] },
      async () => found,
    );
    return {
      interest_categories: items.map((one) => {
        const id = one.interest_category_id;
        const parent = parents.get(id);
        return {
          id,
          name: one.interest_category_name,
          path: pathOf(id),
          level: one.level,
          ...(parent !== undefined && { parent_id: parent }),
          special_industries: one.special_industries ?? [],
        };
      }),
      ...more,
    };
  },
});
