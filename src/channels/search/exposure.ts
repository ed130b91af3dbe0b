import {
  type CallArguments,
  changesBy,
  type Effects,
  type Exposure,
  type HeldBudget,
  type Holding,
  type Holdings,
  rowByRow,
  unlessRefused,
} from '../../tools/exposure.ts';
import { unitsOf } from '../../tools/money.ts';
import type { SearchClient } from './client.ts';
import { changedBy, microsOf, moneyOf } from './money.ts';
import { budgetHolding, holdingsOf, runOf, WORST_DAY } from './resources/holdings.ts';

type Objects = readonly Holding[];
type Outcome = Objects | undefined;

const BELOW_A_BUDGET = "a campaign's budget is counted whether anything below it runs or not";
const BIDS = 'bids move within the budget, which is counted in full';
const TARGETS = 'who is reached changes, the budget does not';
const NO_SPENDER = 'it spends nothing by itself';

/** Every write tool of the channel. */
export const EFFECTS: Effects = {
  update_campaign: (args, holdings) => changed(holdings.objects, holdings, args.campaign_id as string, args),
  bulk_update: rowByRow(changedEach),
  update_campaign_budget: budgetChanged,
  create_campaign_budget: budgetMade,
  create_campaign: (args, holdings) => [...holdings.objects, newCampaign(args as unknown as NewCampaign, holdings)],
  duplicate_campaign: copied,
  // Its arguments do not tell what it recommends: a budget, a bid, a keyword.
  apply_recommendation: () => undefined,
  dismiss_recommendation: NO_SPENDER,
  create_ad_group: BELOW_A_BUDGET,
  update_ad_group: BELOW_A_BUDGET,
  duplicate_ad_group: BELOW_A_BUDGET,
  create_responsive_search_ad: BELOW_A_BUDGET,
  update_ad: BELOW_A_BUDGET,
  duplicate_ad: BELOW_A_BUDGET,
  create_asset_group: BELOW_A_BUDGET,
  update_asset_group: BELOW_A_BUDGET,
  add_keywords: BELOW_A_BUDGET,
  update_keyword: BELOW_A_BUDGET,
  update_keywords: BELOW_A_BUDGET,
  create_bidding_strategy: BIDS,
  update_bidding_strategy: BIDS,
  update_campaign_targeting: TARGETS,
  create_audience: TARGETS,
  delete_audience: TARGETS,
  update_customer_list: TARGETS,
  create_negative_list: TARGETS,
  update_negative_list: TARGETS,
  create_asset: NO_SPENDER,
  create_extension: NO_SPENDER,
  update_ad_extensions: NO_SPENDER,
  update_tracking: NO_SPENDER,
  apply_label: NO_SPENDER,
  send_conversions: NO_SPENDER,
  create_conversion_action: NO_SPENDER,
  update_conversion_action: NO_SPENDER,
  adjust_conversion: NO_SPENDER,
  create_lead_form: NO_SPENDER,
};

export const exposure: Exposure<SearchClient> = { read: holdingsOf, changes: changesBy(EFFECTS) };

interface Asked {
  status?: string;
  budget?: string;
  percent?: number;
  start_date?: string;
  end_date?: string;
}

/** Arguments that can make more money flow. */
const MORE = ['budget', 'percent', 'start_date', 'end_date'] as const;

/** A campaign that was not read may be switched off; what anything else would cost cannot be told. */
function changed(objects: Objects, holdings: Holdings, id: string, asked: Asked): Outcome {
  const held = campaignIn(objects, id);
  const { status, budget, percent, start_date, end_date } = asked;
  if (!held) return status === 'ENABLED' || MORE.some((name) => asked[name] !== undefined) ? undefined : objects;
  if (status === 'REMOVED') return objects.filter((one) => one !== held);
  const { start, end } = runIn(holdings, start_date, end_date);
  const after: Holding = {
    ...held,
    ...(status && { on: status === 'ENABLED' }),
    ...(start_date && { start }),
    ...(end_date && { end }),
  };
  const others = objects.map((one) => (one === held ? after : one));
  if (budget !== undefined) return withAmount(others, held.budget, amountOf(budget, holdings));
  return percent === undefined ? others : withAmount(others, held.budget, raised(held.budget, percent, holdings));
}

function campaignIn(objects: Objects, id: string): Holding | undefined {
  return objects.find((one) => one.id === id && one.level === 'campaign');
}

function runIn(holdings: Holdings, start: string | undefined, end: string | undefined) {
  return runOf(start && `${start} 00:00:00`, end && end !== 'none' ? `${end} 23:59:59` : undefined, {
    timeZone: holdings.timeZone,
    now: holdings.readAt ?? 0,
  });
}

/** A budget has one amount for all campaigns that spend from it. */
function withAmount(objects: Objects, budget: HeldBudget | undefined, amount: string | undefined): Outcome {
  if (budget?.id === undefined || amount === undefined) return undefined;
  return objects.map((one) =>
    one.budget && one.budget.id === budget.id ? { ...one, budget: { ...one.budget, amount } } : one,
  );
}

/** Exactly what would be sent; an amount finer than the currency is refused here as in the tool. */
function amountOf(amount: string, { currency }: Holdings): string | undefined {
  return moneyOf(microsOf('budget', amount, currency), currency)?.amount;
}

const MICRO_DIGITS = 6;

function raised(budget: HeldBudget | undefined, percent: number, { currency }: Holdings): string | undefined {
  const micros = budget && unitsOf(budget.amount, MICRO_DIGITS);
  return micros === undefined ? undefined : moneyOf(changedBy(String(micros), percent, currency), currency)?.amount;
}

interface BulkArguments extends Asked {
  campaign_ids?: string[];
  budgets?: { campaign_id: string; budget: string }[];
}

/** Rows about ad groups and ads are left out: they hold no budget. */
function changedEach(args: CallArguments, holdings: Holdings): Outcome {
  const { campaign_ids = [], budgets = [], status, percent, end_date } = args as BulkArguments;
  const rows: [string, Asked][] = [
    ...campaign_ids.map((id): [string, Asked] => [id, { status, percent, end_date }]),
    ...budgets.map(({ campaign_id, budget }): [string, Asked] => [campaign_id, { budget }]),
  ];
  let objects: Outcome = holdings.objects;
  for (const [id, asked] of new Map(rows)) objects = objects && rowChanged(objects, holdings, id, asked);
  return objects;
}

/** A row that the tool refuses changes nothing: an impossible amount, or a budget that others spend from too. */
function rowChanged(objects: Objects, holdings: Holdings, id: string, asked: Asked): Outcome {
  const budget = campaignIn(objects, id)?.budget;
  if (budget && (asked.percent ?? asked.budget) !== undefined && isShared(objects, budget)) return objects;
  return unlessRefused(objects, () => changed(objects, holdings, id, asked));
}

function isShared(objects: Objects, { id = '' }: HeldBudget): boolean {
  const users = objects.filter(({ budget }) => budget?.id === id);
  return users.length > 1 || users.some(({ level }) => level === 'budget');
}

interface BudgetArguments {
  budget_id: string;
  budget?: string;
  add_campaign_ids?: string[];
  status?: string;
}

function budgetChanged(args: CallArguments, holdings: Holdings): Outcome {
  const { budget_id, budget, add_campaign_ids = [], status } = args as unknown as BudgetArguments;
  const { objects } = holdings;
  if (status === 'REMOVED') return objects.filter(({ id }) => id !== budgetHolding(budget_id));
  const held = objects.find((one) => one.budget?.id === budget_id)?.budget;
  const after = budget === undefined ? objects : withAmount(objects, held, amountOf(budget, holdings));
  if (add_campaign_ids.length === 0) return after;
  return after && moved(after, add_campaign_ids, after.find((one) => one.budget?.id === budget_id)?.budget);
}

/** Campaigns that spend from another budget than before. */
function moved(objects: Objects, ids: readonly string[], budget: HeldBudget | undefined): Outcome {
  if (!budget || ids.some((id) => campaignIn(objects, id) === undefined)) return undefined;
  return objects.map((one) => (one.level === 'campaign' && ids.includes(one.id) ? { ...one, budget } : one));
}

interface NewBudget {
  name: string;
  budget: string;
  campaign_ids?: string[];
}

function budgetMade(args: CallArguments, holdings: Holdings): Outcome {
  const { name, budget: amount, campaign_ids = [] } = args as unknown as NewBudget;
  const budget = newBudget(amountOf(amount, holdings));
  const made: Holding[] = budget ? [{ id: budgetHolding(NEW), level: 'budget', name, on: false, budget }] : [];
  return moved([...holdings.objects, ...made], campaign_ids, budget);
}

/** Stands for an id that is not known before. */
const NEW = 'new';

function newBudget(amount: string | undefined): HeldBudget | undefined {
  return amount === undefined ? undefined : { id: NEW, kind: 'daily', amount, worstDay: WORST_DAY };
}

interface NewCampaign {
  name: string;
  budget?: string;
  start_date?: string;
  end_date?: string;
}

/** Everything is created paused, with a budget of its own. */
function newCampaign({ name, budget: amount, start_date, end_date }: NewCampaign, holdings: Holdings): Holding {
  const budget = newBudget(amount && amountOf(amount, holdings));
  const run = runIn(holdings, start_date, end_date);
  return { id: NEW, level: 'campaign', name, on: false, ...run, ...(budget && { budget }) };
}

/** A copy has a daily budget and none of the original's dates. */
function copied(args: CallArguments, holdings: Holdings): Outcome {
  const {
    campaign_id,
    percent = 0,
    ...asked
  } = args as unknown as NewCampaign & { campaign_id: string; percent?: number };
  const source = campaignIn(holdings.objects, campaign_id)?.budget;
  const amount = asked.budget ?? raised(source, percent, holdings);
  return [...holdings.objects, newCampaign({ ...asked, budget: amount }, holdings)];
}
