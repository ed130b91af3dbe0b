import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
let ownKey: string;
beforeAll(async () => {
  service = await startTestService();
  const workspaceId = await service.workspaceId('Acme');
  ownKey = (await service.home.keyRing.create({ workspaceId, name: 'Acme only', actor: 'test' })).key;
});
afterAll(() => service?.close());

const failure = async (channel: string, tool: string, args: Record<string, unknown>, key = service.key) => {
  const { isError, result } = await service.call(channel, tool, args, { key });
  expect(isError, JSON.stringify(result)).toBe(true);
  return result.error;
};
const accountIn = async (workspace: string, channel: string) =>
  (await service.home.connections.get(await service.workspaceId(workspace), channel))!.account!;

test.each([
  ['social', 'list_social_campaigns', 'account_id'],
  ['search', 'get_customer', 'customer_id'],
  ['video', 'get_advertiser_info', 'advertiser_id'],
  ['tags', 'list_containers', 'account_id'],
])(
  '%s: an account of another workspace says whose it is, to a key that can see it',
  async (channel, tool, argument) => {
    const account = await accountIn('Acme Japan', channel);
    const error = await failure(channel, tool, { [argument]: account });
    expect(error).toMatchObject({
      message: expect.stringContaining('It belongs to the workspace "Acme Japan".'),
      next_step: 'Nothing was changed. Call again with workspaceId "Acme Japan".',
      outcome: 'not_applied',
    });
    const there = await service.call(channel, tool, { [argument]: account, workspaceId: 'Acme Japan' });
    expect(there.isError).toBe(false);
  },
);

test.each([
  ['search', 'list_campaigns', 'campaigns', 'update_campaign', 'campaign_id'],
  ['search', 'list_ad_groups', 'ad_groups', 'update_ad_group', 'ad_group_id'],
  ['video', 'list_campaigns', 'campaigns', 'update_campaign', 'campaign_id'],
  ['video', 'list_ads', 'ads', 'update_ad', 'ad_id'],
])('%s: so does an object of %s', async (channel, list, items, update, argument) => {
  const { result } = await service.call(channel, list, { workspaceId: 'Acme Japan', limit: 1 });
  const [{ id }] = result[items];
  const change = { [argument]: id, ...(update === 'update_ad' ? { ad_name: 'x' } : { name: 'x' }) };
  const named = channel === 'video' && update === 'update_campaign' ? { [argument]: id, campaign_name: 'x' } : change;
  const error = await failure(channel, update, named);
  expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining('"Acme Japan"') });
  expect(JSON.stringify(await failure(channel, update, named, ownKey))).not.toContain('Japan');
});

test('so does an object, read or changed; a key of one workspace learns nothing that a wrong id would not tell', async () => {
  const { result } = await service.call('social', 'list_social_campaigns', { workspaceId: 'Acme Japan', limit: 1 });
  const [{ id }] = result.campaigns;
  for (const [tool, args] of [
    ['list_social_campaigns', { campaign_ids: [id] }],
    ['update_social_campaign', { campaign_id: id, name: 'x' }],
    ['diagnose_delivery', { campaign_id: id }],
  ] as const) {
    const error = await failure('social', tool, args);
    expect(error, tool).toMatchObject({ code: 'not_found', message: expect.stringContaining('"Acme Japan"') });
    const unknown = '120219999999999990';
    const [real, made] = await Promise.all(
      [id, unknown].map(async (which) => {
        const given = JSON.parse(JSON.stringify(args).replaceAll(id, which)) as Record<string, unknown>;
        const { upstream, ...told } = await failure('social', tool, given, ownKey);
        return JSON.stringify(told).replaceAll(which, 'ID');
      }),
    );
    expect(real, tool).toBe(made);
  }
  const nowhere = await failure('social', 'list_social_campaigns', { campaign_ids: ['120219999999999990'] });
  expect(nowhere.message).not.toContain('workspace "');
});
