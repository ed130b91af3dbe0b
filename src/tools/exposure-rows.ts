import type { Holding, HoldingChange, Holdings } from './exposure.ts';
import { unitsOf } from './money.ts';

/** Finer than any currency counts. */
const DIGITS = 9;

/**
 * The changes of a call that changes several objects, one list a row. A platform may refuse one row and take another, so
 * a row that lowers what may be spent does not make up for one that raises it: beside a raise, cuts are not counted.
 */
export function changesOfRows(
  rows: readonly (HoldingChange[] | undefined)[],
  { objects }: Holdings,
): HoldingChange[] | undefined {
  const told = rows.filter((row) => row !== undefined);
  if (told.length < rows.length) return undefined;
  const held = new Map(objects.map((one) => [one.id, one]));
  const raising = told.filter((row) => !row.every((change) => lowers(change, held)));
  return (raising.length > 0 ? raising : told).flat();
}

function lowers(change: HoldingChange, held: ReadonlyMap<string, Holding>): boolean {
  if ('removed' in change) return true;
  if ('made' in change) return false;
  const before = held.get(change.id);
  const { on, parent, unknown, budget } = change.change;
  if (on === false) return true;
  if (!before || on === true || parent !== undefined || unknown !== undefined) return false;
  if ('end' in change.change && isLater(change.change.end, before.end)) return false;
  return !('budget' in change.change) || isAtMost(budget, before.budget);
}

function isLater(end: number | undefined, before: number | undefined): boolean {
  return (end ?? Number.POSITIVE_INFINITY) > (before ?? Number.POSITIVE_INFINITY);
}

function isAtMost(budget: Holding['budget'], before: Holding['budget']): boolean {
  if (!budget || !before || budget.kind !== before.kind || budget.peak !== before.peak) return false;
  const [next, last] = [budget, before].map(({ amount }) => unitsOf(amount, DIGITS));
  return next !== undefined && last !== undefined && next <= last;
}
