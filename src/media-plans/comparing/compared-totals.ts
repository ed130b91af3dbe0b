import type { ComparedRow, PlanComparison } from '../../tools/media-plan-comparison.ts';
import { accountKey, type RunningAccount } from '../running-accounts.ts';
import { MoneySum } from './compared-money.ts';

interface Row extends Pick<ComparedRow, 'planned' | 'expected' | 'spent' | 'state' | 'channel' | 'account'> {}

interface Planned {
  part: { budgets: readonly { currency: string }[] };
  isAhead: boolean;
}

/** Sums of each currency by itself. What is not known is in no sum, and counted. */
export function comparedTotals(
  rows: readonly Row[],
  matches: readonly Planned[],
  unplanned: PlanComparison['unplanned'],
  accounts: readonly RunningAccount[],
): PlanComparison['totals'] {
  const ofAccount = new Map(
    accounts.map((one) => [accountKey(one.channel, one.account.id), one.account.currency.code]),
  );
  const totals = new Map<string, ReturnType<typeof newTotal>>();
  const totalOf = (currency: string) => {
    const total = totals.get(currency) ?? newTotal(currency);
    totals.set(currency, total);
    return total;
  };
  for (const [at, row] of rows.entries()) {
    const currency = ofAccount.get(accountKey(row.channel, row.account)) ?? matches[at]?.part.budgets[0]?.currency;
    if (currency === undefined || row.state === 'out') continue;
    const total = totalOf(currency);
    total.campaigns += 1;
    total.planned.add(row.planned);
    total.expected.add(row.expected);
    total.spent.add(row.spent);
    if (row.spent === null && row.state !== 'missing' && !matches[at]?.isAhead) total.unknown += 1;
  }
  for (const { channel, account, spent } of unplanned) {
    const currency = ofAccount.get(accountKey(channel, account));
    if (currency !== undefined) totalOf(currency).unplanned.add(spent);
  }
  return [...totals].map(([currency, { campaigns, planned, expected, spent, unknown, unplanned: other }]) => ({
    currency,
    campaigns,
    planned: planned.money,
    expected: expected.money,
    spent: spent.money,
    unknown,
    unplanned_spent: other.money,
  }));
}

function newTotal(currency: string) {
  return {
    campaigns: 0,
    planned: new MoneySum(currency),
    expected: new MoneySum(currency),
    spent: new MoneySum(currency),
    unknown: 0,
    unplanned: new MoneySum(currency),
  };
}
