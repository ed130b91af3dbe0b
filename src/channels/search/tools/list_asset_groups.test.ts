import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('search');

test('shows groups with what they are made of, narrowed by everything that is asked at once', async () => {
  const { asset_groups } = await call('list_asset_groups');
  const [group] = asset_groups;
  expect(group).toMatchObject({ id: expect.stringMatching(/^\d+$/), final_urls: [expect.stringContaining('http')] });
  expect(group.assets.map(({ field_type }: { field_type: string }) => field_type)).toContain('HEADLINE');
  const narrowed = { asset_group_id: group.id, campaign_id: group.campaign_id, name_contains: group.name };
  expect((await call('list_asset_groups', narrowed)).asset_groups).toEqual([group]);
  expect((await call('list_asset_groups', { ...narrowed, status: 'REMOVED' })).asset_groups).toEqual([]);
});
