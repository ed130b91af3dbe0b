import { expect, test } from 'vitest';
import { type Body, socialForTests } from '../../src/sandbox/social/calls.testing.ts';
import { ACME, seedLargeAccount } from '../../src/sandbox/social/seed.ts';
import { Store } from '../../src/sandbox/social/state.ts';

let account: string;
const graph = socialForTests({
  seedMore: ({ db, now }) => {
    account = seedLargeAccount(new Store(db), now(), 5000);
  },
});

async function call(method: string, path: string, params: Record<string, string>): Promise<Body> {
  const query = new URLSearchParams({ access_token: ACME.token, ...params });
  return (await fetch(`${graph.origin}/v26.0/${path}?${query}`, { method })).json();
}

async function everything(path: string, params: Record<string, string>): Promise<{ rows: Body[]; pages: number }> {
  const rows: Body[] = [];
  let page = await call('GET', path, params);
  for (let pages = 1; ; pages++) {
    rows.push(...page.data);
    if (!page.paging?.next) return { rows, pages };
    page = await (await fetch(page.paging.next)).json();
  }
}

test('five thousand creatives come in as many calls as there are pages', async () => {
  const { rows, pages } = await everything(`${account}/adcreatives`, { fields: 'name,object_type', limit: '500' });
  expect(rows.length).toBeGreaterThanOrEqual(5000);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(pages).toBe(Math.ceil(rows.length / 500));
});

test('a big report is refused at once and comes whole from a report run', async () => {
  const params = {
    level: 'ad',
    fields: 'ad_id,impressions,spend',
    time_range: '{"since":"2026-09-01","until":"2026-11-14"}',
  };
  expect((await call('GET', `${account}/insights`, params)).error).toMatchObject({ code: 100, error_subcode: 1487534 });
  const { report_run_id: run } = await call('POST', `${account}/insights`, params);
  expect((await call('GET', run, {})).async_percent_completion).toBeLessThan(100);
  graph.advance(2000);
  expect((await call('GET', run, {})).async_status).toBe('Job Running');
  graph.advance(3_600_000);
  expect((await call('GET', run, {})).async_status).toBe('Job Completed');
  const { rows } = await everything(`${run}/insights`, { limit: '1000' });
  expect(rows.length).toBeGreaterThanOrEqual(5000);
});

test('a report beyond all measure fails and says so', async () => {
  const params = {
    level: 'ad',
    breakdowns: 'age',
    fields: 'spend',
    time_range: '{"since":"2025-11-01","until":"2026-11-14"}',
  };
  const { report_run_id: run } = await call('POST', `${account}/insights`, params);
  graph.advance(3_600_000);
  expect(await call('GET', run, {})).toMatchObject({
    async_status: 'Job Failed',
    error_code: -3,
    error_subcode: 1504045,
  });
  expect((await call('GET', `${run}/insights`, {})).error.code).toBe(100);
});
