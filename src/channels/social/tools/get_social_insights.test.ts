import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests, control, service } = sandboxed('social');

interface Row {
  campaign: { id: string };
  segments: Record<string, string>;
  metrics: { impressions: number; clicks: number; ctr: number; cost: { amount: string; currency: string } };
}

test('rows name their campaign, rates are fractions, and the totals are the sum of the rows', async () => {
  const { rows, totals, report } = await call('get_social_insights', { date_preset: 'last_7d', limit: 1000 });
  expect(report).toEqual({ made: 'at_once', ready: true });
  expect(rows[0].campaign).toMatchObject({ id: expect.stringMatching(/^\d+$/), status: expect.any(String) });
  for (const { metrics } of rows as Row[]) expect(metrics.ctr).toBeCloseTo(metrics.clicks / metrics.impressions, 6);
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

const sums = (rows: { metrics: Row['metrics'] }[]) => ({
  cents: rows.reduce((sum, { metrics }) => sum + Math.round(Number(metrics.cost.amount) * 100), 0),
  clicks: rows.reduce((sum, { metrics }) => sum + metrics.clicks, 0),
  impressions: rows.reduce((sum, { metrics }) => sum + metrics.impressions, 0),
});

test.each(['campaign', 'ad_set', 'ad'])(
  'rows of level %s add up to the totals, what is archived included',
  async (level) => {
    const args = { level, date_range: 'LAST_YEAR', limit: 1000 };
    const all = await call('get_social_insights', args);
    expect(all.next_cursor).toBeUndefined();
    expect(sums(all.rows)).toEqual(sums([{ metrics: all.totals }]));
    expect(all.period).toMatchObject({ start_date: '2025-01-01', end_date: '2025-12-31' });
    const archived = await call('get_social_insights', { ...args, status: ['ARCHIVED'] });
    expect(sums(archived.rows)).toEqual(sums([{ metrics: archived.totals }]));
    expect(archived.rows.length).toBeLessThan(all.rows.length);
  },
);

test('archived campaigns are among the rows unless the status says otherwise; what only the account counts is told', async () => {
  const args = { start_date: '2024-06-01', end_date: '2026-11-01', limit: 1000 };
  const all = await call('get_social_insights', args);
  const statuses = new Set(all.rows.map((row: { campaign: { status: string } }) => row.campaign.status));
  expect(statuses).toContain('ARCHIVED');
  expect(statuses).not.toContain('UNKNOWN');
  const live = await call('get_social_insights', { ...args, status: ['ACTIVE', 'PAUSED'] });
  expect(sums([{ metrics: live.totals }]).cents).toBeLessThan(sums([{ metrics: all.totals }]).cents);
  const account = await call('get_social_insights', { ...args, level: 'account' });
  const deleted = sums([{ metrics: account.totals }]).cents - sums([{ metrics: all.totals }]).cents;
  expect(deleted).toBeGreaterThan(0);
  expect(all.notes[0]).toContain(`${(deleted / 100).toFixed(2)} USD`);
  expect(account.notes).toBeUndefined();
});

test('totals and days are the same on every page', async () => {
  const args = { date_range: 'LAST_7_DAYS', segments: ['date'], limit: 5 };
  const first = await call('get_social_insights', args);
  const before = (await requests()).length;
  const second = await call('get_social_insights', { ...args, cursor: first.next_cursor });
  expect([second.totals, second.period]).toEqual([first.totals, first.period]);
  const asked = (await requests()).slice(before).filter(({ path }) => path.endsWith('/insights'));
  expect(asked).toHaveLength(1);
});

test('asked for by the names of before it answers the same, and no list shows them', async () => {
  const old = { date_preset: 'last_7d', breakdowns: ['age'], sort: 'clicks_descending' };
  const now = { date_range: 'LAST_7_DAYS', segments: ['age'], order_by: 'clicks DESC' };
  expect(await call('get_social_insights', old)).toEqual(await call('get_social_insights', now));
  expect(await refusal('get_social_insights', { ...old, segments: ['age'] })).toMatchObject({ field: 'breakdowns' });
  expect(await refusal('get_social_insights', { date_preset: 'last_8d' })).toMatchObject({ field: 'date_preset' });
});

test('the day is the platform’s: with its clock moved, yesterday is another day', async () => {
  const clock = (body: Record<string, unknown>) => control('/clock', 'PUT', body);
  await clock({ now: '2026-12-25T12:00:00Z', frozen: true });
  const { period, rows } = await call('get_social_insights', { date_range: 'YESTERDAY', segments: ['date'] });
  expect(period).toMatchObject({ start_date: '2026-12-24', end_date: '2026-12-24' });
  expect(rows[0]?.segments.date ?? '2026-12-24').toBe('2026-12-24');
  await clock({ now: new Date().toISOString(), frozen: false });
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
  const unlike = { segments: ['video_asset', 'call_to_action_asset'] };
  expect(await refusal('get_social_insights', unlike)).toMatchObject({ field: 'segments' });
  expect(await refusal('get_social_insights', { since: '2019-01-01', until: '2019-01-02' })).toMatchObject({
    code: 'invalid_arguments',
    field: 'start_date',
    upstream: { code: 3018 },
  });
});

test('beside the same days earlier: each row has what it was and by what part it changed, and so have the totals', async () => {
  const days = { start_date: '2026-10-08', end_date: '2026-10-14' };
  const now = await call('get_social_insights', { ...days, compare_to: 'previous_period' });
  const then = await call('get_social_insights', { start_date: '2026-10-01', end_date: '2026-10-07' });
  expect(now.comparison).toMatchObject({
    period: { start_date: '2026-10-01', end_date: '2026-10-07' },
    totals: { before: then.totals },
    complete: true,
  });
  const earlier = new Map(then.rows.map((row: Row) => [row.campaign.id, row.metrics]));
  for (const { campaign, metrics, before, change } of now.rows as (Row & {
    before: Row['metrics'];
    change: Row['metrics'];
  })[]) {
    expect(before ?? undefined).toEqual(earlier.get(campaign.id));
    if (before?.clicks) expect(change.clicks).toBeCloseTo((metrics.clicks - before.clicks) / before.clicks, 3);
  }
  expect(now.rows.some(({ before }: { before: unknown }) => before !== null)).toBe(true);
  expect(await refusal('get_social_insights', { compare_to: 'previous_year', segments: ['date'] })).toMatchObject({
    field: 'compare_to',
  });
});

test('results by the goal of each campaign, and how ads rank, have a name', async () => {
  const { rows } = await call('get_social_insights', { metrics: ['result', 'cost', 'purchases'], limit: 1000 });
  const reached = rows.filter(({ metrics }: { metrics: { result: unknown } }) => metrics.result !== null);
  expect(reached.length).toBeGreaterThan(1);
  for (const { campaign, metrics } of reached) {
    expect(campaign.objective).toMatch(/^OUTCOME_/);
    expect(metrics.result).toMatchObject({ type: expect.stringMatching(/^[a-z_.]+$/), count: expect.any(Number) });
    expect(Number(metrics.result.cost_per.amount) * metrics.result.count).toBeCloseTo(Number(metrics.cost.amount), 0);
  }
  expect(
    new Set(reached.map(({ metrics }: { metrics: { result: { type: string } } }) => metrics.result.type)).size,
  ).toBeGreaterThan(1);
  const ads = await call('get_social_insights', {
    level: 'ad',
    metrics: ['quality_ranking', 'video_views_p25'],
    limit: 5,
  });
  expect(ads.rows[0].metrics).toMatchObject({ quality_ranking: expect.stringMatching(/AVERAGE/) });
  expect(ads.totals).toMatchObject({ quality_ranking: null });
});

test('segments may be told apart: a small table each, which add up to the totals', async () => {
  const days = { start_date: '2026-10-01', end_date: '2026-10-14' };
  const asked = { ...days, level: 'account', segments: ['age', 'platform_position', 'device_platform'] };
  const { tables, rows, totals } = await call('get_social_insights', { ...asked, segments_separately: true });
  expect(rows).toEqual([]);
  expect(Object.keys(tables)).toEqual(asked.segments);
  expect(tables.platform_position[0].segments).toHaveProperty('publisher_platform');
  for (const [segment, table] of Object.entries(tables) as [string, Row[]][]) {
    expect(table.length, segment).toBeLessThan(30);
    expect(
      table.reduce((sum, { metrics }) => sum + metrics.clicks, 0),
      segment,
    ).toBe(totals.clicks);
  }
  const cut = await call('get_social_insights', { ...asked, segments_separately: true, limit: 2 });
  expect(cut.tables_cut).toContain('age');
  for (const segments of [undefined, []])
    expect(await refusal('get_social_insights', { ...days, segments, segments_separately: true })).toMatchObject({
      field: 'segments',
    });
});

test('conversions by attribution window need no action types, and never more than the whole', async () => {
  const days = { start_date: '2026-10-01', end_date: '2026-10-14' };
  const attribution_windows = ['1d_click', '7d_click', '1d_view'];
  const { rows, totals } = await call('get_social_insights', { ...days, attribution_windows, limit: 1000 });
  const [short, long, viewed] = totals.by_window;
  expect(totals.by_window.map(({ window }: { window: string }) => window)).toEqual(attribution_windows);
  expect(short.conversions).toBeGreaterThan(0);
  expect(long.conversions).toBeGreaterThanOrEqual(short.conversions);
  expect(long.conversions + viewed.conversions).toBeLessThanOrEqual(totals.conversions + 1);
  expect(long.conversion_value).toEqual({ amount: expect.stringMatching(/^\d+\.\d\d$/), currency: 'USD' });
  const summed = rows.reduce(
    (sum: number, { metrics }: { metrics: { by_window: { conversions: number }[] } }) =>
      sum + metrics.by_window[1]!.conversions,
    0,
  );
  expect(summed).toBe(long.conversions);
});

test('every breakdown works alone or with the company that its refusal names', async () => {
  for (const segment of [
    'age',
    'country',
    'dma',
    'platform_position',
    'device_platform',
    'impression_device',
    'image_asset',
  ]) {
    const alone = await service().call('social', 'get_social_insights', { segments: [segment], limit: 1 });
    if (!alone.isError) continue;
    const [, together = ''] = /: (\w+ \+ \w+)/.exec(alone.result.error.message) ?? [];
    await call('get_social_insights', { segments: together.split(' + '), limit: 1 });
    await call('get_social_insights', { segments: [segment, 'age'], segments_separately: true, limit: 1 });
  }
});

test('a misspelt action is refused, and one that no row has is named in a note', async () => {
  const insights = (action_types: string[]) => refusal('get_social_insights', { action_types });
  for (const [wrong, right] of [
    ['purchases', 'purchase'],
    ['Purchase', 'purchase'],
    ['link clicks', 'link_click'],
    ['purchse', 'purchase'],
  ] as const)
    expect((await insights([wrong])).message, wrong).toContain(`did you mean "${right}"`);
  const odd = await call('get_social_insights', { action_types: ['offsite_conversion.custom.77', 'link_click'] });
  expect(odd.notes.join(' ')).toMatch(/No row has the action offsite_conversion.custom.77, so it counts 0.*link_click/);
});

test('the platform’s own numbers agree with each other, at every level', async () => {
  const metrics =
    'impressions reach spend unique_clicks unique_ctr inline_link_clicks outbound_clicks outbound_clicks_ctr website_ctr landing_page_views landing_page_view_per_link_click inline_post_engagement actions unique_actions action_values cost_per_action_type conversion_values purchase_roas website_purchase_roas result results objective_results cost_per_result result_rate video_play_actions thruplays video_thruplay_watched_actions cost_per_thruplay video_p25_watched_actions video_p95_watched_actions video_p100_watched_actions video_avg_time_watched_actions estimated_ad_recallers social_spend'.split(
      ' ',
    );
  for (const level of ['campaign', 'ad_set', 'ad']) {
    const { rows, totals } = await call('get_social_insights', {
      level,
      metrics,
      date_range: 'LAST_30_DAYS',
      limit: 10,
    });
    expect(rows.length, level).toBeGreaterThan(0);
    // biome-ignore lint/suspicious/noExplicitAny: metrics of many shapes
    for (const { metrics: row } of rows as { metrics: any }[]) {
      expect(Object.keys(row)).toEqual(metrics);
      expect(row.unique_ctr).toBeCloseTo(row.unique_clicks / row.reach, 5);
      expect(row.outbound_clicks_ctr).toBeCloseTo(row.outbound_clicks / row.impressions, 5);
      expect(row.website_ctr).toBeCloseTo(row.inline_link_clicks / row.impressions, 5);
      const clicks = row.actions.find((one: { action_type: string }) => one.action_type === 'link_click').value;
      expect(clicks).toBe(row.inline_link_clicks);
      expect(row.landing_page_view_per_link_click).toBeCloseTo(row.landing_page_views / clicks, 5);
      expect(row.results).toEqual(row.result);
      if (row.result) {
        expect(row.objective_results).toBe(row.result.count);
        expect(row.cost_per_result).toEqual(row.result.cost_per);
        expect(row.result_rate).toBeCloseTo(row.result.count / row.impressions, 5);
      }
      expect(row.video_thruplay_watched_actions).toBe(row.thruplays);
      expect(row.video_p25_watched_actions).toBeGreaterThanOrEqual(row.video_p95_watched_actions);
      if (row.thruplays > 0) expect(row.cost_per_thruplay).toMatchObject({ currency: 'USD' });
      for (const { value } of row.cost_per_action_type) expect(value).toMatchObject({ currency: 'USD' });
      expect(row.social_spend).toEqual({ amount: '0.00', currency: 'USD' });
    }
    expect(totals.outbound_clicks).toBeGreaterThan(rows[0].metrics.outbound_clicks - 1);
  }
});
