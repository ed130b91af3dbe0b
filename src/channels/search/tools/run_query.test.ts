import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

test('gives rows as the platform names their fields, and amounts as money', async () => {
  const { rows } = await call('run_query', {
    query:
      'SELECT campaign.id, campaign.advertising_channel_type, metrics.cost_micros, metrics.average_cpc FROM campaign ORDER BY campaign.id',
    limit: 3,
  });
  expect(rows).toHaveLength(3);
  expect(rows[0].campaign).toMatchObject({ id: expect.any(String), advertising_channel_type: expect.any(String) });
  const money = { amount: expect.stringMatching(/^\d+\.\d{2,6}$/), currency: 'USD' };
  expect(rows[0].metrics).toEqual({ cost: money, average_cpc: money });
});

test('names with digits keep their spelling', async () => {
  const { rows } = await call('run_query', {
    query:
      "SELECT ad_group_ad.ad.responsive_search_ad.path1 FROM ad_group_ad WHERE ad_group_ad.ad.type = 'RESPONSIVE_SEARCH_AD'",
  });
  expect(JSON.stringify(rows)).toContain('"path1"');
});

test('pages are bounded and go on where the last one ended', async () => {
  const query = 'SELECT campaign.id FROM campaign ORDER BY campaign.id';
  const { rows: all } = await call('run_query', { query });
  const first = await call('run_query', { query, limit: 2 });
  const second = await call('run_query', { query, limit: 2, cursor: first.next_cursor });
  expect([...first.rows, ...second.rows]).toEqual(all.slice(0, 4));
  expect(await refusal('run_query', { query: `${query} DESC`, limit: 2, cursor: first.next_cursor })).toMatchObject({
    field: 'cursor',
  });
});

test('what is certainly wrong is refused before it is sent, all of it at once', async () => {
  expect(await refusal('run_query', { query: 'DELETE FROM campaign' })).toMatchObject({ field: 'query' });
  const before = (await requests()).length;
  const error = await refusal('run_query', { query: 'SELECT campaign.nam, metrics.cost FROM campaign' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'query', outcome: 'not_applied' });
  expect(error.message).toMatch(/did you mean campaign.name\?.*did you mean metrics.cost_micros\?/s);
  expect((await requests()).length).toBe(before);
});

test('mistakes of every kind are told at once, and days without quotes are told so', async () => {
  const { message } = await refusal('run_query', {
    query:
      "SELECT campaign.nam, segments.hour, segments.slot FROM campaign WHERE segments.date >= 2026-01-01 AND campaign.status = 'ENABLE' ORDER BY metrics.clicks",
  });
  for (const said of [
    'did you mean campaign.name?',
    "days stand in quotes: '2026-01-01'",
    'segments.hour and segments.slot cannot be selected together',
    'did you mean ENABLED?',
    'ORDER BY metrics.clicks: has to be selected too',
  ])
    expect(message).toContain(said);
  const between = await refusal('run_query', {
    query: 'SELECT campaign.id FROM campaign WHERE segments.date BETWEEN 2026-01-01 AND 2026-02-01',
  });
  expect(between.message).toContain("'2026-01-01'");
});

test('what only the platform can know it says in its own words', async () => {
  const error = await refusal('run_query', {
    query: 'SELECT campaign.id, segments.date FROM campaign WHERE segments.date BETWEEN "2019-01-01" AND "2019-02-01"',
  });
  expect(error).toMatchObject({ code: 'invalid_arguments' });
  expect(error.upstream.code).toBe('dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED');
});
