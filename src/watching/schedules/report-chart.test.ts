import { expect, test } from 'vitest';
import type { Figures } from './figures.ts';
import { chartPng, panelsOf } from './report-chart.ts';

type Row = { name?: string; time?: string; currency?: string; cells: Record<string, unknown> };
const figures = (column: string, rows: Row[]) =>
  ({
    columns: [column],
    rows: rows.map(({ name = 'A', time = '', currency = 'USD', cells }) => ({
      entity: { name },
      time,
      currency,
      cells,
    })),
  }) as unknown as Figures;
const cost = (amount: string, currency = 'USD') => ({ cost: { amount, currency } });
const drawn = (...given: Parameters<typeof figures>) =>
  panelsOf(figures(...given)).map(({ title, bars }) => [
    title,
    ...bars.map(({ label, shown }) => `${label}: ${shown}`),
  ]);

test('a day is the sum of its rows, with the decimals of its currency', () => {
  const day = (time: string, amount: string, currency: string): Row => ({
    time,
    currency,
    cells: cost(amount, currency),
  });
  const rows = [day('2026-11-02', '1.50', 'USD'), day('2026-11-01', '2.25', 'USD'), day('2026-11-02', '1.00', 'USD')];
  expect(drawn('cost', rows)).toEqual([['cost, USD', '2026-11-01: 2.25 USD', '2026-11-02: 2.50 USD']]);
  const yen = [day('2026-11-01', '700', 'JPY'), day('2026-11-01', '800', 'JPY')];
  expect(drawn('cost', yen)).toEqual([['cost, JPY', '2026-11-01: 1500 JPY']]);
});

test('each currency is a panel of its own, four of them at most, and one without anything is left out', () => {
  const rows = ['USD', 'EUR', 'JPY', 'GBP', 'CHF'].map((currency): Row => ({ currency, cells: cost('5', currency) }));
  expect(drawn('cost', rows).map(([title]) => title)).toEqual(
    ['USD', 'EUR', 'JPY', 'GBP'].map((one) => `cost, ${one}`),
  );
  expect(drawn('cost', [{ cells: cost('0') }])).toEqual([]);
  expect(chartPng(figures('cost', [{ cells: cost('0') }]))).toBeUndefined();
});

test('twelve rows by their place, or the last twelve days, oldest first; a figure that is not known has no bar', () => {
  const rows = Array.from(
    { length: 14 },
    (_, at): Row => ({ name: `C${at}`, cells: { clicks: at === 1 ? null : 20 - at } }),
  );
  const [bars] = panelsOf(figures('clicks', rows)).map((panel) => panel.bars.map(({ label }) => label));
  expect([bars!.length, bars![0], bars![1], bars!.at(-1)]).toEqual([11, '1 C0', '3 C2', '12 C11']);
  const days = Array.from({ length: 14 }, (_, at): Row => ({ time: `2026-11-${30 - at}`, cells: { clicks: 1 } }));
  const [last] = panelsOf(figures('clicks', days)).map((panel) => panel.bars.map(({ label }) => label));
  expect([last!.length, last![0], last!.at(-1)]).toEqual([12, '2026-11-19', '2026-11-30']);
});

test('shares and averages of a day are not added up over its rows', () => {
  expect(drawn('ctr', [{ time: '2026-11-01', cells: { ctr: 0.5 } }])).toEqual([]);
});
