import { afterAll, beforeAll, expect, test } from 'vitest';
import { passingTime } from '../../../../test/passing-time.ts';
import type { Sandboxed } from '../../../../test/sandboxed.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { examples } from '../../../../test/writes/examples/social.ts';
import { DAY_MS } from '../../../ambient.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

let service: TestService;
let keyId: string;
const { ambient, sleep } = passingTime();
beforeAll(async () => {
  service = await startTestService({ platforms: ['social', 'video'], ambient, sleep });
  const made = await call('social', 'create_social_campaign', campaignArgs('Who'));
  expect(made.campaign.id).toBeDefined();
  keyId = (await newest()).who.id;
});
afterAll(() => service.close());

const campaignArgs = (name: string) => ({
  name,
  objective: 'OUTCOME_TRAFFIC',
  special_ad_categories: [],
  daily_budget: '20',
});

async function call(channel: string, tool: string, args: Any = {}): Promise<Any> {
  const { isError, result } = await service.call(channel, tool, args);
  if (isError) throw new Error(`${tool}: ${JSON.stringify(result)}`);
  return result;
}
const refusal = async (tool: string, args: Any) => (await service.call('workspace', tool, args)).result.error;
const undo = (args: Any) => call('workspace', 'undo_change', args);
const newest = async (filter: Any = {}): Promise<Any> =>
  (await call('workspace', 'list_history', { limit: 1, ...filter })).changes[0];
const campaign = async (name: string): Promise<string> =>
  (await call('social', 'create_social_campaign', campaignArgs(name))).campaign.id;
const change = async (campaign_id: string, args: Any): Promise<string> => {
  await call('social', 'update_social_campaign', { campaign_id, ...args });
  return (await newest()).change_id;
};
const shown = async (id: string): Promise<Any> =>
  (await call('social', 'list_social_campaigns', { campaign_ids: [id] })).campaigns[0];
const ledger = async (): Promise<number> =>
  ((await (await fetch(`${service.sandbox.controlOrigin}/ledger?platform=social`)).json()) as Any).effects.length;

test('a field that was changed since is left alone and named, the others go back', async () => {
  const id = await campaign('Raised twice');
  const raised = await change(id, { daily_budget: '30', name: 'Raised' });
  await change(id, { daily_budget: '50' });
  const report = await undo({ change_id: raised });
  expect(report).toMatchObject({ undo: 'partial', changes: [{ undo: 'partial' }] });
  const fields = Object.fromEntries(report.changes[0].fields.map((one: Any) => [one.field, one]));
  expect(fields.daily_budget).toMatchObject({ will_be: 'changed_since', now: { amount: '50.00' } });
  expect(fields.daily_budget.changed).toMatchObject({ by: { id: keyId, kind: 'key' }, at: expect.any(String) });
  expect(fields.name).toMatchObject({ will_be: 'undone', now: 'Raised', back_to: 'Raised twice' });
  expect(fields.name.changed).toBeUndefined();
  await undo({ change_id: raised, preview: false });
  expect(await shown(id)).toMatchObject({ name: 'Raised twice', daily_budget: { amount: '50.00' } });
});

test('an undo of an undo is a redo, a second undo a conflict that says so, and then it can be undone again', async () => {
  const id = await campaign('There and back');
  const first = await change(id, { name: 'There' });
  const done = await undo({ change_id: first, preview: false });
  expect(done).toMatchObject({ undo: 'full', plans: [{ plan: { state: 'applied' }, change_ids: [first] }] });
  expect((await shown(id)).name).toBe('There and back');
  const before = await ledger();
  const again = await refusal('undo_change', { change_id: first, preview: false });
  expect(again).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  const [, handed] = /undo_change (\{.*\})/.exec(again.next_step) ?? [];
  expect(await ledger()).toBe(before);
  expect(await newest()).toMatchObject({ tool: 'update_social_campaign', undo: 'full' });
  await undo({ ...JSON.parse(handed!), preview: false });
  expect((await shown(id)).name).toBe('There');
  await undo({ change_id: first, preview: false });
  expect((await shown(id)).name).toBe('There and back');
});

test('all that a key changed since a moment: newest first, one way back a field, and what is impossible said first', async () => {
  const id = await campaign('Window');
  await service.call('social', 'update_social_campaign', { campaign_id: id, name: 'Before' });
  await sleep(2_000, new AbortController().signal);
  const since = new Date(ambient.now()).toISOString();
  await change(id, { daily_budget: '25', name: 'First' });
  await change(id, { daily_budget: '35' });
  await call('social', 'create_custom_audience', { name: 'Stays', customer_file_source: 'USER_PROVIDED_ONLY' });
  const before = await ledger();
  const report = await undo({ since, key: keyId });
  expect(await ledger()).toBe(before);
  expect(report.undo).toBe('partial');
  expect(report.changes.map((one: Any) => [one.tool, one.undo])).toEqual([
    ['create_custom_audience', 'none'],
    ['update_social_campaign', 'full'],
    ['update_social_campaign', 'full'],
  ]);
  await undo({ since, key: keyId, preview: false });
  expect(await shown(id)).toMatchObject({ name: 'Before', daily_budget: { amount: '20.00' } });
});

test('changes that are chosen one by one go back as one undo; one that is not known refuses all', async () => {
  const [one, other] = [await campaign('One'), await campaign('Other')];
  const first = await change(one, { daily_budget: '25', name: 'First' });
  const left = await change(other, { name: 'Left as it is' });
  const second = await change(one, { daily_budget: '35' });
  const third = await change(other, { daily_budget: '45' });
  const before = await ledger();
  const unknown = await refusal('undo_change', { change_ids: [first, 'chg_999999'], preview: false });
  expect(unknown).toMatchObject({ code: 'not_found', message: expect.stringContaining('change_ids chg_999999') });
  expect(await ledger()).toBe(before);
  const report = await undo({ change_ids: [first, second, third], preview: false });
  expect(report.changes.map((each: Any) => [each.change_id, each.undo])).toEqual([
    [third, 'full'],
    [second, 'full'],
    [first, 'full'],
  ]);
  expect(report.plans).toHaveLength(3);
  expect(await shown(one)).toMatchObject({ name: 'One', daily_budget: { amount: '20.00' } });
  expect(await shown(other)).toMatchObject({ name: 'Left as it is', daily_budget: { amount: '20.00' } });
  expect((await refusal('undo_change', { change_ids: [first] })).code).toBe('conflict');
  expect((await undo({ change_ids: [first, left] })).changes.map((each: Any) => each.undo)).toEqual(['full', 'none']);
});

test('what was activated says what was spent since, and is paused', async () => {
  const { campaigns } = await call('social', 'list_social_campaigns', { limit: 100 });
  const paused = campaigns.find((one: Any) => one.status === 'PAUSED');
  const activated = await change(paused.id, { status: 'ACTIVE' });
  const report = await undo({ change_id: activated, preview: false });
  expect(report.changes[0].stays[0]).toMatch(
    new RegExp(`^${paused.id} (spent [\\d.]+ USD|shows no spend) since \\d{4}-`),
  );
  expect((await shown(paused.id)).status).toBe('PAUSED');
});

test('an undo that lets more money flow obeys the policy', async () => {
  const id = await campaign('Cut');
  const cut = await change(id, { daily_budget: '10' });
  const workspaceId = await service.workspaceId('Acme');
  const { organizationId } = (await service.home.directory.find('Acme'))!;
  const policy = (raise: 'approve' | 'auto') =>
    service.home.policies.set({ organizationId, workspaceId, change: { rules: { raise } }, actor: 'per_1' });
  await policy('approve');
  const report = await undo({ change_id: cut, preview: false, reason: 'too deep' });
  expect(report.plans).toMatchObject([
    { plan: { state: 'waiting', class: 'raise', reason: 'too deep' }, error: { code: 'approval_required' } },
  ]);
  expect((await shown(id)).daily_budget.amount).toBe('10.00');
  expect(await refusal('undo_change', { change_id: cut })).toMatchObject({ code: 'conflict' });
  await policy('auto');
});

test('a cut below what is spent goes as far as the platform lets it', async () => {
  const [film] = (await call('video', 'list_campaigns', { name_contains: 'Launch film' })).campaigns;
  // As if somebody had raised it from an amount that is spent by now.
  const from = { amount: '51.00', currency: 'USD' };
  await record('video/update_campaign', { campaign_id: film.id }, { applied: { budget: { from, to: film.budget } } });
  const raised = await newest({ channel: 'video' });
  expect(raised).toMatchObject({ undo: 'full', applied: { budget: { to: film.budget } } });
  const report = await undo({ change_id: raised.change_id });
  expect(report, JSON.stringify(report)).toMatchObject({ undo: 'partial', changes: [{ undo: 'partial' }] });
  const [field] = report.changes[0].fields;
  expect(field).toMatchObject({
    will_be: 'lowest_allowed',
    now: film.budget,
    why: expect.stringMatching(/^51.00 .*105 %/),
  });
  expect(Number(field.back_to.amount)).toBeGreaterThan(51);
  const done = await undo({ change_id: raised.change_id, preview: false });
  expect(done.plans[0].plan.state, JSON.stringify(done)).toBe('applied');
  const [after] = (await call('video', 'list_campaigns', { campaign_ids: [film.id] })).campaigns;
  expect(after.budget).toEqual(done.changes[0].fields[0].back_to);
});

/** An ad set on a lifetime budget of 1,000 that has run for three days. */
async function spentAdSet(): Promise<Any> {
  const made = await call('social', 'create_social_campaign', {
    ...campaignArgs('Lifetime'),
    daily_budget: undefined,
    is_adset_budget_sharing_enabled: false,
  });
  const campaign_id = made.campaign.id;
  const { ad_set } = await call('social', 'create_ad_set', {
    campaign_id,
    name: 'Lifetime',
    targeting: { geo_locations: { countries: ['US'] } },
    advantage_audience: false,
    optimization_goal: 'REACH',
    lifetime_budget: 1_000,
    end_time: new Date(ambient.now() + 30 * DAY_MS).toISOString(),
  });
  const story = await examples.create_ad_creative!({} as Sandboxed);
  const creative_id = (await call('social', 'create_ad_creative', story)).creative.id;
  const { ad } = await call('social', 'create_social_ad', { ad_set_id: ad_set.id, name: 'Lifetime', creative_id });
  const on = { status: 'ACTIVE' };
  await call('social', 'update_social_ad', { ad_id: ad.id, ...on });
  await call('social', 'update_ad_set', { ad_set_id: ad_set.id, ...on });
  await call('social', 'update_social_campaign', { campaign_id, ...on });
  await sleep(3 * DAY_MS, new AbortController().signal);
  return (await call('social', 'list_ad_sets', { ad_set_ids: [ad_set.id] })).ad_sets[0];
}

test('on social as well, where a lifetime budget keeps 110 % of what is spent of it', async () => {
  const held = await spentAdSet();
  const from = { amount: '40.00', currency: 'USD' };
  const to = held.lifetime_budget;
  await record('social/update_ad_set', { ad_set_id: held.id }, { applied: { lifetime_budget: { from, to } } });
  const { change_id } = await newest({ channel: 'social' });
  const [field] = (await undo({ change_id })).changes[0].fields;
  expect(field).toMatchObject({ will_be: 'lowest_allowed', now: to, why: expect.stringMatching(/^40.00 .*110 %/) });
  const done = await undo({ change_id, preview: false });
  expect(done.plans[0].plan.state, JSON.stringify(done)).toBe('applied');
  const [after] = (await call('social', 'list_ad_sets', { ad_set_ids: [held.id] })).ad_sets;
  // It spends on while the test runs: a cent may be gone since the look.
  expect(after.lifetime_budget).toEqual(done.changes[0].fields[0].back_to);
  expect(Number(after.lifetime_budget.amount) - Number(field.back_to.amount)).toBeLessThan(1);
  expect(Number(after.lifetime_budget.amount)).toBeGreaterThanOrEqual(Number(field.back_to.amount));
});

test('a field that cannot go back tells why: gone, or refused', async () => {
  const gone = { name: { from: 'Here', to: 'Gone' } };
  await record('social/update_social_campaign', { campaign_id: '120210000099999999' }, { applied: gone });
  const [lost] = (await undo({ change_id: (await newest()).change_id })).changes[0].fields;
  expect(lost).toMatchObject({ will_be: 'impossible', code: 'not_found' });
  const [film] = (await call('video', 'list_campaigns', { name_contains: 'Launch film' })).campaigns;
  const name = { from: 'x'.repeat(600), to: film.name };
  await record('video/update_campaign', { campaign_id: film.id }, { applied: { campaign_name: name } });
  const [refused] = (await undo({ change_id: (await newest({ channel: 'video' })).change_id })).changes[0].fields;
  expect(refused).toMatchObject({ will_be: 'impossible', code: 'invalid_arguments', why: expect.any(String) });
});

let recorded = 0;

async function record(action: string, args: Any, outcome: Any): Promise<void> {
  const { home } = service;
  const workspaceId = await service.workspaceId('Acme');
  const entry = { workspaceId, actor: keyId, action, callId: `recorded-${++recorded}` };
  await home.store.transaction(async () => {
    home.audit.append({ ...entry, phase: 'intent', detail: { arguments: args } });
    home.audit.append({ ...entry, phase: 'outcome', detail: { outcome: 'applied', ...outcome } });
  });
}

test('a value that was recorded without its secret is not written back', async () => {
  const id = await campaign('Secret');
  const to = (await shown(id)).name;
  await record(
    'social/update_social_campaign',
    { campaign_id: id },
    { applied: { name: { from: 'https://acme.example/?token=[hidden]', to } } },
  );
  const report = await undo({ change_id: (await newest()).change_id, preview: false });
  expect(report).toMatchObject({ undo: 'none', plans: [] });
  expect(report.changes[0].fields[0].why).toMatch(/secret/);
});

test('a change of another workspace is an unknown change, and so is nonsense', async () => {
  const id = await campaign('Mine');
  const mine = await change(id, { name: 'Still mine' });
  const elsewhere = await refusal('undo_change', { change_id: mine, workspaceId: 'Acme Japan' });
  const nowhere = await refusal('undo_change', { change_id: 'chg_999999', workspaceId: 'Acme Japan' });
  expect(elsewhere.code).toBe('not_found');
  expect(JSON.stringify(elsewhere)).toBe(JSON.stringify(nowhere).replaceAll('chg_999999', mine));
  for (const bad of ['chg_', '7', "chg_1' or 1=1", 'chg_99999999999999999999'])
    expect((await refusal('undo_change', { change_id: bad })).code).toBe('not_found');
  expect((await refusal('undo_change', { since: '2026-01-01T00:00:00Z' })).field).toBe('key');
  expect((await refusal('undo_change', {})).code).toBe('invalid_arguments');
});

test('what was lost on the way cannot be undone, because the value before was never seen', async () => {
  const { home } = service;
  const workspaceId = await service.workspaceId('Acme');
  const entry = { workspaceId, actor: keyId, action: 'social/update_social_campaign', callId: 'lost' };
  const detail = { arguments: { campaign_id: '1', name: 'Perhaps' } };
  await home.store.transaction(async () => home.audit.append({ ...entry, phase: 'intent', detail }));
  const lost = await newest();
  expect(lost).toMatchObject({ outcome: 'unknown', undo: 'none', why: expect.stringMatching(/never seen/) });
  expect(await undo({ call_id: 'lost', preview: false })).toMatchObject({ undo: 'none', plans: [] });
});

test('a deletion says in its preview that it is final, and its undo says the same', async () => {
  const id = await campaign('Gone');
  const { plan } = await call('social', 'update_social_campaign', {
    campaign_id: id,
    status: 'DELETED',
    preview: true,
  });
  expect(plan.cannot_be_undone).toEqual(['The platform has no way to take this back.']);
  const gone = await change(id, { status: 'DELETED' });
  expect(await undo({ change_id: gone, preview: false })).toMatchObject({ undo: 'none', plans: [] });
});
