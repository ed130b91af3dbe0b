import { expect, test } from 'vitest';
import { budgetMoves, changesByAgent } from './agent-changes.ts';

type Entry = Parameters<typeof budgetMoves>[0][number];

let at = 100;
/** Newest first, as the log is read. */
const raised = (key: string, id: string, from: string, to: string, more: object = {}) => {
  const money = (amount: string) => ({ amount, currency: 'USD' });
  return {
    id: at--,
    who: { kind: 'key', id: key, name: key },
    workspaceId: 'ws',
    channel: 'social',
    object: id,
    ids: [id],
    outcome: 'applied',
    changes: [{ field: 'daily_budget', before: money(from), after: money(to), state: 'made' }],
    ...more,
  } as unknown as Entry;
};

test('many small raises of one budget are one move, and cuts are taken off', () => {
  const entries = [raised('a', '1', '60', '90'), raised('a', '1', '40', '60'), raised('a', '2', '50', '20')];
  expect(budgetMoves(entries).map(({ before, after }) => [before, after])).toEqual([
    [50, 20],
    [40, 90],
  ]);
  expect(changesByAgent(entries)).toMatchObject([
    { changes: 3, added: [{ currency: 'USD', isDaily: true, amount: 20 }], largest: { before: 40, after: 90 } },
  ]);
});

test('keys are told apart, people are left out, and what is not certain adds nothing', () => {
  const unconfirmed = { outcome: 'unknown', changes: [{ field: 'daily_budget', asked: 900, state: 'unconfirmed' }] };
  const found = changesByAgent([
    raised('a', '1', '1', '2'),
    raised('b', '1', '2', '3'),
    raised('b', '2', '1', '9', unconfirmed),
    raised('p', '1', '3', '9', { who: { kind: 'person', id: 'p', name: 'p' } }),
  ]);
  expect(found.map(({ who, changes, unknown, added }) => [who.id, changes, unknown, added[0]?.amount])).toEqual([
    ['a', 1, 0, 1],
    ['b', 1, 1, 1],
  ]);
});
