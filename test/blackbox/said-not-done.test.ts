import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social', 'search', 'professional', 'video', 'tags'] });
});
afterAll(() => service.close());

// biome-ignore lint/suspicious/noExplicitAny: items of any shape
type Any = any;

const fault = (platform: string, kind: string, match: string) =>
  fetch(`${service.sandbox.controlOrigin}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform, kind, match }),
  });

/** What the search platform accepts and leaves undone is tried beside its tools, where a rehearsal goes before each change. */
const CHANGES = [
  ['social', 'list_social_campaigns', 'update_social_campaign', 'PAUSED', 'daily_budget', 'daily_budget'],
  [
    'professional',
    'list_professional_campaigns',
    'update_professional_campaign',
    'PAUSED',
    'daily_budget_amount',
    'daily_budget',
  ],
  ['video', 'list_campaigns', 'update_campaign', 'DISABLE', 'budget', 'budget'],
] as const;

test.each(CHANGES)('%s: what the platform says it did and did not do is not applied', async (...change) => {
  const [channel, list, update, stopped, argument, money] = change;
  const { campaigns } = (await service.call(channel, list, { limit: 100 })).result;
  const { id } = campaigns.find((one: Any) => /^(ACTIVE|ENABLE)$/.test(one.status) && one[money]);
  for (const [given, field] of [
    [{ status: stopped }, 'status'],
    [{ [argument]: '777' }, money],
  ] as const) {
    await fault(channel, 'accepted_not_applied', '^(POST|PUT) ');
    const { isError, result } = await service.call(channel, update, { campaign_id: id, ...given });
    expect(isError, JSON.stringify(result)).toBe(false);
    expect(result).toMatchObject({ applied: {}, not_applied: [field] });
  }
});

test('tags: what the platform says it did and did not do is not applied', async () => {
  const container = { container_id: 'GTM-ACME001' };
  const tag_workspace_id = '1';
  const { tags } = (await service.call('tags', 'get_container', { ...container, tag_workspace_id })).result;
  const { tag_id } = tags.find((one: Any) => one.name === 'Ads - purchase');
  await fault('tags', 'accepted_not_applied', '^PUT ');
  const change = { ...container, tag_workspace_id, tag_id, paused: true };
  const { isError, result } = await service.call('tags', 'update_tag', change);
  expect(isError, JSON.stringify(result)).toBe(false);
  expect(result).toMatchObject({ applied: {}, not_applied: ['paused'] });
});

/** The create of each channel, with the arguments its platform takes. */
const CREATES = [
  [
    'social',
    'create_social_campaign',
    { name: 'Accepted only', objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: '50' },
  ],
  ['professional', 'create_campaign_group', { name: 'Accepted only' }],
  [
    'video',
    'create_campaign',
    { campaign_name: 'Accepted only', objective: 'TRAFFIC', budget_mode: 'BUDGET_MODE_DAY', budget: 100 },
  ],
  ['tags', 'create_tag_workspace', { container_id: 'GTM-ACME001', name: 'Accepted only' }],
] as const;

test.each(CREATES)('%s: a create that the platform accepts and does not make is not called made', async (...create) => {
  const [channel, tool, args] = create;
  await fault(channel, 'accepted_not_applied', '^POST ');
  const { isError, result } = await service.call(channel, tool, args);
  expect(isError, JSON.stringify(result)).toBe(true);
  expect(result.error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
  expect(result.error.next_step).toMatch(/^Do not repeat it yet: look with list_/);
});

test.each([
  ['social', 'list_social_campaigns', { account_id: '999' }],
  ['search', 'list_campaigns', { customer_id: '9999999999' }],
  ['professional', 'list_professional_campaigns', { account_id: '999' }],
  ['video', 'list_campaigns', { advertiser_id: '999' }],
  ['tags', 'list_containers', { account_id: '999' }],
] as const)('%s: an account that cannot be seen does not hide the others', async (channel, list, stranger) => {
  const { isError, result } = await service.call(channel, list, stranger);
  expect(isError).toBe(true);
  expect(['permission_denied', 'account_problem']).toContain(result.error.code);
  expect(result.error.next_step).toMatch(/Name one of|list_advertisers|role given on the ad account/);
  expect(result.error.next_step).not.toMatch(/reconnect|renew/i);
  expect((await service.call(channel, list)).isError).toBe(false);
});
