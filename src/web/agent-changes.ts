import type { z } from 'zod';
import { coinDigits, decimalOf, Money, unitsOf } from '../tools/money.ts';
import type { ActivityEntry } from './activity-entry.ts';

type Entry = z.infer<typeof ActivityEntry>;
type Mode = 'sandbox' | 'live' | null;

/** What a budget is counted over; null where its field tells neither. */
type BudgetPeriod = 'day' | 'total' | null;

/** The budget of one object over some time, from the value before the first change to the value after the last. */
export interface BudgetMove {
  /** Of the last change. */
  entry: Entry;
  object: string;
  currency: string;
  period: BudgetPeriod;
  /** Amounts as decimal text, like those of the tools. */
  before: string;
  after: string;
}

export interface AgentChanges {
  who: Entry['who'];
  changes: number;
  unknown: number;
  /** Net, by mode, currency and period; never added together. */
  added: { mode: Mode; currency: string; period: BudgetPeriod; amount: string }[];
  largest: BudgetMove | undefined;
}

/** What each key changed, the one with most changes first. Entries come newest first; `modeOf` tells sandbox from live. */
export function changesByAgent(entries: readonly Entry[], modeOf: (entry: Entry) => Mode): AgentChanges[] {
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
        added: netOf(moves, modeOf),
        largest: moves.filter((move) => share(move) > 1).toSorted((a, b) => share(b) - share(a))[0],
      };
    })
    .toSorted((one, other) => other.changes - one.changes);
}

/** How many times the value before is the value after. */
export const share = ({ before, after }: BudgetMove): number =>
  Number(before) === 0 ? Number.POSITIVE_INFINITY : Number(after) / Number(before);

/**
 * Changes that follow on each other count as one move, so that many small raises are seen as the large one they make. A
 * change from another value than the last one left begins a new move: what changed it meanwhile is not among these entries.
 */
export function budgetMoves(entries: readonly Entry[]): BudgetMove[] {
  const moves: BudgetMove[] = [];
  const last = new Map<string, BudgetMove>();
  for (const entry of entries.toReversed())
    for (const { field, before, after, state } of entry.changes) {
      const [from, to] = [Money.safeParse(before).data, Money.safeParse(after).data];
      if (state !== 'made' || !field.includes('budget') || !from || !to) continue;
      const key = [entry.workspaceId, entry.channel, entry.ids[0] ?? entry.object, field].join(' ');
      const known = last.get(key);
      if (known && coins(known.after) === coins(from.amount)) {
        Object.assign(known, { entry, object: entry.object ?? '', after: to.amount });
        continue;
      }
      const move = {
        entry,
        object: entry.object ?? '',
        currency: to.currency,
        period: periodOf(field),
        before: from.amount,
        after: to.amount,
      };
      moves.push(move);
      last.set(key, move);
    }
  return moves;
}

function periodOf(field: string): BudgetPeriod {
  if (field.includes('daily')) return 'day';
  return /total|lifetime/.test(field) ? 'total' : null;
}

function netOf(moves: readonly BudgetMove[], modeOf: (entry: Entry) => Mode): AgentChanges['added'] {
  const sums = new Map<string, Omit<AgentChanges['added'][number], 'amount'> & { sum: bigint }>();
  for (const { entry, currency, period, before, after } of moves) {
    const mode = modeOf(entry);
    const key = `${mode} ${currency} ${period}`;
    const sum = (sums.get(key)?.sum ?? 0n) + coins(after) - coins(before);
    sums.set(key, { mode, currency, period, sum });
  }
  return [...sums.values()].map(({ sum, ...rest }) => ({ ...rest, amount: inCoins(sum, rest.currency) }));
}

/** Platforms give at most six decimals. */
const DIGITS = 6;

const coins = (amount: string): bigint => unitsOf(amount, DIGITS) ?? 0n;

/** With the decimals of the currency, and further ones only where they are not zero. */
function inCoins(units: bigint, currency: string): string {
  const step = 10n ** BigInt(DIGITS - coinDigits(currency));
  return units % step === 0n ? decimalOf(units / step, coinDigits(currency)) : decimalOf(units, DIGITS);
}
