import type { ReactNode } from 'react';
import type { Go } from './use-go.ts';

export interface SearchEntry {
  label: string;
  about?: string;
  icon: ReactNode;
  run(): void;
  /** What can be done with it at once. */
  actions?: readonly SearchEntry[];
}

/** Kept in the query cache by whoever has read the things. */
export type SearchSource = (go: Go) => SearchEntry[];
export const SEARCHED_CAMPAIGNS = ['search source', 'campaigns'];

const SHOWN_MAX = 6;

/** Those whose name has every word of the query, the ones that begin with it first. */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = ({ label, about = '' }: SearchEntry) => `${label} ${about}`.toLowerCase();
  const begins = ({ label }: SearchEntry) => (label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return entries
    .filter((entry) => words.every((word) => text(entry).includes(word)))
    .toSorted((one, other) => begins(one) - begins(other))
    .slice(0, words.length === 0 ? 9 : SHOWN_MAX);
}

const ACTIONS_MAX = 3;

/** What can be done with the first of what was found; nothing before somebody has said what they look for. */
export const actionsOf = (found: readonly SearchEntry[], query: string): SearchEntry[] =>
  query.trim() === '' ? [] : found.flatMap(({ actions = [] }) => actions).slice(0, ACTIONS_MAX);
