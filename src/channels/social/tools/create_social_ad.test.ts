import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, ledger, fault } = sandboxed('social');

async function adSet(more: Record<string, unknown> = {}) {
  const { campaign } = await call('create_social_campaign', {
    name: 'c',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
  });
  const { ad_set } = await call('create_ad_set', {
    campaign_id: campaign.id,
    name: 's',
    targeting: { geo_locations: { countries: ['US'] } },
    advantage_audience: false,
    optimization_goal: 'LINK_CLICKS',
    daily_budget: 20,
    ...more,
  });
  return { campaign, ad_set };
}
const creative = async (more: Record<string, unknown>) =>
  (
    await call('create_ad_creative', {
      name: 'cr',
      page_id: '101000000000001',
      link_url: 'https://acme.example/x',
      picture: 'https://acme.example/x.png',
      ...more,
    })
  ).creative;

test('launch and stop: campaign, ad set, creative and ad, all paused until somebody starts them', async () => {
  const { campaign, ad_set } = await adSet();
  const { id: creative_id } = await creative({ message: 'm' });
  const { ad } = await call('create_social_ad', { ad_set_id: ad_set.id, creative_id, name: 'a' });
  expect(ad).toMatchObject({ status: 'PAUSED', ad_set_id: ad_set.id, campaign_id: campaign.id, creative_id });
  await call('update_social_ad', { ad_id: ad.id, status: 'ACTIVE' });
  await call('update_ad_set', { ad_set_id: ad_set.id, status: 'ACTIVE' });
  const started = await call('update_social_campaign', { campaign_id: campaign.id, status: 'ACTIVE' });
  expect(started.campaign.effective_status).toBe('ACTIVE');
  const { rows } = await call('get_social_insights', { level: 'ad', ad_ids: [ad.id], date_preset: 'today' });
  expect(rows).toEqual([]);
  await call('update_social_campaign', { campaign_id: campaign.id, status: 'PAUSED' });
});

test('a multi-variant creative goes only into a dynamic-creative ad set, and the error says so', async () => {
  const { id: creative_id } = await creative({ bodies: ['a', 'b'] });
  const { ad_set: ordinary } = await adSet();
  expect(await refusal('create_social_ad', { ad_set_id: ordinary.id, creative_id, name: 'a' })).toMatchObject({
    upstream: { subcode: 1885998 },
    next_step: expect.stringContaining('is_dynamic_creative'),
  });
  const { ad_set: dynamic } = await adSet({ is_dynamic_creative: true });
  expect((await call('create_social_ad', { ad_set_id: dynamic.id, creative_id, name: 'a' })).ad.creative_id).toBe(
    creative_id,
  );
});

test('a cut connection makes no second ad', async () => {
  const { ad_set } = await adSet();
  const { id: creative_id } = await creative({ message: 'cut' });
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*/ads$');
  expect(await refusal('create_social_ad', { ad_set_id: ad_set.id, creative_id, name: 'a' })).toMatchObject({
    code: 'outcome_unknown',
  });
  expect(await ledger({ kind: 'create' })).toHaveLength(before + 1);
});

test('when the read-back fails the ad is there, and the error says that it was made', async () => {
  const { ad_set } = await adSet();
  const { id: creative_id } = await creative({ message: 'unread' });
  await fault('expired_token', 'GET /v26.0/\\d+$', { skip: 1, times: 2 });
  const error = await refusal('create_social_ad', { ad_set_id: ad_set.id, creative_id, name: 'a' });
  expect(error).toMatchObject({ outcome: 'applied', next_step: expect.stringContaining('Do not repeat') });
});
