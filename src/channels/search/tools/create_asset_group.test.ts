import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { pngAddress } from '../resources/file.testing.ts';

const { call, refusal, ledger } = sandboxed('search');

interface Asset {
  id: string;
  image?: { width: number; height: number };
}

/** An image of the account with about this ratio of width to height. */
async function image(ratio: number, widthMin: number): Promise<string> {
  const { assets } = await call('list_assets', { kind: 'image', limit: 1000 });
  const fits = ({ image: one }: Asset) =>
    one !== undefined && one.width >= widthMin && Math.abs(one.width / one.height / ratio - 1) < 0.01;
  const found: Asset | undefined = assets.find(fits);
  expect(found, `an image of ratio ${ratio}`).toBeDefined();
  return found?.id ?? '';
}

async function text(words: string): Promise<string> {
  return (await call('create_asset', { text: words })).asset.id;
}

async function campaign(name: string): Promise<string> {
  const made = await call('create_campaign', {
    name,
    type: 'PERFORMANCE_MAX',
    budget: 20,
    contains_eu_political_advertising: false,
  });
  return made.campaign.id;
}

async function assets() {
  const square = await image(1, 300);
  return [
    ...['Boots for you', 'Warm feet', 'Try them on'].map(async (words) => ['HEADLINE', await text(words)]),
    ['LONG_HEADLINE', await text('Boots that keep your feet warm all winter')],
    ['DESCRIPTION', await text('Light, dry and warm.')],
    ['DESCRIPTION', await text('A hundred days to try them.')],
    ['BUSINESS_NAME', await text('Acme Boots')],
    ['MARKETING_IMAGE', await image(1.91, 600)],
    ['SQUARE_MARKETING_IMAGE', square],
    ['LOGO', square],
  ].reduce<Promise<{ field_type: string; asset_id: string }[]>>(async (list, entry) => {
    const [field_type = '', asset_id = ''] = await entry;
    return [...(await list), { field_type, asset_id }];
  }, Promise.resolve([]));
}

test('an asset group is made paused from created assets, all at once', async () => {
  const campaign_id = await campaign('Automated');
  const given = await assets();
  const { asset_group } = await call('create_asset_group', {
    campaign_id,
    name: 'Boots',
    final_urls: ['https://acme.example/boots'],
    assets: given,
    search_themes: ['winter boots'],
  });
  expect(asset_group).toMatchObject({ name: 'Boots', status: 'PAUSED', campaign_id });
  const sorted = (list: { field_type: string; asset_id: string }[]) =>
    list.map(({ field_type, asset_id }) => `${field_type} ${asset_id}`).sort();
  expect(sorted(asset_group.assets)).toEqual(sorted(given));
});

test('everything that is missing is named, and nothing is made', async () => {
  const campaign_id = await campaign('Incomplete');
  const before = (await ledger({ kind: 'create' })).length;
  const error = await refusal('create_asset_group', {
    campaign_id,
    name: 'Boots',
    final_urls: ['https://acme.example/boots'],
    assets: [{ field_type: 'HEADLINE', asset_id: '1' }],
  });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'assets' });
  for (const type of ['HEADLINE', 'LONG_HEADLINE', 'DESCRIPTION', 'MARKETING_IMAGE', 'BUSINESS_NAME', 'LOGO']) {
    expect(error.message).toContain(type);
  }
  expect((await ledger({ kind: 'create' })).length).toBe(before);
});

test('only the automated type has asset groups', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', limit: 1 });
  const args = { name: 'x', final_urls: ['https://acme.example'], assets: [] };
  expect(await refusal('create_asset_group', { campaign_id: campaigns[0].id, ...args })).toMatchObject({
    field: 'campaign_id',
  });
});

test('a group is made whole from texts, pictures and a video in one changing request', async () => {
  const campaign_id = await campaign('Inline');
  const square = pngAddress(300, 300, 10);
  const parts = {
    campaign_id,
    name: 'Whole',
    final_urls: ['https://acme.example/boots'],
    headlines: ['Inline boots', 'Inline feet', 'Inline shoes'],
    long_headlines: ['Inline boots that keep your feet warm all winter'],
    descriptions: ['Inline, dry and warm.', 'Inline days to try them.'],
    business_name: 'Acme Inline',
    pictures: [pngAddress(955, 500), square, pngAddress(480, 600)],
    logos: [square],
    video_platform_video_ids: ['dQw4w9WgXcQ'],
  };
  const before = (await ledger({ kind: 'create' })).length;
  const { asset_group } = await call('create_asset_group', parts);
  const made = (await ledger({ kind: 'create' })).slice(before);
  // The square picture is one asset in two places.
  expect(made.filter(({ resource }) => resource === 'asset')).toHaveLength(11);
  const types = asset_group.assets.map(({ field_type }: { field_type: string }) => field_type).sort();
  expect(types).toEqual(
    [
      ...['HEADLINE', 'HEADLINE', 'HEADLINE', 'LONG_HEADLINE', 'DESCRIPTION', 'DESCRIPTION', 'BUSINESS_NAME'],
      ...['MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE', 'PORTRAIT_MARKETING_IMAGE', 'LOGO', 'YOUTUBE_VIDEO'],
    ].sort(),
  );
  const changed = await call('update_asset_group', {
    asset_group_id: asset_group.id,
    headlines: ['Inline later'],
    remove_assets: asset_group.assets.filter(
      ({ field_type }: { field_type: string }) => field_type === 'YOUTUBE_VIDEO',
    ),
  });
  expect(changed.not_applied).toEqual([]);
  expect(changed.asset_group.assets).toHaveLength(asset_group.assets.length);
  const odd = await refusal('create_asset_group', { ...parts, name: 'Odd', pictures: [pngAddress(400, 300)] });
  expect(odd).toMatchObject({ field: 'pictures.0', outcome: 'not_applied' });
  expect(odd.message).toContain('400x300');
  const short = await refusal('create_asset_group', { ...parts, name: 'Short', headlines: ['One'] });
  expect(short.message).toContain('HEADLINE: at least 3 needed, 1 given');
  const long = await refusal('create_asset_group', {
    ...parts,
    name: 'No',
    final_urls: ['https://acme.example/x'],
    descriptions: ['x'.repeat(70), 'y'.repeat(70)],
  });
  expect(long.outcome).toBe('not_applied');
});
