import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS } from '../../../ambient.ts';

const { call, refusal, fault, clearFaults, ledger } = sandboxed('professional');

const named = async (name: string) => (await call('list_professional_campaigns', { name })).campaigns[0];

test('a budget changes in the currency of the account, and what was asked for is reported', async () => {
  const { id: campaign_id } = await named('Engineers');
  const { applied, not_applied } = await call('update_professional_campaign', {
    campaign_id: `urn:li:sponsoredCampaign:${campaign_id}`,
    daily_budget_amount: '75.50',
    name: 'Engineers',
  });
  expect(applied).toEqual({
    daily_budget: { from: { amount: '60.00', currency: 'USD' }, to: { amount: '75.50', currency: 'USD' } },
  });
  expect(not_applied).toEqual([]);
});

test('targeting is merged facet by facet, unless replacing is asked for', async () => {
  const { id: campaign_id } = await named('Directors');
  const merged = await call('update_professional_campaign', {
    campaign_id,
    targeting: { include: { seniorities: ['CXO'] } },
  });
  expect(merged.campaign.targeting.include).toEqual({
    locations: ['urn:li:geo:103644278', 'urn:li:geo:101174742'],
    interfaceLocales: ['urn:li:locale:en_US'],
    seniorities: ['urn:li:seniority:8'],
  });
  const less = await call('update_professional_campaign', {
    campaign_id,
    targeting: { include: { interfaceLocales: [] } },
  });
  expect(Object.keys(less.campaign.targeting.include)).toEqual(['locations', 'seniorities']);
  const replaced = await call('update_professional_campaign', {
    campaign_id,
    targeting: { include: { locations: ['Canada'] } },
    replace_targeting: true,
  });
  expect(replaced.campaign.targeting).toEqual({ include: { locations: ['urn:li:geo:101174742'] } });
});

test('steps follow the table: refused ones name the allowed ones, pausing works at once', async () => {
  const { id: campaign_id } = await named('Demo requests');
  expect((await call('update_professional_campaign', { campaign_id, status: 'PAUSED' })).campaign.status).toBe(
    'PAUSED',
  );
  const { id: dead } = await named('Stopped for good');
  expect(await refusal('update_professional_campaign', { campaign_id: dead, status: 'ACTIVE' })).toMatchObject({
    field: 'status',
    message: expect.stringContaining('CANCELED is final'),
  });
  const { id: archived } = await named('Put away');
  expect(
    (await call('update_professional_campaign', { campaign_id: archived, status: 'REMOVED' })).applied.status,
  ).toEqual({
    from: 'ARCHIVED',
    to: 'PENDING_DELETION',
  });
});

test('activating needs what a draft may lack, named by our arguments', async () => {
  const { id: campaign_group_id } = (await call('list_campaign_groups', { name: 'Always on' })).campaign_groups[0];
  const made = await call('create_professional_campaign', {
    campaign_group_id,
    name: 'Bare',
    daily_budget_amount: '20',
  });
  const campaign_id = made.campaign.id;
  const error = await refusal('update_professional_campaign', { campaign_id, status: 'ACTIVE' });
  const fields = [...(error.problems ?? []), error].map(({ field }: { field: string }) => field);
  expect(fields).toEqual(expect.arrayContaining(['targeting', 'associated_entity']));
  const complete = { targeting: { include: { locations: ['Germany'] } }, associated_entity: '3000001' };
  const { campaign } = await call('update_professional_campaign', { campaign_id, status: 'ACTIVE', ...complete });
  expect(campaign).toMatchObject({ status: 'ACTIVE', serving_statuses: ['CAMPAIGN_START_DATE_HOLD'] });
});

test('a bid of 0 on a running campaign is pointed out', async () => {
  const { id: campaign_id } = await named('Bids nothing');
  const { notes } = await call('update_professional_campaign', { campaign_id, name: 'Still bids nothing' });
  expect(notes.join(' ')).toContain('never deliver');
});

test('a change cut off on its way back is looked up and told as it is', async () => {
  const { id: campaign_id } = await named('Text in the margin');
  const before = (await ledger({ kind: 'update' })).length;
  await fault('cut_after', 'POST .*/adCampaigns/', { times: 1 });
  const { applied } = await call('update_professional_campaign', { campaign_id, name: 'Renamed' });
  await clearFaults();
  expect(applied.name).toEqual({ from: 'Text in the margin', to: 'Renamed' });
  expect((await ledger({ kind: 'update' })).length).toBeGreaterThan(before);
});

test('the way of bidding changes with all that belongs to it', async () => {
  const { campaign_groups } = await call('list_campaign_groups', { name: 'Always on' });
  const { campaign } = await call('create_professional_campaign', {
    campaign_group_id: campaign_groups[0].id,
    name: 'By hand',
    daily_budget_amount: '50',
    unit_cost_amount: '9.00',
  });
  const campaign_id = campaign.id;
  const automatic = await call('update_professional_campaign', { campaign_id, optimization_target_type: 'MAX_CLICK' });
  expect(automatic.applied).toMatchObject({
    optimization_target_type: { from: 'NONE', to: 'MAX_CLICK' },
    cost_type: { from: 'CPC', to: 'CPM' },
    unit_cost: { from: { amount: '9.00' }, to: null },
  });
  const capped = { campaign_id, optimization_target_type: 'CAP_COST_AND_MAXIMIZE_CLICKS' };
  expect(await refusal('update_professional_campaign', capped)).toMatchObject({ field: 'unit_cost_amount' });
  const cap = await call('update_professional_campaign', { ...capped, unit_cost_amount: '5.00' });
  expect(cap).toMatchObject({ applied: { unit_cost: { to: { amount: '5.00' } } }, not_applied: [] });
  const unknown = { campaign_id, optimization_target_type: 'MAX_FUN' };
  expect(await refusal('update_professional_campaign', unknown)).toMatchObject({ field: 'optimization_target_type' });
  const [running] = (await call('list_professional_campaigns', { name: 'Engineers' })).campaigns;
  const byClick = {
    campaign_id: running.id,
    optimization_target_type: 'TARGET_COST_PER_CLICK',
    unit_cost_amount: '9.00',
  };
  expect((await refusal('update_professional_campaign', byClick)).message).toContain('only a draft');
  const byHand = { campaign_id: running.id, optimization_target_type: 'NONE', unit_cost_amount: '33.00' };
  expect((await call('update_professional_campaign', byHand)).applied.optimization_target_type.to).toBe('NONE');
});

test('a bid does not become one for something else', async () => {
  const { campaign_groups } = await call('list_campaign_groups', { name: 'Always on' });
  const made = await call('create_professional_campaign', {
    campaign_group_id: campaign_groups[0].id,
    name: 'By the thousand',
    objective_type: 'WEBSITE_VISIT',
    daily_budget_amount: '50',
    unit_cost_amount: '33.00',
    cost_type: 'CPM',
  });
  const campaign_id = made.campaign.id;
  const capped = { campaign_id, optimization_target_type: 'CAP_COST_AND_MAXIMIZE_CLICKS' };
  expect(await refusal('update_professional_campaign', capped)).toMatchObject({
    field: 'unit_cost_amount',
    message: expect.stringContaining('the present bid pays for 1,000 impressions, and with this target for a click'),
  });
  const given = await call('update_professional_campaign', { ...capped, unit_cost_amount: '5.00' });
  expect(given.campaign).toMatchObject({ unit_cost: { amount: '5.00' }, cost_type: 'CPM' });
  const byClick = { campaign_id, optimization_target_type: 'TARGET_COST_PER_CLICK' };
  const kept = await call('update_professional_campaign', byClick);
  expect(kept.campaign).toMatchObject({ unit_cost: { amount: '5.00' }, cost_type: 'CPC' });
});

test('a bid that the platform would never use is refused, and a bid by hand says what it buys', async () => {
  const { id: campaign_id } = await named('Directors');
  const idle = await refusal('update_professional_campaign', { campaign_id, unit_cost_amount: '7.50' });
  expect(idle).toMatchObject({ field: 'unit_cost_amount', message: expect.stringContaining('MAX_CONVERSION') });
  const byHand = { campaign_id, unit_cost_amount: '30.00', optimization_target_type: 'NONE' };
  expect((await call('update_professional_campaign', byHand)).notes).toEqual([
    'The bid is for 1,000 impressions (CPM).',
  ]);
  const guessed = { campaign_id, optimization_target_type: 'MANUAL', unit_cost_amount: '7.50' };
  expect((await refusal('update_professional_campaign', guessed)).message).not.toContain('bids by itself');
  const meant = await refusal('update_professional_campaign', { campaign_id, bid_amount: '7.50' });
  expect(meant.message).toContain('did you mean `unit_cost_amount`');
});

test('a daily budget becomes a total one and back, and an end is taken away', async () => {
  const { id: campaign_id } = await named('Demo requests');
  const total = await call('update_professional_campaign', {
    campaign_id,
    daily_budget_amount: 'none',
    total_budget_amount: '5000',
    run_schedule_end: '2027-01-31T00:00:00Z',
  });
  expect(total.applied).toMatchObject({ daily_budget: { to: null }, total_budget: { to: { amount: '5000.00' } } });
  expect(total).toMatchObject({ not_applied: [], campaign: { run_schedule_end: '2027-01-31T00:00:00.000Z' } });
  const daily = await call('update_professional_campaign', {
    campaign_id,
    daily_budget_amount: '60',
    total_budget_amount: 'none',
    run_schedule_end: 'none',
  });
  expect(daily).toMatchObject({
    not_applied: [],
    applied: { total_budget: { to: null }, run_schedule_end: { to: null } },
  });
  const wrong = { campaign_id, daily_budget_amount: '$50', run_schedule_end: '2027-01-31' };
  const error = await refusal('update_professional_campaign', wrong);
  expect(error.message).toMatch(/daily_budget_amount.*12\.50.*run_schedule_end.*2026-12-01T08:00:00Z/);
});

test('facets and values by the names and ids people have', async () => {
  const { id: campaign_id } = await named('Not ready');
  const change = {
    include: {
      countries: ['103644278', 'Germany'],
      job_functions: ['8'],
      languages: ['en_US'],
      audiences: ['Customers'],
    },
    exclude: { audiences: ['Website visitors'], companies: ['Microsoft'] },
  };
  const { campaign } = await call('update_professional_campaign', { campaign_id, targeting: change });
  expect(campaign.targeting).toMatchObject({
    include: {
      locations: ['urn:li:geo:103644278', 'urn:li:geo:101282230'],
      jobFunctions: ['urn:li:function:8'],
      interfaceLocales: ['urn:li:locale:en_US'],
      audienceMatchingSegments: [expect.stringMatching(/^urn:li:adSegment:/)],
    },
    exclude: { dynamicSegments: [expect.any(String)], employers: ['urn:li:organization:1035'] },
  });
  const none = await call('update_professional_campaign', { campaign_id, targeting: { include: { audiences: [] } } });
  expect(none.campaign.targeting.include).not.toHaveProperty('audienceMatchingSegments');
  const both = { include: { audiences: ['Customers', 'Website visitors'] } };
  expect((await refusal('update_professional_campaign', { campaign_id, targeting: both })).message).toContain('any_of');
  const near = { include: { locations: ['New York City'], shoe_size: ['44'] } };
  const error = await refusal('update_professional_campaign', { campaign_id, targeting: near });
  expect(error.message).toMatch(
    /shoe_size is no facet.*New York, United States \(urn:li:geo:\d+\)|New York, United States.*shoe_size is no facet/,
  );
});

test('changes of one campaign that come at the same time all stand', async () => {
  const { campaign_groups } = await call('list_campaign_groups', { name: 'Always on' });
  const { campaign } = await call('create_professional_campaign', {
    campaign_group_id: campaign_groups[0].id,
    name: 'Changed by two',
    daily_budget_amount: '20',
    targeting: { include: { locations: ['Germany'] } },
  });
  const campaign_id = campaign.id;
  const start = new Date(campaign.run_schedule_start_ms + 2 * DAY_MS).toISOString();
  const end = new Date(campaign.run_schedule_start_ms + 9 * DAY_MS).toISOString();
  const wanted = [
    { targeting: { include: { seniorities: ['CXO'] } } },
    { targeting: { exclude: { seniorities: ['Director'] } } },
    { run_schedule_start: start },
    { run_schedule_end: end },
  ];
  const each = wanted.map((one) => call('update_professional_campaign', { campaign_id, ...one }));
  for (const { not_applied } of await Promise.all(each)) expect(not_applied).toEqual([]);
  const [after] = (await call('list_professional_campaigns', { campaign_ids: [campaign_id] })).campaigns;
  expect(after).toMatchObject({
    run_schedule_start: start,
    run_schedule_end: end,
    targeting: {
      include: { locations: campaign.targeting.include.locations, seniorities: ['urn:li:seniority:8'] },
      exclude: { seniorities: ['urn:li:seniority:6'] },
    },
  });
});
