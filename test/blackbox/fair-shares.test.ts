import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

/** As many as one may have at the platform at once; the rest of its calls waits on our side. */
const AT_ONCE = 32;
const SLOW_MS = 4000;

let service: TestService;
let other: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['search'] });
  other = await service.workspaceId('Acme Japan');
});
afterAll(() => service?.close());

const customer = (args: Record<string, unknown> = {}, key = service.key) =>
  service.call('search', 'get_customer', args, { key });

test('forty slow calls of one workspace delay neither another workspace nor another key of its own', async () => {
  const { key } = await service.home.keyRing.create({
    workspaceId: await service.workspaceId('Acme'),
    name: 'second',
    actor: 'test',
  });
  // Every connection has its token by now, so that only the calls themselves are slow.
  await Promise.all([customer(), customer({ workspaceId: other })]);
  await fetch(`${service.sandbox.controlOrigin}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'search', kind: 'latency', ms: SLOW_MS, times: AT_ONCE }),
  });
  const slow = Array.from({ length: 40 }, () => customer());
  await sleep(1000);
  const startedAt = performance.now();
  const quick = await Promise.all([customer({ workspaceId: other }), customer({}, key)]);
  expect(performance.now() - startedAt).toBeLessThan(SLOW_MS / 3);
  for (const { isError } of [...quick, ...(await Promise.all(slow))]) expect(isError).toBe(false);
});
