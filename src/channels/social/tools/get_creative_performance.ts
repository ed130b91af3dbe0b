import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { ReadyCall } from '../../../tools/ready-call.ts';
import { channel } from '../channel.ts';
import { accountNode, type SocialClient } from '../client.ts';
import { STATUSES } from '../report/request.ts';
import { AD_CREATIVE_USE, CREATIVES } from '../wire.ts';

/** Ads whose numbers one call asks for. */
const ADS_MAX = 50;
const AD_PAGE_MAX = 500;

export default defineTool(channel, {
  name: 'get_creative_performance',
  title: 'How to judge a creative',
  description:
    'Guidance on judging a creative, with ready tool calls for its numbers. Numbers belong to ads, not creatives.',
  toolset: 'analysis',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  account: false,
  input: z.strictObject({
    creative_id: Id.optional().describe('Left out: general guidance'),
    product_item_ids: z.array(z.string().min(1)).min(1).max(50).optional().describe('Catalog products shown in it'),
  }),
  output: z.object({
    creative: z
      .object({
        id: z.string(),
        name: z.string(),
        account_id: z.string(),
        ad_ids: z.array(z.string()),
        ads_total: z.number(),
      })
      .optional(),
    guidance: z.looseObject({ steps: z.array(z.string()), pitfalls: z.array(z.string()) }),
    next_calls: z.array(ReadyCall),
  }),
  async run({ creative_id, product_item_ids }, { client }) {
    const creative = creative_id === undefined ? undefined : await usesOf(client, creative_id);
    return {
      ...(creative && { creative }),
      guidance: guidanceFor(product_item_ids),
      next_calls: callsFor(creative, product_item_ids),
    };
  },
});

type Uses = { id: string; name: string; account_id: string; ad_ids: string[]; ads_total: number };

/** The platform has no edge from a creative to its ads, so all ads of the account are read. */
async function usesOf(client: SocialClient, id: string): Promise<Uses> {
  const { name = '', account_id = '' } = await client.node(CREATIVES, id);
  const ad_ids: string[] = [];
  // Without their statuses the platform leaves archived ads out, whose numbers say as much.
  const every = { effective_status: STATUSES.ad };
  for await (const ads of client.pages(AD_CREATIVE_USE, accountNode(account_id), every, account_id, AD_PAGE_MAX))
    ad_ids.push(...ads.filter(({ creative }) => creative?.id === id).map((ad) => ad.id));
  return { id, name, account_id, ad_ids: ad_ids.slice(0, ADS_MAX), ads_total: ad_ids.length };
}

function guidanceFor(products: readonly string[] | undefined) {
  return {
    steps: [
      'Find the ads that use the creative: its numbers are the sum of theirs.',
      'Read their numbers over a period long enough for at least 1,000 impressions each.',
      'Compare with creatives of the same ad set and goal; other audiences and placements make other numbers.',
      'Look at the days one by one for wear: rising frequency and falling click rate.',
      'Split by placement and age before judging; one poor placement can hide a good creative.',
      ...(products
        ? ['For catalog products split by product_id: the creative is only the frame, the products differ.']
        : []),
    ],
    metrics: [
      { question: 'Does it make people stop and click?', metrics: ['ctr', 'cpc', 'link_clicks'] },
      {
        question: 'Does it bring results?',
        metrics: ['conversions', 'cost_per_conversion', 'roas', 'actions: purchase, lead …'],
      },
      { question: 'Is it worn out?', metrics: ['frequency', 'ctr by day', 'reach by day'] },
      { question: 'Is it cheap to show?', metrics: ['cpm'] },
    ],
    pitfalls: [
      'Action types overlap (purchase is inside omni_purchase): pick one exact name and never add them up.',
      'Reach of several ads cannot be added: the same person may have seen them all.',
      'The last days are not final; conversions arrive for up to 28 days.',
      'A small sample proves nothing: analyze_account_creatives shows the intervals.',
    ],
  };
}

function callsFor(creative: Uses | undefined, products: readonly string[] | undefined): ReadyCall[] {
  if (!creative) {
    return [
      { tool: 'analyze_account_creatives', arguments: { limit: 50 }, purpose: 'Compare the creatives of the account.' },
    ];
  }
  const { account_id, ad_ids, ads_total } = creative;
  const compare = {
    tool: 'analyze_account_creatives',
    arguments: { account_id, limit: 200 },
    purpose: 'See where this creative stands among the others.',
  };
  if (ad_ids.length === 0) {
    return [
      compare,
      {
        tool: 'list_social_ads',
        arguments: { account_id },
        purpose: 'No ad uses this creative yet: look at what runs instead.',
      },
    ];
  }
  const numbers = (extra: Record<string, unknown>, purpose: string): ReadyCall => ({
    tool: 'get_social_insights',
    arguments: { account_id, level: 'ad', ad_ids, ...extra },
    purpose,
  });
  return [
    numbers(
      { date_range: 'LAST_30_DAYS', action_types: ['link_click', 'purchase', 'lead'] },
      ads_total > ad_ids.length
        ? `Numbers of ${ad_ids.length} of the ${ads_total} ads that use it.`
        : 'Numbers of the ads that use it.',
    ),
    numbers({ date_range: 'LAST_14_DAYS', segments: ['date'] }, 'Day by day, to see wear.'),
    numbers({ segments: ['publisher_platform', 'platform_position'] }, 'By placement.'),
    numbers({ segments: ['age', 'gender'] }, 'By audience.'),
    ...(products ? [numbers({ segments: ['product_id'] }, `By product; compare ${products.join(', ')}.`)] : []),
    compare,
  ];
}
