import { amountOf, largest } from '../exposure/amounts.ts';
import { type Comparison, compare } from '../exposure/comparison.ts';
import { AccountMonth, eachMeasure, figuresOf, type Measure } from '../exposure/figures.ts';
import { applied } from '../exposure/holding-changes.ts';
import { keyOf, reckon } from '../exposure/reckoning.ts';
import type { Holding, HoldingChange, Holdings } from '../tools/exposure.ts';
import type { BudgetSize } from './hold-effect.ts';
import type { AccountView } from './snapshots.ts';

/** A budget that a call gives another size, whether it runs or not. */
export interface Growth {
  key: string;
  name: string;
  from: BudgetSize;
  to: BudgetSize;
}

/** What a call does to its account. */
export interface Movement extends Comparison {
  changes: readonly HoldingChange[];
  growth: readonly Growth[];
}

export type ChangesOf = (holdings: Holdings) => HoldingChange[] | undefined;

/**
 * Compared twice: with the account as it is, and as it would be with the changes under way, on which a percentage or a
 * switched-on parent would build. The larger counts. Undefined: what the call does cannot be told.
 */
export function movementOf(
  view: AccountView,
  pending: readonly HoldingChange[],
  changesOf: ChangesOf,
): Movement | undefined {
  const now = between(view.holdings, changesOf, view.asOf);
  if (!now || pending.length === 0) return now;
  const behind = between(applied(view.holdings, pending), changesOf, view.asOf);
  if (!behind) return undefined;
  return {
    ...now,
    isRaise: now.isRaise || behind.isRaise,
    rises: eachMeasure((measure) => largest(now.rises[measure], behind.rises[measure])),
    deltas: largerOf(now.deltas, behind.deltas),
    raised: [...now.raised, ...behind.raised],
    unknown: [...new Set([...now.unknown, ...behind.unknown])],
    growth: [...now.growth, ...behind.growth],
  };
}

function largerOf(one: Movement['deltas'], other: Movement['deltas']): Movement['deltas'] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  const larger = (key: string, measure: Measure) => {
    const [a, b] = [one, other].map((deltas) => deltas.get(key)?.[measure] ?? 0n) as [bigint, bigint];
    return largest(a, b);
  };
  return new Map([...keys].map((key) => [key, eachMeasure((measure) => larger(key, measure))]));
}

function between(before: Holdings, changesOf: ChangesOf, asOf: number): Movement | undefined {
  const changes = changesOf(before);
  if (!changes) return undefined;
  const after = applied(before, changes);
  return { changes, ...compare(reckon(before, asOf), reckon(after, asOf)), growth: growthBetween(before, after, asOf) };
}

function growthBetween(before: Holdings, after: Holdings, asOf: number): Growth[] {
  const budgetOf = new Map(before.objects.filter(({ budget }) => budget).map((one) => [keyOf(one), one]));
  return after.objects.flatMap((one) => {
    const old = budgetOf.get(keyOf(one));
    if (!one.budget || !old?.budget || old.budget === one.budget) return [];
    const [from, to] = [sizeOf(old, before, asOf), sizeOf(one, after, asOf)];
    return from && to ? [{ key: keyOf(one), name: one.name, from, to }] : [];
  });
}

function sizeOf({ budget, start, end }: Holding, { timeZone }: Holdings, asOf: number): BudgetSize | undefined {
  const amount = amountOf(budget?.amount ?? '');
  if (!budget || amount === undefined) return undefined;
  const figures = figuresOf(budget, { start, end }, new AccountMonth(timeZone, asOf));
  return {
    kind: budget.kind,
    amount: largest(amount, amountOf(budget.peak ?? '0') ?? 0n),
    figures: typeof figures === 'string' ? undefined : figures,
  };
}

const WHOLE = 100n * 10n ** 9n;

/** Whether a budget grows by at most so many per cent, in units. A change of its kind is held to a day's and a month's cost. */
export function isWithin(percent: bigint, from: BudgetSize, to: BudgetSize): boolean {
  const fits = (old: bigint, next: bigint) => next * WHOLE <= old * (WHOLE + percent);
  if (from.kind === to.kind) return fits(from.amount, to.amount);
  if (!from.figures || !to.figures) return false;
  return fits(from.figures.daily, to.figures.daily) && fits(from.figures.month, to.figures.month);
}
