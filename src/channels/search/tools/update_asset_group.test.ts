import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

/** A campaign serves through any of its groups, so one that is alone shows what its pausing does. */
async function onlyOfItsCampaign() {
  const all: { id: string; name: string; campaign_id: string }[] = await groups();
  const alone = all.find(({ campaign_id }) => all.filter((one) => one.campaign_id === campaign_id).length === 1);
  if (alone) return alone;
  for (const other of all.slice(1)) await call('update_asset_group', { asset_group_id: other.id, status: 'PAUSED' });
  return all[0]!;
}

const groups = async () => (await call('list_asset_groups')).asset_groups;

test('pauses and enables, and says what still keeps the campaign from serving', async () => {
  const group = await onlyOfItsCampaign();
  const paused = await call('update_asset_group', { asset_group_id: group.id, status: 'PAUSED' });
  expect(paused.asset_group.status).toBe('PAUSED');
  expect(paused.keeps_from_serving.join(' ')).toContain('update_asset_group');
  const enabled = await call('update_asset_group', { asset_group_id: group.id, status: 'ENABLED', name: 'Renamed' });
  expect(enabled.applied).toEqual({
    status: { from: 'PAUSED', to: 'ENABLED' },
    name: { from: group.name, to: 'Renamed' },
  });
  expect(enabled.keeps_from_serving.join(' ')).not.toContain('update_asset_group');
});

test('puts an asset in and takes it out again; what the group cannot do without stays', async () => {
  const [group] = await groups();
  const { asset } = await call('create_asset', { text: 'One more headline' });
  const link = { asset_id: asset.id, field_type: 'HEADLINE' };
  const added = await call('update_asset_group', { asset_group_id: group.id, add_assets: [link] });
  expect(added.asset_group.assets).toContainEqual(link);
  expect(added.not_applied).toEqual([]);
  const again = await call('update_asset_group', { asset_group_id: group.id, add_assets: [link] });
  expect(again.applied).toEqual({});
  const removed = await call('update_asset_group', { asset_group_id: group.id, remove_assets: [link] });
  expect(removed.asset_group.assets).not.toContainEqual(link);
  const headlines = group.assets.filter(({ field_type }: { field_type: string }) => field_type === 'HEADLINE');
  expect(await refusal('update_asset_group', { asset_group_id: group.id, remove_assets: headlines })).toMatchObject({
    code: 'invalid_arguments',
    field: 'remove_assets',
  });
});

test('nothing to change, and a group that is not there, are told', async () => {
  expect(await refusal('update_asset_group', { asset_group_id: '1' })).toMatchObject({ code: 'invalid_arguments' });
  expect(await refusal('update_asset_group', { asset_group_id: '1', name: 'x' })).toMatchObject({ code: 'not_found' });
});

test('an asset that is added and taken out at once is refused', async () => {
  const [{ id, assets }] = (await call('list_asset_groups')).asset_groups;
  const link = { asset_id: assets[0].asset_id, field_type: assets[0].field_type };
  const twice = { asset_group_id: id, video_platform_video_ids: ['aaaaaaaaaaa', 'bbbbbbbbbbb', 'aaaaaaaaaaa'] };
  expect(await refusal('update_asset_group', twice)).toMatchObject({ field: 'video_platform_video_ids.2' });
  const both = { asset_group_id: id, add_assets: [link], remove_assets: [link] };
  expect(await refusal('update_asset_group', both)).toMatchObject({ field: 'remove_assets.0' });
});

test('an asset that is named twice is put in and taken out once', async () => {
  const [{ id: asset_group_id }] = await groups();
  const { asset } = await call('create_asset', { text: 'Named twice' });
  const link = { asset_id: asset.id, field_type: 'HEADLINE' };
  const added = await call('update_asset_group', { asset_group_id, add_assets: [link, link] });
  expect(added.asset_group.assets).toContainEqual(link);
  const removed = await call('update_asset_group', { asset_group_id, remove_assets: [link, link] });
  expect(removed.asset_group.assets).not.toContainEqual(link);
  expect([added.not_applied, removed.not_applied]).toEqual([[], []]);
});
