import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PolicyChange } from '../../src/plans/policies.ts';
import { type Browser, ownerOf } from '../web/browser.ts';
import { type Any, type SheetService, startSheetService, YEAR } from './sheet-service.ts';

/** What keeps a sheet from being launched as it was read: rules, limits, and what happened on the platform since. */
let service: SheetService;
let owner: Browser;
let organizationId: string;
beforeAll(async () => {
  service = await startSheetService(['social', 'search']);
  owner = await ownerOf(service);
  // Where a platform cannot be read, nobody knows what is left of a limit.
  for (const channel of ['video', 'professional']) await service.home.connections.remove(service.workspace, channel);
  service.home.directory.refresh();
  organizationId = (await service.home.directory.find('Acme'))!.organizationId;
  await service.write(HEAD, made('First'));
  const channels = { social: { special_ad_categories: [] }, search: { contains_eu_political_advertising: false } };
  await service.plan({ defaults: { countries: ['US'], languages: ['en'], channels } });
});
afterAll(() => service?.close());

const HEAD = 'Channel,Campaign,Objective,Start,End,Budget,Currency';
const made = (name: string, channel = 'Social') => `${channel},${name},Traffic,${YEAR}-01-05,${YEAR}-02-03,900.00,USD`;
const DAILY = 'Channel,Campaign,Daily budget,Currency';
const daily = (name: string, budget: string) => `Social,${name},${budget},USD`;

const stops = (answer: Any) => answer.problems.filter((one: Any) => one.level === 'stop');
const sent = async () => (await service.effects()).length;
const policy = (change: PolicyChange) =>
  service.home.policies.set({ organizationId, workspaceId: service.workspace, actor: 'test', change });

async function campaign(name: string, more: Any = {}): Promise<Any> {
  // Social counts the edits of an hour.
  await service.pass(3_600_000);
  const args = { name, objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: '50', ...more };
  return (await service.ask('social', 'create_social_campaign', args)).campaign;
}

describe('the rules of the workspace', () => {
  test('what they forbid is told in every row that asks for it, and nothing is planned', async () => {
    const before = await sent();
    await policy({ rules: { create: 'deny' } });
    await service.write(HEAD, made('Denied'), made('Denied too', 'Search'));
    const answer = await service.plan();
    expect(stops(answer).map(({ cell, message }: Any) => [cell, message])).toEqual([
      ['Plan!B2', 'The rules of this workspace forbid it (class create); an owner can change them.'],
      ['Plan!B3', 'The rules of this workspace forbid it (class create); an owner can change them.'],
    ]);
    expect(answer.rows.map(({ fate }: Any) => fate)).toEqual(['out', 'out']);
    expect(answer.plan).toBeUndefined();
    await policy({ rules: { create: 'auto' } });
    const { plan } = await service.plan();
    await policy({ rules: { create: 'deny' } });
    const late = await service.call('workspace', 'apply_plan', { plan_id: plan.id });
    expect([late.isError, late.result.error.message]).toEqual([true, expect.stringContaining('forbids it by now')]);
    await service.runJobs();
    expect(await sent()).toBe(before);
    await policy({ rules: { create: 'auto' } });
  });

  test('what people have to agree to waits for them, and is made once they have', async () => {
    const before = await sent();
    await policy({ rules: { create: 'approve' } });
    await service.write(HEAD, made('Agreed'), made('Agreed too', 'Search'));
    const { plan } = await service.plan({ reason: 'Spring' });
    expect(plan).toMatchObject({ state: 'waiting', approve_url: expect.stringContaining(plan.id), reason: 'Spring' });
    const early = await service.call('workspace', 'apply_plan', { plan_id: plan.id });
    expect(early.result.error.code).toBe('conflict');
    await service.runJobs();
    expect(await sent()).toBe(before);
    const shown = await owner.api.approvals.get.query({ id: plan.id });
    await owner.api.approvals.approve.mutate({ id: plan.id, hash: (shown as Any).hash } as Any);
    await service.runJobs();
    const { plan: now } = await service.ask('workspace', 'get_plan', { plan_id: plan.id });
    expect(now).toMatchObject({ state: 'applied', progress: { of: 2, made: 2 } });
    await policy({ rules: { create: 'auto' } });
  });
});

const limit = (kind: 'daily' | 'month' | 'worst_day', amount: string | null) =>
  service.home.spendLimits.book.change(
    { scope: 'workspace', organizationId, workspaceId: service.workspace },
    [{ kind, currency: 'USD', amount }],
    'test',
  );

/** What counts already, read anew. */
async function used(kind: string): Promise<number> {
  await service.pass(3_600_000);
  const { limits } = await service.ask('workspace', 'get_spend_limits');
  return Number(limits.find((one: Any) => one.kind === kind && one.currency === 'USD').used);
}

describe('limits of spending', () => {
  let live: Any[];
  beforeAll(async () => {
    const { campaigns } = await service.ask('social', 'list_social_campaigns', { limit: 100 });
    live = campaigns.filter((one: Any) => one.status === 'ACTIVE' && one.daily_budget).slice(0, 2);
    expect(live).toHaveLength(2);
  });
  /** Thirty dollars a day more than it has. */
  const raised = ({ name, daily_budget }: Any) => daily(name, String(Number(daily_budget.amount) + 30));

  test.each([
    ['daily', 'a day'],
    ['month', 'this month'],
    ['worst_day', 'on the worst day'],
  ] as const)('raises that each fit the limit (%s) and together do not are told in their cells', async (kind, span) => {
    await limit(kind, '1000000');
    const now = await used(kind);
    await service.write(DAILY, ...live.map(raised));
    await limit(kind, (now + 1).toFixed(2));
    const alone = stops(await service.plan()).map(({ message }: Any) => Number(/add ([\d.]+?)\. /.exec(message)?.[1]));
    expect(alone).toEqual([alone[0], alone[0]]);
    const most = now + 1.5 * alone[0]!;
    await limit(kind, most.toFixed(2));
    const together = await service.plan();
    const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    const words = `With 1 more it raises what runs by ${dollars(2 * alone[0]!)} ${span}; ${dollars(1.5 * alone[0]!)} is left of the workspace's ${dollars(most)} ${span}.`;
    expect(stops(together).map(({ cell, message }: Any) => [cell, message])).toEqual([
      ['Plan!C2', words],
      ['Plan!C3', words],
    ]);
    expect(together.plan).toBeUndefined();
    await service.write(DAILY, raised(live[0]));
    expect(stops(await service.plan())).toEqual([]);
    await limit(kind, null);
  });

  test('a limit that is lowered before the launch stops the member in its cell; within it, it is made', async () => {
    await limit('daily', '1000000');
    const now = await used('daily');
    await service.write(DAILY, raised(live[0]));
    const { plan, running } = await service.plan();
    expect(plan).toMatchObject({ class: 'raise', bulk: { change: 1 } });
    expect(running).toMatchObject([
      { adds_a_day: { amount: '30.00' }, headroom: { amount: (1_000_000 - now).toFixed(2) } },
    ]);
    await limit('daily', (now + 20).toFixed(2));
    const before = await sent();
    const over = await service.launch(plan.id);
    expect(over).toMatchObject({ state: 'failed', progress: { made: 0, failed: 1 } });
    expect(over.members[0].error).toMatchObject({ code: 'over_limit', cell: 'Plan!C2' });
    expect(await sent()).toBe(before);
    await limit('daily', (now + 40).toFixed(2));
    expect(await service.launch(plan.id)).toMatchObject({ state: 'applied', progress: { made: 1 } });
    await limit('daily', null);
  });
});

describe('between check and launch', () => {
  test('a campaign that somebody changed, took away or made on the platform makes the plan stale, by its cell', async () => {
    const [changed, renamed] = [await campaign('Changed elsewhere'), await campaign('Renamed elsewhere')];
    await service.write(
      DAILY,
      daily('Changed elsewhere', '70'),
      daily('Renamed elsewhere', '70'),
      daily('New here', '40'),
    );
    const { plan } = await service.plan({ defaults: { objective: 'traffic' } });
    expect(plan.bulk).toMatchObject({ make: 1, change: 2 });
    await service.ask('social', 'update_social_campaign', { campaign_id: changed.id, daily_budget: '60' });
    await service.ask('social', 'update_social_campaign', { campaign_id: renamed.id, name: 'Somebody else’s' });
    await campaign('New here');
    const before = await sent();
    const stale = await service.launch(plan.id);
    expect(stale.state).toBe('stale');
    for (const words of [
      'Plan!C2: On the platform the budget was 50.00 USD a day when it was checked, 60.00 USD a day now.',
      'Plan!B3: On the platform the name was Renamed elsewhere when it was checked, Somebody else’s now.',
      'Plan!B4: A campaign of this name has appeared in Acme US since it was checked.',
    ])
      expect(stale.note).toContain(words);
    expect(stale.members.map((one: Any) => one.state)).toEqual(['stale', 'stale', 'stale']);
    expect(await sent()).toBe(before);
  });

  test.each(['/adaccounts', '/campaigns'])(
    'a platform that does not answer (%s) lets the launch wait, and then it is made',
    async (match) => {
      const name = `Waits for ${match.slice(1)}`;
      await service.write(HEAD, made(name));
      const { plan } = await service.plan();
      const before = await sent();
      await service.fault({ platform: 'social', kind: 'unavailable', match, times: 100 });
      const waiting = await service.launch(plan.id);
      expect(waiting).toMatchObject({ state: 'applying', progress: { made: 0, waiting: 1 } });
      expect(await sent()).toBe(before);
      await service.clearFaults();
      await service.pass(120_000);
      await service.runJobs();
      const { plan: now } = await service.ask('workspace', 'get_plan', { plan_id: plan.id });
      expect(now).toMatchObject({ state: 'applied', progress: { made: 1 } });
    },
  );

  test('a channel that was disconnected meanwhile makes it stale, and says so', async () => {
    await service.write(HEAD, made('Unreachable', 'Search'));
    const { plan } = await service.plan();
    const { connections, directory } = service.home;
    const { id, mode, account, options } = (await connections.get(service.workspace, 'search'))!;
    const credentials = await connections.credentials(id);
    await connections.remove(service.workspace, 'search');
    directory.refresh();
    expect(await service.launch(plan.id)).toMatchObject({
      state: 'stale',
      note: expect.stringContaining('Search is not connected in Acme.'),
    });
    await connections.put({
      workspaceId: service.workspace,
      channel: 'search',
      mode,
      options,
      credentials,
      ...(account && { account }),
    });
    directory.refresh();
  });
});
