import type { z } from 'zod';
import type { ActivityEntry } from './activity-entry.ts';

type Entry = z.infer<typeof ActivityEntry>;

/** The budget of one object over some time, from the value before the first change to the value after the last. */
export interface BudgetMove {
  /** Of the last change. */
  entry: Entry;
  object: string;
  currency: string;
  /** A daily budget; otherwise one for the whole run. */
  isDaily: boolean;
  before: number;
  after: number;
}

export interface AgentChanges {
  who: Entry['who'];
  changes: number;
  unknown: number;
  /** Net, by currency and period; never added together. */
  added: { currency: string; isDaily: boolean; amount: number }[];
  largest: BudgetMove | undefined;
}

/** What each key changed, the one with most changes first. Entries come newest first. */
export function changesByAgent(entries: readonly Entry[]): AgentChanges[] {
  const byKey = Map.groupBy(
    entries.filter(({ who }) => who.kind === 'key'),
    ({ who }) => who.id,
  );
  return [...byKey.values()]
    .map((own) => {
      const moves = budgetMoves(own);
      return {
        who: own[0]!.who,
        changes: own.filter(({ outcome }) => outcome === 'applied').length,
        unknown: own.filter(({ outcome }) => outcome === 'unknown').length,
        added: netOf(moves),
        largest: moves.filter(({ before, after }) => after > before).toSorted((a, b) => share(b) - share(a))[0],
      };
    })
    .toSorted((one, other) => other.changes - one.changes);
}

/** How many times the value before is the value after. */
export const share = ({ before, after }: BudgetMove): number =>
  before === 0 ? Number.POSITIVE_INFINITY : after / before;

/** Several changes to one budget count as one move, so that many small raises are seen as the large one they make. */
export function budgetMoves(entries: readonly Entry[]): BudgetMove[] {
  const moves = new Map<string, BudgetMove>();
  for (const entry of entries.toReversed())
    for (const { field, before, after, state } of entry.changes) {
      const [from, to] = [moneyOf(before), moneyOf(after)];
      if (state !== 'made' || !field.includes('budget') || !from || !to) continue;
      const key = [entry.workspaceId, entry.channel, entry.ids[0] ?? entry.object, field].join(' ');
      const isDaily = !/total|lifetime/.test(field);
      moves.set(key, {
        entry,
        object: entry.object ?? '',
        currency: to.currency,
        isDaily,
        before: moves.get(key)?.before ?? from.amount,
        after: to.amount,
      });
    }
  return [...moves.values()];
}

function netOf(moves: readonly BudgetMove[]): AgentChanges['added'] {
  const sums = new Map<string, AgentChanges['added'][number]>();
  for (const { currency, isDaily, before, after } of moves) {
    const key = `${currency} ${isDaily}`;
    const amount = (sums.get(key)?.amount ?? 0) + after - before;
    // Cents are exact in whole numbers only.
    sums.set(key, { currency, isDaily, amount: Math.round(amount * 1000) / 1000 });
  }
  return [...sums.values()];
}

function moneyOf(value: unknown): { amount: number; currency: string } | undefined {
  const { amount, currency } = (value ?? {}) as { amount?: unknown; currency?: unknown };
  const number = typeof amount === 'string' || typeof amount === 'number' ? Number(amount) : Number.NaN;
  return Number.isFinite(number) && typeof currency === 'string' ? { amount: number, currency } : undefined;
}
