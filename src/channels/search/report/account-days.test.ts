import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, control, workspaceNamed } = sandboxed('search');

/** At both moments Tokyo and New York have different days; at 16:00 Tokyo's differs from that of UTC, at 04:00 New York's. */
const TODAY: readonly [moment: string, workspace: string, today: string][] = [
  ['2026-12-15T16:00:00Z', 'Acme Japan', '2026-12-16'],
  ['2026-12-15T16:00:00Z', 'Acme', '2026-12-15'],
  ['2026-12-16T04:00:00Z', 'Acme Japan', '2026-12-16'],
  ['2026-12-16T04:00:00Z', 'Acme', '2026-12-15'],
];

const plus = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

test.each(TODAY)('at %s named ranges of %s count from %s', async (moment, workspace, today) => {
  await control('/clock', 'PUT', { now: moment, frozen: true });
  const workspaceId = await workspaceNamed(workspace);
  for (const [date_range, first, last] of [
    ['TODAY', 0, 0],
    ['YESTERDAY', -1, -1],
    ['LAST_7_DAYS', -7, -1],
    // Names that the platform does not know are sent as days.
    ['LAST_3_DAYS', -3, -1],
    ['LAST_90_DAYS', -90, -1],
  ] as const) {
    const { period, rows } = await call('get_campaign_performance', {
      workspaceId,
      date_range,
      level: 'account',
      segments: ['date'],
      metrics: ['impressions'],
    });
    const days = { start_date: plus(today, first), end_date: plus(today, last) };
    expect(period, date_range).toMatchObject(days);
    const dates = rows.map(({ segments }: { segments: { date: string } }) => segments.date);
    if (dates.length > 0) expect([dates[0], dates.at(-1)], date_range).toEqual([days.start_date, days.end_date]);
    if (date_range === 'LAST_7_DAYS') expect(dates).toHaveLength(7);
  }
});

test('a week that the range cuts is marked with the days that count', async () => {
  const { rows } = await call('get_campaign_performance', {
    level: 'account',
    start_date: '2026-09-03',
    end_date: '2026-09-20',
    segments: ['week'],
    metrics: ['impressions'],
  });
  expect(rows.map(({ segments }: { segments: unknown }) => segments)).toEqual([
    { week: '2026-08-31', cut: { start_date: '2026-09-03', end_date: '2026-09-06' } },
    { week: '2026-09-07' },
    { week: '2026-09-14' },
  ]);
});

test('ads in reports are named by their headlines, with their ad group and campaign', async () => {
  const { rows } = await call('get_campaign_performance', { level: 'ad', metrics: ['impressions'], limit: 5 });
  const { ads } = await call('list_ads', { ad_ids: rows.map(({ ad }: { ad: { id: string } }) => ad.id) });
  expect(rows.length).toBeGreaterThan(0);
  for (const { ad, ad_group, campaign } of rows) {
    const { headlines } = ads.find(({ id }: { id: string }) => id === ad.id);
    if (headlines) expect(ad.name).toBe(headlines.slice(0, 3).join(' | '));
    expect([ad_group.name, campaign.name]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
  }
});
