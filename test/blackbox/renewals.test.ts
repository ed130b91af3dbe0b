import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['search'], settings: { ADHELM_CALL_DEADLINE_MS: '4000' } });
});
afterAll(() => service?.close());

/** The next request for a token takes this long. */
const slowToken = (ms: number) =>
  fetch(`${service.sandbox.controlOrigin}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'search', match: 'token', kind: 'latency', ms, times: 1 }),
  });

async function effects(): Promise<unknown[]> {
  const reply = await fetch(`${service.sandbox.controlOrigin}/ledger?platform=search&kind=create`);
  return ((await reply.json()) as { effects: unknown[] }).effects;
}

test('a change whose time is up while the token is being renewed was not applied, and says so', async () => {
  await slowToken(8_000);
  const leaving = new AbortController();
  const first = fetch(`${service.url}/search/mcp`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_customer' } }),
  }).catch(() => 'gone');
  await sleep(200);
  const change = service.call('search', 'create_asset', { text: 'Never sent' });
  await sleep(200);
  leaving.abort();
  expect(await first).toBe('gone');
  const { result } = await change;
  expect(result.error).toMatchObject({ code: 'upstream_unavailable', outcome: 'not_applied', retryable: true });
  expect(await effects()).toEqual([]);
});
