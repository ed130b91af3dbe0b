import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PolicyChange } from '../../src/plans/policies.ts';
import { type Browser, ownerOf } from '../web/browser.ts';
import { type Any, SHEET, type SheetService, startSheetService, YEAR } from './sheet-service.ts';

/** What keeps a sheet from being launched as it was read: rules, limits, and what happened on the platform since. */
let service: SheetService;
let owner: Browser;
let organizationId: string;
beforeAll(async () => {
  service = await startSheetService(['social', 'search']);
  owner = await ownerOf(service);
  // What is left of a limit is known only when every platform can be read.
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

/** What counts toward the limit now. */
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

describe('a kept plan beside what runs', () => {
  const BOTH = 'Channel,Campaign,Objective,Start,End,Daily budget,Currency';
  const days = `${YEAR}-01-05,${YEAR}-02-03`;

  test('is compared by its id: what is there, what differs field by field, what was spent, and what no row plans', async () => {
    const { campaigns } = await service.ask('social', 'list_social_campaigns', { limit: 100 });
    const signUps = campaigns.find((one: Any) => one.name === 'Newsletter sign-ups');
    const { campaigns: searched } = await service.ask('search', 'list_campaigns', { limit: 100 });
    const spring = searched.find((one: Any) => one.name === 'Spring launch');
    await service.write(
      BOTH,
      `Social,Newsletter sign-ups,Leads,,,${signUps.daily_budget.amount},USD`,
      `Search,Spring launch,,,,${spring.budget.amount},USD`,
      `Social,Compared new,Traffic,${days},30,USD`,
      `Social,Compared gone,Traffic,${days},30,USD`,
      `Social,Compared wrong,Traffic,${YEAR}-01-05,${YEAR}-01-01,30,USD`,
    );
    const { plan } = await service.plan();
    const { members } = await service.launch(plan.id);
    const [made, gone] = members.map((one: Any) => one.campaign_id);
    await service.pass(3_600_000);
    const other = { name: 'Renamed', daily_budget: '40', status: 'ACTIVE' };
    await service.ask('social', 'update_social_campaign', { campaign_id: made, ...other });
    await service.ask('social', 'update_social_campaign', { campaign_id: gone, status: 'DELETED' });
    const compared = await service.ask('workspace', 'compare_to_plan', { plan_id: plan.id });
    expect(compared.counts).toEqual({ live: 2, ended: 1, missing: 1, out: 1, changed: 1 });
    const [first, second, third, fourth, fifth] = compared.rows;
    expect(third).toMatchObject({
      ...{ campaign: { name: 'Compared new', id: made }, state: 'live', spent: null, expected: null },
      ...{ planned: { amount: '900.00', currency: 'USD' } },
      words: `Live, starts on ${YEAR}-01-05; not as in the sheet: name, budget.`,
      changed: [
        { field: 'name', sheet: 'Compared new', now: 'Renamed' },
        { field: 'budget', sheet: { amount: '30.00', per: 'day' }, now: { amount: '40.00', per: 'day' } },
      ],
    });
    expect(fourth).toMatchObject({ state: 'missing', words: 'Not on the platform.', planned: { amount: '900.00' } });
    expect(fifth).toMatchObject({ state: 'out', planned: null });
    for (const [row, channel, state] of [
      [first, 'social', 'live'],
      [second, 'search', 'ended'],
    ]) {
      expect(row).toMatchObject({ channel, state, changed: [] });
      const question = { level: 'campaign', channels: [channel], start_date: row.start, end_date: row.spent_until };
      const { rows } = await service.ask('workspace', 'report', { ...question, metrics: ['cost'], limit: 1000 });
      const { metrics } = rows.find((one: Any) => one.entity.id === row.campaign.id);
      expect(row.spent).toEqual(metrics.cost);
      expect(Number(row.spent.amount)).toBeGreaterThan(0);
    }
    const passed = (Date.parse(first.spent_until) - Date.parse(first.start)) / 86_400_000 + 1;
    expect(Number(first.expected.amount)).toBe(passed * Number(signUps.daily_budget.amount));
    expect(second.expected, 'what has ended is expected to have spent its plan').toEqual(second.planned);
    expect(compared.unplanned).toContainEqual(expect.objectContaining({ status: 'on', channel: 'search' }));
    const names = compared.unplanned.map((one: Any) => one.campaign.name);
    expect(names).toContain('Always on: prospecting');
    expect(names.filter((name: string) => /Newsletter|Spring launch|Compared|Renamed/.test(name))).toEqual([]);
    const sum = (rows: Any[]) =>
      rows.reduce((cents, { spent }) => cents + Math.round(Number(spent?.amount ?? 0) * 100), 0);
    const [total] = compared.totals;
    expect(compared.totals).toHaveLength(1);
    expect(total).toMatchObject({ currency: 'USD', campaigns: 4, unknown: 0 });
    expect(Math.round(Number(total.spent.amount) * 100)).toBe(sum(compared.rows));
    expect(Math.round(Number(total.unplanned_spent.amount) * 100)).toBe(sum(compared.unplanned));
  });
});

describe('callers', () => {
  let planId: string;
  let keys: Record<string, string>;
  beforeAll(async () => {
    await service.write(HEAD, made('Seen by some'));
    planId = (await service.plan()).plan.id;
    const of = async (name: string, more: object = {}, workspaceId = service.workspace) =>
      (await service.home.keyRing.create({ workspaceId, name, actor: 'test', ...more })).key;
    keys = {
      reading: await of('reading', { readOnly: true }),
      social: await of('social', { channels: ['social'] }),
      sheets: await of('sheets', { channels: ['workspace', 'office', 'social'] }),
      japan: await of('japan', {}, await service.workspaceId('Acme Japan')),
    };
  });
  const sheet = { spreadsheet_id: SHEET, range: 'Plan' };
  const notes = (id = planId) => `/api/media-plans/notes.xlsx?workspaceId=${service.workspace}&id=${id}`;
  const answer = async (key: string, name: string, args: object): Promise<string> => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const reply = await service.post('workspace', body, { key: keys[key]! });
    const { result } = (await reply.json()) as Any;
    return result ? (JSON.parse(result.content[0].text).error?.code ?? 'fine') : String(reply.status);
  };
  const file = async (key: string | undefined, address: string) =>
    fetch(service.url + address, key === undefined ? {} : { headers: { authorization: `Bearer ${keys[key]}` } });

  test('each key reads, plans, compares and exports what it may, and nothing else', async () => {
    const asked: [string, object][] = [
      ['plan_from_sheet', sheet],
      ['compare_to_plan', sheet],
      ['compare_to_plan', { plan_id: planId }],
      ['export_plan', {}],
      ['export_plan', { plan_id: planId }],
    ];
    const files = ['/media-plan.xlsx', `/media-plan.csv?plan_id=${planId}`, notes()];
    const told: Record<string, string> = {};
    for (const key of Object.keys(keys)) {
      const answers = [];
      for (const [tool, args] of asked) answers.push(await answer(key, tool, args));
      for (const address of files) answers.push(String((await file(key, address)).status));
      told[key] = answers.join(' ');
    }
    expect(told).toEqual({
      reading: 'permission_denied fine fine fine fine 200 200 401',
      social: '403 403 403 403 403 403 403 401',
      sheets: 'fine fine not_found fine not_found 200 404 401',
      japan: 'not_found not_found not_found fine not_found 200 404 401',
    });
    for (const address of files) expect((await file(undefined, address)).status, address).toBe(401);
    const elsewhere = { workspaceId: service.workspace };
    for (const [tool, args] of asked)
      expect(await answer('japan', tool, { ...args, ...elsewhere }), tool).not.toBe('fine');
  });

  test('a key for some channels is told nothing of the others', async () => {
    await service.write(HEAD, made('Seen by some'), made('Brand', 'Search'));
    const csv = await (await file('sheets', '/media-plan.csv')).text();
    expect(csv).toContain('Social,');
    expect(csv).not.toMatch(/^Search,\d/m);
    const { result } = await service.call('workspace', 'compare_to_plan', sheet, { key: keys.sheets! });
    expect(result.rows.map(({ channel, state }: Any) => [channel, state])).toEqual([
      ['social', 'missing'],
      ['search', 'out'],
    ]);
    expect(result.unplanned.filter(({ channel }: Any) => channel !== 'social')).toEqual([]);
    expect(await (await file('japan', '/media-plan.csv')).text()).not.toContain('USD');
  });

  test('a sheet with any name is fetched by people and by keys', async () => {
    const path = join(service.dataFolder, 'named.csv');
    writeFileSync(path, `${HEAD}\n${made('Named')}\n`);
    const files = service.home.spreadsheetsOf(service.workspace);
    await files.import(path, { id: 'file_00000000000000bb', name: 'メディア計画 "冬" \\ Überblick' });
    const { plan } = await service.plan({ spreadsheet_id: 'file_00000000000000bb', range: 'A1:G9' });
    const byKey = await file('reading', `/media-plan.xlsx?plan_id=${plan.id}`);
    const byPerson = await owner.fetch(notes(plan.id));
    for (const reply of [byKey, byPerson]) {
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename\*?=[^;\\]+-with-notes\.xlsx"?$/);
    }
  });
});
