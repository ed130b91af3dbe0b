import { expect, test } from 'vitest';
import { apart, atLeastOne, exactlyOne, inOrder, needs, notBoth, onlyWith } from './rules.ts';

const problem = (field: string, message: string) => [{ field, message }];

test('at least one of several arguments', () => {
  expect(atLeastOne({ b: false }, ['a', 'b'])).toEqual([]);
  expect(atLeastOne({ c: 1 }, ['a', 'b'])).toEqual(problem('a', 'at least one of a, b is required'));
});

test('exactly one of several arguments, naming the one too many', () => {
  expect(exactlyOne({ a: 1 }, ['a', 'b', 'c'])).toEqual([]);
  expect(exactlyOne({}, ['a', 'b', 'c'])).toEqual(problem('a', 'exactly one of a, b, c is required'));
  expect(exactlyOne({ a: 1, c: 1 }, ['a', 'b', 'c'])).toEqual(problem('c', 'exactly one of a, b, c is required'));
});

test('two that exclude each other, always or for one value', () => {
  expect(notBoth({ a: 1 }, 'a', 'b')).toEqual([]);
  expect(notBoth({ a: 1, b: 1 }, 'a', 'b')).toEqual(problem('b', 'cannot be combined with a'));
  expect(notBoth({ level: 'group', b: 1 }, { level: 'campaign' }, 'b')).toEqual([]);
  expect(notBoth({ level: 'campaign', b: 1 }, { level: 'campaign' }, 'b')).toEqual(
    problem('b', 'cannot be combined with level campaign'),
  );
});

test('one that needs another, always or for some values', () => {
  expect(needs({}, 'a', 'b')).toEqual([]);
  expect(needs({ a: 1 }, 'a', 'b')).toEqual(problem('b', 'is required with a'));
  expect(needs({ bid: 'CAP' }, { bid: ['CAP', 'COST'] }, 'amount')).toEqual(
    problem('amount', 'is required with bid CAP'),
  );
  expect(needs({ bid: 'NONE' }, { bid: ['CAP', 'COST'] }, 'amount')).toEqual([]);
});

test('one that means something only beside certain values', () => {
  expect(onlyWith({ type: 'A', x: 1 }, 'x', { type: ['A', 'B'] })).toEqual([]);
  expect(onlyWith({ type: 'C' }, 'x', { type: 'A' })).toEqual([]);
  expect(onlyWith({ type: 'C', x: 1 }, 'x', { type: ['A', 'B'] })).toEqual(
    problem('x', 'can only be given with type A or B'),
  );
});

test('two that have an order: days, moments in different zones, numbers', () => {
  expect(inOrder({ from: '2026-01-31', to: '2026-01-31' }, 'from', 'to')).toEqual([]);
  expect(inOrder({ from: '2026-01-31' }, 'from', 'to')).toEqual([]);
  expect(inOrder({ from: '2026-01-31', to: 'none' }, 'from', 'to')).toEqual([]);
  expect(inOrder({ from: '2026-02-01', to: '2026-01-31' }, 'from', 'to')).toEqual(
    problem('to', 'must not be before from'),
  );
  const later = { from: '2026-01-01T12:00:00Z', to: '2026-01-01T12:30:00+01:00' };
  expect(inOrder(later, 'from', 'to')).toHaveLength(1);
  expect(inOrder({ from: 3, to: 2 }, 'from', 'to')).toHaveLength(1);
});

test('who is wanted and unwanted at once is told', () => {
  expect(apart({ event: 'Purchase', exclude_event: 'Purchase' }, 'event', 'exclude_event')).toEqual([
    { field: 'exclude_event', message: 'names Purchase, and so does event' },
  ]);
  expect(apart({ ids: ['1', '2'], not_ids: ['3', '2', '1'] }, 'ids', 'not_ids')).toEqual([
    { field: 'not_ids', message: 'names 2, 1, and so does ids' },
  ]);
  expect(apart({ ids: ['1'], not_ids: ['3'] }, 'ids', 'not_ids')).toEqual([]);
  expect(apart({}, 'ids', 'not_ids')).toEqual([]);
});
