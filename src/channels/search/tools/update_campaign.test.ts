import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, clearFaults, workspaceNamed } = sandboxed('search');

async function made(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const { campaign } = await call('create_campaign', {
    name,
    budget: 10,
    contains_eu_political_advertising: false,
    ...more,
  });
  return campaign.id;
}

test('several fields change at once and are read back; the others stay', async () => {
  const campaign_id = await made('Before');
  const { campaign: before } = (await call('list_campaigns', { campaign_id })).campaigns.map((campaign: unknown) => ({
    campaign,
  }))[0];
  const { campaign, applied, not_applied } = await call('update_campaign', {
    campaign_id,
    name: 'After',
    budget: '12.34',
    status: 'ENABLED',
    end_date: '2027-03-31',
  });
  expect(applied).toEqual({
    name: { from: 'Before', to: 'After' },
    budget: { from: { amount: '10.00', currency: 'USD' }, to: { amount: '12.34', currency: 'USD' } },
    status: { from: 'PAUSED', to: 'ENABLED' },
    end_date: { from: before.end_date ?? null, to: '2027-03-31' },
  });
  expect(not_applied).toEqual([]);
  expect(campaign).toMatchObject({ type: before.type, bidding_strategy: before.bidding_strategy });
  const again = await call('update_campaign', { campaign_id, name: 'After', end_date: 'none' });
  expect(Object.keys(again.applied)).toEqual(['end_date']);
  expect(again.campaign.end_date ?? null).not.toBe('2027-03-31');
});

test('a target goes where the campaign’s strategy keeps it, and nowhere else', async () => {
  const campaign_id = await made('Targets', { bidding_strategy: 'MAXIMIZE_CONVERSIONS' });
  const { applied } = await call('update_campaign', { campaign_id, target_cpa: 7.5 });
  expect(applied).toEqual({ target_cpa: { from: null, to: { amount: '7.50', currency: 'USD' } } });
  const error = await refusal('update_campaign', { campaign_id, target_roas: 2 });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'target_roas' });
  expect(error.message).toContain('MAXIMIZE_CONVERSIONS');
});

test('a shared budget is changed only when that is said', async () => {
  const { campaigns } = await call('list_campaigns', { limit: 1000 });
  const shared = campaigns.find(({ budget_shared }: { budget_shared: boolean }) => budget_shared);
  expect(shared, 'a campaign with a shared budget').toBeDefined();
  const error = await refusal('update_campaign', { campaign_id: shared.id, budget: 99 });
  expect(error).toMatchObject({ code: 'conflict', field: 'budget', outcome: 'not_applied' });
  expect(error.message).toContain('only this campaign spends from it now');
  const { applied } = await call('update_campaign', { campaign_id: shared.id, budget: 99, change_shared_budget: true });
  expect(applied.budget.to).toEqual({ amount: '99.00', currency: 'USD' });
});

test('yen stay whole', async () => {
  const workspaceId = await workspaceNamed('Acme Japan');
  const campaign_id = await made('円', { workspaceId, budget: 2000 });
  const { applied } = await call('update_campaign', { workspaceId, campaign_id, budget: 2500 });
  expect(applied.budget.to).toEqual({ amount: '2500', currency: 'JPY' });
  expect(await refusal('update_campaign', { workspaceId, campaign_id, budget: '2500.5' })).toMatchObject({
    field: 'budget',
  });
});

test('an amount beyond what the platform can read is blamed on its argument', async () => {
  const campaign_id = await made('Huge');
  expect(await refusal('update_campaign', { campaign_id, budget: '99999999999' })).toMatchObject({ field: 'budget' });
});

test('a change may be repeated after a lost answer, because it is the same change', async () => {
  const campaign_id = await made('Repeat');
  await fault('cut_after', 'googleAds:mutate', { skip: 1 });
  const { campaign } = await call('update_campaign', { campaign_id, name: 'Repeated' });
  await clearFaults();
  expect(campaign.name).toBe('Repeated');
});

test('nothing to change, or nothing there, is said', async () => {
  expect(await refusal('update_campaign', { campaign_id: '1' })).toMatchObject({ code: 'invalid_arguments' });
  expect(await refusal('update_campaign', { campaign_id: '1', name: 'x' })).toMatchObject({ code: 'not_found' });
});

test('a day that does not exist is refused with the form of a day, and no request is sent', async () => {
  for (const field of ['start_date', 'end_date']) {
    const error = await refusal('update_campaign', { campaign_id: '1', [field]: '2026-02-30' });
    expect(error).toMatchObject({ code: 'invalid_arguments', field, outcome: 'not_applied' });
    expect(error.message).toContain('must be a day that exists, such as 2026-01-31');
  }
});

test('the bidding strategy changes with its targets, and a target that is not named begins anew', async () => {
  const campaign_id = await made('Strategies');
  const first = await call('update_campaign', {
    campaign_id,
    bidding_strategy: 'MAXIMIZE_CONVERSIONS',
    target_cpa: '8.00',
  });
  expect(first.applied).toEqual({
    bidding_strategy: { from: 'MANUAL_CPC', to: 'MAXIMIZE_CONVERSIONS' },
    target_cpa: { from: null, to: { amount: '8.00', currency: 'USD' } },
  });
  expect(first.notes[0]).toContain('not used');
  for (const [bidding_strategy, targets, shown] of [
    ['MAXIMIZE_CLICKS', {}, {}],
    ['MAXIMIZE_CLICKS', { max_cpc: '2.50' }, { max_cpc: { amount: '2.50', currency: 'USD' } }],
    ['MAXIMIZE_CONVERSION_VALUE', { target_roas: 4 }, { target_roas: 4 }],
    [
      'TARGET_IMPRESSION_SHARE',
      { impression_share: 0.65, impression_place: 'TOP_OF_PAGE', max_cpc: 3 },
      { impression_share: 0.65, impression_place: 'TOP_OF_PAGE' },
    ],
    ['MAXIMIZE_CONVERSIONS', {}, {}],
    ['MANUAL_CPC', {}, {}],
  ] as const) {
    const { campaign, not_applied } = await call('update_campaign', { campaign_id, bidding_strategy, ...targets });
    expect(not_applied, bidding_strategy).toEqual([]);
    expect(campaign).toMatchObject({ bidding_strategy, ...shown });
    for (const target of ['target_cpa', 'target_roas', 'max_cpc', 'impression_share']) {
      if (!(target in targets)) expect(campaign[target], `${bidding_strategy} ${target}`).toBeUndefined();
    }
  }
});

test('a strategy that the campaign cannot have is refused by name before anything is sent', async () => {
  const campaign_id = await made('Misfits');
  const wrongType = await refusal('update_campaign', { campaign_id, bidding_strategy: 'TARGET_ROAS', target_roas: 3 });
  expect(wrongType).toMatchObject({ code: 'invalid_arguments', field: 'bidding_strategy', outcome: 'not_applied' });
  expect(wrongType.message).toContain('MAXIMIZE_CONVERSION_VALUE');
  expect(await refusal('update_campaign', { campaign_id, bidding_strategy: 'TARGET_IMPRESSION_SHARE' })).toMatchObject({
    field: 'max_cpc',
  });
  expect(
    await refusal('update_campaign', { campaign_id, bidding_strategy: 'MAXIMIZE_CLICKS', target_cpa: 5 }),
  ).toMatchObject({ field: 'target_cpa' });
  const { campaigns } = await call('list_campaigns', { limit: 1000 });
  const shared = campaigns.find(({ budget_shared }: { budget_shared: boolean }) => budget_shared);
  const alone = await refusal('update_campaign', {
    campaign_id: shared.id,
    bidding_strategy:
      shared.bidding_strategy === 'MAXIMIZE_CONVERSIONS' ? 'MAXIMIZE_CONVERSION_VALUE' : 'MAXIMIZE_CONVERSIONS',
  });
  expect(alone.message).toContain('shared');
});

test('a target is cleared by "none", unless the strategy cannot do without', async () => {
  const { campaign } = await call('create_campaign', {
    name: `targeted ${Math.random()}`,
    budget: 10,
    contains_eu_political_advertising: false,
    bidding_strategy: 'MAXIMIZE_CONVERSIONS',
    target_cpa: 5,
  });
  const { applied, campaign: after } = await call('update_campaign', { campaign_id: campaign.id, target_cpa: 'none' });
  expect(applied).toEqual({ target_cpa: { from: { amount: '5.00', currency: 'USD' }, to: null } });
  expect(after.bidding_strategy).toBe('MAXIMIZE_CONVERSIONS');
  const [display] = (await call('list_campaigns', { type: 'DISPLAY' })).campaigns;
  const error = await refusal('update_campaign', { campaign_id: display.id, target_cpa: 'none' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'target_cpa' });
});

test('search partners are switched off where there are any', async () => {
  const [shoes] = (await call('list_campaigns', { name_contains: 'Search – Shoes' })).campaigns;
  const { applied } = await call('update_campaign', { campaign_id: shoes.id, search_partners: !shoes.search_partners });
  expect(applied).toEqual({ search_partners: { from: shoes.search_partners, to: !shoes.search_partners } });
  const [max] = (await call('list_campaigns', { type: 'PERFORMANCE_MAX' })).campaigns;
  expect(await refusal('update_campaign', { campaign_id: max.id, search_partners: false })).toMatchObject({
    code: 'invalid_arguments',
    field: 'search_partners',
  });
});

test('shares and returns given as percentages are told apart from factors', async () => {
  const campaign_id = await made('Percent');
  const strategy = { campaign_id, bidding_strategy: 'MAXIMIZE_CONVERSION_VALUE' };
  expect((await refusal('update_campaign', { ...strategy, target_roas: '350%' })).message).toContain('3.5');
  const { notes } = await call('update_campaign', { ...strategy, target_roas: 350 });
  expect(notes).toContainEqual(expect.stringContaining('35000 %'));
  const share = { campaign_id, bidding_strategy: 'TARGET_IMPRESSION_SHARE', impression_share: 65 };
  expect((await refusal('update_campaign', share)).message).toContain('0.65');
});

test('a strategy that a search campaign cannot have names the one that does the same', async () => {
  const campaign_id = await made('Successor');
  const wish = { campaign_id, bidding_strategy: 'TARGET_CPA', target_cpa: '20' };
  expect((await refusal('update_campaign', wish)).message).toContain('MAXIMIZE_CONVERSIONS with target_cpa');
});
