import { expect, test } from 'vitest';
import type { ReportRow } from '../../api/reports.ts';
import { cumulative, liftsOf, rehearsedPeriod, valueAt } from './curve.ts';
import { lasting, numbered, tell } from './story.ts';
import type { Effect } from './types.ts';

const row = (channel: string, date: string, cost: string): ReportRow => ({
  workspaceId: 'ws',
  channel,
  mode: 'sandbox',
  account: 'a',
  currency: 'USD',
  time_zone: 'UTC',
  entity: { kind: 'account', id: 'a', name: 'A', status: 'ACTIVE' },
  segments: { date },
  metrics: { cost: { current: { amount: cost, currency: 'USD' }, before: null } },
});

const PERIOD = { start: '2026-11-12', end: '2026-11-14' };
const at = (text: string) => new Date(text).getTime();

test('each channel is added up from nothing, day by day, and ends now', () => {
  const rows = [
    row('social', '2026-11-12', '10.50'),
    row('social', '2026-11-14', '4'),
    row('video', '2026-11-13', '7'),
  ];
  const now = at('2026-11-14T09:41');
  const { times, curves } = cumulative(rows, PERIOD, now, 'cost');
  expect(times).toEqual([at('2026-11-12T00:00'), at('2026-11-13T00:00'), at('2026-11-14T00:00'), now]);
  expect(curves).toEqual([
    { channel: 'social', values: [0, 10.5, 10.5, 14.5] },
    { channel: 'video', values: [0, 0, 7, 7] },
  ]);
  expect(cumulative(rows, PERIOD, now, 'clicks').curves[0]!.values.at(-1)).toBe(0);
});

test('between two points the curve is a straight line, and outside it is its end', () => {
  expect(valueAt([0, 100, 200], [0, 10, 30], 150)).toBe(20);
  expect(valueAt([0, 100, 200], [0, 10, 30], 999)).toBe(30);
  expect(valueAt([0, 100, 200], [0, 10, 30], -1)).toBe(0);
});

test('the period begins with the first happening, a week ago at the latest and four at the earliest', () => {
  expect(rehearsedPeriod('2026-11-19', undefined)).toEqual({ start: '2026-11-12', end: '2026-11-19' });
  expect(rehearsedPeriod('2026-11-19', '2026-11-08T12:00:00Z').start).toBe('2026-11-08');
  expect(rehearsedPeriod('2026-11-19', '2026-11-18T12:00:00Z').start).toBe('2026-11-12');
  expect(rehearsedPeriod('2026-11-19', '2026-01-01T12:00:00Z').start).toBe('2026-10-22');
});

const usd = (amount: string) => ({ amount, currency: 'USD' });
const effect = (seq: number, more: Partial<Effect>): Effect => ({
  seq,
  at: `2026-11-12T10:00:0${seq}.000Z`,
  platform: 'social',
  kind: 'update',
  resource: 'campaign',
  id: '1',
  account: null,
  detail: null,
  call: null,
  ...more,
});
const call = (field: string, before: unknown, after: unknown): Effect['call'] => ({
  id: 1,
  who: { kind: 'key', id: 'k', name: 'media-buyer' },
  tool: 'update_social_campaign',
  object: 'Teaser',
  outcome: 'applied',
  error: null,
  changes: [{ field, before, after, state: 'made' }],
});

test('what happened is told in words, with before and after where they are known', () => {
  expect(tell(effect(1, { call: call('daily_budget', usd('300.00'), usd('500.00')) })).title).toBe(
    'Budget $300.00 → $500.00 / day',
  );
  expect(tell(effect(1, { call: call('status', 'PAUSED', 'ACTIVE') })).title).toBe('“Teaser” enabled');
  expect(tell(effect(1, { call: call('status', 'ENABLED', 'PAUSED') })).title).toBe('“Teaser” paused');
  expect(tell(effect(1, { kind: 'create', detail: { name: 'Snow line' } })).title).toBe('“Snow line” created');
  expect(tell(effect(1, { kind: 'delete', resource: 'adCampaignGroup' })).title).toBe('Ad campaign group removed');
});

test('numbers go to what changes what is spent, in the order in which it happened', () => {
  const effects = [
    effect(4, { call: call('daily_budget', usd('3'), usd('5')) }),
    effect(3, { call: call('name', 'a', 'b') }),
    effect(2, { kind: 'create', resource: 'image' }),
    effect(1, { kind: 'create' }),
  ];
  expect([...numbered(effects, 0)]).toEqual([
    [1, 1],
    [4, 2],
  ]);
  expect(numbered(effects, Date.parse('2026-11-13')).size).toBe(0);
});

test('time that passed has a length in words', () => {
  expect([1, 5, 24, 72, 168].map((hours) => lasting(hours * 3_600_000))).toEqual([
    'An hour',
    '5 hours',
    'A day',
    '3 days',
    'A week',
  ]);
});

test('no number hides another of about the same time, on whichever curve it stands', () => {
  const marks = [
    { time: 0, y: 230 },
    { time: 1, y: 200 },
    { time: 2, y: 218 },
    { time: 50, y: 218 },
  ];
  const lifts = liftsOf(marks, 10, 240);
  const places = marks.map(({ y }, at) => y - lifts[at]!);
  for (const [one, other] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const)
    expect(Math.abs(places[one]! - places[other]!)).toBeGreaterThanOrEqual(18);
  expect(lifts[3], 'another time').toBe(0);
  const atTheTop = Array.from({ length: 9 }, () => ({ time: 0, y: 30 }));
  const heights = liftsOf(atTheTop, 10, 300).map((lift) => 30 - lift!);
  expect(Math.min(...heights), 'inside the chart').toBeGreaterThanOrEqual(9);
  expect(new Set(heights).size).toBe(9);
  const tooMany = liftsOf(atTheTop, 10, 100).filter((lift) => lift !== undefined);
  expect(Math.max(...tooMany.map((lift) => 30 - lift)), 'inside the chart').toBeLessThanOrEqual(100);
  expect(tooMany).toHaveLength(5);
});
