import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine, WebAddress } from '../../../tools/fields.ts';
import { collect, listArguments, nextCursor } from '../../../tools/listing.ts';
import { Money } from '../../../tools/money.ts';
import { atLeastOne, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { moneyOf } from '../money.ts';
import { currencyOf } from '../resources/account.ts';
import { Language, languageIds } from '../resources/language.ts';
import type { KeywordIdeas } from '../wire.ts';

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
];

const Idea = z.object({
  text: z.string(),
  average_monthly_searches: z.number().optional(),
  competition: z.string().optional(),
  competition_index: z.number().optional().describe('0 to 100'),
  low_top_of_page_bid: Money.optional(),
  high_top_of_page_bid: Money.optional(),
  monthly_searches: z.record(z.string(), z.number()).optional(),
});

export default defineTool(channel, {
  name: 'search_keyword_ideas',
  title: 'Search keyword ideas',
  description:
    'Keyword ideas with search volume, competition and bid range, from keywords, a page, both, or a whole site.',
  toolset: 'planning',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    keywords: z.array(oneLine()).min(1).max(20).optional().describe('To find similar ones'),
    page_url: WebAddress.max(2048).optional().describe('A page to take ideas from'),
    site: oneLine().optional().describe('A domain, instead of keywords and page_url'),
    location_ids: z.array(Id).max(10).optional().describe('From search_locations; everywhere when left out'),
    language_id: Language.optional().describe('Such as de'),
    include_partners: z.boolean().default(false).describe('Count partner sites too'),
    include_monthly: z.boolean().default(false).describe('Volume of each of the last 12 months'),
    ...listArguments(50),
  }),
  output: z.object({ ideas: z.array(Idea), ...nextCursor }),
  rules: (args) => [
    ...atLeastOne(args, ['keywords', 'page_url', 'site']),
    ...notBoth(args, 'keywords', 'site'),
    ...notBoth(args, 'page_url', 'site'),
  ],
  async run({ limit, cursor, include_monthly, ...args }, { client, account }) {
    const [language] = args.language_id ? await languageIds(client, account, [args.language_id], 'language_id') : [];
    const request = {
      ...seedOf(args),
      keywordPlanNetwork: args.include_partners ? 'GOOGLE_SEARCH_AND_PARTNERS' : 'GOOGLE_SEARCH',
      includeAdultKeywords: false,
      ...(args.location_ids?.length && {
        geoTargetConstants: args.location_ids.map((id) => `geoTargetConstants/${id}`),
      }),
      ...(language && { language: `languageConstants/${language}` }),
      pageSize: limit,
    };
    const [{ items, next_cursor }, currency] = await Promise.all([
      collect({ limit, cursor, scope: [account, request], pageMax: limit }, async (pageToken) => {
        const { results, nextPageToken } = await client.keywordIdeas(account, { ...request, pageToken });
        return { items: results, next: nextPageToken };
      }),
      currencyOf(client, account),
    ]);
    return { ideas: items.map((idea) => shown(idea, currency, include_monthly)), next_cursor };
  },
});

/** The platform takes exactly one kind of seed. */
function seedOf(seed: { keywords?: string[] | undefined; page_url?: string | undefined; site?: string | undefined }) {
  const { keywords, page_url: url, site } = seed;
  if (site !== undefined) return { siteSeed: { site } };
  if (keywords === undefined) return { urlSeed: { url } };
  return url === undefined ? { keywordSeed: { keywords } } : { keywordAndUrlSeed: { url, keywords } };
}

function shown(
  { text, keywordIdeaMetrics: metrics }: KeywordIdeas['results'][number],
  currency: string | undefined,
  monthly: boolean,
): z.infer<typeof Idea> {
  return {
    text,
    average_monthly_searches: count(metrics?.avgMonthlySearches),
    competition: metrics?.competition,
    competition_index: count(metrics?.competitionIndex),
    low_top_of_page_bid: moneyOf(metrics?.lowTopOfPageBidMicros, currency),
    high_top_of_page_bid: moneyOf(metrics?.highTopOfPageBidMicros, currency),
    monthly_searches: monthly
      ? Object.fromEntries(
          (metrics?.monthlySearchVolumes ?? []).map(({ year, month, monthlySearches }) => [
            `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}`,
            Number(monthlySearches ?? 0),
          ]),
        )
      : undefined,
  };
}

function count(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
