import type { Finding } from '../../../tools/diagnosis.ts';
import type { SearchClient } from '../client.ts';
import { moneyOf, wholeCoins } from '../money.ts';
import { bidsByItself, strategyShown } from '../resources/bidding.ts';
import { EU_POLITICAL, isShared } from '../resources/campaign.ts';
import { shownTargeting, targetingRows } from '../resources/targeting.ts';
import { during, equal, Literal } from '../resources/wire/gaql.ts';
import type { Row } from '../resources/wire/row.ts';
import { countedRows, type Level, type Surroundings } from './findings.ts';

const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** Enabled ads and keywords that review disapproved or has not finished with. */
export function reviewFindings(around: Surroundings): Finding[] {
  const on = countedRows(around, around.ads).filter(({ adGroupAd }) => adGroupAd?.status === 'ENABLED');
  const rejected = on.filter(({ adGroupAd }) => adGroupAd?.policySummary?.approvalStatus === 'DISAPPROVED');
  const waiting = on.filter(({ adGroupAd }) => adGroupAd?.policySummary?.reviewStatus === 'REVIEW_IN_PROGRESS');
  const topics = ({ adGroupAd }: Row) =>
    adGroupAd?.policySummary?.policyTopicEntries.map(({ topic }) => topic).join(', ') || 'no topic given';
  const found = (row: Row, stops: boolean, message: string): Finding => ({
    about: 'review',
    level: 'ad',
    id: row.adGroupAd?.ad?.id ?? '',
    stops,
    message,
  });
  const words = around.keywords.filter(({ adGroupCriterion }) => adGroupCriterion?.approvalStatus === 'DISAPPROVED');
  return [
    ...rejected.map((row) => {
      const ad_id = row.adGroupAd?.ad?.id ?? '';
      const message = `The ad ${ad_id} is disapproved (${topics(row)}): change what the policy objects to with update_ad`;
      return {
        ...found(row, rejected.length === on.length, message),
        mend: { tool: 'list_ads', arguments: { ad_ids: [ad_id] } },
      };
    }),
    ...waiting.map((row) =>
      found(row, false, `The ad ${row.adGroupAd?.ad?.id} is being reviewed, which takes about a day`),
    ),
    ...words.map(
      ({ adGroupCriterion: keyword }): Finding => ({
        about: 'review',
        level: 'keyword',
        id: keyword?.criterionId ?? '',
        stops: around.subject.level === 'keyword',
        message: `The keyword "${keyword?.keyword?.text}" is disapproved`,
      }),
    ),
  ];
}

export function declarationFindings({ campaign: row, subject }: Surroundings): Finding[] {
  const { campaign } = row ?? {};
  const found = (message: string): Finding[] => [
    { about: 'declaration', level: 'campaign', id: subject.campaignId, stops: false, message },
  ];
  if (campaign?.missingEuPoliticalAdvertisingDeclaration)
    return found(
      'It does not say whether it contains EU political advertising: changes are refused until update_campaign sets contains_eu_political_advertising',
    );
  if (campaign?.containsEuPoliticalAdvertising === EU_POLITICAL.yes)
    return found('It is declared as EU political advertising, which is not shown in the EU');
  return [];
}

export function learningFindings({ campaign: row, subject }: Surroundings): Finding[] {
  const { primaryStatus, primaryStatusReasons = [] } = row?.campaign ?? {};
  if (primaryStatus !== 'LEARNING' && !primaryStatusReasons.some((reason) => reason.includes('LEARNING'))) return [];
  const message = `Its bidding (${strategyShown(row!)}) is learning, which takes about a week: leave it alone meanwhile`;
  return [{ about: 'learning', level: 'campaign', id: subject.campaignId, stops: false, message }];
}

/** Keywords whose bid is below the first-page estimate, or that have too few searches to be served. */
export function keywordFindings(around: Surroundings): Finding[] {
  const currency = around.campaign?.customer?.currencyCode;
  const on = countedRows(around, around.keywords).filter(
    ({ adGroupCriterion }) => adGroupCriterion?.status === 'ENABLED',
  );
  const rare = on.filter(({ adGroupCriterion }) => adGroupCriterion?.systemServingStatus === 'RARELY_SERVED');
  const cheap = bidsByItself(around.campaign && strategyShown(around.campaign))
    ? []
    : on.filter(({ adGroupCriterion: keyword }) => {
        const needed = Number(keyword?.positionEstimates?.firstPageCpcMicros ?? 0);
        return needed > 0 && Number(keyword?.effectiveCpcBidMicros ?? 0) < needed;
      });
  return [
    ...rare.map(
      ({ adGroupCriterion: keyword }): Finding => ({
        about: 'audience',
        level: 'keyword',
        id: keyword?.criterionId ?? '',
        stops: rare.length === on.length,
        message: `Hardly anybody searches for "${keyword?.keyword?.text}"`,
      }),
    ),
    ...(cheap.length === 0 ? [] : [tooCheap(around, on, cheap, currency)]),
  ];
}

function tooCheap(
  around: Surroundings,
  on: readonly Row[],
  cheap: readonly Row[],
  currency: string | undefined,
): Finding {
  const rows = cheap.slice(0, 50).map(({ adGroup, adGroupCriterion: keyword }) => ({
    ad_group_id: adGroup?.id,
    keyword_id: keyword?.criterionId,
    cpc_bid: moneyOf(wholeCoins(keyword?.positionEstimates?.firstPageCpcMicros, currency), currency)?.amount,
  }));
  return {
    about: 'bid',
    level: 'keyword',
    id: cheap[0]?.adGroupCriterion?.criterionId ?? '',
    stops: around.subject.level === 'keyword' || cheap.length === on.length,
    message: `${cheap.length} of ${on.length} keywords bid less than the first page costs`,
    mend: { tool: 'update_keywords', arguments: { keywords: rows } },
  };
}

/** An ad schedule that does not cover the current hour. */
export async function scheduleFindings(
  client: SearchClient,
  account: string,
  around: Surroundings,
): Promise<Finding[]> {
  const id = around.subject.campaignId;
  const { ad_schedule } = shownTargeting(await targetingRows(client, account, id), around.campaign?.campaign);
  if (ad_schedule.length === 0) return [];
  const timeZone = around.campaign?.customer?.timeZone ?? 'UTC';
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .formatToParts(client.platformNow())
    .map(({ value }) => value);
  const day = DAYS.find((one) => parts.some((part) => part.toUpperCase() === one));
  const time = `${parts.find((part) => /^\d\d$/.test(part))}:${parts.findLast((part) => /^\d\d$/.test(part))}`;
  if (ad_schedule.some((slot) => slot.day === day && slot.from <= time && time < slot.to)) return [];
  return [
    {
      about: 'schedule',
      level: 'campaign',
      id,
      stops: true,
      message: `Its schedule leaves out ${day} ${time} (${timeZone}), which is now`,
      mend: { tool: 'get_campaign_targeting', arguments: { campaign_id: id } },
    },
  ];
}

const LOST_FOR_BUDGET = 0.1;
const LOST_FOR_RANK = 0.5;

/** Impressions a search campaign lost in the last seven days, for want of budget or of rank. */
export async function lossFindings(client: SearchClient, account: string, around: Surroundings): Promise<Finding[]> {
  const id = around.subject.campaignId;
  if (around.campaign?.campaign?.advertisingChannelType !== 'SEARCH') return [];
  const row = await client.row(account, {
    select: ['campaign.id', 'metrics.search_budget_lost_impression_share', 'metrics.search_rank_lost_impression_share'],
    from: 'campaign',
    where: [equal('campaign.id', Literal.digits(id)), during('segments.date', Literal.word('LAST_7_DAYS'))],
  });
  const budget = Number(row?.metrics.searchBudgetLostImpressionShare ?? 0);
  const rank = Number(row?.metrics.searchRankLostImpressionShare ?? 0);
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const { campaignBudget, customer } = around.campaign;
  const daily = Number(campaignBudget?.amountMicros ?? 0) / 1_000_000;
  const found = (about: 'budget' | 'bid', message: string): Finding => ({
    about,
    level: 'campaign',
    id,
    stops: false,
    message,
  });
  return [
    ...(budget < LOST_FOR_BUDGET || daily === 0
      ? []
      : [
          {
            ...found('budget', `It missed ${percent(budget)} of its impressions of the last 7 days for want of budget`),
            mend: raising(
              around.campaign,
              moneyOf(Math.ceil(daily / (1 - budget)) * 1_000_000, customer?.currencyCode)?.amount,
            ),
          },
        ]),
    ...(rank < LOST_FOR_RANK
      ? []
      : [
          found('bid', `It missed ${percent(rank)} of its impressions of the last 7 days to better bids or better ads`),
        ]),
  ];
}

/** A shared budget is raised by its own tool, which says for which campaigns. */
function raising({ campaign, campaignBudget }: Row, budget: string | undefined): NonNullable<Finding['mend']> {
  return campaignBudget && isShared(campaignBudget)
    ? { tool: 'update_campaign_budget', arguments: { budget_id: campaignBudget.id, budget } }
    : { tool: 'update_campaign', arguments: { campaign_id: campaign?.id, budget } };
}

const VIEWS: Readonly<Record<Level, [from: string, field: string]>> = {
  campaign: ['campaign', 'campaign.id'],
  ad_group: ['ad_group', 'ad_group.id'],
  ad: ['ad_group_ad', 'ad_group_ad.ad.id'],
  keyword: ['keyword_view', 'ad_group_criterion.criterion_id'],
  asset_group: ['asset_group', 'asset_group.id'],
};

/** The numbers of the last seven days. */
export async function recentNumbers(client: SearchClient, account: string, { subject, campaign }: Surroundings) {
  const { level, campaignId, adGroupId, adId, keywordId, assetGroupId } = subject;
  const id = { campaign: campaignId, ad_group: adGroupId, ad: adId, keyword: keywordId, asset_group: assetGroupId }[
    level
  ];
  const [from, field] = VIEWS[level];
  const rows = await client.rows(account, {
    select: [field, 'metrics.impressions', 'metrics.clicks', 'metrics.cost_micros'],
    from,
    where: [
      equal(field, Literal.digits(id ?? '')),
      ...(level === 'keyword' ? [equal('ad_group.id', Literal.digits(adGroupId ?? ''))] : []),
      during('segments.date', Literal.word('LAST_7_DAYS')),
    ],
  });
  const sum = (name: string) => rows.reduce((total, { metrics }) => total + Number(metrics[name] ?? 0), 0);
  return {
    impressions: sum('impressions'),
    clicks: sum('clicks'),
    cost: moneyOf(sum('costMicros'), campaign?.customer?.currencyCode),
  };
}
