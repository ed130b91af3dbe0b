import { eachMeasure, type Figures, type Measure } from '../exposure/figures.ts';
import type { HoldingChange } from '../tools/exposure.ts';

/** The size of a budget, whether it runs or not, to tell how much it grows. */
export interface BudgetSize {
  kind: 'daily' | 'lifetime';
  amount: bigint;
  /** What a day and a month may cost; undefined: that cannot be told. */
  figures: Figures | undefined;
}

/** What a held change does to its account. */
export interface HoldEffect {
  changes: readonly HoldingChange[];
  /** How much more may be spent in all. */
  rises: Figures;
  /** How much more or less by each budget. */
  deltas: ReadonlyMap<string, Figures>;
  /** The budgets whose size it changes, as they were before. */
  sizes: ReadonlyMap<string, BudgetSize>;
}

/**
 * The same effect with names of its own for what it makes, which has no id yet: two calls may call what they make alike, and
 * each of it counts.
 */
export function withOwnIds(effect: HoldEffect, prefix: string): HoldEffect {
  const made = new Set(effect.changes.flatMap((change) => ('made' in change ? change.made.id : [])));
  if (made.size === 0) return effect;
  const named = (id: string) => (made.has(id) ? `${prefix} ${id}` : id);
  return {
    ...effect,
    changes: effect.changes.map((change) => {
      if (!('made' in change)) return { ...change, id: named(change.id) };
      const { id, parent, ...rest } = change.made;
      return { made: { ...rest, id: named(id), ...(parent !== undefined && { parent: named(parent) }) } };
    }),
    deltas: new Map([...effect.deltas].map(([key, delta]) => [named(key), delta])),
  };
}

type FigureTexts = Record<Measure, string>;
interface Written {
  changes: unknown[];
  rises: FigureTexts;
  deltas: Record<string, FigureTexts>;
  sizes: Record<string, { kind: BudgetSize['kind']; amount: string; figures: FigureTexts | null }>;
}

export function figureTexts(figures: Figures): FigureTexts {
  return { daily: String(figures.daily), worst_day: String(figures.worst_day), month: String(figures.month) };
}

export function readFigures(texts: FigureTexts): Figures {
  return eachMeasure((measure) => BigInt(texts[measure]));
}

export function writeEffect({ changes, rises, deltas, sizes }: HoldEffect): string {
  const written: Written = {
    changes: changes.map(withNulls),
    rises: figureTexts(rises),
    deltas: mapped(deltas, figureTexts),
    sizes: mapped(sizes, ({ kind, amount, figures }) => ({
      kind,
      amount: String(amount),
      figures: figures ? figureTexts(figures) : null,
    })),
  };
  return JSON.stringify(written);
}

export function readEffect(text: string): HoldEffect {
  const { changes, rises, deltas, sizes } = JSON.parse(text) as Written;
  return {
    changes: changes.map((change) => withoutNulls(change as HoldingChange)),
    rises: readFigures(rises),
    deltas: new Map(Object.entries(deltas).map(([key, texts]) => [key, readFigures(texts)])),
    sizes: new Map(
      Object.entries(sizes).map(([key, { kind, amount, figures }]) => [
        key,
        { kind, amount: BigInt(amount), figures: figures ? readFigures(figures) : undefined },
      ]),
    ),
  };
}

/** A field that a change takes away is undefined in it, which JSON does not know. */
function withNulls(change: HoldingChange): unknown {
  if (!('change' in change)) return change;
  const fields = Object.entries(change.change).map(([field, value]) => [field, value ?? null]);
  return { ...change, change: Object.fromEntries(fields) };
}

function withoutNulls(change: HoldingChange): HoldingChange {
  if (!('change' in change)) return change;
  const fields = Object.entries(change.change).map(([field, value]) => [field, value ?? undefined]);
  return { ...change, change: Object.fromEntries(fields) };
}

function mapped<From, To>(map: ReadonlyMap<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries([...map].map(([key, value]) => [key, change(value)]));
}
