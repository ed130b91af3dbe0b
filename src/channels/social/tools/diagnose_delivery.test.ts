import { beforeAll, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { ACME } from '../../../sandbox/social/seed.ts';

const { call, refusal, fault, clearFaults, advanceClock, service } = sandboxed('social');

interface Finding {
  about: string;
  level: string;
  id: string;
  stops: boolean;
  message: string;
  mend?: { tool: string; arguments: Record<string, unknown> };
}

let creative_id: string;
beforeAll(async () => {
  const { creative } = await call('create_ad_creative', {
    name: 'cr',
    page_id: '101000000000001',
    link_url: 'https://acme.example/x',
    picture: 'https://acme.example/x.png',
    message: 'm',
  });
  creative_id = creative.id;
});

const OWN_BUDGETS = { is_adset_budget_sharing_enabled: false };

async function launched(
  more: Record<string, unknown> = {},
  shown: Record<string, unknown> = { creative_id },
  above: Record<string, unknown> = OWN_BUDGETS,
) {
  const { campaign } = await call('create_social_campaign', {
    name: 'c',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    ...above,
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
  const { ad } = await call('create_social_ad', { ad_set_id: ad_set.id, ...shown, name: 'a' });
  return { campaign_id: campaign.id, ad_set_id: ad_set.id, ad_id: ad.id };
}

const mend = ({ mend: ready }: Finding) => call(ready!.tool, ready!.arguments);

test('finds everything between an ad and its first impression, and the calls it names are enough', async () => {
  const { campaign_id, ad_set_id, ad_id } = await launched();
  const found = await call('diagnose_delivery', { ad_id });
  expect(found).toMatchObject({
    object: { level: 'ad', id: ad_id, status: 'PAUSED', effective_status: 'PENDING_REVIEW' },
    parents: [
      { level: 'ad_set', id: ad_set_id, status: 'PAUSED' },
      { level: 'campaign', id: campaign_id, status: 'PAUSED' },
    ],
    delivers: false,
    recent: { impressions: 0, cost: { amount: '0.00', currency: 'USD' } },
  });
  expect(found.findings.map(({ about, level }: Finding) => [about, level])).toEqual([
    ['status', 'campaign'],
    ['status', 'ad_set'],
    ['status', 'ad'],
    ['review', 'ad'],
  ]);
  for (const finding of found.findings as Finding[]) if (finding.mend) await mend(finding);
  await advanceClock(HOUR_MS);
  for (const one of [{ ad_id }, { ad_set_id }, { campaign_id }]) {
    const { delivers, findings } = await call('diagnose_delivery', one);
    expect(delivers, JSON.stringify(findings)).toBe(true);
    expect(findings.map(({ about }: Finding) => about)).toEqual(['learning']);
  }
  await call('update_social_campaign', { campaign_id, status: 'PAUSED' });
});

test('a rejection is found behind the pause that hides it', async () => {
  const { campaign } = await call('create_social_campaign', {
    name: 'games',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: ['ONLINE_GAMBLING_AND_GAMING'],
    special_ad_category_country: ['US'],
    is_adset_budget_sharing_enabled: false,
  });
  const { ad_set } = await call('create_ad_set', {
    campaign_id: campaign.id,
    name: 's',
    targeting: { geo_locations: { countries: ['US'] } },
    advantage_audience: false,
    optimization_goal: 'LINK_CLICKS',
    daily_budget: 20,
  });
  const { ad } = await call('create_social_ad', { ad_set_id: ad_set.id, creative_id, name: 'a' });
  await call('bulk_update', { ad_set_ids: [ad_set.id], ad_ids: [ad.id], status: 'ACTIVE' });
  await advanceClock(HOUR_MS);
  expect((await call('list_social_ads', { ad_ids: [ad.id] })).ads[0]).toMatchObject({
    effective_status: 'CAMPAIGN_PAUSED',
    rejected_for: [expect.stringContaining('gambling')],
  });
  for (const one of [{ ad_id: ad.id }, { ad_set_id: ad_set.id }, { campaign_id: campaign.id }]) {
    const { findings } = await call('diagnose_delivery', one);
    expect(findings.filter(({ stops }: Finding) => stops)).toMatchObject([
      { about: 'status', level: 'campaign' },
      {
        about: 'review',
        id: ad.id,
        message: expect.stringContaining('gambling'),
        mend: { tool: 'update_social_ad', arguments: { ad_id: ad.id, creative_id: '…' } },
      },
    ]);
  }
});

const LOW = { bid_strategy: 'LOWEST_COST_WITH_BID_CAP', bid_amount: '0.05' };
test.each([
  ['the ad set', LOW, OWN_BUDGETS],
  [
    'the campaign',
    { bid_amount: LOW.bid_amount, daily_budget: undefined },
    { daily_budget: 20, bid_strategy: LOW.bid_strategy },
  ],
])('a bid that wins nothing is seen by its effect, and mended where %s holds the strategy', async (_, bid, above) => {
  const low = await launched(bid, { creative_id }, above);
  await call('update_social_ad', { ad_id: low.ad_id, status: 'ACTIVE' });
  await call('update_ad_set', { ad_set_id: low.ad_set_id, status: 'ACTIVE' });
  await call('update_social_campaign', { campaign_id: low.campaign_id, status: 'ACTIVE' });
  await advanceClock(2 * DAY_MS);
  const { delivers, findings, recent } = await call('diagnose_delivery', { ad_set_id: low.ad_set_id });
  expect({ delivers, impressions: recent.impressions }).toEqual({ delivers: false, impressions: 0 });
  expect(findings[0]).toMatchObject({ about: 'bid', stops: true, message: expect.stringContaining('0.05 USD') });
  await mend(findings[0]);
  await advanceClock(2 * DAY_MS);
  const mended = await call('diagnose_delivery', { ad_set_id: low.ad_set_id });
  expect(mended).toMatchObject({ delivers: true });
  expect(mended.recent.impressions).toBeGreaterThan(0);
  await call('update_social_campaign', { campaign_id: low.campaign_id, status: 'PAUSED' });
});

test.each([
  ['begins only later', { start_time: '2031-01-01T00:00:00Z' }, 0],
  ['has ended on a daily budget', { ends: 2 }, 3],
  ['has ended on a lifetime budget', { ends: 2, daily_budget: undefined, lifetime_budget: 100 }, 3],
])('an ad set that %s is mended as told', async (_, { ends, ...given }: Record<string, unknown>, passed) => {
  const [{ created_time }] = (await call('list_social_campaigns', { campaign_ids: [(await launched()).campaign_id] }))
    .campaigns;
  const end = ends && { end_time: new Date(Date.parse(created_time) + Number(ends) * DAY_MS).toISOString() };
  const { ad_set_id } = await launched({ ...given, ...(end as object) });
  await advanceClock(passed * DAY_MS);
  const found = async () =>
    ((await call('diagnose_delivery', { ad_set_id })).findings as Finding[]).filter(
      ({ about }) => about === 'schedule',
    );
  const [late] = await found();
  await mend(late!);
  expect(await found()).toEqual([]);
});

test('an audience that was deleted under an ad set is named, with the targeting that is left', async () => {
  const { audience } = await call('create_custom_audience', {
    name: 'short-lived',
    customer_file_source: 'USER_PROVIDED_ONLY',
  });
  const { ad_set_id } = await launched({
    targeting: { geo_locations: { countries: ['US'] }, excluded_custom_audiences: [{ id: audience.id }] },
  });
  await call('delete_audience', { audience_id: audience.id, although_used: true });
  const { findings } = await call('diagnose_delivery', { ad_set_id });
  const lost = (findings as Finding[]).find(({ about }) => about === 'audience')!;
  expect(lost.message).toContain(audience.id);
  await mend(lost);
  const after = await call('diagnose_delivery', { ad_set_id });
  expect(after.findings.filter(({ about }: Finding) => about === 'audience')).toEqual([]);
});

test('what cannot be read is said; exactly one object is asked for, and it has to exist', async () => {
  const { ad_set_id } = await launched();
  await fault('expired_token', 'GET .*insights', { times: 3 });
  expect((await call('diagnose_delivery', { ad_set_id })).unchecked).toEqual(['recent numbers']);
  await clearFaults();
  expect(await refusal('diagnose_delivery', {})).toMatchObject({ code: 'invalid_arguments', field: 'campaign_id' });
  expect(await refusal('diagnose_delivery', { ad_set_id, ad_id: '1' })).toMatchObject({ code: 'invalid_arguments' });
  expect(await refusal('diagnose_delivery', { ad_id: '987654321' })).toMatchObject({ code: 'not_found' });
});

const graph = (path: string, token: string, init?: RequestInit) =>
  fetch(`${service().sandbox.origins.social}/v26.0/${path}access_token=${token}`, init).then(
    (reply) => reply.json() as ReturnType<typeof call>,
  );

test('a post that was deleted, and a product set with nothing in it, are named as what stops an ad', async () => {
  const page = '101000000000001';
  const [{ id: post_id }] = (await call('list_posts', { page_id: page })).posts;
  const { ad_id } = await launched({}, { post_id });
  const { access_token } = await graph(`${page}?fields=access_token&`, ACME.token);
  await graph(`${post_id}?`, access_token, { method: 'DELETE' });
  const { findings } = await call('diagnose_delivery', { ad_id });
  const gone = (findings as Finding[]).find(({ about }) => about === 'parts')!;
  expect(gone).toMatchObject({ level: 'ad', stops: true, message: expect.stringContaining('deleted') });

  const [{ product_sets }] = (await call('list_catalogs')).catalogs;
  const [empty, full] = product_sets.filter(({ name }: { name: string }) => name !== 'All products');
  const catalogue = async (product_set_id: string) => {
    const texts = { name: 'k', page_id: page, link_url: 'https://acme.example', message: 'm' };
    const { creative } = await call('create_ad_creative', { ...texts, product_set_id });
    const made = await launched({}, { creative_id: creative.id });
    const { findings: found } = await call('diagnose_delivery', { ad_id: made.ad_id });
    return (found as Finding[]).filter(({ about }) => about === 'parts');
  };
  expect(await catalogue(empty.id)).toMatchObject([{ stops: true, message: expect.stringContaining('no product') }]);
  expect(await catalogue(full.id)).toEqual([]);
});
