import { beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.ts';

/** What became of a plan between its preview and its application. */
const sandbox = sandboxed('social');
const { call, ledger, fault, clearFaults, passTime } = sandbox;

// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
type Any = any;

const MINUTE_MS = 60_000;
let made = 0;
beforeEach(() => clearFaults());

async function campaign(): Promise<string> {
  const { campaign: one } = await call('create_social_campaign', {
    name: `Planned ${++made}`,
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: '20',
  });
  return one.id;
}
const change = (campaign_id: string, more: Any) => call('update_social_campaign', { campaign_id, ...more });
const planned = async (campaign_id: string, more: Any): Promise<Any> =>
  (await change(campaign_id, { ...more, preview: true })).plan;
const workspace = (tool: string, args: Any = {}, options = {}) =>
  sandbox.service().call('workspace', tool, args, options);
const apply = async (id: string, options = {}) => (await workspace('apply_plan', { plan_id: id }, options)).result;
const stateOf = async (id: string) => (await workspace('get_plan', { plan_id: id })).result.plan;
const writes = async () => (await ledger()).length;

test('a preview shows what it would change, and sends nothing', async () => {
  const id = await campaign();
  const before = await writes();
  const plan = await planned(id, { daily_budget: '30', name: 'Renamed', reason: 'sells well' });
  expect(plan).toMatchObject({
    state: 'planned',
    class: 'raise',
    reason: 'sells well',
    difference: {
      daily_budget: { from: { amount: '20.00', currency: 'USD' }, to: { amount: '30.00', currency: 'USD' } },
      name: { to: 'Renamed' },
    },
    request: { method: 'POST', body: { daily_budget: 3000, name: 'Renamed' } },
  });
  expect(plan.code).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  expect(plan.summary).toContain('20.00 USD → 30.00 USD');
  expect(await writes()).toBe(before);
  expect((await workspace('list_plans', { state: 'planned' })).result.plans.map(({ id }: Any) => id)).toContain(
    plan.id,
  );
});

test('what already stands needs no plan', async () => {
  const id = await campaign();
  const answer = await change(id, { daily_budget: '20', preview: true });
  expect(answer.plan === undefined || answer.plan.difference).toBeTruthy();
});

test('applied twice at once it is made once', async () => {
  const id = await campaign();
  const { id: plan } = await planned(id, { daily_budget: '30' });
  const before = await writes();
  const answers = await Promise.all([apply(plan), apply(plan), apply(plan)]);
  expect(answers.filter(({ error }) => !error)).toHaveLength(1);
  for (const { error } of answers.filter((one) => one.error)) expect(error).toMatchObject({ code: 'conflict' });
  expect(await writes()).toBe(before + 1);
  expect(await stateOf(plan)).toMatchObject({ state: 'applied', result: { applied: { daily_budget: {} } } });
});

test('after a quarter of an hour it has lapsed, and setting the clock back does not revive it', async () => {
  const { id: plan } = await planned(await campaign(), { daily_budget: '30' });
  await passTime(15 * MINUTE_MS + 1);
  const before = await writes();
  expect((await apply(plan)).error).toMatchObject({ code: 'conflict', message: expect.stringContaining('lapsed') });
  expect(await stateOf(plan)).toMatchObject({ state: 'expired' });
  await passTime(-15 * MINUTE_MS);
  expect((await apply(plan)).error).toMatchObject({ code: 'conflict' });
  expect(await writes()).toBe(before);
});

test('an edit of something else does not stand in its way', async () => {
  const id = await campaign();
  const { id: plan } = await planned(id, { daily_budget: '30' });
  await change(id, { name: `Renamed ${++made}` });
  expect(await apply(plan)).toMatchObject({ applied: { daily_budget: { to: { amount: '30.00' } } } });
});

test('an edit of what it touches makes it stale, names the field and sends nothing', async () => {
  const id = await campaign();
  const { id: plan } = await planned(id, { daily_budget: '30' });
  await change(id, { daily_budget: '25' });
  const before = await writes();
  expect((await apply(plan)).error).toMatchObject({ code: 'stale', field: 'daily_budget', outcome: 'not_applied' });
  expect(await writes()).toBe(before);
  expect(await stateOf(plan)).toMatchObject({
    state: 'stale',
    note: expect.stringContaining('daily_budget (20.00 USD then, 25.00 USD now)'),
  });
  expect((await apply(plan)).error).toMatchObject({ code: 'conflict' });
});

test('a refusal of the platform closes it; a wait that the platform asks for does not', async () => {
  const id = await campaign();
  const { id: plan } = await planned(id, { daily_budget: '30' });
  await fault('throttle', 'POST .*', { times: 10 });
  expect((await apply(plan)).error).toMatchObject({ code: 'rate_limited', outcome: 'not_applied' });
  await clearFaults();
  await passTime(10 * MINUTE_MS);
  expect(await stateOf(plan)).toMatchObject({ state: 'planned' });
  await fault('refused', 'POST .*', { times: 10 });
  expect((await apply(plan)).error).toMatchObject({ code: 'permission_denied', outcome: 'not_applied' });
  await clearFaults();
  expect(await stateOf(plan)).toMatchObject({ state: 'failed' });
  expect((await apply(plan)).error).toMatchObject({ code: 'conflict' });
});

test('cut off while it is applied, its outcome is called unknown, and it is not sent again', async () => {
  const args = { objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: '20' };
  const { plan } = await call('create_social_campaign', { ...args, name: `Cut ${++made}`, preview: true });
  const before = await writes();
  // The platform's own check comes first.
  await fault('cut_after', 'POST .*campaigns', { skip: 1, times: 10 });
  expect((await apply(plan.id)).error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  await clearFaults();
  expect(await writes()).toBe(before + 1);
  expect(await stateOf(plan.id)).toMatchObject({ state: 'unknown' });
  expect((await apply(plan.id)).error).toMatchObject({ code: 'conflict' });
  expect(await writes()).toBe(before + 1);
});

test('withdrawn, it cannot be applied', async () => {
  const { id: plan } = await planned(await campaign(), { daily_budget: '30' });
  expect((await workspace('withdraw_plan', { plan_id: plan })).result.plan).toMatchObject({ state: 'withdrawn' });
  expect((await apply(plan)).error).toMatchObject({ message: expect.stringContaining('withdrawn') });
  expect((await workspace('withdraw_plan', { plan_id: plan })).result.error).toMatchObject({ code: 'conflict' });
});

test('a plan of another workspace is an unknown plan, to the byte', async () => {
  const { id: plan } = await planned(await campaign(), { daily_budget: '30' });
  const other = await sandbox.workspaceNamed('Acme Japan');
  const unknown = `plan_${'0'.repeat(16)}`;
  for (const tool of ['get_plan', 'apply_plan', 'withdraw_plan']) {
    const ask = async (id: string) => (await workspace(tool, { plan_id: id, workspaceId: other })).result;
    expect(JSON.stringify(await ask(plan)).replaceAll(plan, unknown)).toBe(JSON.stringify(await ask(unknown)));
  }
});

test('a key that may only read can neither plan nor apply', async () => {
  const id = await campaign();
  const { id: plan } = await planned(id, { daily_budget: '30' });
  const { home } = sandbox.service();
  const { key } = await home.keyRing.create({
    workspaceId: await sandbox.workspaceNamed('Acme'),
    name: 'reader',
    readOnly: true,
    actor: 'test',
  });
  expect((await apply(plan, { key })).error).toMatchObject({ code: 'permission_denied' });
});

test('the platform checks what it can check, and its refusal names the field', async () => {
  const args = { objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: '20' };
  const { plan } = await call('create_social_campaign', { ...args, name: 'Checked', preview: true });
  expect(plan).toMatchObject({ platform_checked: true, class: 'create' });
  const before = await writes();
  await fault('refused', 'POST .*campaigns', { times: 1 });
  await sandbox.refusal('create_social_campaign', { ...args, name: 'Refused', preview: true });
  expect(await writes()).toBe(before);
});

test('it checks changes of campaigns too: what it would refuse is refused in the preview, and nothing is changed', async () => {
  const id = await campaign();
  expect(await planned(id, { daily_budget: '30' })).toMatchObject({ platform_checked: true });
  const before = await writes();
  const error = await sandbox.refusal('update_social_campaign', {
    campaign_id: id,
    daily_budget: '0.20',
    preview: true,
  });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'daily_budget', upstream: { subcode: 1885272 } });
  expect(await writes()).toBe(before);
});
