import { expect, test } from 'vitest';
import { flattened, longestList } from './table-of.ts';

test('a reply is shown by its longest list of objects', () => {
  expect(longestList({ notes: ['a', 'b', 'c'], rows: [{ a: 1 }, { a: 2 }], accounts: [{ b: 1 }] })?.name).toBe('rows');
  expect(longestList({ campaign: { id: '1' } })).toBeUndefined();
});

test('what is nested becomes a column, money stays one value', () => {
  expect(flattened({ campaign: { id: '1', name: 'A' }, metrics: { cost: { amount: '1', currency: 'USD' } } })).toEqual({
    'campaign.id': '1',
    'campaign.name': 'A',
    'metrics.cost': { amount: '1', currency: 'USD' },
  });
});
