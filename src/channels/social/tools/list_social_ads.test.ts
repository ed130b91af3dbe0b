import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('lists by ad set, and a cursor continues only the list it came from', async () => {
  const page = await call('list_social_ads', { limit: 2 });
  const [first] = page.ads;
  const inSet = await call('list_social_ads', { ad_set_id: first.ad_set_id });
  expect(inSet.ads.map(({ id }: { id: string }) => id)).toContain(first.id);
  const next = await call('list_social_ads', { limit: 2, cursor: page.next_cursor });
  expect(next.ads.map(({ id }: { id: string }) => id)).not.toContain(first.id);
  const other = { limit: 2, cursor: page.next_cursor, effective_status: ['PAUSED'] };
  expect(await refusal('list_social_ads', other)).toMatchObject({ code: 'invalid_arguments', field: 'cursor' });
});

test('what an ad belongs to is shown by name, not only by id', async () => {
  const [ad] = (await call('list_social_ads', { limit: 1 })).ads;
  const { ad_sets } = await call('list_ad_sets', { ad_set_ids: [ad.ad_set_id] });
  const { campaigns } = await call('list_social_campaigns', { campaign_ids: [ad.campaign_id] });
  const { creatives } = await call('list_ad_creatives', { creative_ids: [ad.creative_id] });
  expect([ad.ad_set_name, ad.campaign_name, ad.creative_name]).toEqual([
    ad_sets[0].name,
    campaigns[0].name,
    creatives[0].name,
  ]);
});

test('everything that narrows a list holds at once: ids, parents, status and name', async () => {
  const idsOf = async (args: Record<string, unknown>) =>
    (await call('list_social_ads', args)).ads.map(({ id }: { id: string }) => id);
  const { ads } = await call('list_social_ads', { limit: 50 });
  const [one] = ads;
  const elsewhere = ads.find((ad: { campaign_id: string }) => ad.campaign_id !== one.campaign_id);
  const both = [one.id, elsewhere.id];
  expect(await idsOf({ ad_ids: both })).toEqual(both);
  expect(await idsOf({ ad_ids: both, campaign_id: one.campaign_id })).toEqual([one.id]);
  expect(await idsOf({ ad_ids: both, ad_set_id: elsewhere.ad_set_id })).toEqual([elsewhere.id]);
  expect(await idsOf({ ad_ids: [one.id], status: ['DISAPPROVED'] })).toEqual([]);
  expect(await idsOf({ ad_ids: both, name_contains: one.name })).toContain(one.id);
  expect(await idsOf({ campaign_id: one.campaign_id, ad_set_id: one.ad_set_id })).toContain(one.id);
  expect(await idsOf({ campaign_id: elsewhere.campaign_id, ad_set_id: one.ad_set_id })).toEqual([]);
});
