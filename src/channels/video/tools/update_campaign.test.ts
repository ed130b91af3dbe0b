import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests, fault, japan } = sandboxed();

const named = async (name: string, more: Record<string, unknown> = {}) =>
  (await call('list_campaigns', { name_contains: name, ...more })).campaigns[0];

const changes = async () =>
  (await requests()).filter(({ method, path }) => method === 'POST' && !path.includes('/tool/')).length;

test('renames and re-budgets in one request, and reports from and to', async () => {
  const { id } = await named('Autumn sale');
  const before = await changes();
  const { applied, not_applied, campaign } = await call('update_campaign', {
    campaign_id: id,
    campaign_name: 'Autumn',
    budget: 210.5,
  });
  expect(applied).toEqual({
    campaign_name: { from: 'Autumn sale', to: 'Autumn' },
    budget: { from: { amount: '180.00', currency: 'USD' }, to: { amount: '210.50', currency: 'USD' } },
  });
  expect(not_applied).toEqual([]);
  expect(campaign).toMatchObject({ id, name: 'Autumn', status: 'ENABLE' });
  expect(await changes()).toBe(before + 1);
});

test('switches off and on, a Smart+ campaign at its own address', async () => {
  for (const name of ['Store traffic', 'Always on']) {
    const { id } = await named(name);
    const off = await call('update_campaign', { campaign_id: id, status: 'DISABLE' });
    expect(off.applied).toEqual({ status: { from: 'ENABLE', to: 'DISABLE' } });
    expect((await call('update_campaign', { campaign_id: id, status: 'ENABLE' })).campaign.status).toBe('ENABLE');
  }
});

test('status beside another change is refused: the platform would need two requests', async () => {
  const { id } = await named('Store traffic');
  const before = await changes();
  const error = await refusal('update_campaign', { campaign_id: id, status: 'DISABLE', campaign_name: 'x' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'status' });
  expect(await changes()).toBe(before);
});

test('budgets are refused before they are sent, with the number that would do', async () => {
  const autumn = (await named('Autumn')).id;
  const before = await changes();
  const low = await refusal('update_campaign', { campaign_id: autumn, budget: 49.99 });
  expect(low).toMatchObject({ code: 'invalid_arguments', field: 'budget', outcome: 'not_applied' });
  expect(low.message).toContain('at least 50.00 USD');
  const high = await refusal('update_campaign', { campaign_id: autumn, budget: 10_000_000 });
  expect(high.message).toContain('less than 10000000.00 USD');
  const film = (await named('Launch film')).id;
  expect((await refusal('update_campaign', { campaign_id: film, budget: 51 })).message).toContain('105 %');
  const traffic = (await named('Store traffic')).id;
  expect((await refusal('update_campaign', { campaign_id: traffic, budget: 500 })).message).toContain('INFINITE');
  expect(await changes()).toBe(before);
});

test('yen are whole and have their own floor', async () => {
  const there = await japan();
  const { id } = await named('Autumn sale', there);
  expect((await refusal('update_campaign', { campaign_id: id, budget: '20000.5', ...there })).message).toContain(
    'steps of 1',
  );
  expect((await refusal('update_campaign', { campaign_id: id, budget: 4999, ...there })).message).toContain('5000 JPY');
  const { applied } = await call('update_campaign', { campaign_id: id, budget: 20001, ...there });
  expect(applied.budget).toEqual({
    from: { amount: '18000', currency: 'JPY' },
    to: { amount: '20001', currency: 'JPY' },
  });
});

test('a change whose answer was lost is looked up', async () => {
  const { id } = await named('Store traffic');
  await fault('cut_after', 'POST .*campaign/update/');
  const { applied } = await call('update_campaign', { campaign_id: id, campaign_name: 'Store visits' });
  expect(applied.campaign_name).toEqual({ from: 'Store traffic', to: 'Store visits' });
});

test('a throttled change inside HTTP 200 is sent again', async () => {
  const { id } = await named('Store visits');
  await fault('throttle', 'POST .*campaign/update/');
  expect((await call('update_campaign', { campaign_id: id, campaign_name: 'Store traffic' })).campaign.name).toBe(
    'Store traffic',
  );
});

test('DELETE is final, and a campaign that is not there is not found', async () => {
  const { id } = await named('Launch film');
  expect((await call('update_campaign', { campaign_id: id, status: 'DELETE' })).campaign.status).toBe('DELETE');
  expect(await refusal('update_campaign', { campaign_id: id, campaign_name: 'x' })).toMatchObject({
    outcome: 'not_applied',
  });
  expect(await refusal('update_campaign', { campaign_id: '42', status: 'ENABLE' })).toMatchObject({
    code: 'not_found',
  });
});
