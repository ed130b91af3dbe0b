import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Day, Id, oneLine } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import { readBack } from '../../../tools/read-back.ts';
import { inOrder, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { copiesOf, leftOutNotes, partsOf, refuseUncopiedAims, trackingIn, uncopied } from '../copies/campaign.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { changedBy, microsOf } from '../money.ts';
import { CAMPAIGN_FIELDS, campaignRow, shownCampaign } from '../resources/campaign.ts';
import { TRACKING } from '../resources/tracking.ts';
import { equal, Literal } from '../resources/wire/gaql.ts';
import { creating, idOf, type Kind, type Operation } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const COPIED = ['SEARCH', 'PERFORMANCE_MAX'];
const OPERATIONS_MAX = 10_000;
/** Where a campaign keeps its way of bidding. */
const HOLDERS = ['maximizeConversions', 'maximizeConversionValue', 'targetSpend', 'targetImpressionShare'] as const;
const HOLDER_OF: Readonly<Record<string, (typeof HOLDERS)[number] | 'manualCpc'>> = {
  MANUAL_CPC: 'manualCpc',
  MAXIMIZE_CONVERSIONS: 'maximizeConversions',
  MAXIMIZE_CONVERSION_VALUE: 'maximizeConversionValue',
  TARGET_SPEND: 'targetSpend',
  TARGET_IMPRESSION_SHARE: 'targetImpressionShare',
};

export default defineTool(channel, {
  name: 'duplicate_campaign',
  title: 'Duplicate a campaign',
  description:
    'Makes a SEARCH or PERFORMANCE_MAX campaign again, paused, with a budget of its own: bidding, targeting, negatives, extensions, ad groups with ads and keywords, or asset groups with assets and signals; all or nothing. Labels and shared lists are not copied, nor are dates.',
  toolset: 'copies',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    campaign_id: Id.describe('The one to copy'),
    name: oneLine().describe('Name of the copy'),
    budget: amount('Per day; that of the original when left out').optional(),
    percent: z.number().min(-90).max(500).optional().describe('Instead of budget: 20 makes it a fifth larger'),
    start_date: Day.optional().describe('First day; now when left out'),
    end_date: Day.optional().describe('Last day; without end when left out'),
  }),
  output: z.object({
    campaign: asListed('list_campaigns'),
    copied: z.object({
      ad_groups: z.number(),
      ads: z.number(),
      keywords: z.number(),
      criteria: z.number(),
      extensions: z.number(),
      asset_groups: z.number(),
      assets: z.number(),
      signals: z.number(),
    }),
    notes: z.array(z.string()),
    ...servingOutput,
  }),
  rules: (args) => [...notBoth(args, 'budget', 'percent'), ...inOrder(args, 'start_date', 'end_date')],
  look: ({ name }) => ({ tool: 'list_campaigns', arguments: { name_contains: name } }),
  async run(args, { client, account }) {
    const { campaign_id, name, start_date, end_date } = args;
    const row = await originalOf(client, account, campaign_id);
    const parts = await partsOf(client, account, campaign_id);
    refuseUncopiedAims(parts);
    const [budget, campaign] = [`customers/${account}/campaignBudgets/-1`, `customers/${account}/campaigns/-2`];
    const micros = budgetFor(args, row);
    const operations = [
      creating('campaignBudget', { resourceName: budget, amountMicros: micros, explicitlyShared: false }, 'budget'),
      creating('campaign', {
        resourceName: campaign,
        name,
        status: 'PAUSED',
        campaignBudget: budget,
        ...settingsOf(row),
        ...(start_date && { startDateTime: `${start_date} 00:00:00` }),
        ...(end_date && { endDateTime: `${end_date} 23:59:59` }),
      }),
      ...copiesOf(account, campaign, parts),
    ];
    if (operations.length > OPERATIONS_MAX)
      throw uncopied('campaign_id', `It has ${operations.length} parts; the platform makes ${OPERATIONS_MAX} at once.`);
    const [, made = ''] = await client.mutate(account, operations);
    const id = idOf(made);
    const copy = await readBack(`The campaign ${id} was created`, () => campaignRow(client, account, id));
    return {
      campaign: shownCampaign(copy),
      copied: copiedIn(operations),
      notes: [
        'It is paused; what is in it has the status of the original.',
        `It begins ${start_date ?? 'now'} and ${end_date ? `ends after ${end_date}` : 'has no end'}.`,
        ...leftOutNotes(parts),
      ],
      ...(await servingReport(client, account, id)),
    };
  },
});

/** How many of each kind are made, the campaign and its budget apart. */
function copiedIn(operations: readonly Operation[]) {
  const count = (...kinds: readonly Kind[]) => operations.filter(({ kind }) => kinds.includes(kind)).length;
  const keywords = operations.filter(
    ({ kind, change }) => kind === 'adGroupCriterion' && 'create' in change && 'keyword' in change.create,
  ).length;
  return {
    ad_groups: count('adGroup'),
    ads: count('adGroupAd'),
    keywords,
    criteria: count('campaignCriterion', 'adGroupCriterion') - keywords,
    extensions: count('campaignAsset', 'adGroupAsset'),
    asset_groups: count('assetGroup'),
    assets: count('assetGroupAsset'),
    signals: count('assetGroupSignal'),
  };
}

function budgetFor(
  { budget, percent = 0 }: { budget?: string | undefined; percent?: number | undefined },
  { campaignBudget, customer }: Row,
): string {
  const currency = customer?.currencyCode;
  if (budget !== undefined) return microsOf('budget', budget, currency);
  const held = campaignBudget?.amountMicros;
  if (held === undefined) throw uncopied('budget', 'Its budget is not by the day: pass `budget` for the copy.');
  return percent === 0 ? held : changedBy(held, percent, currency);
}

async function originalOf(client: SearchClient, account: string, id: string): Promise<Row> {
  const row = await client.row(account, {
    select: [
      ...CAMPAIGN_FIELDS,
      ...['google_search', 'search_network', 'content_network', 'partner_search_network'].map(
        (network) => `campaign.network_settings.target_${network}`,
      ),
      'campaign.geo_target_type_setting.positive_geo_target_type',
      'campaign.geo_target_type_setting.negative_geo_target_type',
      ...TRACKING.map((field) => `campaign.${field}`),
      'campaign.shopping_setting.merchant_id',
    ],
    from: 'campaign',
    where: [equal('campaign.id', Literal.digits(id))],
  });
  if (!row?.campaign) throw notFound({ what: 'campaign', id, list: 'list_campaigns', accountArgument: 'customer_id' });
  const { advertisingChannelType: type = 'UNKNOWN', shoppingSetting } = row.campaign;
  if (!COPIED.includes(type))
    throw uncopied('campaign_id', `It is of type ${type}; only ${COPIED.join(' and ')} campaigns are copied.`);
  if (shoppingSetting?.merchantId)
    throw uncopied('campaign_id', 'It shows products of a merchant feed, whose product groups are not copied.');
  return row;
}

function settingsOf({ campaign }: Row): Record<string, unknown> {
  const portfolio = campaign?.biddingStrategy;
  const holder = HOLDER_OF[campaign?.biddingStrategyType ?? ''];
  if (holder === undefined && !portfolio)
    throw uncopied('campaign_id', `It bids by ${campaign?.biddingStrategyType}, which cannot be copied.`);
  const { containsEuPoliticalAdvertising, networkSettings, geoTargetTypeSetting } = campaign ?? {};
  const { targetingSetting, advertisingChannelType, brandGuidelinesEnabled } = campaign ?? {};
  return {
    advertisingChannelType,
    containsEuPoliticalAdvertising,
    ...(portfolio
      ? { biddingStrategy: portfolio }
      : holder && { [holder]: holder === 'manualCpc' ? {} : (campaign?.[holder] ?? {}) }),
    // A campaign over all channels chooses its networks itself.
    ...(networkSettings && advertisingChannelType === 'SEARCH' && { networkSettings }),
    ...(brandGuidelinesEnabled !== undefined && { brandGuidelinesEnabled }),
    ...(geoTargetTypeSetting && { geoTargetTypeSetting }),
    ...(targetingSetting?.targetRestrictions.length && { targetingSetting }),
    ...trackingIn(campaign),
  };
}
