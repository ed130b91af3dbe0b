import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['search'], settings: { ADHELM_SLOW_CALL_MS: '1' } });
});
afterAll(() => service?.close());

const metrics = async () => (await fetch(`${service.url}/metrics`)).text();

interface Panel {
  title: string;
  targets: { expr: string }[];
}

const dashboard = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/operations/grafana-dashboard.json'), 'utf8'),
) as { panels: Panel[] };

/** A job of a kind of its own, which runs once. */
async function runJob(run = async (): Promise<number | undefined> => undefined): Promise<void> {
  const { store, jobs } = service.home;
  await store.transaction((tx) => jobs.put(tx, { kind: 'test', key: 'one', runAt: 0 }));
  await jobs.runDue([{ kind: 'test', run }]);
}

test('every metric and label the dashboard asks for is there after some calls', async () => {
  await service.call('search', 'get_customer');
  await service.call('search', 'get_customer', { customer_id: 'nonsense' });
  await runJob();
  const text = await metrics();
  const asked = dashboard.panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr }) =>
      [...expr.matchAll(/\b((?:adhelm|process)_\w+)/g)].map(([, name]) => ({ title, name: name!, expr })),
    ),
  );
  expect(asked.length).toBeGreaterThan(10);
  for (const { title, name, expr } of asked) {
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    // Waits happen only when there is something to wait for.
    if (name === 'adhelm_upstream_waited_seconds_total') expect(text, title).toContain(`# TYPE ${name} counter`);
    else expect(lines, `${title}: ${name}`).not.toEqual([]);
    const by = /by \(([^)]+)\)/.exec(expr)?.[1]?.split(', ') ?? [];
    for (const label of by.filter((one) => one !== 'instance' && lines.length > 0))
      expect(lines[0], `${title}: ${name}`).toContain(`${label}="`);
  }
});

test('every metric of ours is on the dashboard', async () => {
  const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  const names = [...(await metrics()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!);
  expect(names.filter((name) => !asked.includes(name))).toEqual([]);
});

test('jobs are counted by kind and state, and a failure is logged without its secrets', async () => {
  await runJob(() => Promise.reject(new Error('refused: access_token=hush-hush')));
  const text = await metrics();
  expect(text).toContain('adhelm_job_runs_total{kind="test",outcome="failed"} 1');
  expect(text).toContain('adhelm_jobs{kind="test",state="failing"} 1');
  expect(text).toContain('adhelm_jobs{kind="test",state="late"} 0');
  const [failing] = await service.home.jobs.list({ state: 'failing', limit: 1 });
  expect(failing!.lastError).toBe('Error: refused: access_token=[hidden]');
  expect(service.logged()).toContain('"event":"job_failed"');
  expect(service.logged()).not.toContain('hush-hush');
  await service.home.store.transaction((tx) => service.home.jobs.remove(tx, 'test', 'one'));
});

test('a caller cannot make labels: unknown addresses, tools, methods and keys share one series', async () => {
  await service.call('search', 'get_customer');
  await fetch(`${service.url}/no-such-address-0`);
  await service.post('search', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'made_up_0' } });
  const series = async () => (await metrics()).split('\n').filter((line) => !line.startsWith('#')).length;
  const before = await series();
  for (let index = 1; index < 20; index++) {
    await fetch(`${service.url}/no-such-address-${index}?x=${index}`);
    await service.post('search', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: `made_up_${index}` } });
  }
  expect(await series()).toBe(before);
});

test('a slow call explains itself in the log', async () => {
  const slowMs = 500;
  const fault = { platform: 'search', match: 'googleAds', kind: 'latency', ms: slowMs };
  await fetch(`${service.sandbox.controlOrigin}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  await service.call('search', 'get_customer');
  const line = service
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text))
    .findLast(({ event }) => event === 'slow_call');
  expect(line).toMatchObject({ channel: 'search', tool: 'get_customer', requests: 1, resends: 0, waited_ms: 0 });
  expect(line.platform_ms).toBeGreaterThanOrEqual(slowMs - 1);
  // What passes between the steps of a request is in neither.
  expect(Math.abs(line.own_ms + line.platform_ms - line.duration_ms)).toBeLessThan(slowMs / 2);
});
