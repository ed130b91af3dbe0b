import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/program.ts';
import { type Body, START } from '../../src/sandbox/social/calls.testing.ts';
import emulator from '../../src/sandbox/social/emulator.ts';
import { ACME, seedLargeAccount } from '../../src/sandbox/social/seed.ts';
import { Store } from '../../src/sandbox/social/state.ts';

let time = START;
let sandbox: Sandbox;
let account: string;

beforeAll(async () => {
  const large: typeof emulator = {
    ...emulator,
    prepare(world) {
      emulator.prepare(world);
      account = seedLargeAccount(new Store(world.db), world.now(), 5000);
    },
  };
  sandbox = await startSandbox({
    file: ':memory:',
    port: 0,
    emulators: [large],
    ambient: { now: () => time, randomBytes },
  });
});

afterAll(() => sandbox.close());

async function call(method: string, path: string, params: Record<string, string>): Promise<Body> {
  const query = new URLSearchParams({ access_token: ACME.token, ...params });
  return (await fetch(`${sandbox.origins.social}/v26.0/${path}?${query}`, { method })).json();
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
  time += 2000;
  expect((await call('GET', run, {})).async_status).toBe('Job Running');
  time += 3_600_000;
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
  time += 3_600_000;
  expect(await call('GET', run, {})).toMatchObject({
    async_status: 'Job Failed',
    error_code: -3,
    error_subcode: 1504045,
  });
  expect((await call('GET', `${run}/insights`, {})).error.code).toBe(100);
});
