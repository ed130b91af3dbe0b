import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chosenMetrics, orderOf, reportArguments, reportOutput, reportProblems, Subject } from './arguments.ts';
import type { MetricTable } from './metrics.ts';

const table = { names: ['cost', 'clicks', 'ctr'], sortable: ['cost', 'clicks'] } as unknown as MetricTable<never>;
const given = { metrics: ['cost', 'clicks'], segments: ['date', 'device'], statuses: ['ACTIVE', 'PAUSED'] } as const;
const input = z.strictObject(
  reportArguments({ metrics: [...given.metrics], segments: [...given.segments], statuses: [...given.statuses] }),
);
const parsed = (args: object) => input.safeParse(args);

describe('the arguments of a report', () => {
  test('have a page of a hundred rows, or as many as the channel says', () => {
    expect(parsed({}).data).toEqual({ limit: 100 });
    const own = z.strictObject(
      reportArguments({ metrics: ['cost'], segments: ['date'], statuses: ['ACTIVE'], limit: 20 }),
    );
    expect(own.parse({}).limit).toBe(20);
  });

  test('take names that the channel knows, one to sixty metrics and at most eight segments', () => {
    const metrics = (count: number) => parsed({ metrics: Array(count).fill('cost') }).success;
    expect([0, 1, 60, 61].map(metrics)).toEqual([false, true, true, false]);
    const segments = (count: number) => parsed({ segments: Array(count).fill('date') }).success;
    expect([0, 8, 9].map(segments)).toEqual([true, true, false]);
    for (const [name, value] of Object.entries({ metrics: ['x'], segments: ['x'], compare_to: 'x', status: ['x'] }))
      expect(parsed({ [name]: value }).success, name).toBe(false);
  });

  test('take one status without its brackets, and none as a mistake', () => {
    expect(parsed({ status: 'ACTIVE' }).data?.status).toEqual(['ACTIVE']);
    expect(parsed({ status: ['ACTIVE', 'PAUSED'] }).data?.status).toEqual(['ACTIVE', 'PAUSED']);
    expect(parsed({ status: [] }).success).toBe(false);
  });

  test('take an order of a hundred characters at most', () => {
    expect(['x'.repeat(100), 'x'.repeat(101)].map((order_by) => parsed({ order_by }).success)).toEqual([true, false]);
  });

  test('say what they are', () => {
    const { properties } = z.toJSONSchema(input, { io: 'input' });
    const described = Object.entries(properties!).map(([name, one]) => [
      name,
      (one as { description?: string }).description,
    ]);
    expect(Object.fromEntries(described)).toMatchObject({
      metrics: 'impressions, clicks, cost, conversions, ctr, cpc when left out',
      segments: 'What splits the rows',
      compare_to: 'Adds before and change to rows and totals',
      order_by: '`metric` or `metric DESC`',
      status: 'All when left out',
    });
  });
});

test('an answer has rows of the channel’s subjects, totals and a period, and names no row without them', () => {
  const output = z.object(reportOutput({ campaign: Subject }));
  const campaign = { id: '1', name: 'A', status: 'ACTIVE' };
  const row = { campaign, segments: {}, metrics: { cost: 1 } };
  const period = { start_date: '2026-11-01', end_date: '2026-11-02', time_zone: 'UTC' };
  const whole = { rows: [row], totals: { cost: 1 }, period, comparison: { complete: true }, next_cursor: 'n' };
  expect(output.parse(whole)).toEqual(whole);
  for (const broken of [
    { ...whole, rows: [{ ...row, campaign: { id: '1' } }] },
    { ...whole, rows: [{ campaign, metrics: {} }] },
    { ...whole, totals: undefined },
    { ...whole, period: { start_date: '2026-11-01' } },
  ])
    expect(output.safeParse(broken).success).toBe(false);
});

test.each([
  ['cost', { by: 'cost', descending: false }],
  [' Cost DESC ', { by: 'cost', descending: true }],
  ['cost asc', { by: 'cost', descending: false }],
  ['segments.date desc', { by: 'segments.date', descending: true }],
  ['cost down', undefined],
  ['cost desc now', undefined],
  ['cost, clicks', undefined],
  ['', undefined],
  [undefined, undefined],
])('the order %j is read as %j', (text, order) => {
  expect(orderOf(text)).toEqual(order);
});

test('shown are the chosen metrics or the usual ones, and the one that rows are ordered by, each once', () => {
  expect(chosenMetrics({ metrics: ['cost'], order_by: 'clicks DESC' }, table)).toEqual(['cost', 'clicks']);
  expect(chosenMetrics({ metrics: ['cost'], order_by: 'cost' }, table)).toEqual(['cost']);
  expect(chosenMetrics({ metrics: [], order_by: 'date' }, table, ['ctr'])).toEqual(['ctr']);
  expect(chosenMetrics({}, table)).toEqual(['impressions', 'clicks', 'cost', 'conversions', 'ctr', 'cpc']);
});

describe('what a report cannot be asked for', () => {
  const problems = (args: object, ...sortable: string[]) =>
    reportProblems(args, table, sortable).map(({ field, message }) => `${field}: ${message}`);

  test('is an order that the platform does not sort by', () => {
    expect(problems({ order_by: 'clicks DESC' })).toEqual([]);
    expect(problems({ order_by: 'date' })).toEqual([expect.stringMatching(/^order_by: must be a name .*cost DESC/)]);
    expect(problems({ order_by: 'date' }, 'date')).toEqual([]);
    expect(reportProblems({ order_by: 'clickz' }, table)[0]).toMatchObject({
      message: expect.stringContaining('clicks'),
      allowed_values: ['cost', 'clicks'],
    });
    expect(problems({ order_by: 'cost, clicks' })).toHaveLength(1);
    expect(problems({})).toEqual([]);
  });

  test.each(['date', 'day', 'hour', 'week', 'month', 'quarter', 'year', 'month_of_year'])(
    'is a comparison with other days split by %s',
    (segment) => {
      const [told] = problems({ compare_to: 'previous_period', segments: ['device', segment] });
      expect(told).toMatch(new RegExp(`^compare_to: cannot be combined with the segment ${segment}: `));
      expect(problems({ segments: [segment] })).toEqual([]);
      expect(problems({ compare_to: 'previous_period', segments: ['device'] })).toEqual([]);
      expect(problems({ compare_to: 'previous_period' })).toEqual([]);
    },
  );

  test('is not a comparison of months by name with the year before: it has the same months', () => {
    expect(problems({ compare_to: 'previous_year', segments: ['month_of_year'] })).toEqual([]);
    expect(problems({ compare_to: 'previous_year', segments: ['month'] })).toHaveLength(1);
    expect(problems({ compare_to: 'same_days_last_month', segments: ['month_of_year'] })).toHaveLength(1);
  });

  test('is a span and days at once', () => {
    const days = { start_date: '2026-11-01', end_date: '2026-11-02' };
    expect(problems({ date_range: 'TODAY', ...days })).toHaveLength(1);
    expect(problems(days)).toEqual([]);
  });
});
