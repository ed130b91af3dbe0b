import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, ledger, walk, workspaceNamed } = sandboxed('social');

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

test('a campaign with more below it than the copy edge takes is copied whole, with name, dates and budgets in percent', async () => {
  const { campaign_id, ad_set_id, creative_id } = await launched();
  const second = await call('duplicate_object', { ad_set_id, name: 'second', daily_budget: '33.33' });
  await call('create_social_ad', { ad_set_id: second.copy.id, creative_id, name: 'b' });
  const { copy, copied } = await call('duplicate_object', {
    campaign_id,
    name: 'Summer',
    percent: 3,
    end_time: '2030-01-01T00:00:00Z',
  });
  expect(copy).toMatchObject({ name: 'Summer', status: 'PAUSED' });
  expect(copied).toHaveLength(6);
  const { ad_sets } = await call('list_ad_sets', { campaign_id: copy.id });
  expect(ad_sets).toMatchObject([
    { name: 'second', status: 'PAUSED', daily_budget: { amount: '34.33' }, targeting: { age_min: 25 } },
    { name: 's', status: 'PAUSED', daily_budget: { amount: '20.60' }, targeting: { age_min: 25 } },
  ]);
  for (const { end_time } of ad_sets) expect(Date.parse(end_time)).toBe(Date.parse('2030-01-01T00:00:00Z'));
  const { ads } = await call('list_social_ads', { campaign_id: copy.id });
  expect(ads.map(({ name }: { name: string }) => name).sort()).toEqual(['a', 'a', 'b']);
  expect(await refusal('duplicate_object', { campaign_id, name: 'Twice', daily_budget: 70 })).toMatchObject({
    field: 'daily_budget',
    next_step: expect.stringContaining('percent'),
  });
});

/** More ads like the one that `launched` made. */
async function filled(ad_set_id: string, creative_id: string, count: number): Promise<void> {
  const names = Array.from({ length: count - 1 }, (_, at) => `a${at}`);
  await Promise.all(names.map((name) => call('create_social_ad', { ad_set_id, creative_id, name })));
}

test('a campaign of any size is copied: one request holds 50 objects, and ready calls copy the rest', async () => {
  const { campaign_id, ad_set_id, creative_id } = await launched();
  await filled(ad_set_id, creative_id, 15);
  for (const name of ['s2', 's3', 's4']) await call('duplicate_object', { ad_set_id, name });
  const { copy, copied, next_calls } = await call('duplicate_object', { campaign_id, name: 'Large', percent: 3 });
  expect(copied).toHaveLength(1 + 3 * 16);
  expect(next_calls).toMatchObject([{ arguments: { into_campaign_id: copy.id, name: 's4', percent: 3 } }]);
  for (const { tool, arguments: args } of next_calls) await call(tool, args);
  const { ad_sets } = await call('list_ad_sets', { campaign_id: copy.id });
  expect(ad_sets.map(({ name }: { name: string }) => name)).toEqual(['s4', 's3', 's2', 's']);
  for (const { daily_budget } of ad_sets) expect(daily_budget.amount).toBe('20.60');
  expect(await walk('list_social_ads', 'ads', { campaign_id: copy.id, limit: 100 })).toHaveLength(4 * 15);
});

test('an ad set as full as the platform allows is copied whole by the ready call that follows', async () => {
  const { ad_set_id, ad_id, creative_id } = await launched();
  await filled(ad_set_id, creative_id, 50);
  const { copy, copied, next_calls } = await call('duplicate_object', { ad_set_id, name: 'Full' });
  expect(copied).toHaveLength(50);
  expect(copied[1].source_id).toBe(ad_id);
  expect(next_calls).toMatchObject([{ arguments: { into_ad_set_id: copy.id } }]);
  for (const { tool, arguments: args } of next_calls) await call(tool, args);
  const { ads } = await call('list_social_ads', { ad_set_id: copy.id, limit: 100 });
  expect(ads).toHaveLength(50);
});

test('a child that the platform refuses is named, and the rest of the copy stands', async () => {
  const { campaign_id, ad_set_id, ad_id } = await launched();
  await call('update_ad_set', { ad_set_id, daily_budget: 5 });
  const { copy, copied, not_copied } = await call('duplicate_object', {
    campaign_id,
    name: 'Less',
    percent: -90,
  });
  expect(copied).toEqual([{ source_id: campaign_id, id: copy.id }]);
  expect(not_copied).toMatchObject([
    { source_id: ad_set_id, message: expect.stringMatching(/budget/i) },
    { source_id: ad_id, message: expect.stringContaining('dependency') },
  ]);
});

test('a yen budget is raised by whole yen', async () => {
  const workspaceId = await workspaceNamed('Acme Japan');
  const { campaign } = await call('create_social_campaign', {
    workspaceId,
    name: 'Yen',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: '3333',
  });
  const { copy } = await call('duplicate_object', {
    workspaceId,
    campaign_id: campaign.id,
    name: 'Other',
    percent: 3,
  });
  expect(copy.daily_budget).toEqual({ amount: '3433', currency: 'JPY' });
});

test('cut off after it arrived it is called unknown, and happens once; arguments that do not belong are refused', async () => {
  const { ad_id, ad_set_id } = await launched();
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*/copies$');
  expect(await refusal('duplicate_object', { ad_id })).toMatchObject({
    code: 'outcome_unknown',
    next_step: expect.stringMatching(/list_social_ads \{.*"name_contains":" - Copy"/),
  });
  expect(await ledger({ kind: 'create' })).toHaveLength(before + 1);
  expect(await refusal('duplicate_object', { ad_id, ad_set_id })).toMatchObject({ code: 'invalid_arguments' });
  expect(await refusal('duplicate_object', { ad_id, into_campaign_id: '1' })).toMatchObject({
    field: 'into_campaign_id',
  });
});

test('an exact name goes with children; another budget, targeting and creative too', async () => {
  const { campaign_id, ad_set_id, ad_id, creative_id } = await launched();
  const whole = await call('duplicate_object', { campaign_id, name: 'Spring in May' });
  expect(whole.copy.name).toBe('Spring in May');
  expect(whole.copied).toHaveLength(3);
  expect((await call('duplicate_object', { campaign_id, name: 'Late Spring' })).copied).toHaveLength(3);
  expect((await call('duplicate_object', { campaign_id, name: 'Summer' })).copied).toHaveLength(3);
  const bare = { campaign_id, name: 'Summer', with_children: false, daily_budget: 70 };
  const { copy } = await call('duplicate_object', bare);
  expect(copy).toMatchObject({ name: 'Summer', status: 'PAUSED', daily_budget: { amount: '70.00' } });
  expect(copy).toMatchObject({ objective: 'OUTCOME_TRAFFIC', special_ad_categories: [] });

  const narrower = await call('duplicate_object', {
    ad_set_id,
    with_children: false,
    name: 'Older',
    daily_budget: '35.50',
    targeting: { age_min: 40 },
    end_time: '2030-01-01T00:00:00Z',
  });
  expect(narrower.copy).toMatchObject({
    name: 'Older',
    campaign_id,
    daily_budget: { amount: '35.50' },
    optimization_goal: 'LINK_CLICKS',
    targeting: { age_min: 40, geo_locations: { countries: ['US'] } },
  });
  expect(Date.parse(narrower.copy.end_time)).toBe(Date.parse('2030-01-01T00:00:00Z'));
  const other = await call('create_ad_creative', {
    name: 'other',
    page_id: '101000000000001',
    link_url: 'https://acme.example/y',
    message: 'n',
  });
  const swapped = { ad_id, into_ad_set_id: narrower.copy.id, name: 'Other ad', creative_id: other.creative.id };
  const ad = (await call('duplicate_object', swapped)).copy;
  expect(ad).toMatchObject({ name: 'Other ad', ad_set_id: narrower.copy.id, creative_id: other.creative.id });
  expect(creative_id).not.toBe(ad.creative_id);
});

test('a copy with another name has every setting of its ad set', async () => {
  const { ad_sets } = await call('list_ad_sets', { limit: 100 });
  const seen = new Set<string>();
  for (const source of ad_sets) {
    if (seen.has(source.optimization_goal) || source.effective_status === 'ARCHIVED') continue;
    seen.add(source.optimization_goal);
    const { copy } = await call('duplicate_object', { ad_set_id: source.id, with_children: false, name: 'Anew' });
    const { id, name, status, effective_status, budget_remaining, issues, ...same } = source;
    const { start_time, created_time, updated_time, ...settings } = same;
    expect(copy, source.optimization_goal).toMatchObject(settings);
  }
  expect(seen.size).toBeGreaterThan(3);
});

test('what does not belong to a copy is refused by name', async () => {
  for (const [wrong, field] of [
    [{ ad_id: '1', daily_budget: 5 }, 'daily_budget'],
    [{ ad_id: '1', targeting: {} }, 'targeting'],
    [{ ad_set_id: '1', creative_id: '2' }, 'creative_id'],
    [{ ad_set_id: '1', name: 'a', name_suffix: 'b' }, 'name_suffix'],
    [{ ad_set_id: '1', daily_budget: 1, lifetime_budget: 1 }, 'lifetime_budget'],
  ] as const)
    expect(await refusal('duplicate_object', wrong), field).toMatchObject({ code: 'invalid_arguments', field });
});

test('an id of another kind is refused by its argument, and what it leads to is not copied', async () => {
  const { ads } = await call('list_social_ads', { limit: 1 });
  const [{ id: ad, ad_set_id: adSet, campaign_id: campaign }] = ads;
  const before = (await ledger({ kind: 'create' })).length;
  for (const args of [{ ad_set_id: ad }, { campaign_id: ad }, { ad_id: adSet }, { ad_set_id: campaign }])
    expect(await refusal('duplicate_object', { ...args, with_children: false }), JSON.stringify(args)).toMatchObject({
      code: 'not_found',
      field: Object.keys(args)[0],
    });
  expect(await ledger({ kind: 'create' })).toHaveLength(before);
});
