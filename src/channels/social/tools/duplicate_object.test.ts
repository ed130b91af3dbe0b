import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, ledger } = sandboxed('social');

async function launched() {
  const { campaign } = await call('create_social_campaign', {
    name: 'Spring',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
  });
  const { ad_set } = await call('create_ad_set', {
    campaign_id: campaign.id,
    name: 's',
    targeting: { geo_locations: { countries: ['US'] }, age_min: 25 },
    advantage_audience: false,
    optimization_goal: 'LINK_CLICKS',
    daily_budget: 20,
  });
  const { creative } = await call('create_ad_creative', {
    name: 'cr',
    page_id: '101000000000001',
    link_url: 'https://acme.example/x',
    picture: 'https://acme.example/x.png',
    message: 'm',
  });
  const { ad } = await call('create_social_ad', { ad_set_id: ad_set.id, creative_id: creative.id, name: 'a' });
  return { campaign_id: campaign.id, ad_set_id: ad_set.id, ad_id: ad.id, creative_id: creative.id };
}

test('a campaign is copied with what is below it, paused, in one request', async () => {
  const source = await launched();

  await call('bulk_update', {
    campaign_ids: [source.campaign_id],
    ad_set_ids: [source.ad_set_id],
    ad_ids: [source.ad_id],
    status: 'ACTIVE',
  });
  const { copy, copied, keeps_from_serving } = await call('duplicate_object', {
    campaign_id: source.campaign_id,
    name_suffix: ' 2',
  });
  expect(copy).toMatchObject({ name: 'Spring 2', status: 'PAUSED', objective: 'OUTCOME_TRAFFIC' });
  expect(copied.map(({ source_id }: { source_id: string }) => source_id)).toEqual([
    source.campaign_id,
    source.ad_set_id,
    source.ad_id,
  ]);
  expect(keeps_from_serving.join(' ')).toMatch(/update_social_campaign.*update_ad_set.*update_social_ad/);
  const { ads } = await call('list_social_ads', { campaign_id: copy.id });
  expect(ads).toMatchObject([{ status: 'PAUSED', creative_id: source.creative_id, name: 'a' }]);
  const { ad_sets } = await call('list_ad_sets', { campaign_id: copy.id });
  expect(ad_sets).toMatchObject([{ daily_budget: { amount: '20.00' }, targeting: { age_min: 25 } }]);
  await call('update_social_campaign', { campaign_id: source.campaign_id, status: 'PAUSED' });
});

test('an ad set goes into another campaign, an ad into another ad set', async () => {
  const [from, to] = [await launched(), await launched()];
  const moved = await call('duplicate_object', {
    ad_set_id: from.ad_set_id,
    into_campaign_id: to.campaign_id,
    with_children: false,
    start_time: '2030-01-01T00:00:00Z',
  });
  expect(moved.copy).toMatchObject({ campaign_id: to.campaign_id, name: 's - Copy' });
  expect(Date.parse(moved.copy.start_time)).toBe(Date.parse('2030-01-01T00:00:00Z'));
  expect(moved.copied).toHaveLength(1);
  const { copy } = await call('duplicate_object', { ad_id: from.ad_id, into_ad_set_id: moved.copy.id });
  expect(copy).toMatchObject({ ad_set_id: moved.copy.id, campaign_id: to.campaign_id });
});

test('more than the platform copies at once is refused beforehand, with the way that leads there', async () => {
  const { campaign_id, ad_set_id, creative_id } = await launched();
  await call('create_social_ad', { ad_set_id, creative_id, name: 'b' });
  const before = (await ledger({ kind: 'create' })).length;
  expect(await refusal('duplicate_object', { campaign_id })).toMatchObject({
    code: 'unsupported',
    field: 'with_children',
    next_step: expect.stringContaining('into_campaign_id'),
  });
  expect(await ledger({ kind: 'create' })).toHaveLength(before);
  const alone = await call('duplicate_object', { campaign_id, with_children: false });
  const { copied } = await call('duplicate_object', { ad_set_id, into_campaign_id: alone.copy.id });
  expect(copied).toHaveLength(3);
});

test('cut off after it arrived it is called unknown, and happens once; arguments that do not belong are refused', async () => {
  const { ad_id, ad_set_id } = await launched();
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*/copies$');
  expect(await refusal('duplicate_object', { ad_id })).toMatchObject({ code: 'outcome_unknown' });
  expect(await ledger({ kind: 'create' })).toHaveLength(before + 1);
  expect(await refusal('duplicate_object', { ad_id, ad_set_id })).toMatchObject({ code: 'invalid_arguments' });
  expect(await refusal('duplicate_object', { ad_id, into_campaign_id: '1' })).toMatchObject({
    field: 'into_campaign_id',
  });
});
