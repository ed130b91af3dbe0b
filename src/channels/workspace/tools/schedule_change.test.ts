import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../ambient.ts';
import { ZoneClock } from '../../../jobs/local-time.ts';
import type { Rule } from '../../../plans/policies.ts';
import { changeJob } from '../../../watching/schedules/change-job.ts';
import { scheduling } from '../../../watching/schedules/schedules.testing.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const bed = scheduling(['social']);
const { call, refusal, events } = bed;
let names = 0;

beforeEach(async () => {
  events.length = 0;
  await policy('auto');
});

async function policy(raise: Rule): Promise<void> {
  const { id: workspaceId, organizationId } = (await bed.service().home.directory.find('Acme'))!;
  const change = { rules: { raise } };
  await bed.service().home.policies.set({ organizationId, workspaceId, change, actor: 'per_1' });
}

async function campaign(): Promise<string> {
  const args = {
    name: `Later ${++names}`,
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: '20',
  };
  return (await call('social', 'create_social_campaign', args)).campaign.id;
}
const budget = async (id: string): Promise<string> =>
  (await call('social', 'list_social_campaigns', { campaign_ids: [id] })).campaigns[0].daily_budget.amount;
const inHours = (hours: number) => new Date(bed.now() + hours * HOUR_MS).toISOString();
const raise = (campaign_id: string, more: Any = {}) => ({
  channel: 'social',
  tool: 'update_social_campaign',
  arguments: { campaign_id, daily_budget: '30' },
  at: inHours(2),
  ...more,
});
const schedule = async (args: Any, key?: string): Promise<Any> =>
  (await call('workspace', 'schedule_change', args, key)).change;
const listed = async (id: string): Promise<Any> =>
  (await call('workspace', 'list_scheduled_changes')).changes.find((one: Any) => one.id === id);
const runDue = () => bed.runDue(changeJob(bed.pipeline()));
const changesSent = async () =>
  ((await (await fetch(`${bed.service().sandbox.controlOrigin}/ledger?platform=social`)).json()) as Any).effects.length;

test('answers the plan, makes it once at its hour, and keeps what was read back', async () => {
  const id = await campaign();
  const change = await schedule(raise(id, { reason: 'Sale' }));
  expect(change).toMatchObject({
    state: 'scheduled',
    zone: expect.any(String),
    plan: {
      state: 'scheduled',
      class: 'raise',
      difference: { daily_budget: { from: { amount: '20.00' }, to: { amount: '30.00' } } },
    },
  });
  expect(change.plan.reason).toMatch(/^Sale \(Scheduled for \d{4}-.*\)$/);
  const early = await refusal('workspace', 'apply_plan', { plan_id: change.id });
  expect(early).toMatchObject({ code: 'conflict', message: expect.stringContaining('at its hour') });
  expect(await bed.run(changeJob(bed.pipeline()), change.id)).toBe(Date.parse(change.at));
  expect(await budget(id)).toBe('20.00');
  const before = await changesSent();
  await bed.until(Date.parse(change.at));
  expect(await runDue()).toBe(1);
  expect(await budget(id)).toBe('30.00');
  expect(await listed(change.id)).toMatchObject({
    state: 'applied',
    plan: { result: { applied: { daily_budget: {} } } },
  });
  // Killed between the change and the mark: the job runs again and sends nothing.
  expect(await bed.run(changeJob(bed.pipeline()), change.id)).toBeUndefined();
  expect(await changesSent()).toBe(before + 1);
});

test('two processes, one tick: one change', async () => {
  const id = await campaign();
  const change = await schedule(raise(id));
  await bed.until(Date.parse(change.at));
  const before = await changesSent();
  const kind = changeJob(bed.pipeline());
  await Promise.all([bed.run(kind, change.id), bed.run(kind, change.id)]);
  expect(await changesSent()).toBe(before + 1);
  expect(await listed(change.id)).toMatchObject({ state: 'applied' });
  await runDue();
});

test("the hour is on the clock of the account's zone", async () => {
  const id = await campaign();
  const account = (await call('workspace', 'list_accounts')).accounts[0];
  const clock = new ZoneClock(account.time_zone);
  const wall = clock
    .wallAt(bed.now() + 2 * DAY_MS)
    .slice(0, 16)
    .replace(' ', 'T');
  const change = await schedule(raise(id, { at: wall }));
  expect(change).toMatchObject({ zone: account.time_zone, at_local: wall.replace('T', ' ') });
  expect(clock.wallAt(Date.parse(change.at)).slice(0, 16)).toBe(wall.replace('T', ' '));
  await call('workspace', 'cancel_scheduled_change', { change_id: change.id });
});

test.each([
  ['in the past', '2020-01-01T06:00', /past/],
  ['too far ahead', `${new Date().getUTCFullYear() + 3}-01-01T06:00`, /400 days/],
  ['on no calendar', '2027-02-31T06:00', /no time that exists/],
  ['in no form', 'tomorrow', /must be a time such as/],
])('an hour %s is refused by name', async (_, at, words) => {
  const error = await refusal('workspace', 'schedule_change', raise(await campaign(), { at }));
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'at', message: expect.stringMatching(words) });
});

test('calls that cannot be scheduled say why, by the field', async () => {
  const id = await campaign();
  const refused = async (more: Any) => refusal('workspace', 'schedule_change', raise(id, more));
  expect(await refused({ channel: 'radio' })).toMatchObject({ field: 'channel' });
  expect(await refused({ tool: 'update_campaign_x' })).toMatchObject({ field: 'tool' });
  expect((await refused({ tool: 'list_social_campaigns', arguments: {} })).message).toContain('only reads');
  expect((await refused({ channel: 'workspace', tool: 'stop_spending', arguments: {} })).message).toContain(
    'pause of each',
  );
  expect((await refused({ channel: 'workspace', tool: 'apply_plan', arguments: {} })).message).toContain('no plan');
  expect((await refused({ tool: 'update_customer_list', arguments: {} })).message).toContain('data of people');
  expect(await refused({ arguments: { campaign_id: id, dayly_budget: '30' } })).toMatchObject({
    field: 'arguments.dayly_budget',
  });
  const other = { preview: true, idempotency_key: 'k', reason: 'r', workspaceId: 'ws_other' };
  for (const [name, value] of Object.entries(other))
    expect(await refused({ arguments: { campaign_id: id, daily_budget: '30', [name]: value } })).toMatchObject({
      field: `arguments.${name}`,
    });
  expect(await refused({ arguments: { campaign_id: id, daily_budget: '20' } })).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('stands'),
  });
  expect((await refused({ arguments: { campaign_id: '1', daily_budget: '30' } })).code).toBe('not_found');
  await policy('deny');
  expect((await refused({})).code).toBe('permission_denied');
});

test('moved meanwhile: it is not made, and an event says why', async () => {
  const id = await campaign();
  const change = await schedule(raise(id));
  await call('social', 'update_social_campaign', { campaign_id: id, daily_budget: '25' });
  await bed.until(Date.parse(change.at));
  await runDue();
  expect(await budget(id)).toBe('25.00');
  expect(await listed(change.id)).toMatchObject({
    state: 'not_applied',
    words: expect.stringContaining('25.00 USD now'),
    plan: { state: 'stale' },
  });
  expect(events).toMatchObject([
    { type: 'change.not_applied', data: { scheduled_change: change.id, state: 'not_applied' } },
  ]);
  await bed.run(changeJob(bed.pipeline()), change.id);
  expect(events).toHaveLength(1);
});

test('rules that are stricter by then: it waits for a person, who lets it through', async () => {
  const id = await campaign();
  const change = await schedule(raise(id));
  await policy('approve');
  await bed.until(Date.parse(change.at));
  await runDue();
  expect(await budget(id)).toBe('20.00');
  expect(await listed(change.id)).toMatchObject({
    state: 'needs_approval',
    plan: { state: 'waiting', approve_url: expect.any(String) },
  });
  await approve(change.id);
  await bed.applyApproved();
  expect(await budget(id)).toBe('30.00');
  expect(await listed(change.id)).toMatchObject({ state: 'applied' });
});

test('a person can agree beforehand: it is made at its hour and not before', async () => {
  await policy('approve');
  const id = await campaign();
  const change = await schedule(raise(id));
  expect(change).toMatchObject({ state: 'needs_approval', plan: { state: 'waiting', apply_at: change.at } });
  await approve(change.id);
  await bed.applyApproved();
  expect(await budget(id)).toBe('20.00');
  expect(await refusal('workspace', 'apply_plan', { plan_id: change.id })).toMatchObject({ code: 'conflict' });
  expect(await listed(change.id)).toMatchObject({ state: 'scheduled', words: expect.stringContaining('approved') });
  await bed.until(Date.parse(change.at) + 1_000);
  await bed.applyApproved();
  expect(await budget(id)).toBe('30.00');
});

test('the service was down: up to six hours late it is made, later it is missed and said so', async () => {
  const [one, other] = [await campaign(), await campaign()];
  const late = await schedule(raise(one));
  await bed.until(Date.parse(late.at) + 5 * HOUR_MS);
  await runDue();
  expect(await budget(one)).toBe('30.00');
  const missed = await schedule(raise(other));
  await policy('approve');
  const agreed = await schedule(raise(await campaign()));
  await approve(agreed.id);
  await bed.until(Date.parse(missed.at) + 6 * HOUR_MS + 60_000);
  await bed.applyApproved();
  await runDue();
  expect(await budget(other)).toBe('20.00');
  expect(await listed(missed.id)).toMatchObject({ state: 'missed' });
  expect(await listed(agreed.id)).toMatchObject({ state: 'missed' });
  const told = events.map(({ data }) => data.scheduled_change);
  expect(new Set(told)).toEqual(new Set([missed.id, agreed.id]));
  expect(events[0]).toMatchObject({ type: 'change.not_applied', data: { state: 'missed' } });
});

test('the key was revoked meanwhile: not made, and said so', async () => {
  const id = await campaign();
  const { home } = bed.service();
  const { id: workspaceId } = (await home.directory.find('Acme'))!;
  const made = await home.keyRing.create({ workspaceId, name: 'gone soon', actor: 'test' });
  const change = await schedule(raise(id), made.key);
  await home.keyRing.revoke(made.id, 'test');
  await bed.until(Date.parse(change.at));
  await runDue();
  expect(await budget(id)).toBe('20.00');
  expect(await listed(change.id)).toMatchObject({
    state: 'not_applied',
    words: expect.stringContaining('may no longer'),
  });
  expect(events).toHaveLength(1);
});

test('cut off while it is made: unknown, and not sent again', async () => {
  const args = { name: 'Cut off', objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: '20' };
  const spec = { channel: 'social', tool: 'create_social_campaign', arguments: args, at: inHours(2) };
  const change = await schedule(spec);
  await bed.until(Date.parse(change.at));
  await bed.fault({ platform: 'social', kind: 'cut_after', match: 'POST .*campaigns', skip: 1, times: 10 });
  await runDue();
  await bed.clearFaults();
  expect(await listed(change.id)).toMatchObject({ state: 'unknown' });
  const before = await changesSent();
  expect(await bed.run(changeJob(bed.pipeline()), change.id)).toBeUndefined();
  expect(await changesSent()).toBe(before);
  // Its call has written down what it knows, and is told of from there.
  expect(events).toEqual([]);
});

test('taken back at its second hour, later edits left alone', async () => {
  const [id, edited] = [await campaign(), await campaign()];
  const change = await schedule(raise(id, { back_at: inHours(4) }));
  const second = await schedule(raise(edited, { back_at: inHours(4) }));
  expect((await refusal('workspace', 'schedule_change', raise(id, { back_at: inHours(1) }))).field).toBe('back_at');
  await bed.until(Date.parse(change.at) + 1_000);
  await runDue();
  expect(await budget(id)).toBe('30.00');
  await call('social', 'update_social_campaign', { campaign_id: edited, daily_budget: '35' });
  await bed.until(Date.parse(second.back_at) + 1_000);
  expect(await runDue()).toBe(2);
  // A platform that asks to wait is asked again after five minutes.
  for (let tries = 0; tries < 5 && !((await listed(second.id)).back && (await listed(change.id)).back); tries += 1) {
    await bed.until(bed.now() + 6 * MINUTE_MS);
    await runDue();
  }
  expect(await budget(id)).toBe('20.00');
  expect(await budget(edited)).toBe('35.00');
  expect(await listed(change.id)).toMatchObject({ back: { outcome: 'undone' } });
  expect(events.map(({ data }) => data.scheduled_change)).toEqual([second.id]);
  const left = await listed(second.id);
  expect(left.back, JSON.stringify(left)).toMatchObject({ outcome: 'not_applied' });
  expect(await bed.run(changeJob(bed.pipeline()), change.id)).toBeUndefined();
  expect(await budget(id)).toBe('20.00');
});

test('a way back that was missed by more than six hours is left, and said so', async () => {
  const id = await campaign();
  const change = await schedule(raise(id, { back_at: inHours(4) }));
  await bed.until(Date.parse(change.at) + 1_000);
  await runDue();
  await bed.until(Date.parse(change.back_at) + 7 * HOUR_MS);
  await runDue();
  expect(await listed(change.id)).toMatchObject({ state: 'applied', back: { outcome: 'missed' } });
  expect(await budget(id)).toBe('30.00');
  expect(events.at(-1)).toMatchObject({ type: 'change.not_applied', data: { outcome: 'missed' } });
});

async function approve(id: string): Promise<void> {
  const { home } = bed.service();
  const { id: workspaceId } = (await home.directory.find('Acme'))!;
  const plan = (await home.plans.find(workspaceId, id))!;
  expect(await home.plans.approve(plan, 'per_1')).toBe('approved');
}
