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

test('every metric and label the dashboard asks for is there after some calls', async () => {
  await service.call('search', 'get_customer');
  await service.call('search', 'get_customer', { customer_id: 'nonsense' });
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
