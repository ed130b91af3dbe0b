import { expect, test } from 'vitest';
import { firstRows, itemsOf } from './table-items.ts';

const rows = [
  { id: 'a', original: { currency: 'JPY', cost: 900 } },
  { id: 'b', original: { currency: 'USD', cost: 50 } },
  { id: 'c', original: { currency: 'JPY', cost: 10 } },
];
const grouping = {
  keyOf: ({ currency }: { currency: string }) => currency,
  order: ['EUR', 'USD'],
  head: (key: string, members: readonly unknown[]) => ({ cells: { name: `${key} ${members.length}` } }),
};

test('rows of one currency stand together in their order, under a head that counts them', () => {
  expect(itemsOf(rows, grouping, new Set()).map(({ id }) => id)).toEqual(['head USD', 'b', 'head JPY', 'a', 'c']);
});

test('a closed group keeps its head', () => {
  expect(itemsOf(rows, grouping, new Set(['JPY'])).map(({ id }) => id)).toEqual(['head USD', 'b', 'head JPY']);
});

test('of many rows the first are drawn, between all heads', () => {
  const items = itemsOf(rows, grouping, new Set());
  expect(firstRows(items, 2).map(({ id }) => id)).toEqual(['head USD', 'b', 'head JPY', 'a']);
  expect(firstRows(items, 5)).toBe(items);
});

test('without groups rows stay as they are', () => {
  expect(itemsOf(rows, undefined, new Set()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});
