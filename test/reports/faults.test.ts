import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Any, PAST_DAYS, type ReportingService, startReportingService } from '../reporting-service.ts';

/** A service for each test: a breaker that one of them opened would stand in the way of the next. */
let service: ReportingService;
beforeEach(async () => {
  service = await startReportingService({ settings: { ADHELM_REPORT_DEADLINE_MS: '90000' } });
});
afterEach(() => service.close());

const SILENT_MS = 60_000;
const ALL = { ...PAST_DAYS, limit: 1000 };

test.each([
  ['unavailable', 'upstream_unavailable'],
  ['expired_token', 'token_expired'],
  ['refused', 'permission_denied'],
  ['throttle', 'rate_limited'],
] as const)(
  'a platform that answers %s is missing with %s, and the others stay as they are to the byte',
  async (kind, code) => {
    const fresh = { ...ALL, fresh: true };
    const whole = await service.ask('report', fresh);
    await service.control('/faults', 'POST', { platform: 'video', kind, times: 10_000 });
    const { rows, totals, missing, partial } = await service.ask('report', fresh);
    const others = (all: Any[]) => JSON.stringify(all.filter((row) => row.channel !== 'video'));
    expect(others(rows)).toBe(others(whole.rows));
    expect(rows.some((row: Any) => row.channel === 'video')).toBe(false);
    expect(missing).toEqual([
      { channel: 'video', code, reason: expect.any(String), next_step: expect.stringMatching(/\w/) },
    ]);
    expect(partial).toBe(true);
    for (const total of totals) expect(total.partial).toBe(true);
  },
);

test('one account that fails is missing alone; its half-read rows are not shown', async () => {
  const account = '1001000000000002';
  await service.control('/faults', 'POST', {
    platform: 'social',
    kind: 'server_error',
    match: `act_${account}/insights`,
    times: 10_000,
  });
  const { rows, missing, sources } = await service.ask('report', { ...ALL, channels: ['social'], fresh: true });
  expect(missing).toMatchObject([{ channel: 'social', account, code: 'upstream_unavailable' }]);
  expect(rows.some((row: Any) => row.account === account)).toBe(false);
  expect(sources.some((source: Any) => source.account === account)).toBe(false);
  expect(rows.length).toBeGreaterThan(5);
});

test('a platform that does not answer costs its own deadline and no more', async () => {
  await service.close();
  service = await startReportingService({ settings: { ADHELM_REPORT_DEADLINE_MS: '4000' } });
  await service.control('/faults', 'POST', { platform: 'professional', kind: 'latency', ms: SILENT_MS, times: 10_000 });
  const started = performance.now();
  const { rows, missing, partial } = await service.ask('report', { ...ALL, channels: ['search', 'professional'] });
  expect(performance.now() - started).toBeLessThan(SILENT_MS / 2);
  expect(missing).toMatchObject([{ channel: 'professional', code: 'upstream_unavailable' }]);
  expect(missing[0].reason).toMatch(/within 4 s/);
  expect(partial).toBe(true);
  expect(rows.length).toBeGreaterThan(5);
});

test('a platform that dies in the middle is missing with what it had not told, in CSV too', async () => {
  await service.control('/faults', 'POST', {
    platform: 'video',
    kind: 'cut_before',
    match: 'report/integrated',
    skip: 1,
    times: 10_000,
  });
  const { rows, missing } = await service.ask('report', { ...ALL, channels: ['search', 'video'] });
  expect(rows.every((row: Any) => row.channel === 'search')).toBe(true);
  expect(missing).toMatchObject([{ channel: 'video' }]);
  const csv = await service.csv({ start_date: ALL.start_date, end_date: ALL.end_date, channels: 'search,video' });
  const [head, ...lines] = csv.rows;
  const problem = head!.indexOf('problem');
  const told = lines.filter((line) => line[problem] !== '');
  expect(new Set(told.map((line) => line[0]))).toEqual(new Set(['video']));
  expect(told.every((line) => line.length === head!.length && line[head!.indexOf('cost')] === '')).toBe(true);
});

test('a caller that leaves stops everything', async () => {
  await service.control('/faults', 'POST', { platform: 'social', kind: 'latency', ms: 300, times: 10_000 });
  const leaving = new AbortController();
  const asked = fetch(`${service.url}/workspace/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'report', arguments: ALL } }),
    signal: leaving.signal,
  }).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 900));
  leaving.abort();
  await asked;
  // What is on its way when the caller leaves is still answered; nothing new may follow it.
  const seen = async () => (await service.controlled('/requests?platform=social')).requests.length;
  let [before, now] = [-1, await seen()];
  while (now !== before) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    [before, now] = [now, await seen()];
  }
  expect(now).toBeGreaterThan(0);
  // A caller that stays makes thirty accounts be asked four questions each.
  expect(now).toBeLessThan(60);
});

test('progress is told to who asks for it', async () => {
  const params = {
    name: 'report',
    arguments: { ...ALL, channels: ['search', 'video'] },
    _meta: { progressToken: 'p' },
  };
  const reply = await service.post(
    'workspace',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { headers: { accept: 'application/json, text/event-stream' } },
  );
  const events = [...(await reply.text()).matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  const told = events.filter(({ method }) => method === 'notifications/progress').map((event) => event.params);
  expect(told.length).toBeGreaterThan(2);
  expect(told.at(-1)).toMatchObject({ progressToken: 'p', progress: told.at(-1).total });
});
