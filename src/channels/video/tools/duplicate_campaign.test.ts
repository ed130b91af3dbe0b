import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests, ledger, service } = sandboxed();

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;

async function contents(campaign_id: string): Promise<Any> {
  const { ad_groups } = await call('list_ad_groups', { campaign_id, limit: 100 });
  const { ads } = await call('list_ads', { campaign_id, limit: 100 });
  const sorted = (list: Any[], ...fields: string[]) =>
    list.map((one) => JSON.stringify(fields.map((field) => one[field]))).sort();
  return {
    groups: sorted(ad_groups, 'name', 'status', 'budget', 'optimization_goal', 'targeting', 'bid'),
    ads: sorted(ads, 'name', 'status', 'ad_text', 'ad_texts', 'video_id', 'landing_page_url'),
  };
}

const changes = async () =>
  (await requests()).filter(({ method, path }: Any) => method === 'POST' && /create|update/.test(path)).length;

test.each(['MANUAL', 'SMART_PLUS'])(
  'a %s campaign is copied whole in one request, switched off',
  async (automation) => {
    const { campaigns } = await call('list_campaigns', { limit: 100 });
    const original = campaigns.find(
      (one: Any) => one.automation === automation && one.status === 'ENABLE' && one.objective === 'WEB_CONVERSIONS',
    );
    const before = await changes();
    const { campaign, copied, failed } = await call('duplicate_campaign', {
      campaign_id: original.id,
      campaign_name: `Again ${automation}`,
      end_time: '2027-06-30T00:00:00Z',
    });
    expect(await changes()).toBe(before + 1);
    expect(failed).toEqual([]);
    expect(campaign).toMatchObject({
      name: `Again ${automation}`,
      status: 'DISABLE',
      automation,
      budget: original.budget,
    });
    expect(copied.ads).toBeGreaterThan(0);
    expect(await contents(campaign.id)).toEqual(await contents(original.id));
  },
);

test('an advertiser whom the platform does not let is told the way that works, and it does', async () => {
  const workspaceId = await service().workspaceId('Acme Japan');
  const { campaigns } = await call('list_campaigns', { workspaceId, limit: 100 });
  const original = campaigns.find((one: Any) => one.automation === 'MANUAL' && one.status === 'ENABLE');
  const asked = { workspaceId, campaign_id: original.id, campaign_name: 'Copy' };
  const error = await refusal('duplicate_campaign', { ...asked, end_time: '2027-06-30T00:00:00Z' });
  expect(error).toMatchObject({ code: 'permission_denied', outcome: 'not_applied' });
  expect(error.next_step).toContain('contents: "none"');
  const { campaign, next_calls } = await call('duplicate_campaign', { ...asked, contents: 'none' });
  expect(campaign).toMatchObject({ name: 'Copy', status: 'DISABLE', objective: original.objective });
  expect(next_calls.length).toBeGreaterThan(0);
  const [{ tool, arguments: args }] = next_calls;
  const { ad_group } = await call(tool, { workspaceId, ...args });
  expect(ad_group).toMatchObject({ campaign_id: campaign.id, name: args.ad_group_name });
});

test('what cannot be copied is refused before anything is sent', async () => {
  const { campaign } = await call('create_campaign', { campaign_name: 'Empty', objective: 'TRAFFIC' });
  const before = (await ledger()).length;
  const empty = await refusal('duplicate_campaign', { campaign_id: campaign.id, campaign_name: 'x' });
  expect(empty).toMatchObject({ code: 'invalid_arguments', field: 'campaign_id' });
  const budget = { campaign_id: campaign.id, campaign_name: 'x', budget: 60 };
  expect(await refusal('duplicate_campaign', budget)).toMatchObject({ field: 'budget' });
  const unknown = await refusal('duplicate_campaign', { campaign_id: '42', campaign_name: 'x' });
  expect(unknown.code).toBe('not_found');
  expect((await ledger()).length).toBe(before);
});

test('ad groups without ads, which the platform leaves out, are named with the calls that copy them', async () => {
  const { campaigns } = await call('list_campaigns', { limit: 100 });
  const original = campaigns.find(
    (one: Any) => one.automation === 'MANUAL' && one.status === 'ENABLE' && one.objective === 'WEB_CONVERSIONS',
  );
  const [group] = (await call('list_ad_groups', { campaign_id: original.id })).ad_groups;
  const copy = await call('duplicate_ad_group', { ad_group_id: group.id, ad_group_name: 'Without ads' });
  const { campaign, notes, next_calls } = await call('duplicate_campaign', {
    campaign_id: original.id,
    campaign_name: 'With an empty group',
    end_time: '2027-06-30T00:00:00Z',
  });
  expect(notes.join(' ')).toContain(`"Without ads" (${copy.ad_group.id})`);
  expect(next_calls).toMatchObject([{ tool: 'duplicate_ad_group', arguments: { ad_group_id: copy.ad_group.id } }]);
  const { ad_group } = await call(next_calls[0].tool, next_calls[0].arguments);
  expect(ad_group).toMatchObject({ campaign_id: campaign.id, name: 'Without ads' });
});

test('budgets by percent: of a shared budget in one request, else in the calls that copy the ad groups', async () => {
  const named = async (name: string) => (await call('list_campaigns', { name_contains: name })).campaigns[0];
  const sale = await named('Autumn sale');
  const whole = await call('duplicate_campaign', { campaign_id: sale.id, campaign_name: 'Dearer sale', percent: 10 });
  expect(whole.campaign.budget.amount).toBe((Number(sale.budget.amount) * 1.1).toFixed(2));
  const traffic = await named('Store traffic');
  const copy = { campaign_id: traffic.id, campaign_name: 'Dearer traffic', percent: 10 };
  expect((await refusal('duplicate_campaign', copy)).field).toBe('percent');
  const { next_calls } = await call('duplicate_campaign', { ...copy, contents: 'none' });
  const { ad_group } = await call(next_calls[0].tool, next_calls[0].arguments);
  const [original] = (await call('list_ad_groups', { ad_group_ids: [next_calls[0].arguments.ad_group_id] })).ad_groups;
  expect(ad_group.budget.amount).toBe((Number(original.budget.amount) * 1.1).toFixed(2));
});

test('call by call, a campaign is copied with new dates, budgets and all of its ads', async () => {
  const [traffic] = (await call('list_campaigns', { name_contains: 'Store traffic' })).campaigns;
  const times = { start_time: '2027-10-01T00:00:00Z', end_time: '2027-11-01T00:00:00Z' };
  const { campaign, next_calls } = await call('duplicate_campaign', {
    campaign_id: traffic.id,
    campaign_name: 'Later and dearer',
    contents: 'none',
    percent: 10,
    ...times,
  });
  const ads: Any[] = [];
  for (const { tool, arguments: args } of next_calls) {
    const copy = await call(tool, args);
    expect(copy.ad_group).toMatchObject(times);
    for (const next of copy.next_calls) ads.push((await call(next.tool, next.arguments)).ad);
  }
  const adsOf = async (campaign_id: string) =>
    (await call('list_ads', { campaign_id, limit: 100 })).ads.map(({ name }: Any) => name).sort();
  expect(ads.length).toBeGreaterThan(0);
  expect(await adsOf(campaign.id)).toEqual(await adsOf(traffic.id));
});
