import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests } = sandboxed();

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;
const adNamed = async (name: string): Promise<Any> => (await call('list_ads', { name_contains: name })).ads[0];
const OWN = ['id', 'name', 'status', 'delivery_status', 'created_time', 'updated_time', 'ad_group_id', 'campaign_id'];
const content = (ad: Any) => Object.fromEntries(Object.entries(ad).filter(([name]) => !OWN.includes(name)));

test('copies an ad switched off, with what was named changed and all else kept', async () => {
  const original = await adNamed('Store traffic 1.1');
  const sent = (await requests()).filter(({ path }) => path.endsWith('/create/')).length;
  const { ad, keeps_from_serving } = await call('duplicate_ad', {
    ad_id: original.id,
    ad_name: 'Copy',
    ad_text: 'New',
  });
  expect(ad).toMatchObject({ name: 'Copy', status: 'DISABLE', ad_group_id: original.ad_group_id });
  expect(content(ad)).toEqual({ ...content(original), ad_text: 'New' });
  expect(keeps_from_serving.join(' ')).toContain('update_ad');
  expect((await requests()).filter(({ path }) => path.endsWith('/create/')).length).toBe(sent + 1);
  const { ad_groups } = await call('list_ad_groups', { name_contains: '25 to 34' });
  const moved = await call('duplicate_ad', { ad_id: original.id, ad_name: 'There', ad_group_id: ad_groups[0].id });
  expect(moved.ad.ad_group_id).toBe(ad_groups[0].id);
  expect(content(moved.ad)).toEqual(content(original));
});

test('copies a Smart+ ad with all its lists, and not into an ad group of another kind', async () => {
  const original = await adNamed('Always on');
  const { ad } = await call('duplicate_ad', { ad_id: original.id, ad_name: 'Steered copy' });
  expect(ad).toMatchObject({ status: 'DISABLE', automation: 'SMART_PLUS' });
  expect(content(ad)).toEqual(content(original));
  const { ad_group_id } = await adNamed('Store traffic 1.1');
  expect(await refusal('duplicate_ad', { ad_id: original.id, ad_name: 'x', ad_group_id })).toMatchObject({
    field: 'ad_group_id',
  });
  expect((await refusal('duplicate_ad', { ad_id: '42', ad_name: 'x' })).code).toBe('not_found');
});
