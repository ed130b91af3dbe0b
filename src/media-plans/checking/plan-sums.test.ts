import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Coins } from '../campaigns/coins.ts';
import { cellOfField } from './field-cells.ts';
import { planSums, type SummedCampaign, spreadByMonth } from './plan-sums.ts';

const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);

test('a total shared by its days is the same total over the months, to the smallest coin', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.nat(1000), fc.nat(400), (total, from, length) => {
      const span = { row: 1, units: total, per: 'total' as const, start: day(from), end: day(from + length) };
      const parts = spreadByMonth(span, total, 'USD', new Coins());
      expect(parts.reduce((sum, [, units]) => sum + units, 0n)).toBe(total);
      expect(new Set(parts.map(([month]) => month)).size).toBe(parts.length);
    }),
  );
});

test('what is left over is on the last day', () => {
  const span = { row: 1, units: 100n, per: 'total' as const, start: '2026-01-30', end: '2026-02-01' };
  expect(spreadByMonth(span, 100n, 'USD', new Coins())).toEqual([
    ['2026-01', 66n],
    ['2026-02', 34n],
  ]);
});

test('months that the sheet tells are kept where they make up the whole, else its days share it', () => {
  const span = { row: 1, units: 300n, per: 'total' as const, start: '2026-01-31', end: '2026-02-01' };
  const told = (months: Record<string, string>) => spreadByMonth({ ...span, months }, 300n, 'USD', new Coins());
  expect(told({ '2026-01': '1.00', '2026-02': '2.00' })).toEqual([
    ['2026-01', 100n],
    ['2026-02', 200n],
  ]);
  expect(told({ '2026-01': '1.00' })).toEqual([
    ['2026-01', 150n],
    ['2026-02', 150n],
  ]);
});

test('weeks that the sheet tells are kept too, each shared by its own days', () => {
  const span = { row: 1, units: 800n, per: 'total' as const, start: '2026-01-29', end: '2026-02-11' };
  const weeks = [
    { start: '2026-01-29', end: '2026-02-04', amount: '7.00' },
    { start: '2026-02-05', end: '2026-02-11', amount: '1.00' },
  ];
  expect(spreadByMonth({ ...span, periods: weeks }, 800n, 'USD', new Coins())).toEqual([
    ['2026-01', 300n],
    ['2026-02', 500n],
  ]);
  expect(spreadByMonth({ ...span, periods: weeks.slice(1) }, 800n, 'USD', new Coins())).toEqual([
    ['2026-01', 171n],
    ['2026-02', 629n],
  ]);
});

test.each([
  ['no start', undefined, '2026-02-01'],
  ['no end', '2026-02-01', undefined],
  ['an end before its start', '2026-02-02', '2026-02-01'],
])('a total with %s is in no month', (_, start, end) => {
  expect(spreadByMonth({ row: 1, units: 1n, per: 'total', start, end }, 1n, 'USD', new Coins())).toEqual([]);
});

const campaign = (row: number, amount: string, { isIn = true, per = 'total', isEndless = false } = {}) =>
  ({
    isIn,
    draft: {
      ...{
        account: { currency: 'USD' },
        channel: 'social',
        rows: [row],
        campaign: { start: '2026-01-01', ...(!isEndless && { end: '2026-01-10' }) },
      },
      spans: [{ row, units: BigInt(amount) * 100n, per }],
      lines: [{ row, channel: 'social', currency: 'USD', budget: { amount, per } }],
    },
  }) as unknown as SummedCampaign;
interface Said {
  amount: string;
  rows: number[];
  month?: string;
  currency?: string;
}
function summed(campaigns: SummedCampaign[], sheet: Said[] = []) {
  const steps = planSums(
    campaigns,
    sheet.map((one) => ({ cell: 'A9', ...one })),
    new Coins(),
  );
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      const whole = value.sums.find(
        (one) => one.currency === 'USD' && one.channel === undefined && one.month === undefined,
      );
      return { planned: whole?.planned.amount, in_sheet: whole?.in_sheet?.amount, why: whole?.why, notes: value.notes };
    }
  }
}

test('only what goes in is planned, and a budget a day without an end is in no sum', () => {
  expect(summed([campaign(2, '10'), campaign(3, '5', { isIn: false })]).planned).toBe('10.00');
  const endless = summed([campaign(2, '10'), campaign(3, '5', { per: 'day', isEndless: true })]);
  expect(endless).toMatchObject({ planned: '10.00', notes: ['In no sum: budgets a day without an end (rows 3).'] });
});

test('a sum of the sheet stands beside the plan’s where it adds up exactly the same rows, or several share them out', () => {
  const two = [campaign(2, '10'), campaign(3, '5')];
  expect(summed(two, [{ amount: '15', rows: [2, 3] }])).toMatchObject({
    planned: '15.00',
    in_sheet: '15.00',
    why: undefined,
  });
  expect(summed(two, [{ amount: '16', rows: [2, 3] }]).why).toBe('Sheet sums $16.00: its rows add up to $15.00');
  const parts = [
    { amount: '10', rows: [2] },
    { amount: '5', rows: [3] },
  ];
  expect(summed(two, parts).in_sheet).toBe('15.00');
  // Parts that leave out a row, or count one twice, are no sum of the plan.
  expect(summed(two, parts.slice(1)).in_sheet).toBeUndefined();
  expect(
    summed(
      [...two, campaign(4, '1')],
      [
        { amount: '15', rows: [2, 3] },
        { amount: '6', rows: [3, 4] },
      ],
    ).in_sheet,
  ).toBeUndefined();
  const out = [campaign(2, '10'), campaign(3, '5', { isIn: false })];
  expect(summed(out, [{ amount: '15', rows: [2, 3] }]).why).toBe('Sheet sums $15.00: $5.00 stay out');
});

test('a sum over all rows is taken before its parts, and no sum counts that is of one month or another currency', () => {
  const two = [campaign(2, '10'), campaign(3, '5')];
  const whole = { amount: '15', rows: [2, 3] };
  const parts = [
    { amount: '10', rows: [2] },
    { amount: '5', rows: [3] },
  ];
  expect(summed(two, [...parts, whole]).in_sheet).toBe('15.00');
  expect(summed(two, [{ ...whole, month: '2026-01' }]).in_sheet).toBeUndefined();
  expect(summed(two, [{ ...whole, currency: 'EUR' }]).in_sheet).toBeUndefined();
  expect(summed(two, [{ ...whole, currency: 'USD' }]).in_sheet).toBe('15.00');
});

test('a row without a budget is asked for in no sum', () => {
  const without = campaign(4, '0');
  Object.assign(without.draft.lines[0]!, { budget: undefined });
  expect(summed([campaign(2, '10'), campaign(3, '5'), without], [{ amount: '15', rows: [2, 3] }]).in_sheet).toBe(
    '15.00',
  );
});

test('a sum of budgets a day is no sum of money', () => {
  const daily = [campaign(2, '10', { per: 'day' }), campaign(3, '5')];
  expect(summed(daily, [{ amount: '15', rows: [2, 3] }]).in_sheet).toBeUndefined();
});

test('a sum over rows of another currency is not this one’s', () => {
  const euros = campaign(3, '5');
  Object.assign(euros.draft, { account: { currency: 'EUR' }, lines: [{ ...euros.draft.lines[0]!, currency: 'EUR' }] });
  for (const rows of [[2, 3], [3]])
    expect(summed([campaign(2, '10'), euros], [{ amount: '5', rows }]).in_sheet).toBeUndefined();
});

test('a field is told in its own cell, else in that of what it belongs to', () => {
  const ad = { cells: { headlines: 'H2', name: 'G2' } };
  const planned = {
    cells: { name: 'B2', budget: 'F2', end: 'E2' },
    groups: [{ cells: { name: 'C2' }, ads: [ad] }],
  } as never;
  const cellOf = (field: string) => cellOfField(planned, field, 'A2');
  expect(
    ['groups.0.ads.0.headlines', 'groups.0.ads.0.texts', 'groups.0.end', 'groups.0.bid', 'budget', 'other'].map(cellOf),
  ).toEqual([...['H2', 'G2', 'E2', 'C2', 'F2', 'B2']]);
});
