import { DAY_MS } from '../ambient.ts';
import type { PlannedCalls, PlannedCampaign, PlannedProblem } from './media-planning.ts';
import { coinDigits, decimalOf, unitsOf } from './money.ts';

/** What the channels have in common when they turn planned campaigns into calls. */

type More = Pick<PlannedProblem, 'allowed' | 'repair'>;

export function stop(field: string, message: string, more: More = {}): PlannedProblem {
  return { field, message, level: 'stop', ...more };
}

export function look(field: string, message: string, more: More = {}): PlannedProblem {
  return { field, message, level: 'look', ...more };
}

/** No calls where something keeps the campaign from being made. */
export function plannedCalls({ calls, problems }: PlannedCalls): PlannedCalls {
  return { calls: problems.some(({ level }) => level === 'stop') ? [] : calls, problems };
}

/** Names are the same in any case and with any spacing. */
export function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').normalize('NFKC').toLowerCase();
}

/** Both days counted. */
export function daysFrom(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

export function shownMoney(amount: string, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount as Intl.StringNumericLiteral);
}

const DIGITS_MAX = 9;

export function isSameAmount(one: string, other: string): boolean {
  return unitsOf(one, DIGITS_MAX) === unitsOf(other, DIGITS_MAX);
}

/** The amount in coins; undefined where it is none, or finer than the currency. */
export function coinsOf(amount: string, currency: string): bigint | undefined {
  const coins = unitsOf(amount, coinDigits(currency));
  return coins === undefined || coins <= 0n ? undefined : coins;
}

export function amountProblems(field: string, amount: string, currency: string): PlannedProblem[] {
  if (coinsOf(amount, currency) !== undefined) return [];
  const least = shownMoney(decimalOf(1n, coinDigits(currency)), currency);
  return [stop(field, `${amount} ${currency} is no amount that can be paid.`, { allowed: `steps of ${least}` })];
}

/** The days of a campaign, with the field that says each: its own, or the first and last of its groups. */
export interface PlannedRun {
  start: string | undefined;
  startField: string;
  end: string | undefined;
  endField: string;
}

export function runOf({ start, end, groups }: PlannedCampaign): PlannedRun {
  const first = start === undefined ? extreme(groups, 'start', (one, other) => one < other) : undefined;
  const isOpen = groups.some((group) => group.end === undefined);
  const last = end === undefined && !isOpen ? extreme(groups, 'end', (one, other) => one > other) : undefined;
  return {
    start: start ?? (first === undefined ? undefined : groups[first]!.start),
    startField: first === undefined ? 'start' : `groups.${first}.start`,
    end: end ?? (last === undefined ? undefined : groups[last]!.end),
    endField: last === undefined ? 'end' : `groups.${last}.end`,
  };
}

function extreme(
  groups: PlannedCampaign['groups'],
  field: 'start' | 'end',
  isBetter: (one: string, other: string) => boolean,
): number | undefined {
  let best: number | undefined;
  for (const [at, group] of groups.entries()) {
    const [day, held] = [group[field], best === undefined ? undefined : groups[best]![field]];
    if (day !== undefined && (held === undefined || isBetter(day, held))) best = at;
  }
  return best;
}

/** Of a campaign that is to be made. One whose start has passed begins on the day it is switched on. */
export function runProblems({ start, startField, end, endField }: PlannedRun, today: string): PlannedProblem[] {
  if (end !== undefined && start !== undefined && end < start)
    return [stop(endField, `It ends on ${end}, before it starts on ${start}.`, { allowed: `${start} or later` })];
  if (end !== undefined && end < today)
    return [stop(endField, `The end ${end} has passed.`, { allowed: `${today} or later` })];
  if (start !== undefined && start < today)
    return [look(startField, `The start ${start} has passed: it begins today, when it is switched on.`)];
  return [];
}

/** The sheet says it: in its own cell, or in that of a group. */
export function hasCell({ cells, groups }: PlannedCampaign, field: string): boolean {
  const [list, at, inGroup] = field.split('.');
  if (list === 'groups' && inGroup !== undefined) return groups[Number(at)]?.cells[inGroup] !== undefined;
  return cells[field] !== undefined;
}
