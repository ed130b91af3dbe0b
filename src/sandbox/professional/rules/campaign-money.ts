import type { Fault } from '../errors.ts';
import { type CampaignChange, isLive } from './campaign-change.ts';
import { isDynamic } from './campaign-groups.ts';
import {
  bidMax,
  bidMin,
  centsOf,
  dailyMax,
  dailyMin,
  decimal,
  missing,
  moneyFaults,
  scheduledDays,
  tooHigh,
  tooLow,
} from './limits.ts';
import { isAutomatic } from './objectives.ts';

const DAILY = '/Campaign/dailyBudget';
const TOTAL = '/Campaign/totalBudget';
const BID = '/Campaign/unitCost';

export function budgetFaults(change: CampaignChange): Fault[] {
  const { campaign, account, group, before } = change;
  const { currency } = account.fields;
  const { dailyBudget, totalBudget, unitCost } = campaign;
  const faults = [
    ...moneyFaults(DAILY, dailyBudget, currency),
    ...moneyFaults(TOTAL, totalBudget, currency),
    ...moneyFaults(BID, unitCost, currency, true),
    ...amountFaults(change, currency),
    ...bidFaults(change, currency),
  ];
  const dynamic = group !== undefined && isDynamic(group.fields);
  for (const [path, budget] of [
    [DAILY, dailyBudget],
    [TOTAL, totalBudget],
  ] as const) {
    if (dynamic && budget) {
      faults.push({
        code: 'CONDITIONAL_FIELD_NOT_ALLOWED',
        path,
        description: `${path} is not allowed if /CampaignGroup/budgetOptimization is DYNAMIC`,
        on: { path: '/CampaignGroup/budgetOptimization' },
      });
    }
  }
  if (!dynamic && !dailyBudget && !totalBudget && isLive(campaign)) faults.push(missing(DAILY));
  const endless = campaign.runSchedule?.end === undefined;
  if (endless && ((totalBudget && !dailyBudget) || campaign.pacingStrategy === 'LIFETIME')) {
    faults.push({
      code: 'CONDITIONAL_MISSING_FIELD',
      path: '/Campaign/runSchedule/end',
      description: `/Campaign/runSchedule/end is required if ${TOTAL} is set without ${DAILY}`,
      on: { path: TOTAL },
    });
  }
  if (before && campaign.pacingStrategy !== before.fields.pacingStrategy) {
    const path = '/Campaign/pacingStrategy';
    faults.push({ code: 'FIELD_NOT_ALLOWED', path, description: `${path} can only be set at creation` });
  }
  return faults;
}

/** Drafts may be below the minimums, other statuses may not. */
function amountFaults({ campaign, purse }: CampaignChange, currency: string): Fault[] {
  const [daily, total] = [centsOf(campaign.dailyBudget), centsOf(campaign.totalBudget)];
  const faults: Fault[] = [];
  if (daily !== undefined && total !== undefined && total < daily) {
    const [low, high] = [campaign.totalBudget!.amount, campaign.dailyBudget!.amount];
    faults.push({
      code: 'CONDITIONAL_VALUE_TOO_LOW',
      serviceErrorCode: 10007,
      path: `${TOTAL}/amount`,
      value: low,
      description: `${TOTAL}/amount cannot be set to ${low}; it cannot be lower than ${DAILY}/amount ${high}`,
      on: { path: `${DAILY}/amount`, value: high },
    });
  }
  if (daily !== undefined && daily > dailyMax(currency))
    faults.push(tooHigh(`${DAILY}/amount`, campaign.dailyBudget!.amount, decimal(dailyMax(currency))));
  if (!isLive(campaign)) return faults;
  if (daily !== undefined && daily > 0 && daily < dailyMin(currency))
    faults.push(tooLow(`${DAILY}/amount`, campaign.dailyBudget!.amount, decimal(dailyMin(currency))));
  const days = campaign.runSchedule ? Math.max(10, scheduledDays(campaign.runSchedule)) : 10;
  const totalMin = dailyMin(currency) * days;
  if (total !== undefined && total > 0 && total < totalMin)
    faults.push(tooLow(`${TOTAL}/amount`, campaign.totalBudget!.amount, decimal(totalMin)));
  const left = purse();
  if (left !== undefined && (total ?? daily ?? 0) > left) {
    faults.push({
      code: 'INSUFFICIENT_CAMPAIGN_GROUP_BUDGET',
      path: TOTAL,
      description: 'The remaining budget of the campaign group is less than the campaign needs',
    });
  }
  return faults;
}

/** A bid of nothing is taken: it saves, shows as runnable and never delivers. */
function bidFaults({ campaign }: CampaignChange, currency: string): Fault[] {
  const bid = centsOf(campaign.unitCost);
  if (bid === undefined || bid <= 0 || isAutomatic(campaign)) return [];
  const { amount } = campaign.unitCost!;
  if (campaign.type !== 'SPONSORED_UPDATES' && bid < bidMin(currency))
    return [tooLow(`${BID}/amount`, amount, decimal(bidMin(currency)))];
  if (bid > bidMax(currency)) return [tooHigh(`${BID}/amount`, amount, decimal(bidMax(currency)))];
  const daily = centsOf(campaign.dailyBudget);
  if (daily === undefined || bid <= daily) return [];
  return [
    {
      code: 'CONDITIONAL_VALUE_TOO_HIGH',
      serviceErrorCode: 10007,
      path: `${BID}/amount`,
      value: amount,
      description: `${BID}/amount cannot be set to ${amount}; it cannot be higher than ${DAILY}/amount ${campaign.dailyBudget!.amount}`,
      on: { path: `${DAILY}/amount`, value: campaign.dailyBudget!.amount },
    },
  ];
}
