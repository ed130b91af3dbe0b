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

test('goes on with another limit than it began with, where the platform takes no other size of pages', async () => {
  for (let number = 0; number < 30; number++) await call('create_campaign_group', { name: `Many ${number}` });
  const whole = (await call('list_campaign_groups', { limit: 1000 })).campaign_groups;
  const seen: unknown[] = [];
  const limits = [2, 27, 3, 1000];
  for (let cursor: string | undefined; limits.length > 0; ) {
    const page = await call('list_campaign_groups', { limit: limits.shift(), ...(cursor && { cursor }) });
    seen.push(...page.campaign_groups);
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(whole);
});
