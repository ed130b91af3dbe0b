import { largest } from './amounts.ts';
import { eachMeasure, type Figures, MEASURES, NO_MONEY } from './figures.ts';
import type { Line, Reckoning } from './reckoning.ts';

/** What a change does to an account's spending. */
export interface Comparison {
  /** Whether more money may flow in any way; false for a cut or a pause, which no limit holds back. */
  isRaise: boolean;
  /** How much more all budgets together may cost; zero where it is less. */
  rises: Figures;
  /** How much more or less each budget that changed may cost, by key. */
  deltas: ReadonlyMap<string, Figures>;
  /** The budgets of which a day may cost more, as they would be. */
  raised: readonly Line[];
  /** Why it cannot be told how much more it is, where it is more. */
  unknown: readonly string[];
}

export function compare(before: Reckoning, after: Reckoning): Comparison {
  const deltas = deltasBetween(before, after);
  const unknown = [...after.unknown].filter(([id]) => !before.unknown.has(id)).map(([id, why]) => `${id}: ${why}`);
  const raised = [...after.lines.values()].filter(({ key }) => (deltas.get(key)?.daily ?? 0n) > 0n);
  const isMore = [...deltas.values()].some((figures) => MEASURES.some((measure) => figures[measure] > 0n));
  return {
    isRaise: isMore || unknown.length > 0 || runsLonger(before, after) || isCapLoosened(before, after),
    rises: eachMeasure((measure) => {
      let sum = 0n;
      for (const figures of deltas.values()) sum += figures[measure];
      return largest(0n, sum);
    }),
    deltas,
    raised,
    unknown,
  };
}

/** What two states of an account allow at most, budget by budget. */
export function loosest(one: Reckoning, other: Reckoning): Reckoning {
  const lines = new Map(one.lines);
  for (const [key, line] of other.lines) {
    const old = lines.get(key);
    lines.set(key, old ? looser(old, line) : line);
  }
  const caps = new Map(one.caps);
  for (const [id, cap] of other.caps) {
    const old = caps.get(id);
    const isLoose = caps.has(id) && (old === undefined || (cap !== undefined && old > cap));
    caps.set(id, isLoose ? old : cap);
  }
  return { ...one, lines, caps, unknown: new Map([...one.unknown, ...other.unknown]) };
}

function looser(one: Line, other: Line): Line {
  const end = one.end === undefined || other.end === undefined ? undefined : Math.max(one.end, other.end);
  return { ...one, end, figures: eachMeasure((measure) => largest(one.figures[measure], other.figures[measure])) };
}

function deltasBetween(before: Reckoning, after: Reckoning): Map<string, Figures> {
  const deltas = new Map<string, Figures>();
  for (const key of new Set([...before.lines.keys(), ...after.lines.keys()])) {
    // Without a bound before, any budget is less.
    if (before.unknown.has(key)) continue;
    const [from, to] = [before, after].map(({ lines }) => lines.get(key)?.figures ?? NO_MONEY) as [Figures, Figures];
    const delta = eachMeasure((measure) => to[measure] - from[measure]);
    if (MEASURES.some((measure) => delta[measure] !== 0n)) deltas.set(key, delta);
  }
  return deltas;
}

/** A daily budget that ends later costs no more a day, and more in all. */
function runsLonger(before: Reckoning, after: Reckoning): boolean {
  return [...after.lines.values()].some(({ key, kind, end }) => {
    const old = before.lines.get(key);
    return kind === 'daily' && old?.end !== undefined && (end === undefined || end > old.end);
  });
}

function isCapLoosened(before: Reckoning, after: Reckoning): boolean {
  return [...before.caps].some(([id, cap]) => {
    if (cap === undefined || !after.caps.has(id)) return false;
    const next = after.caps.get(id);
    return next === undefined || next > cap;
  });
}
