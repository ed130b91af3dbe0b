import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['search'] });
});
afterAll(() => service?.close());

test('the configured account is used when none is named', async () => {
  const { isError, result } = await service.call('search', 'get_customer');
  expect(isError, JSON.stringify(result)).toBe(false);
  expect(result.customer).toMatchObject({ currency: 'USD', status: 'ENABLED', is_manager: false });
  expect(result.customer.id).toMatch(/^\d{10}$/);
});

test('each workspace has its own account and currency', async () => {
  const workspaceId = await service.workspaceId('Acme Japan');
  const { result } = await service.call('search', 'get_customer', { workspaceId });
  expect(result.customer.currency).toBe('JPY');
});

test('dashes in a customer id are accepted', async () => {
  const { result: plain } = await service.call('search', 'get_customer');
  const dashed = plain.customer.id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
  const { result } = await service.call('search', 'get_customer', { customer_id: dashed });
  expect(result.customer).toEqual(plain.customer);
});

test('an id that is no id is refused before anything is sent', async () => {
  const before = await requestsSeen();
  const { isError, result } = await service.call('search', 'get_customer', { customer_id: '../../x' });
  expect(isError).toBe(true);
  expect(result.error).toMatchObject({ code: 'invalid_arguments', field: 'customer_id' });
  expect(await requestsSeen()).toBe(before);
});

test('an account nobody gave us access to is a permission problem that says what to do', async () => {
  const { isError, result } = await service.call('search', 'get_customer', { customer_id: '9999999999' });
  expect(isError).toBe(true);
  expect(['permission_denied', 'not_found']).toContain(result.error.code);
  expect(result.error.next_step).not.toBe('');
  expect(result.error.upstream.trace_id).toBeTruthy();
});

test('an expired token is renewed once and the call succeeds', async () => {
  await arm({ platform: 'search', match: 'googleAds:search', kind: 'expired_token' });
  const { isError } = await service.call('search', 'get_customer');
  expect(isError).toBe(false);
});

test('a read is tried again after a cut connection', async () => {
  await arm({ platform: 'search', match: 'googleAds:search', kind: 'cut_after' });
  const { isError } = await service.call('search', 'get_customer');
  expect(isError).toBe(false);
});

test('throttling is called by its name', async () => {
  await arm({ platform: 'search', match: 'googleAds:search', kind: 'throttle', times: 3 });
  const { isError, result } = await service.call('search', 'get_customer');
  expect(isError).toBe(true);
  expect(result.error).toMatchObject({ code: 'rate_limited', retryable: true, outcome: 'not_applied' });
  await fetch(`${service.sandbox.controlOrigin}/faults`, { method: 'DELETE' });
});

async function arm(fault: Record<string, unknown>): Promise<void> {
  const reply = await fetch(`${service.sandbox.controlOrigin}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(reply.ok).toBe(true);
}

async function requestsSeen(): Promise<number> {
  const reply = await fetch(`${service.sandbox.controlOrigin}/requests?platform=search`);
  const { requests } = (await reply.json()) as { requests: unknown[] };
  return requests.length;
}
