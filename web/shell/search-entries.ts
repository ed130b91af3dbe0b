import type { ReactNode } from 'react';
import type { Go } from './use-go.ts';

export interface SearchEntry {
  label: string;
  about?: string;
  icon: ReactNode;
  run(): void;
  /** Commands on this entry, such as pausing a campaign. */
  actions?: readonly SearchEntry[];
}

/** Makes the search entries of one kind. Stored in the query cache by the hook that loads the data. */
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

/** Commands on the first matches; none while the query is empty. */
export const actionsOf = (found: readonly SearchEntry[], query: string): SearchEntry[] =>
  query.trim() === '' ? [] : found.flatMap(({ actions = [] }) => actions).slice(0, ACTIONS_MAX);
