import { expect, test } from 'vitest';
import { actionsOf, findEntries, type SearchEntry } from './search-entries.ts';

const entry = (label: string, about?: string, actions: string[] = []): SearchEntry => ({
  label,
  icon: null,
  run: () => {},
  actions: actions.map((action) => entry(action)),
  ...(about && { about }),
});

const ENTRIES = [
  entry('Generic: hiking boots', 'Acme · Limited', ['Pause Generic: hiking boots']),
  entry('Hiking: all', 'Acme', ['Pause Hiking: all']),
  entry('Brand', 'Acme'),
];
const labels = (entries: readonly SearchEntry[]) => entries.map(({ label }) => label);

test('every word has to be there, and what begins with it comes first', () => {
  expect(labels(findEntries(ENTRIES, 'hiking'))).toEqual(['Hiking: all', 'Generic: hiking boots']);
  expect(labels(findEntries(ENTRIES, 'acme limited'))).toEqual(['Generic: hiking boots']);
  expect(findEntries(ENTRIES, 'nobody')).toEqual([]);
});

test('what was found can be acted on at once, and nothing is offered before somebody asks', () => {
  expect(labels(actionsOf(findEntries(ENTRIES, 'hiking'), 'hiking'))).toEqual([
    'Pause Hiking: all',
    'Pause Generic: hiking boots',
  ]);
  expect(actionsOf(ENTRIES, ' ')).toEqual([]);
});
