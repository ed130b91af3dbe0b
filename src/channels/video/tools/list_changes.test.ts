import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../ambient.ts';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, advanceClock, fault, japan, clearFaults } = sandboxed();

test('tells what was done to an ad group, by whom, from what to what, the newest first', async () => {
  const { campaign } = await call('create_campaign', { ...good.campaign, campaign_name: 'Watched' });
  const { ad_group } = await call('create_ad_group', { campaign_id: campaign.id, ...good.adGroup });
  await advanceClock(MINUTE_MS);
  await call('update_ad_group', { ad_group_id: ad_group.id, budget: 35, languages: ['en'] });
  await advanceClock(MINUTE_MS);
  await call('update_ad_group', { ad_group_id: ad_group.id, status: 'ENABLE' });
  const { changes } = await call('list_changes', { ad_group_id: ad_group.id });
  expect(changes.map(({ operation, part }: Record<string, string>) => `${operation}: ${part}`)).toEqual([
    'Change: On/Off Status',
    'Change: Targeting',
    'Change: Budget & Schedule',
    'Create: Ad group',
  ]);
  expect(changes[0]).toMatchObject({
    what: 'Ad group',
    id: ad_group.id,
    name: good.adGroup.ad_group_name,
    user: expect.stringContaining('@acme.example'),
    through: 'Marketing API',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/),
    changed: { 'Ad group': { from: 'Paused', to: 'Enabled' } },
  });
  expect(changes[1].changed).toEqual({ Languages: { from: '', to: 'en' } });
  expect(changes[2].changed).toEqual({ Budget: { from: '20.00 USD', to: '35.00 USD' } });
  const told = await call('list_changes', { about: 'BUDGET', days: 1 });
  expect(told.changes).toEqual([changes[2]]);
}, 30_000);

test('days, pages and names: what others did is told too, only as far back as was asked', async () => {
  const { campaigns } = await call('list_campaigns', { name_contains: 'Launch film' });
  const [{ id }] = campaigns;
  expect((await call('list_changes', { campaign_id: id })).changes).toEqual([]);
  const { changes } = await call('list_changes', { campaign_id: id, days: 28 });
  expect(changes).toMatchObject([{ through: 'TikTok Ads Manager', changed: { Campaign: { to: 'Paused' } } }]);
  const age = (Date.now() - Date.parse(changes[0].time)) / DAY_MS;
  expect(age).toBeGreaterThan(11);
  expect(age).toBeLessThan(13);

  const first = await call('list_changes', { limit: 2, days: 28 });
  const second = await call('list_changes', { limit: 2, days: 28, cursor: first.next_cursor });
  expect(second.changes).not.toEqual(first.changes);
  expect(await refusal('list_changes', { campaign_id: '1', ad_id: '2' })).toMatchObject({ code: 'invalid_arguments' });
}, 30_000);

test('a name of another script comes back whole, and a quote or a comma does not break a line', async () => {
  const where = await japan();
  const name = 'もっと"遠く", へ';
  const { campaign } = await call('create_campaign', { ...good.campaign, campaign_name: '秋', ...where });
  await call('update_campaign', { campaign_id: campaign.id, campaign_name: name, ...where });
  const { changes } = await call('list_changes', { campaign_id: campaign.id, ...where });
  expect(changes[0].changed).toEqual({ Name: { from: '秋', to: name } });
}, 30_000);

test('a task that is sent again after a fault does no harm, and nothing is said to have changed', async () => {
  await fault('server_error', '/changelog/task/create/');
  expect((await call('list_changes', {})).changes.length).toBeGreaterThan(0);
  await fault('expired_token', '/changelog/task/check/');
  expect(await refusal('list_changes', {})).toMatchObject({ code: 'token_expired', outcome: 'not_applied' });
  await clearFaults();
}, 30_000);
