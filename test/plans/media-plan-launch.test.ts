import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HandMade, handMadePlan, keepSheet } from '../../src/media-plans/launch/launch.testing.ts';
import { applyApproved } from '../../src/pipeline/apply-approved.ts';
import type { Pipeline } from '../../src/pipeline/call.ts';
import type { PlannedCall } from '../../src/tools/media-planning.ts';
import { passingTime } from '../passing-time.ts';
import { startTestService, type TestService } from '../service.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

/** Plans with members on two platforms, through the real tools and over HTTP. */
let service: TestService;
let pipeline: Pipeline;
let workspaceId: string;
const accounts: Record<string, string> = {};
beforeAll(async () => {
  const { ambient, sleep } = passingTime();
  service = await startTestService({
    ...{ platforms: ['social', 'search', 'office'], ambient, sleep },
    extraEndpoints: (opened) => {
      pipeline = opened;
      return [];
    },
  });
  workspaceId = await service.workspaceId('Acme');
  await keepSheet(service.home, workspaceId, service.dataFolder);
  for (const channel of ['social', 'search']) {
    const found = (await service.home.connections.get(workspaceId, channel))!;
    accounts[channel] = found.account!.replace('act_', '').replaceAll('-', '');
  }
});
afterAll(() => service?.close());

const call = async (channel: string, tool: string, args: Any = {}): Promise<Any> =>
  (await service.call(channel, tool, args)).result;
const workspace = (tool: string, args: Any = {}) => call('workspace', tool, args);
const made = async (platform: string): Promise<Any[]> =>
  ((await (await fetch(`${service.sandbox.controlOrigin}/ledger?platform=${platform}`)).json()) as Any).effects;

async function place() {
  const keys = await service.home.store.db.selectFrom('api_keys').select('id').execute();
  const principal = (await service.home.keyRing.principalOf(keys[0]!.id))!;
  return {
    pipeline,
    workspace: await pipeline.admission.workspace(principal, workspaceId),
    call: {
      principal,
      requestId: 'req_1',
      readOnly: false,
      gone: () => new AbortController().signal,
      room: { bytes: 100_000, as: 'data' as const },
      charge: async () => {},
    },
  };
}
const planned = async (members: readonly HandMade[]) => handMadePlan(await place(), members, { reason: 'Q4' });
const launched = async (id: string): Promise<Any> => {
  await service.runJobs();
  return (await workspace('get_plan', { plan_id: id })).plan;
};

const calls = (channel: 'social' | 'search', name: string): PlannedCall[] => {
  const campaign = { key: 'campaign', level: 'campaign', name, makes: ['campaign', 'id'] } as const;
  const group = { key: 'group 1', level: 'group', name: `${name} g` } as const;
  if (channel === 'search')
    return [
      {
        ...campaign,
        tool: 'create_campaign',
        arguments: { name, budget: '20', contains_eu_political_advertising: false },
        from: { budget: 'budget' },
      },
      {
        ...{ ...group, tool: 'create_ad_group', makes: ['ad_group', 'id'], from: {} },
        arguments: { campaign_id: { made: 'campaign' }, name: `${name} g`, cpc_bid: '1' },
      },
    ];
  const objective = { objective: 'OUTCOME_TRAFFIC', special_ad_categories: [] };
  return [
    {
      ...campaign,
      tool: 'create_social_campaign',
      arguments: { name, ...objective, daily_budget: '20' },
      from: { daily_budget: 'budget' },
    },
    {
      ...{ ...group, tool: 'create_ad_set', makes: ['ad_set', 'id'], from: {} },
      arguments: {
        campaign_id: { made: 'campaign' },
        name: `${name} g`,
        targeting: { geo_locations: { countries: ['US'] } },
        advantage_audience: false,
        optimization_goal: 'LINK_CLICKS',
      },
    },
  ];
};
const make = (channel: 'social' | 'search', name: string): HandMade => ({
  ...{ channel, account: accounts[channel]!, name, budget: '20' },
  calls: calls(channel, name),
});
/** Another budget for a campaign that runs. */
const rebudget = ({ id, name, daily_budget }: Any, to: string): HandMade => ({
  ...{ channel: 'social', account: accounts.social!, name, kind: 'change', budget: to },
  before: {
    ...{ id, name, status: 'paused', objective: 'traffic', groups: [] },
    budget: { ...daily_budget, per: 'day' },
  },
  calls: [
    {
      ...{ key: 'campaign', level: 'campaign', name, tool: 'update_social_campaign' },
      arguments: { campaign_id: id, daily_budget: to },
      from: { daily_budget: 'budget' },
      difference: { budget: { from: daily_budget, to: { ...daily_budget, amount: to } } },
    },
  ],
});
const ownCampaign = async (name: string): Promise<Any> =>
  (
    await call('social', 'create_social_campaign', {
      ...{ name, objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: '50' },
    })
  ).campaign;

describe('a media plan on two platforms', () => {
  test('is launched paused, stands in the history as one change, and goes back as a whole', async () => {
    const old = await ownCampaign('Runs already');
    const { id } = await planned([make('social', 'Autumn'), make('search', 'Brand'), rebudget(old, '80')]);
    const { plan: begun } = await workspace('apply_plan', { plan_id: id });
    expect(begun).toMatchObject({ state: 'applying', progress: { of: 3, made: 0, waiting: 3 } });
    expect(begun.summary).toBe('2 campaigns to make, paused, 1 to change from Q4: 120.00 USD a day');
    const plan = await launched(id);
    expect(plan.members.flatMap((one: Any) => one.error ?? [])).toEqual([]);
    expect(plan).toMatchObject({ state: 'applied', progress: { of: 3, made: 3 } });
    const [autumn, brand] = plan.members;
    expect(autumn).toMatchObject({ name: 'Autumn', state: 'made', campaign_id: expect.any(String) });
    const find = async (campaign_id: string): Promise<Any> =>
      (await call('social', 'list_social_campaigns', { limit: 100 })).campaigns.find(
        (one: Any) => one.id === campaign_id,
      );
    expect(await find(autumn.campaign_id)).toMatchObject({ name: 'Autumn', status: 'PAUSED' });
    expect((await find(old.id)).daily_budget.amount).toBe('80.00');
    const [change] = (await workspace('list_history', { limit: 1 })).changes;
    expect(change).toMatchObject({ call_id: id, undo: 'full', plan: { id, campaigns: 3, made: 3 } });
    const parts = (await workspace('list_history', { plan_id: id })).changes;
    expect(parts).toHaveLength(5);

    await call('social', 'update_social_campaign', { campaign_id: autumn.campaign_id, status: 'ACTIVE' });
    const before = (await made('search')).length;
    const preview = await workspace('undo_change', { call_id: id });
    expect(preview.changes).toHaveLength(3);
    expect(preview.plans).toHaveLength(2);
    const undone = await workspace('undo_change', { call_id: id, preview: false });
    expect(undone.plans.map((one: Any) => one.plan.state)).toEqual(['applied', 'applied']);
    expect((await find(autumn.campaign_id)).status).toBe('PAUSED');
    expect((await find(old.id)).daily_budget.amount).toBe('50.00');
    expect((await made('search')).length, `${brand.name} is paused already`).toBe(before);
    const [, after] = (await workspace('list_history', { limit: 3 })).changes.filter((one: Any) => one.plan) ?? [];
    expect(after).toBeUndefined();
  });

  test('a raise among its members waits for people, and is made once they agree', async () => {
    const actor = 'test';
    const { organizationId } = (await place()).workspace;
    await service.home.policies.set({ organizationId, workspaceId, actor, change: { rules: { raise: 'approve' } } });
    const old = await ownCampaign('To be raised');
    const plan = await planned([make('search', 'Generic'), rebudget(old, '90')]);
    expect(plan).toMatchObject({ state: 'waiting', class: 'raise', facts: { bulk: { make: 1, change: 1 } } });
    expect((await workspace('apply_plan', { plan_id: plan.id })).error.code).toBe('conflict');
    expect(await service.home.plans.approve(plan, 'per_1')).toBe('approved');
    await applyApproved(pipeline);
    expect(await launched(plan.id)).toMatchObject({ state: 'applied', progress: { made: 2 } });
    await service.home.policies.set({ organizationId, workspaceId, actor, change: { rules: { raise: 'auto' } } });
  });

  test('what the platform refuses is told in its cell, and the rest is made', async () => {
    const broken = make('social', 'No goal');
    const [campaign, group] = broken.calls as [PlannedCall, PlannedCall];
    const wrong = { ...campaign, arguments: { ...campaign.arguments, daily_budget: '0.01' } };
    const { id } = await planned([{ ...broken, calls: [wrong, group] }, make('social', 'Fine')]);
    await workspace('apply_plan', { plan_id: id });
    const plan = await launched(id);
    expect(plan).toMatchObject({ state: 'failed', progress: { made: 1, failed: 1 } });
    expect(plan.members[0]).toMatchObject({ name: 'No goal', state: 'failed', error: { cell: 'Plan!F2' } });
  });

  test('more campaigns than single changes are undone at once go back together', async () => {
    const campaignOnly = (at: number): HandMade => {
      const one = make('search', `Many ${at}`);
      return { ...one, calls: one.calls.slice(0, 1) };
    };
    const { id } = await planned(Array.from({ length: 52 }, (_, at) => campaignOnly(at)));
    await workspace('apply_plan', { plan_id: id });
    const { members, progress } = await launched(id);
    expect(progress).toMatchObject({ of: 52, made: 52 });
    for (const { campaign_id } of members.slice(0, 3))
      await call('search', 'update_campaign', { campaign_id, status: 'ENABLED' });
    const undone = await workspace('undo_change', { call_id: id, preview: false });
    expect(undone.changes).toHaveLength(52);
    expect(undone.plans.map((one: Any) => one.plan.state)).toEqual(['applied', 'applied', 'applied']);
    const { campaigns } = await call('search', 'list_campaigns', { name_contains: 'Many', limit: 100 });
    expect(new Set(campaigns.map((one: Any) => one.status))).toEqual(new Set(['PAUSED']));
    expect((await workspace('list_history', { limit: 200 })).changes.filter((one: Any) => one.part_of)).toEqual([]);
  }, 180_000);
});
