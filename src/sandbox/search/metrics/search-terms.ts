import { ACTIONS, addTo, type Cell, CLICKS, CONVERSIONS, emptyCell, VALUES } from './cells.ts';
import { shares } from './facts.ts';

const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  EXACT: ['{}'],
  PHRASE: ['buy {}', '{} online', '{} sale today', '{} size chart'],
  BROAD: ['best {}', '{} near me', '{} for beginners', 'cheap {}', 'how to clean {}'],
};
/** Search terms that cost clicks and never convert. */
const WASTEFUL = ['{} size chart', 'how to clean {}'];

const INSTEAD = ['compared', 'reviews', 'this season', 'offers', 'care'];

/** The search terms of a keyword; match types of the same words share no term. */
export function searchTerms(text: string, matchType: string): { text: string; wasteful: boolean }[] {
  const words = text.toLowerCase();
  return (PATTERNS[matchType] ?? []).map((pattern, at) => ({
    text: repeats(pattern, words) ? `${words} ${INSTEAD[at]}` : pattern.replace('{}', words),
    wasteful: WASTEFUL.includes(pattern),
  }));
}

/** Leaves out terms with a repeated word, such as "best best shoes". */
function repeats(pattern: string, words: string): boolean {
  const own = new Set(words.split(' '));
  return pattern.split(' ').some((word) => own.has(word));
}

export interface Term {
  /** Of all terms of the keyword: their ids, and which of them are wasteful. */
  ids: readonly number[];
  wasteful: readonly boolean[];
  /** The index of this term. */
  index: number;
}

/** A keyword's traffic by the terms that brought it: the conversions are all those of terms that are worth something. */
export function termShare(cell: Cell, { ids, wasteful, index }: Term): Cell {
  const parts = shares(cell, ids);
  const best = bestOf(parts, wasteful);
  for (const [at, part] of parts.entries()) if (wasteful[at]) yieldTo(parts[best]!, part);
  return parts[index]!;
}

function bestOf(parts: readonly Cell[], wasteful: readonly boolean[]): number {
  const worth = parts.flatMap((_, at) => (wasteful[at] ? [] : [at]));
  return worth.reduce((best, at) => (parts[at]![CLICKS]! > parts[best]![CLICKS]! ? at : best), worth[0] ?? 0);
}

/** Conversions need clicks: where the other terms have too few clicks, this term gets the conversions. */
function yieldTo(other: Cell, part: Cell): void {
  const converted = conversionsOf(part);
  if (converted === 0) return;
  const isEnough = conversionsOf(other) + converted <= other[CLICKS]! * 100;
  const given = isEnough ? emptyCell() : [...part];
  for (let at = CONVERSIONS; at < VALUES + ACTIONS; at += 1) given[at] = part[at]!;
  addTo(other, given);
  for (const at of part.keys()) part[at]! -= given[at]!;
}

function conversionsOf(cell: Cell): number {
  return cell.slice(CONVERSIONS, CONVERSIONS + ACTIONS).reduce((sum, count) => sum + count, 0);
}
