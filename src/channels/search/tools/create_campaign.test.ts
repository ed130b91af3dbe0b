import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, clearFaults, ledger, workspaceNamed } = sandboxed('search');

const SEARCH = { budget: '25.50', contains_eu_political_advertising: false };

test('a search campaign is made paused, with a budget of its own and the targeting asked for', async () => {
  const { campaign, notes } = await call('create_campaign', {
    ...SEARCH,
    name: 'Boots – winter',
    location_ids: ['2276'],
    language_ids: ['1001'],
    start_date: '2027-01-10',
    end_date: '2027-02-10',
  });
  expect(campaign).toMatchObject({
    name: 'Boots – winter',
    status: 'PAUSED',
    type: 'SEARCH',
    budget: { amount: '25.50', currency: 'USD' },
    budget_shared: false,
    bidding_strategy: 'MANUAL_CPC',
    start_date: '2027-01-10',
    end_date: '2027-02-10',
    contains_eu_political_advertising: false,
  });
  expect(notes.join(' ')).not.toContain('every place');
  const { rows } = await call('run_query', {
    query: `SELECT campaign_criterion.location.geo_target_constant, campaign_criterion.language.language_constant, campaign.network_settings.target_content_network FROM campaign_criterion WHERE campaign.id = ${campaign.id}`,
  });
  expect(JSON.stringify(rows)).toContain('geoTargetConstants/2276');
  expect(JSON.stringify(rows)).toContain('languageConstants/1001');
});

test('what was chosen for the caller is said', async () => {
  const { notes } = await call('create_campaign', { ...SEARCH, name: 'Everywhere' });
  expect(notes.join(' ')).toMatch(/MANUAL_CPC.*every place.*every language/s);
});

test('yen are yen', async () => {
  const { campaign } = await call('create_campaign', {
    workspaceId: await workspaceNamed('Acme Japan'),
    name: '靴',
    budget: 3000,
    contains_eu_political_advertising: false,
    bidding_strategy: 'MAXIMIZE_CONVERSIONS',
    target_cpa: '450',
  });
  expect(campaign).toMatchObject({
    budget: { amount: '3000', currency: 'JPY' },
    target_cpa: { amount: '450', currency: 'JPY' },
  });
  const error = await refusal('create_campaign', {
    ...SEARCH,
    workspaceId: await workspaceNamed('Acme Japan'),
    name: 'Half a yen',
  });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'budget' });
});

test('the automated type across channels bids for conversions and nothing else', async () => {
  const automated = { ...SEARCH, type: 'PERFORMANCE_MAX' };
  const { campaign } = await call('create_campaign', { ...automated, name: 'All channels', target_cpa: 12 });
  expect(campaign).toMatchObject({
    type: 'PERFORMANCE_MAX',
    status: 'PAUSED',
    bidding_strategy: 'MAXIMIZE_CONVERSIONS',
    target_cpa: { amount: '12.00', currency: 'USD' },
  });
  expect(await refusal('create_campaign', { ...automated, name: 'x', bidding_strategy: 'MANUAL_CPC' })).toMatchObject({
    field: 'bidding_strategy',
    allowed_values: ['MAXIMIZE_CONVERSIONS', 'MAXIMIZE_CONVERSION_VALUE'],
  });
});

test('the political declaration is asked for; contradictions are named', async () => {
  expect(await refusal('create_campaign', { name: 'x', budget: 1 })).toMatchObject({
    code: 'invalid_arguments',
    field: 'contains_eu_political_advertising',
  });
  expect(await refusal('create_campaign', { ...SEARCH, name: 'x', target_roas: 3 })).toMatchObject({
    field: 'target_roas',
  });
  expect(await refusal('create_campaign', { ...SEARCH, name: 'x', budget: '1.005' })).toMatchObject({
    field: 'budget',
  });
  expect(await refusal('create_campaign', { ...SEARCH, name: 'x', daily_budget: 5 })).toMatchObject({
    field: 'daily_budget',
  });
});

test('nothing is made when the platform refuses any part of it', async () => {
  const before = (await ledger({ kind: 'create' })).length;
  const { campaigns } = await call('list_campaigns');
  const taken = await refusal('create_campaign', { ...SEARCH, name: campaigns[0].name });
  expect(taken).toMatchObject({ code: 'conflict', field: 'name', outcome: 'not_applied' });
  await refusal('create_campaign', { ...SEARCH, name: 'Nowhere', location_ids: ['999999999'] });
  expect((await ledger({ kind: 'create' })).length).toBe(before);
});

test('a create whose answer is lost or broken is not sent again, and is not called a failure', async () => {
  for (const kind of ['cut_after', 'server_error']) {
    const before = (await ledger({ kind: 'create' })).length;
    await fault(kind, 'googleAds:mutate', { skip: 1, times: 3 });
    const error = await refusal('create_campaign', { ...SEARCH, name: `Lost ${kind}` });
    expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
    await clearFaults();
    const { campaigns } = await call('list_campaigns', { name_contains: `Lost ${kind}` });
    expect(campaigns.length).toBeLessThanOrEqual(1);
    expect((await ledger({ kind: 'create' })).length - before).toBe(campaigns.length * 2);
  }
});

test('a campaign that cannot be read back is unknown, and made once', async () => {
  // Before it comes the reading of the account's currency.
  await fault('throttle', 'googleAds:search', { skip: 1, times: 5 });
  const error = await refusal('create_campaign', { ...SEARCH, name: 'Unread' });
  await clearFaults();
  expect(error).toMatchObject({ outcome: 'unknown', retryable: false });
  expect((await call('list_campaigns', { name_contains: 'Unread' })).campaigns).toHaveLength(1);
});

test('languages can be given by code or name; one that is none is refused with codes that are', async () => {
  const languages = async (...language_ids: string[]) => {
    const name = `In ${language_ids.join(' ')}`;
    const { campaign } = await call('create_campaign', { ...SEARCH, name, language_ids });
    return (await call('get_campaign_targeting', { campaign_id: campaign.id })).targeting.language_ids;
  };
  expect(await languages('de', 'English', '1002')).toEqual(['1000', '1001', '1002']);
  expect(await languages('de-AT')).toEqual(['1001']);
  const none = await refusal('create_campaign', { ...SEARCH, name: 'None', language_ids: ['en', 'klingon'] });
  expect(none).toMatchObject({ field: 'language_ids.1', outcome: 'not_applied' });
  expect(none.message).toContain('de');
});
