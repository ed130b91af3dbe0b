import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../ambient.ts';
import { good, type Params, START, socialForTests, US } from '../calls.testing.ts';
import { storeAccounts } from '../seed/companies.ts';
import { ACCOUNTS } from '../seed.ts';

const graph = socialForTests();

describe('pages and accounts', () => {
  test('rule 121: what a person may do with a page stands on the edge between them', async () => {
    const error = await graph.refused('GET', ACCOUNTS.us.page, { fields: 'name,tasks' });
    expect(error).toMatchObject({
      code: 100,
      message: '(#100) Tried accessing nonexisting field (tasks) on node type (Page)',
    });
    expect((await graph.refused('GET', `${US}/promote_pages`, { fields: 'tasks' })).code).toBe(100);
    const [first] = (await graph.get('me/accounts')).data;
    expect(Object.keys(first).sort()).toEqual(['access_token', 'category', 'category_list', 'id', 'name', 'tasks']);
    expect((await graph.get('me/accounts', { fields: 'tasks' })).data[0].tasks).toContain('ADVERTISE');
  });

  test('rule 122: a page shows what pages have, and says what is missing here', async () => {
    expect(
      await graph.get(ACCOUNTS.us.page, { fields: 'name,category,instagram_business_account{username}' }),
    ).toMatchObject({ instagram_business_account: { username: 'acme.outdoor' } });
    expect((await graph.send('GET', ACCOUNTS.us.page, { fields: 'phone' })).status).toBe(501);
  });

  test('rule 124: an account has defaults for its declarations, and minimums on an edge', async () => {
    expect(await graph.get(ACCOUNTS.europe.id, { fields: 'default_dsa_payor,min_daily_budget' })).toMatchObject({
      default_dsa_payor: 'Acme GmbH',
    });
    for (const fields of ['dsa_payor', 'min_daily_budget_imp'])
      expect((await graph.refused('GET', US, { fields })).message).toContain(`nonexisting field (${fields})`);
    expect((await graph.get(`${US}/minimum_budgets`)).data[0]).toHaveProperty('min_daily_budget_imp');
  });

  test('rule 125: an account that is not active can be read and not written', async () => {
    const closed = storeAccounts.filter(({ status }) => status !== 1);
    expect(closed).not.toHaveLength(0);
    for (const { id } of closed) {
      await graph.get(`${id}/campaigns`);
      await graph.post(`${id}/insights`);
      expect((await graph.refused('POST', `${id}/campaigns`, good.campaign)).error_subcode).toBe(1404163);
    }
    await graph.post(`${storeAccounts[0]!.id}/campaigns`, good.campaign);
  });
});

describe('insights', () => {
  const read = (params: Params) => graph.get(`${US}/insights`, params);
  const refused = (params: Params) => graph.refused('GET', `${US}/insights`, params);
  const range = (since: string, until: string) => ({ time_range: { since, until } });

  test('rule 126: go back 37 months', async () => {
    expect((await refused(range('2023-09-01', '2023-12-01'))).code).toBe(3018);
    await read(range('2023-11-01', '2023-12-01'));
    await read({ date_preset: 'maximum' });
  });

  test.each([
    ['rule 127: an end before the start', range('2026-11-02', '2026-11-01')],
    ['rule 127: a day that does not exist', range('2026-02-01', '2026-02-30')],
    [
      'rule 127: two kinds of ranges',
      { ...range('2026-11-01', '2026-11-02'), time_ranges: [{ since: '2026-11-01', until: '2026-11-02' }] },
    ],
    ['rule 128: an unknown field', { fields: 'luck' }],
    ['rule 128: an unknown breakdown', { breakdowns: 'mood' }],
    ['rule 130: a position without its platform', { breakdowns: 'platform_position' }],
    ['rule 130: hours and ages', { breakdowns: 'hourly_stats_aggregated_by_advertiser_time_zone,age' }],
    [
      'rule 131: unique people by hour',
      { breakdowns: 'hourly_stats_aggregated_by_advertiser_time_zone', fields: 'unique_clicks' },
    ],
    ['rule 133: steps of 91 days', { time_increment: 91 }],
    ['rule 135: IN without a list', { filtering: [{ field: 'campaign.name', operator: 'IN', value: 'x' }] }],
    ['rule 135: an unknown operator', { filtering: [{ field: 'campaign.name', operator: 'LIKE', value: 'x' }] }],
  ])('%s is refused', async (_, params) => {
    expect((await refused(params)).code).toBe(100);
  });

  test('rule 129: know no level above the node', async () => {
    const [{ id }] = (await graph.get(`${US}/campaigns`)).data;
    expect(await graph.refused('GET', `${id}/insights`, { level: 'account' })).toMatchObject({
      code: 1,
      error_subcode: 99,
    });
    await graph.get(`${id}/insights`, { level: 'ad' });
  });

  test('rule 132: leave reach out of breakdowns that begin more than 13 months back', async () => {
    const [row] = (await read({ ...range('2025-09-01', '2026-11-01'), breakdowns: 'age', fields: 'reach,impressions' }))
      .data;
    expect(row).toHaveProperty('impressions');
    expect(row).not.toHaveProperty('reach');
  });

  test('rule 134: list archived campaigns on demand; rule 135: deleted ones not even then', async () => {
    const names = async (params: Params) =>
      (
        await read({ level: 'campaign', date_preset: 'maximum', fields: 'campaign_name', limit: 100, ...params })
      ).data.map((row: { campaign_name: string }) => row.campaign_name);
    const status = (value: string[]) => ({
      filtering: [{ field: 'campaign.effective_status', operator: 'IN', value }],
    });
    expect(await names({})).not.toContain('Winter clearance');
    expect(await names(status(['ARCHIVED']))).toEqual(['Winter clearance']);
    expect((await refused({ level: 'campaign', ...status(['DELETED']) })).error_subcode).toBe(1815001);
  });

  test('rule 136: have no values after a view of seven days', async () => {
    const [row] = (await read({ fields: 'actions', action_attribution_windows: '7d_click,7d_view' })).data;
    expect(row.actions[0]).toHaveProperty('7d_click');
    expect(row.actions[0]).not.toHaveProperty('7d_view');
  });

  test('rule 137: have no rows of a campaign in its first minutes', async () => {
    const { id } = await graph.post(`${US}/campaigns`, { ...good.campaign, status: 'ACTIVE' });
    const set = await graph.post(`${US}/adsets`, good.adSet(id));
    await graph.post(`${US}/ads`, {
      name: 'A',
      adset_id: set.id,
      creative: { name: 'K', object_story_spec: good.story },
    });
    const rows = async () => (await graph.get(`${id}/insights`, { date_preset: 'today' })).data;
    graph.advance(14 * MINUTE_MS);
    expect(await rows()).toEqual([]);
    graph.advance(6 * HOUR_MS);
    expect(await rows()).toHaveLength(1);
    graph.setNow(START);
  });

  test('rule 138: of a run are there when it is done, and for 30 days', async () => {
    const { report_run_id: run } = await graph.post(`${US}/insights`, { date_preset: 'last_3d' });
    expect((await graph.refused('GET', `${run}/insights`)).code).toBe(100);
    graph.advance(DAY_MS);
    await graph.get(`${run}/insights`);
    graph.advance(30 * DAY_MS);
    expect((await graph.refused('GET', `${run}/insights`)).code).toBe(100);
    graph.setNow(START);
  });
});
