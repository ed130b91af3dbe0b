import { amountOf, largest } from '../exposure/amounts.ts';
import { type Comparison, compare, loosest } from '../exposure/comparison.ts';
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

export type ChangesOf = (holdings: Holdings | undefined) => HoldingChange[] | undefined;

/**
 * Compared twice: with the account as it is, and as it would be with the changes under way, on which a percentage would
 * build. What counts already, as it is or with them, is no rise again, so a cut stays one beside a deeper cut under way.
 * Undefined: what the call does cannot be told.
 */
export function movementOf(
  { holdings, reckoning, asOf }: AccountView,
  pending: readonly HoldingChange[],
  changesOf: ChangesOf,
): Movement | undefined {
  const changes = changesOf(holdings);
  if (!changes) return undefined;
  const now = { changes, ...between({ holdings, reckoning, asOf }, holdings, applied(holdings, changes)) };
  if (pending.length === 0) return now;
  const before = applied(holdings, pending);
  const later = changesOf(before);
  if (!later) return undefined;
  const behind = between({ holdings, reckoning, asOf }, before, applied(before, later));
  return {
    changes,
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

/** From what counts already to what would be. */
function between(
  now: Pick<AccountView, 'holdings' | 'reckoning' | 'asOf'>,
  before: Holdings,
  after: Holdings,
): Comparison & Pick<Movement, 'growth'> {
  const counted = before === now.holdings ? now.reckoning : loosest(now.reckoning, reckon(before, now.asOf));
  const growth = growthFrom([before, now.holdings], after, now.asOf);
  return { ...compare(counted, reckon(after, now.asOf)), growth };
}

/**
 * From the larger of the sizes that a budget has now and with the changes under way. An object that spends from another budget than before
 * is held to its own growth, under its own id: the other budget has not grown.
 */
function growthFrom(befores: readonly [Holdings, Holdings], after: Holdings, asOf: number): Growth[] {
  const olds = befores.map(({ objects }) => ({
    byKey: new Map(objects.map((one) => [keyOf(one), one])),
    byId: new Map(objects.map((one) => [one.id, one])),
  }));
  return after.objects.flatMap((one) => {
    if (!one.budget) return [];
    const isMoved = olds.some(({ byId }) => {
      const old = byId.get(one.id);
      return old?.budget !== undefined && keyOf(old) !== keyOf(one);
    });
    const found = olds.map(({ byId, byKey }) => (isMoved ? byId.get(one.id) : byKey.get(keyOf(one))));
    if (found.every((old) => (old?.budget ?? one.budget) === one.budget)) return [];
    const sizes = found.flatMap((old, at) => (old && sizeOf(old, befores[at]!, asOf)) ?? []);
    const from = sizes.reduce<BudgetSize | undefined>(
      (most, size) => (most && most.amount > size.amount ? most : size),
      undefined,
    );
    const to = sizeOf(one, after, asOf);
    return from && to ? [{ key: isMoved ? one.id : keyOf(one), name: one.name, from, to }] : [];
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
