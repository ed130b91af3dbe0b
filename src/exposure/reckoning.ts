import type { Holding, Holdings } from '../tools/exposure.ts';
import { amountOf, largest } from './amounts.ts';
import { AccountMonth, eachMeasure, type Figures, figuresOf, type Measure } from './figures.ts';

/** A budget that runs: one object's own, or one that several share. */
export interface Line {
  key: string;
  name: string;
  level: string;
  figures: Figures;
  kind: 'daily' | 'lifetime';
  /** When it stops by itself. */
  end: number | undefined;
}

/** What an account may cost, budget by budget. */
export interface Reckoning {
  currency: string;
  lines: ReadonlyMap<string, Line>;
  /** Running objects whose cost cannot be told, with the reason, by id. */
  unknown: ReadonlyMap<string, string>;
  /** Undefined: not read. */
  spentThisMonth: bigint | undefined;
  /** Caps of objects that run, by id; undefined: it has none. */
  caps: ReadonlyMap<string, bigint | undefined>;
}

/** Ids of shared budgets and of objects may be the same number. */
export function keyOf({ id, budget }: Holding): string {
  return budget?.id === undefined ? id : `budget ${budget.id}`;
}

/**
 * An object runs when it and everything above it is on and has not ended; a start in the future counts as now. The
 * topmost budget bounds everything below it. A parent without one costs what its children do.
 */
export function reckon(holdings: Holdings, asOf: number): Reckoning {
  return new Walk(holdings, asOf).result();
}

interface Above {
  start: number | undefined;
  end: number | undefined;
}

class Walk {
  readonly #holdings: Holdings;
  readonly #asOf: number;
  readonly #month: AccountMonth | undefined;
  readonly #children: ReadonlyMap<string | undefined, readonly Holding[]>;
  readonly #lines = new Map<string, Line>();
  readonly #unknown = new Map<string, string>();
  readonly #caps = new Map<string, bigint | undefined>();

  constructor(holdings: Holdings, asOf: number) {
    this.#holdings = holdings;
    this.#asOf = asOf;
    this.#month = monthOf(holdings.timeZone, asOf);
    const ids = new Set(holdings.objects.map(({ id }) => id));
    // An object whose parent was not read counts as if nothing above it were off.
    const parentOf = ({ id, parent }: Holding) =>
      parent !== undefined && parent !== id && ids.has(parent) ? parent : undefined;
    this.#children = Map.groupBy(holdings.objects, parentOf);
  }

  result(): Reckoning {
    const { currency, timeZone, spentThisMonth } = this.#holdings;
    if (!/^[A-Z]{3}$/.test(currency)) this.#unknown.set('', `the currency ${JSON.stringify(currency)}`);
    if (!this.#month) this.#unknown.set('', `the time zone ${JSON.stringify(timeZone)}`);
    for (const top of this.#children.get(undefined) ?? []) this.#visit(top, { start: undefined, end: undefined });
    const spent = spentThisMonth === undefined ? undefined : amountOf(spentThisMonth);
    return { currency, lines: this.#lines, unknown: this.#unknown, spentThisMonth: spent, caps: this.#caps };
  }

  #visit(one: Holding, above: Above): void {
    const run = { start: laterOf(one.start, above.start), end: earlierOf(one.end, above.end) };
    if (!one.on || (run.end !== undefined && run.end <= this.#asOf)) return;
    this.#caps.set(one.id, one.cap === undefined ? undefined : amountOf(one.cap));
    if (one.unknown !== undefined) this.#unknown.set(one.id, one.unknown);
    else if (one.budget) this.#count(one, run);
    else this.#visitChildren(one, run);
  }

  #visitChildren(one: Holding, run: Above): void {
    const children = this.#children.get(one.id) ?? [];
    if (children.length === 0 && one.parent !== undefined) this.#unknown.set(one.id, 'it has no budget');
    for (const child of children) this.#visit(child, run);
  }

  #count(one: Holding, run: Above): void {
    if (!this.#month || !one.budget) return;
    const figures = figuresOf(one.budget, run, this.#month);
    if (typeof figures === 'string') {
      this.#unknown.set(one.id, figures);
      return;
    }
    const { name, level } = one;
    const key = keyOf(one);
    const others = this.#lines.get(key);
    const { kind } = one.budget;
    const { end } = run;
    this.#lines.set(key, {
      key,
      name,
      level,
      kind,
      // A shared budget is counted once, as the object reads it for which it is the most.
      figures: others ? eachMeasure((measure) => largest(figures[measure], others.figures[measure])) : figures,
      end: others ? (others.end === undefined || end === undefined ? undefined : Math.max(others.end, end)) : end,
    });
  }
}

function monthOf(timeZone: string, asOf: number): AccountMonth | undefined {
  try {
    return new AccountMonth(timeZone, asOf);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function laterOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

function earlierOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/** What the known part comes to, and why the rest is not known. */
export function sumOf(reckoning: Reckoning, measure: Measure): { known: bigint; unknown: readonly string[] } {
  const { lines, unknown, spentThisMonth } = reckoning;
  let known = measure === 'month' ? (spentThisMonth ?? 0n) : 0n;
  for (const { figures } of lines.values()) known += figures[measure];
  const reasons = [...unknown].map(([id, reason]) => (id === '' ? reason : `${id}: ${reason}`));
  if (measure === 'month' && spentThisMonth === undefined) reasons.push('what was spent this month was not read');
  return { known, unknown: reasons };
}

/** The budget of which a day costs the most. */
export function largestLine({ lines }: Reckoning): Line | undefined {
  let most: Line | undefined;
  for (const line of lines.values()) if (!most || line.figures.daily > most.figures.daily) most = line;
  return most;
}
