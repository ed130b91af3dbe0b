import { beforeAll, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, service } = sandboxed('social');

const TARGETING = { geo_locations: { countries: ['US'] }, genders: [1], age_min: 21 };
let id: string;
beforeAll(async () => {
  const { campaign } = await call('create_social_campaign', {
    name: 'c',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
  });
  const { ad_set } = await call('create_ad_set', {
    campaign_id: campaign.id,
    name: 's',
    targeting: TARGETING,
    advantage_audience: false,
    optimization_goal: 'LINK_CLICKS',
    daily_budget: 20,
  });
  id = ad_set.id;
});

test('a change of age keeps places and genders, and shows before and after', async () => {
  const { applied } = await call('update_ad_set', { ad_set_id: id, targeting: { age_min: 30 } });
  expect(applied.targeting.from).toMatchObject({ ...TARGETING, targeting_automation: { advantage_audience: 0 } });
  expect(applied.targeting.to).toMatchObject({
    ...TARGETING,
    age_min: 30,
    targeting_automation: { advantage_audience: 0 },
  });
  expect(Object.keys(applied)).toEqual(['targeting']);
});

test('replacing is a word of its own and throws the rest away', async () => {
  const targeting = { geo_locations: { countries: ['CA'] } };
  const { ad_set } = await call('update_ad_set', { ad_set_id: id, targeting, replace_targeting: true });
  expect(ad_set.targeting.geo_locations.countries).toEqual(['CA']);
  expect(ad_set.targeting).not.toHaveProperty('genders');
  expect(await refusal('update_ad_set', { ad_set_id: id, replace_targeting: true })).toMatchObject({
    code: 'invalid_arguments',
  });
});

test('a change of one kind of place keeps the other kinds', async () => {
  const { locations } = await call('search_social_locations', { query: 'Chicago', kinds: ['city'] });
  const cities = [{ key: locations[0].id }];
  await call('update_ad_set', {
    ad_set_id: id,
    targeting: { geo_locations: { countries: ['CA'], cities, location_types: ['home', 'recent'] } },
    replace_targeting: true,
  });
  const { ad_set } = await call('update_ad_set', {
    ad_set_id: id,
    targeting: { geo_locations: { countries: ['MX'] } },
  });
  expect(ad_set.targeting.geo_locations).toMatchObject({
    countries: ['MX'],
    cities: [expect.objectContaining(cities[0]!)],
    location_types: ['home', 'recent'],
  });
});

test('another interest drops no behaviour that stands beside it, unless that is said', async () => {
  const { interests } = await call('search_interests', { query: 'running' });
  const { behaviors } = await call('search_behaviors', { limit: 1 });
  const [one, other] = interests.map(({ id: found }: { id: string }) => ({ id: found }));
  const behavior = { id: behaviors[0].id };
  const set = (flexible_spec: object[]) => ({ ad_set_id: id, targeting: { flexible_spec } });
  await call('update_ad_set', set([{ interests: [one], behaviors: [behavior] }]));
  const error = await refusal('update_ad_set', set([{ interests: [other ?? one] }]));
  expect(error).toMatchObject({
    field: 'targeting.flexible_spec',
    message: expect.stringContaining('behaviors stands too'),
  });
  const { ad_set } = await call('update_ad_set', set([{ interests: [other ?? one], behaviors: [] }]));
  expect(ad_set.targeting.flexible_spec).toEqual([{ interests: [expect.objectContaining(other ?? one)] }]);
  expect((await call('update_ad_set', set([]))).ad_set.targeting).not.toHaveProperty('flexible_spec');
});

test('one group of interests in the place of two drops none without a word', async () => {
  const found = [
    ...(await call('search_interests', { query: 'running' })).interests,
    ...(await call('search_interests', { query: 'food' })).interests,
  ];
  const [one, other] = found.map(({ id: interest }: { id: string }) => ({ interests: [{ id: interest }] }));
  expect(other).toBeDefined();
  const set = (flexible_spec: object[]) => ({ ad_set_id: id, targeting: { flexible_spec } });
  await call('update_ad_set', set([]));
  await call('update_ad_set', set([one!, other!]));
  const error = await refusal('update_ad_set', set([one!]));
  expect(error).toMatchObject({ field: 'targeting.flexible_spec', outcome: 'not_applied' });
  expect(error.message).toContain(`1 of 2 groups`);
  expect(error.message, 'the group that would be lost is named').toContain(found[1].id);
  const { ad_set } = await call('update_ad_set', set([one!, {}]));
  expect(ad_set.targeting.flexible_spec).toHaveLength(1);
  await call('update_ad_set', set([]));
});

test('changes of one targeting that come at the same time all stand', async () => {
  await call('update_ad_set', { ad_set_id: id, targeting: TARGETING, replace_targeting: true });
  const wanted = { genders: [2], age_max: 50, device_platforms: ['mobile'], publisher_platforms: ['facebook'] };
  const each = Object.entries(wanted).map(([key, value]) => ({ targeting: { [key]: value } }));
  const answers = await Promise.all(
    [...each, { name: 'in turns' }, { targeting: { geo_locations: { countries: ['US', 'CA'] } } }].map((change) =>
      call('update_ad_set', { ad_set_id: id, ...change }),
    ),
  );
  for (const { not_applied } of answers) expect(not_applied).toEqual([]);
  expect((await call('list_ad_sets', { ad_set_ids: [id] })).ad_sets[0]).toMatchObject({
    name: 'in turns',
    targeting: { ...wanted, age_min: 21, geo_locations: { countries: ['US', 'CA'] } },
  });
});

test('a merge that would leave no place is refused', async () => {
  expect(await refusal('update_ad_set', { ad_set_id: id, targeting: { geo_locations: {} } })).toMatchObject({
    field: 'targeting.geo_locations',
  });
});

test('the same moment in another zone is no change', async () => {
  const end_time = '2027-03-01T00:00:00Z';
  expect((await call('update_ad_set', { ad_set_id: id, end_time })).applied).toHaveProperty('end_time');
  expect(await call('update_ad_set', { ad_set_id: id, end_time: '2027-03-01T01:00:00+01:00' })).toMatchObject({
    applied: {},
    not_applied: [],
  });
});

test('a fifth budget change within the hour is a limit to wait for, not a mistake', async () => {
  let error: { code?: string } = {};
  for (let amount = 21; amount < 27 && error.code === undefined; amount += 1) {
    const { isError, result } = await service().call('social', 'update_ad_set', {
      ad_set_id: id,
      daily_budget: amount,
    });
    if (isError) error = result.error;
  }
  expect(error).toMatchObject({ code: 'rate_limited', retryable: true, retry_after_s: 3600, upstream: { code: 613 } });
});

test('an end can be taken away again; attribution is fixed', async () => {
  await call('update_ad_set', { ad_set_id: id, end_time: '2030-01-01T00:00:00Z' });
  const { applied, ad_set } = await call('update_ad_set', { ad_set_id: id, end_time: 'none' });
  expect(applied.end_time).toMatchObject({ to: null });
  expect(ad_set).not.toHaveProperty('end_time');
  expect(await refusal('update_ad_set', { ad_set_id: id, options: { attribution: '1d_click' } })).toMatchObject({
    field: 'options.attribution',
  });
  expect(await refusal('update_ad_set', { ad_set_id: id, end_time: 'never' })).toMatchObject({ field: 'end_time' });
});

test('payor and beneficiary are read back and shown', async () => {
  const { ad_sets } = await call('list_ad_sets', { limit: 1 });
  const { ad_set, applied } = await call('update_ad_set', {
    ad_set_id: ad_sets[0].id,
    dsa_payor: 'Acme GmbH',
    dsa_beneficiary: 'Acme GmbH',
  });
  expect(ad_set).toMatchObject({ dsa_payor: 'Acme GmbH', dsa_beneficiary: 'Acme GmbH' });
  expect(Object.keys(applied)).toEqual(['dsa_payor', 'dsa_beneficiary']);
});
