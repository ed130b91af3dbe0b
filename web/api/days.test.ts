import { expect, test } from 'vitest';
import { chartOf } from './days.ts';
import type { Report, ReportRow } from './reports.ts';
import { purses } from './sums.ts';

const period = { start: '2026-11-01', end: '2026-11-03' };
const before = { start: '2026-10-30', end: '2026-10-31' };

const row = (channel: string, date: string, current: number | null, then: number | null) =>
  ({
    channel,
    mode: 'live',
    currency: 'USD',
    segments: { date },
    metrics: { cost: { current, before: then } },
  }) as unknown as ReportRow;

const report = (rows: ReportRow[]): Report => ({
  rows,
  missing: [],
  before,
  sources: [
    { channel: 'social', currency: 'USD', complete_until: '2026-11-02' },
    { channel: 'video', currency: 'USD', complete_until: '2026-11-01' },
  ] as Report['sources'],
});

function drawn(rows: ReportRow[]) {
  return chartOf(purses(rows)[0]!, report(rows), period, 'previous_period');
}

test('a day that a channel has not told in full is a gap, a day without a row before it is no cost', () => {
  const { days, series } = drawn([row('social', '2026-11-02', 5, 1), row('video', '2026-11-01', 3, 1)]);
  expect(days).toEqual(['2026-11-01', '2026-11-02']);
  expect(series).toEqual([
    { channel: 'social', values: [0, 5] },
    { channel: 'video', values: [3, null] },
  ]);
});

test('what only the period before had is drawn on its day', () => {
  const { previous } = drawn([
    row('social', '2026-11-01', 4, 2),
    row('social', '2026-11-02', null, 7),
    row('social', '2026-11-02', 4, 1),
  ]);
  expect(previous).toEqual({ days: ['2026-10-30', '2026-10-31'], values: [2, 8] });
});
