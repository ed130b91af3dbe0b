import { shownUp } from '../exposure/amounts.ts';
import { MEASURES, type Measure } from '../exposure/figures.ts';
import { largestLine, sumOf } from '../exposure/reckoning.ts';
import type { LimitRow } from '../tools/spend-overview.ts';
import type { SpendLimit } from './limit-book.ts';
import { rowOf } from './limit-overview.ts';
import type { Ledger } from './limit-usage.ts';
import type { AccountPlace, AccountView } from './snapshots.ts';

/** An account as it was last read, with the changes made through us since. Amounts are decimal text in major units. */
export interface KnownAccount extends Omit<AccountPlace, 'workspaceId'>, Record<Measure, string> {
  currency: string;
  readAt: number;
  /** Read in the last five minutes; the sums of limits are made of these. */
  fresh: boolean;
  /** The budget of which a day costs the most. */
  largest: { name: string; daily: string } | undefined;
}

interface KeyLimits {
  id: string;
  /** The key that it was first rolled from; its own id where it was not rolled. */
  firstId: string;
  limits: LimitRow[];
}

/** What is stored of a workspace's spending. */
export interface KnownSpending {
  accounts: KnownAccount[];
  keys: KeyLimits[];
}

export function knownAccounts({ views, isFresh }: Ledger, workspaceId: string): KnownAccount[] {
  return [...views.values()].filter((view) => view.workspaceId === workspaceId).map((view) => accountOf(view, isFresh));
}

function accountOf({ mode, channel, account, takenAt, reckoning }: AccountView, isFresh: Ledger['isFresh']) {
  const line = largestLine(reckoning);
  const sums = Object.fromEntries(MEASURES.map((measure) => [measure, shownUp(sumOf(reckoning, measure).known)]));
  return {
    mode,
    channel,
    account,
    currency: reckoning.currency,
    readAt: takenAt,
    fresh: isFresh(takenAt),
    largest: line && { name: line.name, daily: shownUp(line.figures.daily) },
    ...(sums as Record<Measure, string>),
  };
}

/** A key's limits in one mode. How large the budgets of the workspace are is no usage of a key's own limit. */
export function keyRows(limits: readonly SpendLimit[], ledger: Ledger): LimitRow[] {
  return limits.map((limit) => {
    if (limit.kind !== 'single') return rowOf(limit, ledger);
    const { scope, kind, currency, amount } = limit;
    return { scope, kind, mode: ledger.mode, currency, limit: amount };
  });
}
