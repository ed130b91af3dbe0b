import { expect, test } from 'vitest';
import { MEASURES, type Measure } from '../../exposure/figures.ts';
import type { LimitRow } from '../../tools/spend-overview.ts';
import { Coins } from '../campaigns/coins.ts';
import { SheetProblems } from '../campaigns/sheet-problems.ts';
import type { CheckedCampaign } from './checked-campaign.ts';
import { refuseRaises, runningAll } from './spending.ts';

interface Said {
  row: number;
  fate?: CheckedCampaign['fate'];
  currency?: string;
  mode?: 'sandbox' | 'live';
  /** What a day, or what else is said, may cost before and after. */
  effects?: { from: string; to: string; measure?: Measure; refused?: string }[];
  budget?: CheckedCampaign['campaign']['budget'];
  end?: string;
  running?: Partial<NonNullable<CheckedCampaign['running']>>;
}

function campaign({ row, fate = 'change', currency = 'USD', mode = 'live', effects = [], ...said }: Said) {
  const { budget, end, running } = said;
  return {
    fate,
    running: running && { groups: [], ...running },
    draft: { lines: [{ row, cells: {} }] },
    campaign: { budget, end, start: '2027-01-01', groups: [], cells: { budget: `Plan!F${row}` } },
    look: { account: { currency }, place: { mode }, context: { today: '2027-01-01' } },
    effects: effects.map(({ from, to, measure: moved = 'daily', refused }) => ({
      effect: {
        ...Object.fromEntries(MEASURES.map((one) => [one, { from, to: one === moved ? to : from }])),
        ...(refused && { refused: { code: 'over_limit', message: refused } }),
      },
    })),
  } as unknown as CheckedCampaign;
}

const limit = (more: Partial<LimitRow>): LimitRow => ({
  ...{ scope: 'workspace', kind: 'daily', mode: 'live', currency: 'USD', limit: '100', used: '70', headroom: '30' },
  ...more,
});
const raise = (row: number, by: string, more: Partial<Said> = {}) =>
  campaign({ row, effects: [{ from: '10', to: String(10 + Number(by)) }], ...more });

function stopped(checked: CheckedCampaign[], ...limits: LimitRow[]) {
  const problems = new SheetProblems();
  refuseRaises(checked, limits, problems);
  expect(checked.filter(({ fate }) => fate === 'out')).toHaveLength(problems.sorted().length);
  return problems.sorted().map(({ cell, level, message }) => `${cell} ${level} ${message}`);
}

test('raises that a limit allows one by one and not together are stopped together', () => {
  const words = (more: string) =>
    `stop With 1 more it raises what runs by ${more} a day; $30.00 is left of the workspace's $100.00 a day.`;
  expect(stopped([raise(2, '20'), raise(3, '20')], limit({}))).toEqual([
    `Plan!F2 ${words('$40.00')}`,
    `Plan!F3 ${words('$40.00')}`,
  ]);
  expect(stopped([raise(2, '20'), raise(3, '10')], limit({}))).toEqual([]);
  // A cut beside a raise makes no room for it, and the tightest limit counts.
  expect(stopped([raise(2, '31'), raise(3, '-9')], limit({}))).toHaveLength(1);
  expect(stopped([raise(2, '20')], limit({}), limit({ scope: 'organization', headroom: '10' }))).toHaveLength(1);
  expect(stopped([raise(2, '20')], limit({ headroom: '-5' }))[0]).toContain('$0.00 is left');
});

test.each(MEASURES)('a limit of the kind %s holds what its own measure is raised by, and nothing else', (kind) => {
  for (const measure of MEASURES) {
    const raised = campaign({ row: 2, effects: [{ from: '10', to: '41', measure }] });
    expect(stopped([raised], limit({ kind })).length, measure).toBe(measure === kind ? 1 : 0);
  }
});

test('limits of other currencies, modes and kinds do not bind, nor do sums over accounts that they are not about', () => {
  for (const other of [{ currency: 'EUR' }, { mode: 'sandbox' }, { kind: 'single' }] as const)
    expect(stopped([raise(2, '500')], limit(other)), JSON.stringify(other)).toEqual([]);
  expect(stopped([raise(2, '20'), raise(3, '20', { currency: 'EUR' })], limit({}))).toEqual([]);
  expect(stopped([raise(2, '20'), raise(3, '20', { mode: 'sandbox' })], limit({}))).toEqual([]);
  expect(stopped([raise(2, '20'), raise(3, '20', { fate: 'same' })], limit({})).length).toBe(0);
});

test('a change that a limit refuses by itself is stopped with its reason, one that stays out already is not', () => {
  const refused = { effects: [{ from: '10', to: '11', refused: 'Too fast.' }] };
  expect(stopped([campaign({ row: 2, ...refused })])).toEqual(['Plan!F2 stop Too fast.']);
  const problems = new SheetProblems();
  refuseRaises([campaign({ row: 2, fate: 'same', ...refused })], [], problems);
  expect(problems.sorted()).toEqual([]);
});

test('what a day would cost more is rounded up, in each currency and mode, without what runs already', () => {
  const total = (amount: string, currency = 'USD') => ({ amount, currency, per: 'total' as const });
  const day = (amount: string) => ({ amount, currency: 'USD', per: 'day' as const });
  const added = (checked: CheckedCampaign[], ...limits: LimitRow[]) =>
    runningAll(checked, limits, new Coins()).map(({ adds_a_day, words }) => [adds_a_day.amount, words.split('; ')[1]]);
  const make = (more: Partial<Said>) => campaign({ row: 2, fate: 'make', ...more });
  expect(added([make({ budget: total('100'), end: '2027-01-03' })])).toEqual([['33.34', undefined]]);
  expect(added([make({ budget: total('100', 'JPY'), end: '2027-01-03', currency: 'JPY' })])[0]![0]).toBe('34');
  expect(added([make({ budget: day('100'), end: '2027-01-03' })])[0]![0], 'a day is a day').toBe('100.00');
  const running = { status: 'on' as const, budget: day('70') };
  expect(added([campaign({ row: 2, budget: day('100'), running })])[0]![0]).toBe('30.00');
  expect(added([campaign({ row: 2, budget: day('100'), running: { ...running, status: 'paused' } })])[0]![0]).toBe(
    '100.00',
  );
  // A cut takes nothing away from what the others add.
  expect(added([make({ budget: day('10') }), campaign({ row: 3, budget: day('50'), running })])[0]![0]).toBe('10.00');
  expect(added([make({ budget: day('10'), fate: 'out' }), make({ budget: day('10'), fate: 'same' })])).toEqual([]);
  expect(added([make({ budget: day('30.01') })], limit({}))[0]![1]).toBe(
    '$30.00 is left in USD, so switching on will ask again.',
  );
  expect(added([make({ budget: day('30') })], limit({ headroom: '30.009' }))[0]![1]).toBe('$30.00 is left in USD.');
});

test('a cut beside a raise in one campaign makes no room, and what is below nothing is less than nothing', () => {
  const both = campaign({
    row: 2,
    effects: [
      { from: '10', to: '41' },
      { from: '20', to: '10' },
    ],
  });
  expect(stopped([both], limit({}))).toHaveLength(1);
  const [told] = stopped([raise(2, '1')], limit({ headroom: '0' }), limit({ scope: 'organization', headroom: '-5' }));
  expect(told).toContain("the organization's");
});

test('sandbox and live are told apart where they have one currency', () => {
  const budget = { amount: '10', currency: 'USD', per: 'day' as const };
  const make = (mode: 'sandbox' | 'live') => campaign({ row: 2, fate: 'make', budget, mode });
  const told = runningAll([make('live'), make('sandbox'), make('live')], [], new Coins());
  expect(told.map(({ adds_a_day }) => adds_a_day.amount).sort()).toEqual(['10.00', '20.00']);
});
