import { z } from 'zod';
import { Money } from '../../../tools/money.ts';
import type { RowError } from '../errors.ts';
import { moneyOf } from '../money.ts';
import type { Query } from './wire/gaql.ts';
import type { Row } from './wire/row.ts';

export const MATCH_TYPES = ['EXACT', 'PHRASE', 'BROAD'] as const;

const TEXT_MAX = 1000;
const LETTERS_MAX = 80;
const WORDS_MAX = 10;

/** Texts and match types that no keyword may have are taken here, so that a bad row does not refuse the good ones with it. */
export const keywordRow = {
  text: z.string().trim().max(TEXT_MAX).describe('Up to 10 words, without match marks such as "" [] +'),
  match_type: z.string().trim().toUpperCase().meta({ enum: MATCH_TYPES }).describe('How close a search must be'),
};

/** Why the platform would refuse a row, as far as its text and match type tell. */
export function misfitOf({ text, match_type }: { text: string; match_type: string }): RowError | undefined {
  const letters = [...spaced(text)].length;
  const words = spaced(text).split(' ').length;
  if (!(MATCH_TYPES as readonly string[]).includes(match_type))
    return { code: 'INVALID_MATCH_TYPE', message: `match_type must be one of ${MATCH_TYPES.join(', ')}` };
  if (letters === 0) return { code: 'KEYWORD_TEXT_EMPTY', message: 'must not be empty' };
  if (/\p{Cc}/u.test(text))
    return { code: 'KEYWORD_HAS_INVALID_CHARS', message: 'must be one line without control characters' };
  if (letters > LETTERS_MAX)
    return { code: 'KEYWORD_TEXT_TOO_LONG', message: `has ${letters} characters; at most ${LETTERS_MAX} fit` };
  if (words > WORDS_MAX)
    return { code: 'KEYWORD_HAS_TOO_MANY_WORDS', message: `has ${words} words; at most ${WORDS_MAX} fit` };
  return undefined;
}

/** The platform takes other case and other spacing for the same keyword. */
export function sameKeyword({ text, match_type }: { text: string; match_type: string }): string {
  return `${match_type} ${spaced(text).normalize('NFKC').toLowerCase()}`;
}

export function spaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

const OF_AD_GROUPS = [
  'ad_group_criterion.criterion_id',
  'ad_group_criterion.status',
  'ad_group_criterion.negative',
  'ad_group_criterion.keyword.text',
  'ad_group_criterion.keyword.match_type',
  'ad_group_criterion.cpc_bid_micros',
  'ad_group_criterion.effective_cpc_bid_micros',
  'ad_group_criterion.approval_status',
  'ad_group_criterion.quality_info.quality_score',
  'ad_group_criterion.final_urls',
  'ad_group.id',
  'campaign.id',
  'campaign.bidding_strategy_type',
  'customer.currency_code',
];

/** Negative keywords of a whole campaign are another resource, without bids. */
const OF_CAMPAIGNS = [
  'campaign_criterion.criterion_id',
  'campaign_criterion.status',
  'campaign_criterion.negative',
  'campaign_criterion.keyword.text',
  'campaign_criterion.keyword.match_type',
  'campaign.id',
];

export type KeywordLevel = 'ad_group' | 'campaign';

export function keywordQuery(level: KeywordLevel): Query & { from: string } {
  return level === 'campaign'
    ? { select: OF_CAMPAIGNS, from: 'campaign_criterion' }
    : { select: OF_AD_GROUPS, from: 'ad_group_criterion' };
}

export const KeywordOutput = z.object({
  id: z.string(),
  text: z.string(),
  match_type: z.string(),
  status: z.string(),
  negative: z.boolean(),
  cpc_bid: Money.optional(),
  effective_cpc_bid: Money.optional(),
  approval_status: z.string().optional(),
  quality_score: z.number().optional(),
  final_urls: z.array(z.string()).optional(),
  ad_group_id: z.string().optional(),
  campaign_id: z.string(),
});

export function shownKeyword({ adGroupCriterion, campaignCriterion, adGroup, campaign, customer }: Row) {
  const criterion = adGroupCriterion ?? campaignCriterion;
  const currency = customer?.currencyCode;
  return {
    id: criterion?.criterionId ?? '',
    text: criterion?.keyword?.text ?? '',
    match_type: criterion?.keyword?.matchType ?? 'UNKNOWN',
    status: criterion?.status ?? 'UNKNOWN',
    negative: criterion?.negative ?? campaignCriterion !== undefined,
    // Zero is the bid of the ad group.
    cpc_bid: adGroupCriterion?.cpcBidMicros === '0' ? undefined : moneyOf(adGroupCriterion?.cpcBidMicros, currency),
    effective_cpc_bid: moneyOf(adGroupCriterion?.effectiveCpcBidMicros, currency),
    approval_status: adGroupCriterion?.approvalStatus,
    quality_score: adGroupCriterion?.qualityInfo?.qualityScore,
    final_urls: adGroupCriterion?.finalUrls.length ? adGroupCriterion.finalUrls : undefined,
    ad_group_id: adGroup?.id,
    campaign_id: campaign?.id ?? '',
  };
}
