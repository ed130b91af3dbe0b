import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, walk } = sandboxed('professional');

test('groups in every status, by filters that combine, page by page', async () => {
  const all = await walk('list_campaign_groups', 'campaign_groups', { limit: 2 });
  expect(all).toHaveLength(7);
  const { campaign_groups } = await call('list_campaign_groups', { status: ['DRAFT', 'PAUSED'], name: 'Summer' });
  expect(campaign_groups).toMatchObject([
    { name: 'Summer', status: 'PAUSED', shown_as: 'Campaign', serving_statuses: ['STOPPED'] },
  ]);
  const id = campaign_groups[0].id;
  expect(
    (await call('list_campaign_groups', { campaign_group_ids: [id], status: ['ACTIVE'] })).campaign_groups,
  ).toEqual([]);
});
