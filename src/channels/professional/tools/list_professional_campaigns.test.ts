import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, walk } = sandboxed('professional');

test('campaigns in every status, shown in the currency of their account', async () => {
  const all = (await walk('list_professional_campaigns', 'campaigns', { limit: 3 })) as { status: string }[];
  expect(new Set(all.map(({ status }) => status))).toEqual(
    new Set(['ACTIVE', 'PAUSED', 'DRAFT', 'COMPLETED', 'CANCELED', 'REMOVED', 'ARCHIVED']),
  );
  const european = await call('list_professional_campaigns', { account_id: '500000002', name: 'Engineers' });
  expect(european.campaigns).toMatchObject([
    { shown_as: 'Ad set', daily_budget: { amount: '60.00', currency: 'EUR' } },
  ]);
});

test('filters combine', async () => {
  const { campaigns } = await call('list_professional_campaigns', { status: ['ACTIVE'], name: 'Beach' });
  expect(campaigns).toMatchObject([{ serving_statuses: ['CAMPAIGN_GROUP_STATUS_HOLD'] }]);
  const { campaign_group_id, id } = campaigns[0];
  expect((await call('list_professional_campaigns', { campaign_group_id, campaign_ids: [id] })).campaigns).toHaveLength(
    1,
  );
  expect((await call('list_professional_campaigns', { campaign_group_id, type: 'TEXT_AD' })).campaigns).toEqual([]);
});

test('a part of a name, in any letters, finds what has it, and says that it is not the name', async () => {
  const { campaigns, notes } = await call('list_professional_campaigns', { name: 'direct', status: ['ACTIVE'] });
  expect(campaigns).toMatchObject([{ name: 'Directors' }]);
  expect(notes).toEqual([expect.stringContaining('exactly "direct"')]);
  const groups = await call('list_campaign_groups', { name: 'always' });
  expect(groups).toMatchObject({ campaign_groups: [{ name: 'Always on' }], notes: [expect.any(String)] });
  expect(await call('list_professional_campaigns', { name: 'nothing like it' })).toEqual({ campaigns: [] });
  const wide = await call('list_professional_campaigns', { name_contains: 'e' });
  expect(wide.campaigns.length).toBeGreaterThan(2);
  expect(await walk('list_professional_campaigns', 'campaigns', { name_contains: 'e', limit: 2 })).toEqual(
    wide.campaigns,
  );
});

test.each([
  ['Zürich Herbst', 'ZURICH'],
  ['Zurich Herbst', 'zürich'],
])('%s is found by %s', async (name, wanted) => {
  const { id } = (await call('list_professional_campaigns', { status: ['ACTIVE'], limit: 1 })).campaigns[0];
  await call('update_professional_campaign', { campaign_id: id, name });
  const { campaigns } = await call('list_professional_campaigns', { name: wanted });
  expect(campaigns.map((one: { id: string }) => one.id)).toEqual([id]);
});
