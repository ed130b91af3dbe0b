import { budgetPeriod, type Campaign } from '../../api/campaign.ts';
import { currencyDigits, money } from '../../format/money.ts';
import { type Change, callFor, isPaused, isRunning } from './changes.ts';

export type BulkChange = { to: 'paused' | 'running' } | { percent: number };

export interface Planned {
  campaign: Campaign;
  change: Change;
  /** The value now and the value that will be sent, in words. */
  before: string;
  after: string;
}

export interface BulkPlan {
  planned: Planned[];
  /** Selected, and left as they are for this reason. */
  left: { campaign: Campaign; why: string }[];
}

/** What will be sent for each campaign. A percentage becomes an amount here, once, so that sending twice adds nothing. */
export function planOf(campaigns: readonly Campaign[], wanted: BulkChange, readOnly: ReadonlySet<string>): BulkPlan {
  const plan: BulkPlan = { planned: [], left: [] };
  for (const campaign of campaigns) {
    const found = readOnly.has(campaign.workspaceId)
      ? 'you may only read in its workspace'
      : changeOf(campaign, wanted);
    if (typeof found === 'string') plan.left.push({ campaign, why: found });
    else plan.planned.push({ campaign, ...found });
  }
  return plan;
}

function changeOf(campaign: Campaign, wanted: BulkChange): Omit<Planned, 'campaign'> | string {
  if (!callFor(campaign, { to: 'paused' })) return 'its channel has no tool for this';
  return 'to' in wanted ? statusOf(campaign, wanted.to) : budgetOf(campaign, wanted.percent);
}

function statusOf(campaign: Campaign, to: 'paused' | 'running'): Omit<Planned, 'campaign'> | string {
  const [from, words] = to === 'paused' ? ([isRunning, 'running'] as const) : ([isPaused, 'paused'] as const);
  if (!from(campaign)) return `it is not ${words} (${campaign.state.text.toLowerCase()})`;
  return { change: { to }, before: words, after: to };
}

function budgetOf(campaign: Campaign, percent: number): Omit<Planned, 'campaign'> | string {
  const { budget } = campaign;
  if (!budget) return 'it has no budget of its own';
  const amount = changedBy(budget.amount, percent, budget.currency);
  if (Number(amount) === Number(budget.amount)) return 'the change is smaller than the currency can show';
  if (Number(amount) <= 0) return 'nothing would be left';
  const period = budgetPeriod(campaign);
  return {
    change: { budget: amount },
    before: `${money(budget.amount, budget.currency)} ${period}`,
    after: `${money(amount, budget.currency)} ${period}`,
  };
}

function changedBy(amount: string, percent: number, currency: string): string {
  const digits = currencyDigits(currency);
  const units = Math.round((Math.round(Number(amount) * 10 ** digits) * (100 + percent)) / 100);
  return (units / 10 ** digits).toFixed(digits);
}

/** The sums of budget changes, of one currency, mode and period each: they are never added together. */
export function differences({ planned }: BulkPlan): { key: string; currency: string; period: string; sum: number }[] {
  const sums = new Map<string, { key: string; currency: string; period: string; sum: number }>();
  for (const { campaign, change } of planned) {
    const { budget, mode } = campaign;
    if (!budget || !('budget' in change)) continue;
    const period = budget.period === 'DAILY' ? 'a day' : 'over the whole run';
    const key = `${budget.currency} ${mode} ${period}`;
    const known = sums.get(key) ?? { key, currency: budget.currency, period, sum: 0 };
    sums.set(key, { ...known, sum: known.sum + Number(change.budget) - Number(budget.amount) });
  }
  return [...sums.values()];
}
