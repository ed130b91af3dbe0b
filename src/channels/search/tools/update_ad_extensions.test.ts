import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

async function campaign(): Promise<string> {
  const { campaign: made } = await call('create_campaign', {
    name: `below ${Math.random()}`,
    budget: 10,
    contains_eu_political_advertising: false,
  });
  return made.id;
}

const SALE = { text: 'Sale', final_url: 'https://acme.example/sale' };

test('everything is made and linked in one changing request, and taken away again in one', async () => {
  const campaign_id = await campaign();
  const changes = async () =>
    (await requests()).filter(
      ({ path, request_body: body }) => path.endsWith(':mutate') && !body?.includes('"validateOnly":true'),
    ).length;
  const before = await changes();
  const { added } = await call('update_ad_extensions', {
    campaign_id,
    sitelinks: [SALE, { ...SALE, text: 'Stores', description1: 'Near you', description2: 'Open daily' }],
    callouts: ['Free returns'],
    snippets: [{ header: 'Brands', values: ['Acme', 'Roadrunner', 'Coyote'] }],
    calls: [{ country: 'US', phone_number: '(212) 555-0199' }],
  });
  expect(await changes()).toBe(before + 1);
  expect(added).toMatchObject([
    { kind: 'sitelink', text: 'Sale', final_url: SALE.final_url, status: 'ENABLED' },
    { kind: 'sitelink', text: 'Stores', description1: 'Near you', description2: 'Open daily' },
    { kind: 'callout', text: 'Free returns' },
    { kind: 'snippet', text: 'Brands', values: ['Acme', 'Roadrunner', 'Coyote'] },
    { kind: 'call', text: '(212) 555-0199', country: 'US' },
  ]);
  const gone = added.slice(0, 2).map(({ id }: { id: string }) => id);
  const reply = await call('update_ad_extensions', { campaign_id, remove_ids: gone, callouts: ['Since 1949'] });
  expect(reply.removed).toEqual(gone);
  expect(reply.ad_extensions.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'call',
    'callout',
    'callout',
    'snippet',
  ]);
});

test('what the platform would refuse is blamed on the very entry, and nothing is linked', async () => {
  const campaign_id = await campaign();
  for (const [args, field] of [
    [{}, 'sitelinks'],
    [{ sitelinks: [{ ...SALE, description1: 'Only one' }] }, 'sitelinks.0.description2'],
    [{ callouts: ['Good', 'x'.repeat(26)] }, 'callouts.1'],
    [{ snippets: [{ header: 'Colours', values: ['a', 'b', 'c'] }] }, 'snippets.0.header'],
    [{ calls: [{ country: 'US', phone_number: '1-900-555-0100' }] }, 'calls.0.phone_number'],
    [{ remove_ids: ['1'] }, 'remove_ids.0'],
  ] as const)
    expect(await refusal('update_ad_extensions', { campaign_id, ...args }), JSON.stringify(args)).toMatchObject({
      code: 'invalid_arguments',
      field,
      outcome: 'not_applied',
    });
  expect((await call('list_ad_extensions', { campaign_id })).ad_extensions).toEqual([]);
  expect(await refusal('update_ad_extensions', { campaign_id, callouts: [] })).toMatchObject({ field: 'callouts' });
  expect(await refusal('update_ad_extensions', { campaign_id: '1', callouts: ['x'] })).toMatchObject({
    code: 'not_found',
  });
});

test('assets that exist are linked by what they are; texts and unknown ids are refused', async () => {
  const campaign_id = await campaign();
  const { assets } = await call('list_assets', { kind: 'image', limit: 1 });
  const [image] = assets;
  const { added } = await call('update_ad_extensions', { campaign_id, asset_ids: [image.id], callouts: ['By hand'] });
  expect(added).toContainEqual(
    expect.objectContaining({ id: image.id, kind: 'image', text: image.name, content: image.image }),
  );
  expect(
    (await call('update_ad_extensions', { campaign_id, asset_ids: [image.id], callouts: ['Twice'] })).added,
  ).toEqual([expect.objectContaining({ text: 'Twice' })]);
  const [text] = (await call('list_assets', { kind: 'text', limit: 1 })).assets;
  for (const [asset_ids, field] of [
    [[text.id], 'asset_ids.0'],
    [['1'], 'asset_ids.0'],
  ] as const)
    expect(await refusal('update_ad_extensions', { campaign_id, asset_ids })).toMatchObject({ field });
  const both = { campaign_id, asset_ids: [image.id], remove_ids: [image.id] };
  expect(await refusal('update_ad_extensions', both)).toMatchObject({ field: 'remove_ids' });
});

test('an extension or asset that is named twice is unlinked and linked once', async () => {
  const campaign_id = await campaign();
  const { added } = await call('update_ad_extensions', { campaign_id, callouts: ['Free returns'] });
  const [image] = (await call('list_assets', { kind: 'image', limit: 1 })).assets;
  const reply = await call('update_ad_extensions', {
    campaign_id,
    remove_ids: [added[0].id, added[0].id],
    asset_ids: [image.id, image.id],
  });
  expect(reply.removed).toEqual([added[0].id]);
  expect(reply.ad_extensions).toMatchObject([{ id: image.id }]);
});
