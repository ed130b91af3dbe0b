import { bad } from '../errors.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import type { CampaignData, Fields } from '../state/shapes.ts';
import { checkPrecision, ratioOf, shown } from './currencies.ts';
import { BID_FIELD, BID_MAX } from './goals.ts';

interface Bidding {
  campaign: CampaignData;
  goal: string;
  billing: string;
  budget: number;
  /** The stored group, for an update. */
  held?: Fields;
}

const VALUE_TYPES = ['VO_MIN', 'VO_MIN_ROAS', 'VO_HIGHEST_VALUE'];

export function biddingOf(
  { input, advertiser }: AdvertiserCall,
  { campaign, goal, billing, budget, held = {} }: Bidding,
): Fields {
  const { currency } = advertiser.data;
  const bid_type =
    input.choice('bid_type', ['BID_TYPE_NO_BID', 'BID_TYPE_CUSTOM']) ?? String(held.bid_type ?? 'BID_TYPE_CUSTOM');
  const isCustom = bid_type === 'BID_TYPE_CUSTOM';
  if (isCustom && goal === 'AUTOMATIC_VALUE_OPTIMIZATION')
    throw bad("the bid type 'BID_TYPE_CUSTOM' is not supported with the 'AUTOMATIC_VALUE_OPTIMIZATION' goal.");
  const field = BID_FIELD[billing] ?? 'bid_price';
  const bid = input.number(field) ?? (held[field] as number | undefined);
  if (isCustom && goal !== 'VALUE') {
    if (!bid || bid <= 0) throw bad(`Bid needs to be greater than ${shown(0, currency)}`);
    checkBid(field, bid, { currency, billing, budget, campaign });
  }
  const bid_display_mode = input.text('bid_display_mode') ?? (held.bid_display_mode as string | undefined);
  if (campaign.objective_type === 'VIDEO_VIEWS' && isCustom && bid_display_mode !== 'CPV')
    throw bad(
      "'bid_display_mode' needs to be 'CPV' when the objective is VIDEO_VIEWS and the bid type is BID_TYPE_CUSTOM.",
    );
  const pacing =
    input.choice('pacing', ['PACING_MODE_SMOOTH', 'PACING_MODE_FAST']) ??
    String(held.pacing ?? (campaign.budget_optimize_on ? 'PACING_MODE_SMOOTH' : 'PACING_MODE_FAST'));
  if (!isCustom && pacing === 'PACING_MODE_FAST')
    throw bad('Accelerated delivery under No-Bid strategy is not supported');
  return {
    bid_type,
    pacing,
    // A bid is removed with its bid type.
    ...(isCustom ? bid !== undefined && { [field]: bid } : field in held && { [field]: 0 }),
    ...(bid_display_mode && { bid_display_mode }),
    ...deepBid(input.text('deep_bid_type') ?? held.deep_bid_type, input.number('roas_bid') ?? held.roas_bid, goal),
    ...frequencyOf(input, campaign.objective_type, held),
    ...secondEvent(input.text('secondary_optimization_event'), input.has('deep_bid_type'), goal),
  };
}

function checkBid(
  field: string,
  bid: number,
  {
    currency,
    billing,
    budget,
    campaign,
  }: { currency: string; billing: string; budget: number; campaign: CampaignData },
): void {
  checkPrecision(field, bid, currency);
  const most = (BID_MAX[billing] ?? Number.POSITIVE_INFINITY) * ratioOf(currency);
  if (bid > most) throw bad(`${field}: must not be more than ${shown(most, currency)}.`);
  const budgets = [budget, campaign.budget].filter((one) => one > 0);
  if (budgets.some((one) => bid >= one)) throw bad(`${field}: must be below the budget.`);
}

function deepBid(deep: unknown, roas: unknown, goal: string): Fields {
  if (goal !== 'VALUE') return {};
  if (!VALUE_TYPES.includes(String(deep))) throw bad('deep_bid_type: VALUE needs VO_HIGHEST_VALUE or VO_MIN_ROAS.');
  if (deep !== 'VO_MIN_ROAS') return { deep_bid_type: deep };
  if (typeof roas !== 'number' || roas < 0.01 || roas > 1000) throw bad('roas_bid: must be between 0.01 and 1000.');
  return { deep_bid_type: deep, roas_bid: roas };
}

function frequencyOf(input: AdvertiserCall['input'], objective: string, held: Fields): Fields {
  const frequency = input.integer('frequency', 1, 1000) ?? held.frequency;
  const frequency_schedule = input.integer('frequency_schedule', 1, 30) ?? held.frequency_schedule;
  if (objective !== 'REACH') return {};
  if (frequency === undefined || frequency_schedule === undefined) throw bad('Please set a frequency cap.');
  return { frequency, frequency_schedule };
}

function secondEvent(event: string | undefined, hasDeepBid: boolean, goal: string): Fields {
  if (event === undefined) return {};
  if (!['INSTALL', 'VALUE'].includes(goal) || !hasDeepBid)
    throw bad('secondary_optimization_event: only for INSTALL and VALUE, with deep_bid_type.');
  return { secondary_optimization_event: event };
}
