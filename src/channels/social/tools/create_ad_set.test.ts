import { beforeAll, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, ledger } = sandboxed('social');

const campaign = { objective: 'OUTCOME_TRAFFIC', special_ad_categories: [] };
let withBudget: string;
let without: string;
beforeAll(async () => {
  withBudget = (await call('create_social_campaign', { ...campaign, name: 'holds it', daily_budget: 50 })).campaign.id;
  const own = { ...campaign, name: 'does not', is_adset_budget_sharing_enabled: false };
  without = (await call('create_social_campaign', own)).campaign.id;
});

const wanted = () => ({
  campaign_id: without,
  name: 'set',
  targeting: { geo_locations: { countries: ['US'] }, age_min: 21 },
  advantage_audience: false,
  optimization_goal: 'LINK_CLICKS',
  daily_budget: '12.50',
});

test('makes it paused, with exactly the targeting that was given', async () => {
  const { ad_set } = await call('create_ad_set', wanted());
  expect(ad_set).toMatchObject({
    status: 'PAUSED',
    daily_budget: { amount: '12.50', currency: 'USD' },
    targeting: { geo_locations: { countries: ['US'] }, age_min: 21, targeting_automation: { advantage_audience: 0 } },
  });
});

test('one level holds the budget: a second one is refused before sending, and none at all too', async () => {
  const second = await refusal('create_ad_set', { ...wanted(), campaign_id: withBudget });
  expect(second).toMatchObject({ field: 'daily_budget', outcome: 'not_applied' });
  expect(second.message).toContain('holds the budget');
  const { daily_budget: _, ...none } = wanted();
  expect(await refusal('create_ad_set', none)).toMatchObject({ field: 'daily_budget' });
  expect((await call('create_ad_set', { ...none, campaign_id: withBudget })).ad_set).not.toHaveProperty('daily_budget');
});

test('needs the declaration on the audience, a place, an end for a lifetime budget and an amount for a cap', async () => {
  const { advantage_audience: _, ...undeclared } = wanted();
  expect(await refusal('create_ad_set', undeclared)).toMatchObject({ field: 'advantage_audience' });
  expect(await refusal('create_ad_set', { ...wanted(), targeting: { age_min: 21 } })).toMatchObject({
    field: 'targeting.geo_locations',
  });
  const { daily_budget: __, ...rest } = wanted();
  expect(await refusal('create_ad_set', { ...rest, lifetime_budget: 100 })).toMatchObject({ field: 'end_time' });
  expect(await refusal('create_ad_set', { ...wanted(), bid_strategy: 'COST_CAP' })).toMatchObject({
    field: 'bid_amount',
  });
});

test('what only the platform can know comes back with its field and the way out', async () => {
  const european = { ...wanted(), targeting: { geo_locations: { countries: ['DE'] } } };
  const error = await refusal('create_ad_set', european);
  expect(error).toMatchObject({ code: 'invalid_arguments', next_step: expect.stringContaining('dsa_payor') });
  const named = { ...european, dsa_payor: 'Acme', dsa_beneficiary: 'Acme' };
  expect((await call('create_ad_set', named)).ad_set.status).toBe('PAUSED');
});

test('a cut connection: one ad set at most, and where to look', async () => {
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*/adsets$');
  expect(await refusal('create_ad_set', wanted())).toMatchObject({
    code: 'outcome_unknown',
    next_step: expect.stringContaining('list_ad_sets'),
  });
  expect(await ledger({ kind: 'create' })).toHaveLength(before + 1);
});

test('attribution, frequency, day parting and spending limits are options, read back in the same words', async () => {
  const { daily_budget: _, ...none } = wanted();
  const made = async (more: Record<string, unknown>) => (await call('create_ad_set', { ...none, ...more })).ad_set;
  expect(await made({ daily_budget: 12.5, options: { attribution: '1d_click' } })).toMatchObject({
    attribution: '1d_click',
  });
  const capped = {
    optimization_goal: 'REACH',
    daily_budget: 20,
    options: { frequency_cap: { impressions: 3, days: 7 } },
  };
  expect(await made(capped)).toMatchObject({ frequency_cap: { impressions: 3, days: 7 } });
  const day_parting = [{ days: [1, 2, 3, 4, 5], start_hour: 8, end_hour: 18 }];
  const timed = { lifetime_budget: 500, end_time: '2027-01-01T00:00:00Z', options: { day_parting } };
  expect(await made(timed)).toMatchObject({ day_parting });
  const limited = await made({ campaign_id: withBudget, options: { daily_max_spend: 25, daily_min_spend: '5.00' } });
  expect(limited).toMatchObject({
    daily_max_spend: { amount: '25.00', currency: 'USD' },
    daily_min_spend: { amount: '5.00', currency: 'USD' },
  });
  expect(limited).not.toHaveProperty('daily_spend_cap');
  expect(await refusal('create_ad_set', { ...wanted(), options: { day_parting: [{ days: [9] }] } })).toMatchObject({
    field: expect.stringMatching(/^options\.day_parting\.0/),
  });
});

const US = { geo_locations: { countries: ['US'] } };

test.each([
  [
    { targeting: { ...US, flexible_spec: [{ interest: [{ id: '6003107902433' }] }] } },
    'targeting.flexible_spec.0.interest',
    'interests',
  ],
  [{ targeting: { geo_locations: { country: ['US'] } } }, 'targeting.geo_locations.country', 'countries'],
  [
    { targeting: { geo_locations: { cities: [{ key: '2425860', radious: 20 }] } } },
    'targeting.geo_locations.cities.0.radious',
    'radius',
  ],
  [
    { targeting: US, options: { frequency_caps: { impressions: 3, days: 7 } } },
    'options.frequency_caps',
    'frequency_cap',
  ],
])(
  'a misspelt part narrows nothing and costs money: %j is refused with what was meant',
  async (given, field, meant) => {
    const error = await refusal('create_ad_set', { ...wanted(), ...given });
    expect(error).toMatchObject({ code: 'invalid_arguments', field, outcome: 'not_applied' });
    expect(error.message).toMatch(new RegExp(`(did you mean|known:).*\\b${meant}\\b`));
  },
);

test('a refused option is named as the caller wrote it', async () => {
  const rows = {
    'options.attribution': { attribution: '7d_click' },
    'options.frequency_cap': { frequency_cap: { impressions: 2, days: 7 } },
    'options.day_parting': { day_parting: [{ days: [1], start_hour: 9, end_hour: 17 }] },
    'options.daily_min_spend': { daily_min_spend: 5 },
  };
  for (const [field, options] of Object.entries(rows))
    expect(await refusal('create_ad_set', { ...wanted(), options })).toMatchObject({ field, outcome: 'not_applied' });
});

test('what the law of a country demands can be declared, and is shown', async () => {
  const taiwan = { ...wanted(), targeting: { geo_locations: { countries: ['TW'] } } };
  const error = await refusal('create_ad_set', taiwan);
  expect(error).toMatchObject({
    field: 'options.declarations',
    next_step: expect.stringContaining('options.declarations'),
  });
  const declarations = {
    categories: ['TAIWAN_UNIVERSAL'],
    identities: { taiwan_universal_beneficiary: '11', taiwan_universal_payer: '12' },
  };
  const { ad_set } = await call('create_ad_set', { ...taiwan, options: { declarations } });
  expect(ad_set).toMatchObject({ status: 'PAUSED', declarations });
  const singapore = {
    categories: ['SINGAPORE_UNIVERSAL'],
    identities: { singapore_universal_beneficiary: '11', singapore_universal_payer: '12' },
  };
  const moved = await call('update_ad_set', {
    ad_set_id: ad_set.id,
    targeting: { geo_locations: { countries: ['SG'] } },
    options: { declarations: singapore },
  });
  expect([moved.applied.declarations.to, moved.not_applied]).toEqual([singapore, []]);
});

test('calls, profile visits and events can be promoted as the goals that are offered say', async () => {
  const page_id = (await call('list_pages')).pages[0].id;
  const make = async (objective: string) =>
    (
      await call('create_social_campaign', {
        ...campaign,
        objective,
        name: objective,
        is_adset_budget_sharing_enabled: false,
      })
    ).campaign.id;
  const rows = [
    ['OUTCOME_TRAFFIC', 'QUALITY_CALL', 'PHONE_CALL', { page_id }],
    ['OUTCOME_TRAFFIC', 'PROFILE_VISIT', 'INSTAGRAM_PROFILE', { page_id }],
    ['OUTCOME_ENGAGEMENT', 'EVENT_RESPONSES', 'ON_EVENT', { page_id, event_id: '77' }],
  ] as const;
  for (const [objective, optimization_goal, destination_type, promoted_object] of rows) {
    const set = {
      ...wanted(),
      campaign_id: await make(objective),
      optimization_goal,
      destination_type,
      promoted_object,
    };
    expect((await call('create_ad_set', set)).ad_set).toMatchObject({ optimization_goal, destination_type });
  }
});
