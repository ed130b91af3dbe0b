import { badParameter, ruleBroken } from '../errors.ts';
import type { AdAccountData, AdSetData, CampaignData } from '../state/shapes.ts';
import { hasBudget } from './budget.ts';
import { amountText, minorFromDollars } from './currencies.ts';

const CAPS = ['LOWEST_COST_WITH_BID_CAP', 'COST_CAP'];
const WITHOUT_CAPS = new Set(['QUALITY_CALL', 'CONVERSATIONS', 'PAGE_LIKES', 'VISIT_INSTAGRAM_PROFILE']);
const FLOOR = { least: 100, most: 10_000_000 };

/** How an ad set bids: its strategy, or that of a campaign which holds the budget. */
export function checkBid(
  account: AdAccountData,
  campaign: CampaignData,
  adSet: AdSetData,
  amountField = 'bid_amount',
): void {
  const onCampaign = hasBudget(campaign);
  if (onCampaign && adSet.bid_strategy !== undefined && adSet.bid_strategy !== campaign.bid_strategy)
    throw ruleBroken(
      undefined,
      'Bid Strategy Differs From the Campaign',
      `The campaign holds the budget and bids with ${campaign.bid_strategy}; its ad sets cannot bid otherwise.`,
      ['bid_strategy'],
    );
  const strategy = (onCampaign ? campaign.bid_strategy : adSet.bid_strategy) ?? 'LOWEST_COST_WITHOUT_CAP';
  checkFloor(strategy, adSet);
  checkAmount(account, strategy, adSet, amountField);
  checkStrategyFits(strategy, adSet.optimization_goal);
}

export function isCap(strategy: string | undefined): boolean {
  return strategy !== undefined && CAPS.includes(strategy);
}

function checkAmount(
  { currency }: AdAccountData,
  strategy: string,
  { bid_amount: amount, optimization_goal: goal }: AdSetData,
  field: string,
): void {
  if (isCap(strategy) && amount === undefined)
    throw ruleBroken(1815857, 'Bid Amount Required', `This bid strategy needs ${field}.`, [field]);
  if (amount === undefined) return;
  if (!isCap(strategy))
    throw ruleBroken(1815857, 'Bid Amount Not Allowed', `${field} cannot be used with ${strategy}.`, [field]);
  const least = Math.max(1, minorFromDollars(goal === 'IMPRESSIONS' || goal === 'REACH' ? 0.02 : 0.01, currency));
  if (amount < least)
    throw ruleBroken(undefined, 'Bid Is Too Low', `Your bid must be at least ${amountText(least, currency)}.`, [field]);
}

function checkFloor(strategy: string, { bid_constraints: constraints }: AdSetData): void {
  if (strategy !== 'LOWEST_COST_WITH_MIN_ROAS') return;
  const floor = constraints?.roas_average_floor;
  if (floor === undefined)
    throw ruleBroken(2490487, 'ROAS Floor Required', 'This bid strategy needs bid_constraints.roas_average_floor.', [
      'bid_constraints',
    ]);
  if (!Number.isInteger(Number(floor)) || Number(floor) < FLOOR.least || Number(floor) > FLOOR.most)
    throw badParameter(
      `Param bid_constraints[roas_average_floor] must be an integer between ${FLOOR.least} and ${FLOOR.most}: the return times 10000`,
      'bid_constraints',
    );
}

function checkStrategyFits(strategy: string, goal: string): void {
  if (strategy === 'LOWEST_COST_WITH_MIN_ROAS' && goal !== 'VALUE')
    throw ruleBroken(1885324, 'Bid Strategy Does Not Fit', 'A ROAS floor needs optimization_goal VALUE.', [
      'bid_strategy',
    ]);
  if (CAPS.includes(strategy) && goal === 'VALUE')
    throw ruleBroken(1885324, 'Bid Strategy Does Not Fit', 'Goal VALUE takes a ROAS floor, no cap.', ['bid_strategy']);
  if (CAPS.includes(strategy) && WITHOUT_CAPS.has(goal))
    throw ruleBroken(1885204, 'Automatic Bid Required', `Goal ${goal} takes no cap.`, ['bid_strategy']);
}

const TARGETS = {
  daily: ['daily_min_spend_target', 'daily_spend_cap'],
  lifetime: ['lifetime_min_spend_target', 'lifetime_spend_cap'],
} as const;

/** How much of a campaign's budget an ad set gets at least and at most. `others` are the campaign's other ad sets. */
export function checkSpendTargets(campaign: CampaignData, adSet: AdSetData, others: readonly AdSetData[]): void {
  for (const kind of ['daily', 'lifetime'] as const) {
    const [least, most] = TARGETS[kind];
    const given = [least, most].find((name) => adSet[name] !== undefined);
    if (given === undefined) continue;
    const budget = campaign[`${kind}_budget`];
    if (budget === undefined)
      throw ruleBroken(undefined, 'Spend Target Not Allowed', `${given} needs a campaign with a ${kind} budget.`, [
        given,
      ]);
    if ((adSet[least] ?? 0) > (adSet[most] ?? Number.POSITIVE_INFINITY))
      throw ruleBroken(undefined, 'Spend Targets Contradict', `${least} is above ${most}.`, [least]);
    const sum = [adSet, ...others].reduce((total, data) => total + (data[least] ?? 0), 0);
    if (sum > budget)
      throw ruleBroken(
        2446149,
        'Campaign Budget Too Low',
        'The least amounts of the ad sets come to more than the campaign budget.',
        [least],
      );
  }
}
