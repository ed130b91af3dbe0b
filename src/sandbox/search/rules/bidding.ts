import { billingUnitMicros } from '../metrics/facts.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc, Value } from '../state.ts';

/** Bidding fields of the one-of: what the strategy is called, and the channels that take it as a campaign's own. */
const STRATEGIES: Readonly<Record<string, { name: string; channels: readonly string[] }>> = {
  manual_cpc: { name: 'MANUAL_CPC', channels: ['SEARCH', 'DISPLAY', 'SHOPPING', 'HOTEL'] },
  manual_cpm: { name: 'MANUAL_CPM', channels: ['DISPLAY'] },
  manual_cpv: { name: 'MANUAL_CPV', channels: ['VIDEO'] },
  manual_cpa: { name: 'MANUAL_CPA', channels: ['LOCAL_SERVICES'] },
  maximize_conversions: {
    name: 'MAXIMIZE_CONVERSIONS',
    channels: ['SEARCH', 'DISPLAY', 'VIDEO', 'MULTI_CHANNEL', 'PERFORMANCE_MAX', 'DEMAND_GEN'],
  },
  maximize_conversion_value: {
    name: 'MAXIMIZE_CONVERSION_VALUE',
    channels: ['SEARCH', 'DISPLAY', 'SHOPPING', 'PERFORMANCE_MAX', 'DEMAND_GEN', 'MULTI_CHANNEL'],
  },
  target_cpa: { name: 'TARGET_CPA', channels: ['MULTI_CHANNEL', 'DISPLAY'] },
  target_roas: { name: 'TARGET_ROAS', channels: ['MULTI_CHANNEL', 'SHOPPING', 'DISPLAY'] },
  target_spend: { name: 'TARGET_SPEND', channels: ['SEARCH', 'DISPLAY', 'SHOPPING', 'DEMAND_GEN'] },
  target_impression_share: { name: 'TARGET_IMPRESSION_SHARE', channels: ['SEARCH'] },
  target_cpm: { name: 'TARGET_CPM', channels: ['VIDEO'] },
  target_cpv: { name: 'TARGET_CPV', channels: ['VIDEO'] },
  target_cpc: { name: 'TARGET_CPC', channels: ['DEMAND_GEN'] },
  percent_cpc: { name: 'PERCENT_CPC', channels: ['HOTEL'] },
  commission: { name: 'COMMISSION', channels: ['HOTEL'] },
  fixed_cpm: { name: 'FIXED_CPM', channels: ['VIDEO'] },
};
/** Channels of the campaigns that a portfolio of each scheme can bid for. */
const PORTFOLIO_CHANNELS: Readonly<Record<string, readonly string[]>> = {
  target_spend: ['SEARCH', 'DISPLAY', 'SHOPPING'],
  maximize_conversions: ['SEARCH', 'SHOPPING'],
  maximize_conversion_value: ['SEARCH', 'SHOPPING'],
  target_cpa: ['SEARCH', 'DISPLAY', 'SHOPPING'],
  target_roas: ['SEARCH', 'DISPLAY', 'SHOPPING'],
  target_impression_share: ['SEARCH'],
};
/** Strategies that do not work with a shared budget. */
const ALONE = ['maximize_conversions', 'maximize_conversion_value'];

export function strategyOf(doc: Doc): string | undefined {
  return Object.keys(STRATEGIES).find((name) => doc[name] !== undefined);
}

export function strategyType(strategy: string): string {
  return STRATEGIES[strategy]!.name;
}

/** Requires a scheme that fits the channel, with targets in their ranges. */
export function checkBidding(session: Session, doc: Doc, complaints: Complaints, isNew: boolean): void {
  if (doc.bidding_strategy !== undefined) {
    checkPortfolio(session, doc, complaints);
    return;
  }
  const strategy = strategyOf(doc);
  if (strategy === undefined) {
    complaints.add('fieldError.REQUIRED', 'The required field was not present.', 'campaign_bidding_strategy');
    return;
  }
  const channel = String(doc.advertising_channel_type);
  const { channels } = STRATEGIES[strategy]!;
  if (doc.advertising_channel_type !== undefined && !channels.includes(channel)) {
    const code =
      strategy === 'manual_cpm' && channel === 'SEARCH'
        ? 'BIDDING_STRATEGY_NOT_ALLOWED_FOR_SEARCH_ONLY_CAMPAIGNS'
        : isNew
          ? 'CANNOT_CREATE_CAMPAIGN_WITH_BIDDING_STRATEGY'
          : 'INVALID_ANONYMOUS_BIDDING_STRATEGY_TYPE';
    complaints.add(`biddingError.${code}`, `A ${channel} campaign does not take ${strategy} of its own.`, strategy);
  }
  checkTargets(session, strategy, doc[strategy] as Doc, complaints);
}

/** A campaign that is bid for by a portfolio, which has to fit its channel. */
function checkPortfolio(session: Session, doc: Doc, complaints: Complaints): void {
  const portfolio = session.reference(doc, 'bidding_strategy', 'bidding_strategy', complaints);
  if (!portfolio) return;
  const channel = String(doc.advertising_channel_type);
  const channels = PORTFOLIO_CHANNELS[strategyOf(portfolio.doc) ?? ''] ?? [];
  if (portfolio.doc.status === 'REMOVED' || !channels.includes(channel))
    complaints.add(
      'campaignError.CANNOT_ATTACH_TO_BIDDING_STRATEGY',
      `A ${channel} campaign cannot use this bidding strategy.`,
      'bidding_strategy',
      { trigger: String(doc.bidding_strategy) },
    );
}

/** The type that a campaign shows: of its own scheme, or of its portfolio. */
export function typeShown(session: Session, doc: Doc): string | undefined {
  const scheme = strategyOf(session.byName(doc.bidding_strategy, 'bidding_strategy')?.doc ?? doc);
  return scheme && strategyType(scheme);
}

const CEILING = 'cpc_bid_ceiling_micros';
const FLOOR = 'cpc_bid_floor_micros';

/** Targets of a portfolio, which may also limit bids. */
export function checkPortfolioTargets(session: Session, strategy: string, scheme: Doc, complaints: Complaints): void {
  const { [CEILING]: ceiling, [FLOOR]: floor, ...targets } = scheme;
  if (Number(floor ?? 0) > Number(ceiling ?? Number.POSITIVE_INFINITY))
    complaints.add(
      'biddingError.CPC_BID_FLOOR_MICROS_GREATER_THAN_CPC_BID_CEILING_MICROS',
      'The floor is above the ceiling.',
      `${strategy}.${FLOOR}`,
    );
  checkTargets(session, strategy, strategy === 'target_impression_share' ? scheme : targets, complaints);
}

function checkTargets(session: Session, strategy: string, scheme: Doc, complaints: Complaints): void {
  const unit = billingUnitMicros(session.account.currency);
  // For the maximising strategies a target of 0 means no target.
  const isSet = (value: Value) => typeof value === 'number' && !(value === 0 && ALONE.includes(strategy));
  if (isSet(scheme.target_roas)) checkRange(scheme, 'target_roas', [0.01, 1000], strategy, complaints);
  if (isSet(scheme.target_cpa_micros))
    checkRange(scheme, 'target_cpa_micros', [unit, Number.POSITIVE_INFINITY], strategy, complaints);
  if (strategy === 'target_impression_share') {
    for (const field of ['cpc_bid_ceiling_micros', 'location_fraction_micros'])
      if (scheme[field] === undefined)
        complaints.add('fieldError.REQUIRED', 'The required field was not present.', `${strategy}.${field}`);
    if (scheme.location_fraction_micros !== undefined)
      checkRange(scheme, 'location_fraction_micros', [1, 1_000_000], strategy, complaints);
    return;
  }
  if (strategy === 'target_spend') return;
  for (const field of ['cpc_bid_ceiling_micros', 'cpc_bid_floor_micros'])
    if (scheme[field])
      complaints.add(
        'fieldError.VALUE_MUST_BE_UNSET',
        'Only a portfolio strategy limits bids.',
        `${strategy}.${field}`,
      );
}

function checkRange(
  scheme: Doc,
  field: string,
  [low, high]: readonly [number, number],
  strategy: string,
  complaints: Complaints,
): void {
  const value = Number(scheme[field]);
  if (value >= low && value <= high) return;
  complaints.add(
    value < low ? 'rangeError.TOO_LOW' : 'rangeError.TOO_HIGH',
    `It must be between ${low} and ${high}.`,
    `${strategy}.${field}`,
    { trigger: value },
  );
}

export function checkShared(budget: Doc, doc: Doc, complaints: Complaints): void {
  const strategy = strategyOf(doc);
  if (budget.explicitly_shared === true && strategy !== undefined && ALONE.includes(strategy))
    complaints.add(
      'biddingError.BIDDING_STRATEGY_TYPE_INCOMPATIBLE_WITH_SHARED_BUDGET',
      `${strategy} does not go with a shared budget.`,
      'campaign_budget',
      { trigger: String(doc.campaign_budget) },
    );
}

/** Bids of an ad group that mean something only under certain strategies; a bid per click is kept for later anywhere. */
const GROUP_BIDS: Readonly<Record<string, readonly string[]>> = {
  cpm_bid_micros: ['manual_cpm', 'target_cpm', 'fixed_cpm'],
  cpv_bid_micros: ['manual_cpv'],
  percent_cpc_bid_micros: ['percent_cpc'],
  target_cpa_micros: ['target_cpa', 'maximize_conversions'],
};

export function checkGroupBids(group: Doc, campaign: Doc, complaints: Complaints): void {
  const strategy = strategyOf(campaign) ?? '';
  for (const [field, strategies] of Object.entries(GROUP_BIDS))
    if (group[field] !== undefined && !strategies.includes(strategy))
      complaints.add(
        'adGroupError.BID_TYPE_AND_BIDDING_STRATEGY_MISMATCH',
        `The campaign bids by ${strategy}, which does not use it.`,
        field,
      );
  const hasTarget = typeof (campaign[strategy] as Doc | undefined)?.target_roas === 'number';
  if (group.target_roas !== undefined && !hasTarget)
    complaints.add('fieldError.VALUE_MUST_BE_UNSET', 'The campaign has no target to override.', 'target_roas');
}
