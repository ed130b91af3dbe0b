import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social', 'search', 'professional', 'video'] });
});
afterAll(() => service.close());

// biome-ignore lint/suspicious/noExplicitAny: items of any shape
type Any = any;

/** What a list shows, what stops it, and the words for running and stopped. */
const STOPS = [
  ['social', 'list_social_campaigns', 'campaigns', 'update_social_campaign', 'campaign_id'],
  ['social', 'list_ad_sets', 'ad_sets', 'update_ad_set', 'ad_set_id'],
  ['social', 'list_social_ads', 'ads', 'update_social_ad', 'ad_id'],
  ['search', 'list_campaigns', 'campaigns', 'update_campaign', 'campaign_id'],
  ['search', 'list_ad_groups', 'ad_groups', 'update_ad_group', 'ad_group_id'],
  ['search', 'list_ads', 'ads', 'update_ad', 'ad_id'],
  ['search', 'list_asset_groups', 'asset_groups', 'update_asset_group', 'asset_group_id'],
  ['search', 'list_keywords', 'keywords', 'update_keyword', 'keyword_id'],
  ['professional', 'list_campaign_groups', 'campaign_groups', 'update_campaign_group', 'campaign_group_id'],
  ['professional', 'list_professional_campaigns', 'campaigns', 'update_professional_campaign', 'campaign_id'],
  ['professional', 'list_creatives', 'creatives', 'update_creative', 'creative_id'],
  ['video', 'list_campaigns', 'campaigns', 'update_campaign', 'campaign_id'],
  ['video', 'list_ad_groups', 'ad_groups', 'update_ad_group', 'ad_group_id'],
  ['video', 'list_ads', 'ads', 'update_ad', 'ad_id'],
] as const;
const WORDS: Record<string, { running: string; stopped: string; accounts: [Any, Any] }> = {
  social: {
    running: 'ACTIVE',
    stopped: 'PAUSED',
    accounts: [{}, { account_id: '1001000000000002' }],
  },
  search: { running: 'ENABLED', stopped: 'PAUSED', accounts: [{}, { customer_id: '3579124680' }] },
  professional: { running: 'ACTIVE', stopped: 'PAUSED', accounts: [{}, { account_id: '500000002' }] },
  video: { running: 'ENABLE', stopped: 'DISABLE', accounts: [{}, { advertiser_id: '7100000000000000102' }] },
};

/** Objects that no longer spend, and objects that the platform lets no caller change, are left out. */
const SPENDS_NOTHING = /has ended|default campaign group|can (?:only be|become) REMOVED/;

test.each(STOPS)('whatever runs in %s %s is stopped by one call', async (channel, list, name, update, id) => {
  const { running, stopped, accounts } = WORDS[channel]!;
  let count = 0;
  for (const account of accounts) {
    const { result } = await service.call(channel, list, { ...account, limit: 100 });
    for (const item of result[name].filter(({ status }: Any) => status === running).slice(0, 3)) {
      const parent = name === 'keywords' ? { ad_group_id: item.ad_group_id } : {};
      // Ids of the social platform say which account they belong to.
      const args = { ...(channel !== 'social' && account), ...parent, [id]: item.id, status: stopped };
      const { isError, result: told } = await service.call(channel, update, args);
      if (isError && SPENDS_NOTHING.test(told.error.message)) continue;
      expect(isError, JSON.stringify([args, told])).toBe(false);
      expect(told.applied).toEqual({ status: { from: running, to: stopped } });
      count++;
    }
  }
  expect(count).toBeGreaterThan(0);
});

/** Platforms limit endpoints separately, some until midnight: a used-up limit must not keep a campaign from being paused. */
test.each([
  ['professional', 'get_analytics', { date_range: 'LAST_7_DAYS' }, 'adAnalytics'],
  ['professional', 'list_creatives', {}, '/creatives'],
  ['social', 'get_social_insights', { date_range: 'LAST_7_DAYS' }, '/insights'],
] as const)('when %s has no more to give of %s, what runs can be stopped', async (channel, tool, args, match) => {
  const { running, stopped, accounts } = WORDS[channel]!;
  const list = channel === 'social' ? 'list_social_campaigns' : 'list_professional_campaigns';
  const update = channel === 'social' ? 'update_social_campaign' : 'update_professional_campaign';
  const [, account] = accounts;
  const { campaigns } = (await service.call(channel, list, { ...account, limit: 100 })).result;
  const { id } = campaigns.find(({ status }: Any) => status === running);
  const faults = `${service.sandbox.controlOrigin}/faults`;
  const body = JSON.stringify({ platform: channel, kind: 'throttle', match, times: 100 });
  await fetch(faults, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const refused = await service.call(channel, tool, { ...account, ...args });
  expect(refused.result.error, JSON.stringify(refused)).toMatchObject({ code: 'rate_limited' });
  const stop = { ...(channel !== 'social' && account), campaign_id: id, status: stopped };
  const { isError, result } = await service.call(channel, update, stop);
  expect(isError, JSON.stringify(result)).toBe(false);
  expect(result.applied).toEqual({ status: { from: running, to: stopped } });
  const again = await service.call(channel, tool, { ...account, ...args });
  expect(again.result.error.next_step).toMatch(/Nothing was sent/);
  await fetch(faults, { method: 'DELETE' });
});
