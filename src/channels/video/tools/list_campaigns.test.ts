import { expect, test } from 'vitest';
import { JPY, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, japan, requests } = sandboxed();

test('lists campaigns with ids as text, amounts in the own currency and times with zone', async () => {
  const { campaigns } = await call('list_campaigns');
  expect(campaigns.map(({ name }: { name: string }) => name)).toEqual([
    'Always on',
    'Launch film',
    'Autumn sale',
    'Store traffic',
  ]);
  const [smart, film] = campaigns;
  expect(smart).toMatchObject({ automation: 'SMART_PLUS', objective: 'WEB_CONVERSIONS' });
  expect(smart.id).toMatch(/^\d{19}$/);
  expect(film).toMatchObject({ status: 'DISABLE', delivery_status: 'CAMPAIGN_STATUS_DISABLE' });
  expect(film.budget).toEqual({ amount: '9000.00', currency: 'USD' });
  expect(film.created_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const there = await call('list_campaigns', { name_contains: 'film', ...(await japan()) });
  expect(there.campaigns[0].budget).toEqual({ amount: '900000', currency: 'JPY' });
});

test('goes on where it stopped, and narrows by status, objective, name and id together', async () => {
  const first = await call('list_campaigns', { limit: 3 });
  const second = await call('list_campaigns', { limit: 3, cursor: first.next_cursor });
  expect([...first.campaigns, ...second.campaigns]).toHaveLength(4);
  expect(second.next_cursor).toBeUndefined();
  const { campaigns } = await call('list_campaigns', { status: 'DELETED', objective: 'WEB_CONVERSIONS' });
  expect(campaigns).toMatchObject([{ name: 'Spring sale', status: 'DELETE' }]);
  const [{ id }] = campaigns;
  expect((await call('list_campaigns', { campaign_ids: [id] })).campaigns).toHaveLength(1);
  expect((await call('list_campaigns', { campaign_ids: [id], name_contains: 'Autumn' })).campaigns).toEqual([]);
});

test("another company's advertiser is refused with the platform's request id", async () => {
  const error = await refusal('list_campaigns', { advertiser_id: JPY });
  expect(error).toMatchObject({ code: 'permission_denied', upstream: { code: 40001 } });
  expect(error.upstream.trace_id).toMatch(/^\d{14}[0-9a-f]+$/);
});

test('the token stands in no address', async () => {
  for (const { path, query } of await requests()) {
    expect(path).toMatch(/^\/open_api\/v1\.3\/.*\/$/);
    expect(query).not.toContain('acacacac');
  }
});

test.each([
  ['Zürich Herbst', 'ZURICH'],
  ['Zurich Herbst', 'zürich'],
])('%s is found by %s', async (name, wanted) => {
  const [{ id }] = (await call('list_campaigns', { limit: 1 })).campaigns;
  await call('update_campaign', { campaign_id: id, campaign_name: name });
  const { campaigns } = await call('list_campaigns', { name_contains: wanted });
  expect(campaigns.map((one: { id: string }) => one.id)).toEqual([id]);
});
