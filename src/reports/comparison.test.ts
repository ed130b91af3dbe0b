import { expect, test } from 'vitest';
import { z } from 'zod';
import { quantityOf } from '../tools/report/quantity.ts';
import { compare } from './compare.ts';
import { comparedMetrics, judged } from './comparison.ts';
import { failed, withoutRepeats } from './missing-sources.ts';
import { questionArguments } from './question.ts';
import { channelOf, contextOf } from './scripted-channel.testing.ts';
import { sourcesOf } from './sources.ts';

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
