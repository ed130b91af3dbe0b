import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests } = sandboxed();

interface Row {
  campaign: { id: string };
  segments: Record<string, string>;
  metrics: { impressions: number; clicks: number; ctr: number; cost: { amount: string; currency: string } };
}

test('rows name their campaign, rates are fractions, and the totals are the sum of the rows', async () => {
  const { rows, totals, report } = await call('get_social_insights', { date_preset: 'last_7d', limit: 1000 });
  expect(report).toEqual({ made: 'at_once', ready: true });
  expect(rows[0].campaign).toMatchObject({ id: expect.stringMatching(/^\d+$/), status: expect.any(String) });
  for (const { metrics } of rows as Row[]) expect(metrics.ctr).toBeCloseTo(metrics.clicks / metrics.impressions, 10);
  const clicks = rows.reduce((sum: number, { metrics }: Row) => sum + metrics.clicks, 0);
  expect(totals.clicks).toBe(clicks);
  expect(totals.cost.currency).toBe('USD');
});

test('splits by day and placement, one campaign only', async () => {
  const [{ campaign }] = (await call('get_social_insights', { date_preset: 'last_7d', limit: 1 })).rows;
  const { rows } = await call('get_social_insights', {
    campaign_ids: [campaign.id],
    since: '2026-11-01',
    until: '2026-11-03',
    time_increment: 1,
    breakdowns: ['publisher_platform', 'platform_position'],
    limit: 1000,
  });
  expect(new Set(rows.map((row: Row) => row.campaign.id))).toEqual(new Set([campaign.id]));
  expect(new Set(rows.map((row: Row) => row.segments.date_start))).toEqual(
    new Set(['2026-11-01', '2026-11-02', '2026-11-03']),
  );
  expect(rows[0].segments).toHaveProperty('platform_position');
});

test('a large report is made in the background, and its pages go on where the last ended', async () => {
  const asked = {
    level: 'ad',
    breakdowns: ['age', 'gender'],
    time_increment: 1,
    since: '2026-10-01',
    until: '2026-10-31',
    limit: 40,
  };
  const first = await call('get_social_insights', asked);
  expect(first.report).toMatchObject({ made: 'in_background', ready: true });
  const second = await call('get_social_insights', { ...asked, cursor: first.next_cursor });
  const keys = [...first.rows, ...second.rows].map((row) => JSON.stringify([row.ad, row.segments]));
  expect(new Set(keys).size).toBe(80);
  const started = (await requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('/insights'));
  expect(started).toHaveLength(1);
});

test('what the platform cannot answer is explained: partner breakdown, days too far back', async () => {
  expect(await refusal('get_social_insights', { breakdowns: ['platform_position'] })).toMatchObject({
    field: 'breakdowns',
    message: expect.stringContaining('publisher_platform'),
  });
  expect(await refusal('get_social_insights', { since: '2019-01-01', until: '2019-01-02' })).toMatchObject({
    code: 'invalid_arguments',
    upstream: { code: 3018 },
  });
});
