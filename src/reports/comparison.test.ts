import { expect, test } from 'vitest';
import { z } from 'zod';
import { quantityOf } from '../tools/report/quantity.ts';
import { compare } from './compare.ts';
import { comparedMetrics, judged, whyNot } from './comparison.ts';
import { againstProblems } from './comparison-period.ts';
import { failed, notReached, tooSlow, withoutRepeats } from './missing-sources.ts';
import { questionArguments } from './question.ts';
import { channelOf, contextOf } from './scripted-channel.testing.ts';
import { sourcesOf } from './sources.ts';
import { baselineOf, stepsOf, type Window, windowOf } from './window.ts';

const USD = { code: 'USD', digits: 2 };
const parts = (told: Record<string, number>) =>
  Object.fromEntries(Object.entries(told).map(([name, value]) => [name, quantityOf(value)!]));

test('what a conversion costs is judged with thirty on both sides, in spans that can be compared', () => {
  const verdict = (now: number, then: number, reason?: string) =>
    judged(
      parts({ cost: 60, conversions: now }),
      parts({ cost: 90, conversions: then }),
      ['cost_per_conversion'],
      reason,
    );
  expect(verdict(30, 30)).toEqual({ comparable: true, verdict: 'better' });
  for (const few of [verdict(29, 30), verdict(30, 29)])
    expect(few).toMatchObject({ verdict: null, verdict_reason: expect.stringContaining('fewer than 30') });
  expect(verdict(30, 30, '7 days are not 6 days.')).toMatchObject({
    comparable: false,
    verdict: null,
    verdict_reason: '7 days are not 6 days.',
  });
});

test('a difference has no noise of binary fractions, and nothing is a share of zero', () => {
  const of = (clicks: number) => parts({ clicks, impressions: 10 });
  expect(comparedMetrics(of(3), of(1), ['ctr'], USD).ctr).toMatchObject({ current: 0.3, before: 0.1, difference: 0.2 });
  expect(comparedMetrics(of(3), of(0), ['clicks'], USD).clicks).toMatchObject({ difference: 3, ratio: null });
});

test('what has ended passes no limit, because its numbers are not known', async () => {
  const rows = ({ end_date }: { end_date: string }) =>
    end_date > '2026-11-10' ? [{ id: '1', cost: 9 }] : ['1', 'ended'].map((id) => ({ id, cost: 9 }));
  const context = () => contextOf([channelOf('ads', [{ id: '1', rows }])], '2026-11-18T12:00:00Z');
  const days = { start_date: '2026-11-11', end_date: '2026-11-17', metrics: ['cost'] };
  const asked = (more: object) => ({
    ...z.object(questionArguments).parse({ ...days, ...more }),
    limit: 100,
    against: 'previous_period' as const,
  });
  const ids = async (more: object) => (await compare(asked(more), context())).rows.map(({ entity }) => entity.id);
  expect(await ids({})).toEqual(['1', 'ended']);
  expect(await ids({ min: { cost: 1 } })).toEqual(['1']);
});

test('accounts that fail alike are one line only where all of a connection do', () => {
  const place = { workspace: { id: 'ws', name: 'Acme' }, channel: { name: 'ads' }, mode: 'live' } as never;
  const line = (account: string, message = 'Down.') =>
    failed(place, { details: { code: 'upstream_unavailable', message, nextStep: 'Wait.' } } as never, account);
  const [one, other] = [line('1'), line('2')];
  expect(withoutRepeats([one, other], 2)).toEqual(
    [{ ...one, account: undefined }].map(({ account: _, ...rest }) => rest),
  );
  expect(withoutRepeats([one, other], 3)).toEqual([one, other]);
  expect(withoutRepeats([one, line('2', 'Closed.')], 2)).toHaveLength(2);
  expect(withoutRepeats([one], 1)).toEqual([one]);
});

test('a number that was read by a clock that ran ahead is no younger than now', () => {
  const days = { start_date: '2026-11-17', end_date: '2026-11-17' };
  const account = { id: '1', name: 'A', currency: USD, timeZone: 'UTC' };
  const reading = {
    account,
    place: { workspace: {}, channel: { name: 'ads' } },
    reporting: { days: { conversionsMoveDays: 1 } },
  };
  const read = { reading, window: { days, completeUntil: '2026-11-17' }, age: { readAt: 9_000 } } as never;
  expect(sourcesOf([read], undefined, 4_000).sources).toMatchObject([{ age_s: 0 }]);
});

const days = (start_date: string, end_date: string) => ({ start_date, end_date });
const week: Window = {
  days: days('2026-11-09', '2026-11-15'),
  completeUntil: '2026-11-14',
  isIncomplete: true,
  leftOut: 0,
};

test('a window ends with the last complete day unless days that still grow are asked for', () => {
  const reading = { reporting: { days: { completeAfterHours: 3 } }, account: { timeZone: 'UTC' } } as never;
  const now = Date.parse('2026-11-15T12:00:00Z');
  expect(windowOf(reading, week.days, now, false)).toEqual({
    days: days('2026-11-09', '2026-11-14'),
    completeUntil: '2026-11-14',
    isIncomplete: false,
    leftOut: 1,
  });
  expect(windowOf(reading, week.days, now, true)).toEqual(week);
  expect(windowOf(reading, days('2026-11-09', '2026-11-14'), now, true).isIncomplete).toBe(false);
  expect(windowOf(reading, days('2026-11-15', '2026-11-15'), now, true).isIncomplete).toBe(true);
  expect(() => windowOf(reading, days('2026-11-15', '2026-11-15'), now, false)).toThrow(/complete until 2026-11-14/);
  expect(() => windowOf(reading, days('2026-11-16', '2026-11-17'), now, true)).toThrow(/begins on 2026-11-16/);
});

test('a baseline and each step are complete or not by themselves', () => {
  expect(baselineOf(week, 'previous_period')).toEqual({
    ...week,
    days: days('2026-11-02', '2026-11-08'),
    isIncomplete: false,
  });
  expect(baselineOf(week, days('2026-11-14', '2026-11-15'))).toMatchObject({ isIncomplete: true });
  expect(stepsOf(week, 'none')).toEqual([{ ...week, segments: {} }]);
  const steps = stepsOf(week, 'day');
  expect(steps.map(({ isIncomplete }) => isIncomplete)).toEqual([...Array(6).fill(false), true]);
  expect(steps[0]?.segments).toEqual({ date: '2026-11-09' });
  expect(stepsOf(week, 'week').map(({ segments }) => segments)).toEqual([{ week: '2026-11-09' }]);
});

test('spans of other length, or one that still grows, are not compared', () => {
  const whole = { ...week, isIncomplete: false };
  expect(whyNot(whole, whole)).toBeUndefined();
  expect(whyNot(week, whole)).toContain('Days after 2026-11-14');
  expect(whyNot(whole, { ...whole, days: days('2026-11-01', '2026-11-02') })).toBe('7 days are not 2 days.');
});

test('a span to compare with must not end before it begins', () => {
  expect(againstProblems('previous_period')).toEqual([]);
  expect(againstProblems(days('2026-11-01', '2026-11-01'))).toEqual([]);
  expect(againstProblems(days('2026-11-02', '2026-11-01'))).toEqual([
    { field: 'against', message: 'must not end (2026-11-01) before it begins (2026-11-02)' },
  ]);
});

test('verdicts go by what a conversion costs, and money differs in money', () => {
  const of = (cost: number) => parts({ cost, conversions: 30 });
  const verdict = (now: number, then: number) => judged(of(now), of(then), ['cost_per_conversion'], undefined);
  expect([verdict(90, 60), verdict(60, 60)]).toMatchObject([{ verdict: 'worse' }, { verdict: 'unchanged' }]);
  expect(verdict(60.01, 60)).toEqual({
    comparable: true,
    verdict: 'unchanged',
    verdict_reason: 'It differs by less than 5 %.',
  });
  const near = [
    verdict(57.1, 60),
    verdict(62.9, 60),
    verdict(56.9, 60),
    verdict(63.1, 60),
    verdict(0, 0),
    verdict(5, 0),
  ];
  expect(near.map((one) => 'verdict' in one && one.verdict)).toEqual([
    ...['unchanged', 'unchanged', 'better', 'worse', 'unchanged', 'worse'],
  ]);
  expect(judged(of(1), of(2), ['cost'], undefined)).toEqual({ comparable: true });
  expect(judged(of(1), of(2), ['cost'], 'No.')).toEqual({ comparable: false, reason: 'No.' });
  expect(comparedMetrics(of(60), of(90), ['cost'], USD).cost).toEqual({
    current: { amount: '60.00', currency: 'USD' },
    before: { amount: '90.00', currency: 'USD' },
    difference: { amount: '-30.00', currency: 'USD' },
    ratio: 0.666667,
  });
  expect(comparedMetrics({ cost: null }, of(90), ['cost'], USD).cost).toMatchObject({
    current: null,
    difference: null,
    ratio: null,
  });
});

test('a source that was not reached says why, and a slow one how long it was waited for', () => {
  const place = { workspace: { id: 'ws' }, channel: { name: 'ads' }, code: 'c', reason: 'r', nextStep: 'n' } as never;
  expect(notReached(place)).toEqual({ workspaceId: 'ws', channel: 'ads', code: 'c', reason: 'r', next_step: 'n' });
  expect(tooSlow('ads', 20_000).details).toMatchObject({
    code: 'upstream_unavailable',
    message: 'The ads platform did not answer within 20 s.',
    retryable: true,
  });
});
