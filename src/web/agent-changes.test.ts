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

const sandbox = () => 'sandbox' as const;

test('many small raises of one budget are one move, and cuts are taken off', () => {
  const entries = [raised('a', '1', '60', '90'), raised('a', '1', '40', '60'), raised('a', '2', '50', '20')];
  expect(budgetMoves(entries).map(({ before, after }) => [before, after])).toEqual([
    ['50', '20'],
    ['40', '90'],
  ]);
  expect(changesByAgent(entries, sandbox)).toMatchObject([
    {
      changes: 3,
      added: [{ mode: 'sandbox', currency: 'USD', period: 'day', amount: '20.00' }],
      largest: { before: '40', after: '90' },
    },
  ]);
});

test('what a person changed in between is not the key’s', () => {
  const person = { who: { kind: 'person', id: 'p', name: 'p' } };
  const entries = [raised('a', '1', '100', '101'), raised('p', '1', '50', '100', person), raised('a', '1', '40', '50')];
  expect(changesByAgent(entries, sandbox)).toMatchObject([
    { added: [{ amount: '11.00' }], largest: { before: '40', after: '50' } },
  ]);
});

test('sums are exact, and one currency, one mode and one period each', () => {
  const field = (name: string, from: string, to: string, currency: string) => ({
    changes: [
      { field: name, before: { amount: from, currency }, after: { amount: to, currency }, state: 'made' as const },
    ],
  });
  const cents = Array.from({ length: 1_000 }, (_, at) =>
    raised('a', `c${at}`, '90071992547409.91', '90071992547410.01'),
  );
  const entries = [
    ...cents,
    raised('a', 'y', '0', '0', field('lifetime_budget', '1000', '1500', 'JPY')),
    raised('a', 'v', '0', '0', field('budget', '10', '10.105', 'USD')),
    raised('a', 'l', '1', '2', { workspaceId: 'live' }),
  ];
  const modeOf = ({ workspaceId }: Entry) => (workspaceId === 'live' ? 'live' : 'sandbox');
  expect(changesByAgent(entries, modeOf)[0]!.added).toEqual(
    expect.arrayContaining([
      { mode: 'sandbox', currency: 'USD', period: 'day', amount: '100.00' },
      { mode: 'sandbox', currency: 'JPY', period: 'total', amount: '500' },
      { mode: 'sandbox', currency: 'USD', period: null, amount: '0.105000' },
      { mode: 'live', currency: 'USD', period: 'day', amount: '1.00' },
    ]),
  );
  expect(changesByAgent(entries, modeOf)[0]!.added).toHaveLength(4);
});

test('keys are told apart, people are left out, and what is not certain adds nothing', () => {
  const unconfirmed = { outcome: 'unknown', changes: [{ field: 'daily_budget', asked: 900, state: 'unconfirmed' }] };
  const found = changesByAgent(
    [
      raised('a', '1', '1', '2'),
      raised('b', '1', '2', '3'),
      raised('b', '2', '1', '9', unconfirmed),
      raised('p', '1', '3', '9', { who: { kind: 'person', id: 'p', name: 'p' } }),
    ],
    sandbox,
  );
  expect(found.map(({ who, changes, unknown, added }) => [who.id, changes, unknown, added[0]?.amount])).toEqual([
    ['a', 1, 0, '1.00'],
    ['b', 1, 1, '1.00'],
  ]);
});
