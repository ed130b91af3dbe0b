import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, clearFaults, workspaceNamed, requests, unfence } = sandboxed('search');

test('the configured account is used when none is named', async () => {
  const { customer } = await call('get_customer');
  expect(customer).toMatchObject({ currency: 'USD', status: 'ENABLED', is_manager: false });
  expect(customer.id).toMatch(/^\d{10}$/);
});

test('each workspace has its own account and currency', async () => {
  const { customer } = await call('get_customer', { workspaceId: await workspaceNamed('Acme Japan') });
  expect(customer.currency).toBe('JPY');
});

test('dashes in a customer id are accepted', async () => {
  const { customer } = await call('get_customer');
  const customer_id = customer.id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
  expect(await call('get_customer', { customer_id })).toEqual({ customer });
});

test('an id that is no id is refused before anything is sent', async () => {
  const before = (await requests()).length;
  const error = await refusal('get_customer', { customer_id: '../../x' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'customer_id' });
  expect((await requests()).length).toBe(before);
});

test("another client's account is refused by the workspace's fence, whatever the login reaches", async () => {
  const before = (await requests()).length;
  const error = await refusal('get_customer', { customer_id: '468-023-5791' });
  expect(error).toMatchObject({
    code: 'permission_denied',
    field: 'customer_id',
    allowed_values: ['7301442586', '2468013579', '3579124680'],
    outcome: 'not_applied',
  });
  expect((await requests()).length).toBe(before);
});

test('an account without access is a permission problem that says what to do', async () => {
  await unfence();
  const error = await refusal('get_customer', { customer_id: '5791346802' });
  expect(error).toMatchObject({ code: 'permission_denied', next_step: expect.stringContaining('login_customer_id') });
  expect(error.upstream.trace_id).toBeTruthy();
  expect(await refusal('get_customer', { customer_id: '9999999999' })).toMatchObject({
    code: expect.stringMatching(/permission_denied|not_found/),
  });
});

test('the manager an account is reached through can be named for one call', async () => {
  const europe = { customer_id: '3579124680' };
  expect((await call('get_customer', { ...europe, login_customer_id: '730-144-2586' })).customer.currency).toBe('EUR');
  expect(await refusal('get_customer', { ...europe, login_customer_id: '2468013579' })).toMatchObject({
    code: 'permission_denied',
  });
});

test('an expired token is renewed once and the call succeeds', async () => {
  await fault('expired_token', 'googleAds:search');
  await call('get_customer');
});

test('a read is tried again after a cut connection', async () => {
  await fault('cut_after', 'googleAds:search');
  await call('get_customer');
});

test('throttling is called by its name', async () => {
  await fault('throttle', 'googleAds:search', { times: 3 });
  const error = await refusal('get_customer');
  expect(error).toMatchObject({ code: 'rate_limited', retryable: true, outcome: 'not_applied' });
  await clearFaults();
});
