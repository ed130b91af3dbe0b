import { shortValue } from '../../pipeline/shown-plan.ts';
import type { Difference } from '../../plans/action-class.ts';
import type { MediaPlanMember } from '../../plans/media-plan.ts';
import type { PlannedBudget, PlannedCampaign } from '../../tools/media-planning.ts';
import { coinDigits, decimalOf, unitsOf } from '../../tools/money.ts';
import type { BulkPlan } from '../../tools/plan-members.ts';

/** Amounts are added in units that are finer than any currency counts. */
const DIGITS = 9;
const ROWS_MAX = 200;
const DIFFERENCE_MAX = 20;
const FIELDS_MAX = 4;

/** What people agree to: a line a campaign, and its budgets by currency. */
export function bulkPlan(members: readonly MediaPlanMember[]): BulkPlan {
  const make = members.filter(({ kind }) => kind === 'make').length;
  return {
    campaigns: members.length,
    make,
    change: members.length - make,
    sums: sumsOf(members.map(({ campaign }) => campaign)),
    rows: members.slice(0, ROWS_MAX).map((member) => ({
      rows: [...member.rows],
      kind: member.kind,
      channel: member.channel,
      account: member.account,
      name: member.campaign.name,
      words: wordsOf(member),
    })),
    more_rows: Math.max(0, members.length - ROWS_MAX),
  };
}

/** A line a campaign, for clients that show a plan by its difference; the first ones only. */
export function differenceOf(members: readonly MediaPlanMember[]): Difference {
  return Object.fromEntries(
    members.slice(0, DIFFERENCE_MAX).map((member) => {
      const { kind, rows, campaign } = member;
      const name = `${rows.length > 0 ? `row ${rows[0]} ` : ''}${campaign.name}`;
      return [name, { from: kind === 'make' ? null : 'as it is', to: wordsOf(member) }];
    }),
  );
}

function wordsOf({ kind, calls, campaign }: MediaPlanMember): string {
  if (kind === 'change') {
    const fields = calls.flatMap(({ difference }) => Object.entries(difference ?? {}));
    const told = fields.slice(0, FIELDS_MAX).map(([field, { from, to }]) => `${field} ${worded(from)} → ${worded(to)}`);
    const made = calls.filter(({ difference }) => !difference).length;
    if (fields.length > FIELDS_MAX) told.push(`${fields.length - FIELDS_MAX} more`);
    if (made > 0) told.push(`${made} made new, paused`);
    return told.join(', ');
  }
  const { groups, start, end } = campaign;
  const ads = groups.reduce((sum, group) => sum + group.ads.length, 0);
  const budgets = budgetsOf(campaign).map(worded);
  return [
    'new, paused',
    ...(budgets.length > 2 ? [`${budgets.length} budgets`] : budgets),
    ...(start !== undefined || end !== undefined ? [`${start ?? 'now'} to ${end ?? 'no end'}`] : []),
    `${groups.length} ${groups.length === 1 ? 'group' : 'groups'}, ${ads} ${ads === 1 ? 'ad' : 'ads'}`,
  ].join(', ');
}

function worded(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  const { amount, currency, per } = (typeof value === 'object' ? value : {}) as Partial<PlannedBudget>;
  if (amount === undefined || currency === undefined) return shortValue(value);
  return `${amount} ${currency}${per === 'day' ? ' a day' : per === 'total' ? ' in all' : ''}`;
}

function budgetsOf({ budget, groups }: PlannedCampaign): PlannedBudget[] {
  return budget ? [budget] : groups.flatMap((group) => group.budget ?? []);
}

function sumsOf(campaigns: readonly PlannedCampaign[]): BulkPlan['sums'] {
  const currencies = Map.groupBy(campaigns, ({ currency }) => currency);
  return [...currencies]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, own]) => {
      const budgets = own.flatMap(budgetsOf).filter((one) => one.currency === currency);
      const sum = (per: PlannedBudget['per']) =>
        summed(
          budgets.filter((one) => one.per === per),
          currency,
        );
      const [total, daily] = [sum('total'), sum('day')];
      return {
        currency,
        campaigns: own.length,
        ...(total !== undefined && { total: { amount: total, currency } }),
        ...(daily !== undefined && { daily: { amount: daily, currency } }),
      };
    });
}

/** With the digits of its coins, and more where an amount has them. Undefined: there are none. */
function summed(budgets: readonly PlannedBudget[], currency: string): string | undefined {
  if (budgets.length === 0) return undefined;
  const units = budgets.reduce((sum, { amount }) => sum + (unitsOf(amount, DIGITS) ?? 0n), 0n);
  const coins = coinDigits(currency);
  const step = 10n ** BigInt(DIGITS - coins);
  return units % step === 0n ? decimalOf(units / step, coins) : decimalOf(units, DIGITS).replace(/0+$/, '');
}
