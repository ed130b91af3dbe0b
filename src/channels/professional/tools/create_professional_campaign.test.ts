import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS } from '../../../ambient.ts';

const { call, refusal, fault, clearFaults, ledger, requests, advanceClock } = sandboxed('professional');

const groupNamed = async (name: string) =>
  (await call('list_campaign_groups', { name })).campaign_groups[0].id as string;
const made = async () => (await ledger({ kind: 'create', resource: 'adCampaign' })).length;

test('a campaign is a draft with both names, and what was not asked for is derived and explained', async () => {
  const campaign_group_id = await groupNamed('Always on');
  const { campaign, campaign_group, chosen, notes, keeps_from_serving } = await call('create_professional_campaign', {
    campaign_group_id,
    name: 'Plain',
    daily_budget_amount: '25.50',
    daily_budget_currency: 'USD',
  });
  expect(campaign).toMatchObject({
    shown_as: 'Ad set',
    name: 'Plain',
    status: 'DRAFT',
    campaign_group_id,
    type: 'SPONSORED_UPDATES',
    objective_type: 'WEBSITE_VISIT',
    cost_type: 'CPM',
    optimization_target_type: 'MAX_CLICK',
    daily_budget: { amount: '25.50', currency: 'USD' },
    locale: 'en_US',
    offsite_delivery_enabled: false,
    audience_expansion_enabled: true,
    political_intent: 'NOT_DECLARED',
  });
  expect(campaign).not.toHaveProperty('unit_cost');
  expect(Date.parse(campaign.run_schedule_start)).toBe(campaign.run_schedule_start_ms);
  expect(campaign_group).toMatchObject({ name: 'Always on', shown_as: 'Campaign' });
  expect(Object.keys(chosen).sort()).toEqual([
    'cost_type',
    'objective_type',
    'optimization_target_type',
    'run_schedule_start',
    'type',
  ]);
  expect(notes.join(' ')).toMatch(/expansion is on.*NOT_DECLARED/s);
  expect(keeps_from_serving.join(' ')).toMatch(/no targeting.*no page.*DRAFT.*no creative/s);
});

test('the objective comes from the group, names become URNs, full URNs are taken, times in both forms', async () => {
  const campaign_group_id = `urn:li:sponsoredCampaignGroup:${await groupNamed('Leads')}`;
  const { campaign, notes } = await call('create_professional_campaign', {
    account_id: 'urn:li:sponsoredAccount:500000001',
    campaign_group_id,
    name: 'Aimed',
    total_budget_amount: '900',
    run_schedule_start: '2027-01-10T08:00:00+01:00',
    run_schedule_end: Date.parse('2027-02-01T00:00:00Z'),
    associated_entity: 'urn:li:organization:3000001',
    status: 'PAUSED',
    political_intent: 'NOT_POLITICAL',
    audience_expansion_enabled: false,
    targeting: {
      include: { locations: ['Germany'], seniorities: ['director', 'VP'] },
      exclude: { employers: ['Google'] },
    },
  });
  expect(campaign).toMatchObject({
    objective_type: 'LEAD_GENERATION',
    optimization_target_type: 'MAX_LEAD',
    status: 'PAUSED',
    run_schedule_start: '2027-01-10T07:00:00.000Z',
    run_schedule_end: '2027-02-01T00:00:00.000Z',
    associated_entity: 'urn:li:organization:3000001',
    targeting: {
      include: {
        locations: ['urn:li:geo:101282230'],
        seniorities: ['urn:li:seniority:6', 'urn:li:seniority:7'],
      },
      exclude: { employers: ['urn:li:organization:1441'] },
    },
  });
  expect(notes.join(' ')).toMatch(/reaches about \d+ members/);
});

test('yen and euros are refused in a dollar account, and so is a fraction of a cent', async () => {
  const args = { campaign_group_id: await groupNamed('Always on'), name: 'x', daily_budget_amount: '25' };
  expect(await refusal('create_professional_campaign', { ...args, daily_budget_currency: 'EUR' })).toMatchObject({
    code: 'invalid_arguments',
    field: 'daily_budget_currency',
    allowed_values: ['USD'],
  });
  expect(await refusal('create_professional_campaign', { ...args, daily_budget_amount: '25.001' })).toMatchObject({
    field: 'daily_budget_amount',
  });
  expect(await refusal('create_professional_campaign', { ...args, daily_budget_amount: 25.001 })).toMatchObject({
    field: 'daily_budget_amount',
  });
  const { campaign } = await call('create_professional_campaign', { ...args, daily_budget_amount: 25 });
  expect(campaign.daily_budget).toEqual({ amount: '25.00', currency: 'USD' });
});

const FORBIDDEN: [Record<string, unknown>, string, string[] | undefined][] = [
  [{ format: 'SINGLE_VIDEO', objective_type: 'JOB_APPLICANT' }, 'objective_type', undefined],
  [{ type: 'TEXT_AD', objective_type: 'LEAD_GENERATION' }, 'objective_type', undefined],
  [{ type: 'DYNAMIC' }, 'format', ['SPOTLIGHT', 'FOLLOW_COMPANY']],
  [{ format: 'TEXT_AD', type: 'DYNAMIC' }, 'format', ['SPOTLIGHT', 'FOLLOW_COMPANY']],
  [{ type: 'SPONSORED_INMAILS', objective_type: 'VIDEO_VIEW' }, 'objective_type', undefined],
  [{ cost_type: 'CPC' }, 'unit_cost_amount', undefined],
  [{ unit_cost_amount: '0' }, 'unit_cost_amount', undefined],
  [{ unit_cost_amount: '5', optimization_target_type: 'MAX_CLICK' }, 'unit_cost_amount', undefined],
  [{ objective_type: 'BRAND_AWARENESS', cost_type: 'CPC', unit_cost_amount: '5' }, 'cost_type', ['CPM']],
  [{ objective_type: 'WEBSITE_CONVERSIONS' }, 'objective_type', undefined],
  [{ type: 'TEXT_AD', offsite_delivery_enabled: true }, 'offsite_delivery_enabled', undefined],
  [{ daily_budget_amount: undefined }, 'daily_budget_amount', undefined],
  [{ daily_budget_amount: undefined, total_budget_amount: '500' }, 'run_schedule_end', undefined],
  [{ status: 'ACTIVE' }, 'status', ['DRAFT', 'PAUSED']],
  [{ targeting: { include: { locations: ['Atlantis'] } } }, 'targeting', undefined],
];

test.each(FORBIDDEN)('%j is refused before anything is sent', async (spoiled, field, allowed) => {
  const before = await made();
  const args = { campaign_group_id: await groupNamed('Always on'), name: 'x', daily_budget_amount: '25', ...spoiled };
  const error = await refusal('create_professional_campaign', args);
  expect(error).toMatchObject({ code: 'invalid_arguments', field, outcome: 'not_applied' });
  if (allowed) expect(error.allowed_values).toEqual(allowed);
  expect(await made()).toBe(before);
});

test('a manual bid is taken as it is', async () => {
  const { campaign } = await call('create_professional_campaign', {
    campaign_group_id: await groupNamed('Always on'),
    name: 'By hand',
    daily_budget_amount: '25',
    unit_cost_amount: '4.20',
  });
  expect(campaign).toMatchObject({
    cost_type: 'CPC',
    optimization_target_type: 'NONE',
    unit_cost: { amount: '4.20', currency: 'USD' },
  });
});

test("the platform's refusal names our argument", async () => {
  const args = { campaign_group_id: await groupNamed('Always on'), name: 'x', daily_budget_amount: '25' };
  const error = await refusal('create_professional_campaign', { ...args, run_schedule_start: '2020-01-01T00:00:00Z' });
  expect(error).toMatchObject({ field: 'run_schedule_start', upstream: { code: 'DATE_TOO_EARLY' } });
  const small = { ...args, status: 'PAUSED', daily_budget_amount: '2', associated_entity: '3000001' };
  const low = await refusal('create_professional_campaign', {
    ...small,
    targeting: { include: { locations: ['Germany'] } },
  });
  expect(low).toMatchObject({ field: 'daily_budget_amount', upstream: { code: 'FIELD_VALUE_TOO_LOW' } });
});

test('a create whose answer is lost or broken is sent once and called unknown', async () => {
  const campaign_group_id = await groupNamed('Always on');
  for (const kind of ['cut_after', 'server_error', 'cut_before']) {
    const before = await made();
    await fault(kind, 'POST .*/adCampaigns$', { times: 3 });
    const name = `Lost ${kind}`;
    const error = await refusal('create_professional_campaign', { campaign_group_id, name, daily_budget_amount: '25' });
    expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
    expect(error.next_step).toContain('list_professional_campaigns');
    await clearFaults();
    const { campaigns } = await call('list_professional_campaigns', { name, campaign_group_id });
    expect(campaigns).toHaveLength(kind === 'cut_after' ? 1 : 0);
    expect(await made()).toBe(before + campaigns.length);
  }
});

test('a quota of the day stops the resource it is about and no other', async () => {
  await fault('throttle', 'GET .*/creatives$');
  const error = await refusal('list_creatives');
  expect(error).toMatchObject({ code: 'rate_limited', retryable: true });
  expect(error.retry_after_s).toBeGreaterThan(0);
  await clearFaults();
  expect((await call('list_professional_campaigns')).campaigns.length).toBeGreaterThan(0);
});

test('a campaign that cannot be read back is unknown, and made once', async () => {
  const args = { campaign_group_id: await groupNamed('Always on'), name: 'Unread', daily_budget_amount: '25' };
  await fault('unavailable', 'GET .*/adCampaigns/\\d+$', { times: 9 });
  expect(await refusal('create_professional_campaign', args)).toMatchObject({ outcome: 'unknown', retryable: false });
  await clearFaults();
  expect((await call('list_professional_campaigns', { name: 'Unread' })).campaigns).toHaveLength(1);
});

test('a throttled create holds back creates alone, until midnight by the clock of the platform', async () => {
  const { id: campaign_group_id } = (await call('list_campaign_groups', { name: 'Always on' })).campaign_groups[0];
  const create = { campaign_group_id, name: 'After midnight', daily_budget_amount: '20' };
  await fault('throttle', 'POST .*/adCampaigns', { times: 1 });
  expect(await refusal('create_professional_campaign', create)).toMatchObject({ code: 'rate_limited' });
  const sent = (await requests()).length;
  expect(await refusal('create_professional_campaign', create)).toMatchObject({
    code: 'rate_limited',
    outcome: 'not_applied',
  });
  expect((await requests()).slice(sent).filter(({ method }) => method === 'POST')).toEqual([]);
  const [{ id }] = (await call('list_professional_campaigns', { name: 'Engineers' })).campaigns;
  await call('update_professional_campaign', { campaign_id: id, name: 'Engineers' });
  await call('get_analytics', { level: 'campaign', date_range: 'LAST_7_DAYS' });
  await advanceClock(DAY_MS);
  expect((await call('create_professional_campaign', create)).campaign.name).toBe('After midnight');
});

test('a frequency cap, pacing and lists of blocked publishers are set, and refused where they mean nothing', async () => {
  const base = { campaign_group_id: await groupNamed('Always on'), name: 'Seldom', daily_budget_amount: '40' };
  const end = new Date(Date.now() + 60 * DAY_MS).toISOString();
  const reach = { objective_type: 'BRAND_AWARENESS', optimization_target_type: 'MAX_REACH' };
  const { campaign } = await call('create_professional_campaign', {
    ...base,
    ...reach,
    frequency_cap: 5,
    pacing_strategy: 'LIFETIME',
    run_schedule_end: end,
    offsite_delivery_enabled: true,
    block_lists: ['list-1', 'list-2'],
  });
  const shown = { frequency_cap: 5, pacing_strategy: 'LIFETIME', block_lists: ['list-1', 'list-2'] };
  expect(campaign).toMatchObject(shown);
  expect((await call('duplicate_professional_campaign', { campaign_id: campaign.id })).campaign).toMatchObject(shown);
  const changed = await call('update_professional_campaign', {
    campaign_id: campaign.id,
    frequency_cap: 9,
    block_lists: ['list-3'],
  });
  expect(changed.applied).toEqual({
    frequency_cap: { from: 5, to: 9 },
    block_lists: { from: ['list-1', 'list-2'], to: ['list-3'] },
  });
  for (const [args, field] of [
    [{ frequency_cap: 5 }, 'frequency_cap'],
    [{ ...reach, frequency_cap: 31 }, 'frequency_cap'],
    [{ block_lists: ['list-1'] }, 'block_lists'],
    [{ pacing_strategy: 'LIFETIME' }, 'run_schedule_end'],
  ] as const)
    expect(await refusal('create_professional_campaign', { ...base, ...args })).toMatchObject({ field });
});
