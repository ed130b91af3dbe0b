import { expect, test } from 'vitest';
import { changedMeanwhile, reportWrite } from './write-report.ts';

test('tells what changed, what the platform quietly left as it was, and stays silent on what was so already', () => {
  const before = { name: 'A', status: 'PAUSED', budget: { amount: '5.00', currency: 'EUR' } };
  const after = { name: 'B', status: 'PAUSED', budget: { amount: '5.00', currency: 'EUR' }, note: 'new' };
  const wanted = {
    name: 'B',
    status: 'ACTIVE',
    budget: { amount: '5.00', currency: 'EUR' },
    note: 'new',
    end: undefined,
  };
  expect(reportWrite(before, after, wanted)).toEqual({
    applied: { name: { from: 'A', to: 'B' }, note: { from: null, to: 'new' } },
    not_applied: ['status'],
  });
});

test('a value the platform changed to something else than asked counts as changed, as it is now', () => {
  expect(reportWrite({ cap: 1 }, { cap: 3 }, { cap: 2 })).toEqual({
    applied: { cap: { from: 1, to: 3 } },
    not_applied: [],
  });
});

test('fields that were not asked for and have changed all the same are named', () => {
  const [before, after] = [
    { text: 'A', url: 'u', seen: 1 },
    { text: 'B', url: 'v', seen: 2 },
  ];
  expect(changedMeanwhile(before, after, { text: 'B' }, ['text', 'url'])).toEqual({
    changed_meanwhile: { url: { from: 'u', to: 'v' } },
  });
  expect(changedMeanwhile(before, before, { text: 'B' }, ['text', 'url'])).toEqual({});
});
