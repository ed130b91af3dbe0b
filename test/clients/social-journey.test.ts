import { expect, test } from 'vitest';
import { journey } from './mcp-journey.ts';

const { call, client, service } = journey('social');

const control = async (path: string, method: string, body: unknown) =>
  fetch(service().sandbox.controlOrigin + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('an agent launches a campaign by tools alone, measures it, changes it, stops it, and reads its own writes', async () => {
  const { ad_accounts } = await call('list_ad_accounts');
  const { id: account_id } = ad_accounts.find(({ currency }: { currency: string }) => currency === 'USD');
  const { pages } = await call('list_pages');
  const { interests } = await call('search_interests', { query: 'running' });
  const { campaign } = await call('create_social_campaign', {
    account_id,
    name: 'Journey',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
  });
  const set = {
    campaign_id: campaign.id,
    targeting: {
      geo_locations: { countries: ['US'] },
      flexible_spec: [{ interests: [{ id: interests[0].id, name: interests[0].name }] }],
    },
    advantage_audience: false,
    optimization_goal: 'LINK_CLICKS',
    daily_budget: '25.00',
  };
  const { ad_set: plain } = await call('create_ad_set', { ...set, name: 'Plain' });
  const { ad_set: dynamic } = await call('create_ad_set', { ...set, name: 'Dynamic', is_dynamic_creative: true });
  const looks = {
    account_id,
    page_id: pages[0].id,
    link_url: 'https://acme.example/run',
    picture: 'https://acme.example/run.png',
  };
  const { creative: single } = await call('create_ad_creative', { ...looks, name: 'One text', message: 'Run further' });
  const { creative: many } = await call('create_ad_creative', {
    ...looks,
    name: 'Many texts',
    bodies: ['Run', 'Run on'],
    titles: ['Shoes'],
  });
  expect([single.form, many.form]).toEqual(['object_story_spec', 'asset_feed_spec']);
  const ads = [
    (await call('create_social_ad', { ad_set_id: plain.id, creative_id: single.id, name: 'Plain ad' })).ad,
    (await call('create_social_ad', { ad_set_id: dynamic.id, creative_id: many.id, name: 'Dynamic ad' })).ad,
  ];
  for (const made of [campaign, plain, dynamic, ...ads]) expect(made.status).toBe('PAUSED');

  for (const ad of ads) await call('update_social_ad', { ad_id: ad.id, status: 'ACTIVE' });
  for (const { id } of [plain, dynamic]) await call('update_ad_set', { ad_set_id: id, status: 'ACTIVE' });
  const started = await call('update_social_campaign', { campaign_id: campaign.id, status: 'ACTIVE' });
  expect(started.applied.status).toEqual({ from: 'PAUSED', to: 'ACTIVE' });

  await control('/clock', 'PUT', { advanceMs: 3 * 86_400_000 });
  const { rows } = await call('get_social_insights', {
    level: 'ad',
    ad_ids: ads.map(({ id }) => id),
    date_preset: 'last_7d',
  });
  expect(rows).toHaveLength(2);
  for (const { metrics } of rows) {
    expect(metrics.impressions).toBeGreaterThan(0);
    expect(metrics.clicks).toBeLessThanOrEqual(metrics.impressions);
    expect(metrics.cost.currency).toBe('USD');
  }

  const raised = await call('update_ad_set', {
    ad_set_id: plain.id,
    daily_budget: '30.00',
    targeting: { age_min: 25 },
  });
  expect(raised.applied.daily_budget).toEqual({
    from: { amount: '25.00', currency: 'USD' },
    to: { amount: '30.00', currency: 'USD' },
  });
  const [read] = (await call('list_ad_sets', { campaign_id: campaign.id })).ad_sets.filter(
    ({ id }: { id: string }) => id === plain.id,
  );
  expect(read.targeting).toMatchObject({ age_min: 25, geo_locations: { countries: ['US'] } });
  const stopped = await call('update_social_campaign', { campaign_id: campaign.id, status: 'PAUSED' });
  expect(stopped.campaign.status).toBe('PAUSED');
});

const CREATES: [string, string, Record<string, unknown> | (() => Promise<Record<string, unknown>>)][] = [
  ['upload_ad_video', 'POST .*/advideos$', { video_url: 'https://acme.example/film.mp4', name: 'Film' }],
  ['create_custom_audience', 'POST .*/customaudiences$', { name: 'List', customer_file_source: 'USER_PROVIDED_ONLY' }],
  [
    'create_lookalike_audience',
    'POST .*/customaudiences$',
    async () => {
      const { audiences } = await call('list_audiences', { limit: 50 });
      const origin = audiences.find(({ kind }: { kind: string }) => kind === 'WEBSITE');
      return { name: 'Alike', origin_audience_id: origin.id, countries: ['US'], ratio: 0.01 };
    },
  ],
  [
    'generate_system_user_token',
    'POST .*/access_tokens$',
    async () => ({ system_user_id: (await call('list_system_users')).system_users[0].id }),
  ],
];

test.each(CREATES)('%s, cut off after it arrived, is called unknown and happens once', async (tool, match, given) => {
  const args = typeof given === 'function' ? await given() : given;
  const creates = async () => {
    const reply = await fetch(`${service().sandbox.controlOrigin}/ledger?platform=social&kind=create&limit=10000`);
    return ((await reply.json()) as { effects: unknown[] }).effects.length;
  };
  const before = await creates();
  await control('/faults', 'POST', { platform: 'social', kind: 'cut_after', match });
  const { isError, content } = await client().call(tool, args);
  expect(isError).toBe(true);
  expect(JSON.parse(content[0]!.text!).error).toMatchObject({
    code: 'outcome_unknown',
    outcome: 'unknown',
    retryable: false,
  });
  expect(await creates()).toBe(before + 1);
});
