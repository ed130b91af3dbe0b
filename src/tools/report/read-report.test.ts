import { expect, test } from 'vitest';
import { MetricTable } from './metrics.ts';
import type { DateRange, Days } from './period.ts';
import { quantityOf } from './quantity.ts';
import { type ReportSource, readReport } from './read-report.ts';

interface Row {
  clicks?: number;
  conversions?: number;
  reach?: number;
}

const number = (name: keyof Row) => ({
  unit: 'number' as const,
  fields: [name],
  read: (row: Row) => quantityOf(row[name]),
});
const table = new MetricTable<Row>({
  sums: { clicks: number('clicks'), conversions: number('conversions'), reach: { ...number('reach'), adds: false } },
});

/** An account in a zone, at a moment, with such rows; it notes the days it was asked about. */
function sourceOf(timeZone: string, now: string, rows: readonly Row[], asked: Days[] = []): ReportSource<Row> {
  return {
    selection: table.select(['clicks', 'conversions', 'reach', 'conversion_rate']),
    scope: 0,
    account: async () => ({ currency: { code: 'USD', digits: 2 }, timeZone }),
    platformNow: () => Date.parse(now),
    rows: async ({ days }) => {
      if (days) asked.push(days);
      return { items: [...rows] };
    },
    totals: async () => rows[0],
    about: () => ({ segments: {} }),
  };
}

test.each([
  ['Asia/Tokyo', '2026-11-17T16:00:00Z', 'LAST_7_DAYS', '2026-11-11', '2026-11-17'],
  ['Asia/Tokyo', '2026-11-17T16:00:00Z', 'TODAY', '2026-11-18', '2026-11-18'],
  ['Asia/Tokyo', '2026-11-18T04:00:00Z', 'YESTERDAY', '2026-11-17', '2026-11-17'],
  ['America/New_York', '2026-11-18T04:00:00Z', 'LAST_7_DAYS', '2026-11-10', '2026-11-16'],
  ['America/New_York', '2026-11-18T04:00:00Z', 'TODAY', '2026-11-17', '2026-11-17'],
  ['America/New_York', '2026-11-17T16:00:00Z', 'YESTERDAY', '2026-11-16', '2026-11-16'],
] as const)('in %s at %s, %s is %s to %s', async (zone, now, date_range: DateRange, start_date, end_date) => {
  const asked: Days[] = [];
  const { period } = await readReport({ date_range, limit: 10 }, sourceOf(zone, now, [], asked));
  expect(asked).toEqual([{ start_date, end_date }]);
  expect(period).toEqual({ start_date, end_date, time_zone: zone });
});

test('a number that is not told is null in rows and totals, and so is every ratio of it', async () => {
  const source = sourceOf('UTC', '2026-11-18T12:00:00Z', [{ clicks: 3 }, { clicks: 2, conversions: 0, reach: 2 }]);
  const { rows, totals } = await readReport({ limit: 10 }, source);
  expect(rows.map(({ metrics }) => metrics)).toEqual([
    { clicks: 3, conversions: null, reach: null, conversion_rate: null },
    { clicks: 2, conversions: 0, reach: 2, conversion_rate: 0 },
  ]);
  expect(totals).toEqual({ clicks: 3, conversions: null, reach: null, conversion_rate: null });
});

test('without any row nothing happened, which is zero, but of people it is not known', async () => {
  const { totals } = await readReport({ limit: 10 }, sourceOf('UTC', '2026-11-18T12:00:00Z', []));
  expect(totals).toEqual({ clicks: 0, conversions: 0, reach: null, conversion_rate: null });
});

test('days that have not begun where the account is are refused, and today is none of them', async () => {
  const report = (start_date: string) =>
    readReport(
      { start_date, end_date: '2026-11-30', limit: 10 },
      sourceOf('America/New_York', '2026-11-18T04:00:00Z', []),
    );
  await expect(report('2026-11-18')).rejects.toMatchObject({
    message: expect.stringContaining('today is 2026-11-17 in America/New_York'),
  });
  expect((await report('2026-11-17')).period).toMatchObject({ start_date: '2026-11-17', end_date: '2026-11-30' });
});

test('a range that the platform knows by name is asked for by its name, but days that are given are those days', async () => {
  const asked: Days[] = [];
  const source = { ...sourceOf('UTC', '2026-11-18T12:00:00Z', [], asked), ownRanges: new Set<DateRange>(['TODAY']) };
  const { period } = await readReport({ date_range: 'TODAY', limit: 10 }, source);
  expect([asked, period.start_date]).toEqual([[], '2026-11-18']);
  const days = { start_date: '2026-11-01', end_date: '2026-11-02' };
  await readReport({ ...days, limit: 10 }, source);
  expect(asked).toEqual([days]);
});
