import { afterEach, expect, test } from 'vitest';
import { accidentOn } from '../../../test/sandboxed.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../ambient.ts';
import { runningCampaign, watchedService } from './watched-service.testing.ts';

const bed = watchedService(['social', 'search', 'video', 'professional']);
const { ask, judge } = bed;

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const control = async (path: string, method = 'GET', body?: Any): Promise<Any> => {
  const headers = { 'content-type': 'application/json' };
  const { controlOrigin } = bed.service().sandbox;
  const reply = await fetch(controlOrigin + path, { method, ...(body && { headers, body: JSON.stringify(body) }) });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
};
const monitorOf = async (spec: Any): Promise<string> => (await ask('create_monitor', spec)).monitor.id;
const alertsOf = async (monitorId: string): Promise<Any[]> =>
  (await ask('list_alerts', { limit: 100 })).alerts.filter(({ monitor_id }: Any) => monitor_id === monitorId);
const toldOf = async (monitorId: string): Promise<string[]> =>
  (await bed.told()).filter(({ data }) => data.monitor_id === monitorId).map(({ type }) => type);
const callsWork = async (alert: Any) => {
  for (const { channel, tool, arguments: args } of alert.next_calls) await bed.call(channel, tool, args);
};

afterEach(async () => {
  await control('/faults', 'DELETE');
  for (const { id } of (await ask('list_monitors')).monitors) await ask('delete_monitor', { monitor_id: id });
});

test.each(['search', 'social'])(
  '%s: a rejected ad fires, one more is news, and it is over after two looks',
  async (channel) => {
    const { account } = await runningCampaign(bed, channel);
    const { ads } = await bed.call(channel, channel === 'search' ? 'list_ads' : 'list_social_ads', { limit: 100 });
    const id = await monitorOf({ kind: 'ad_rejected', channel, account });
    await judge(id);
    const before = await alertsOf(id);
    const known = before.flatMap(({ figures }) => figures.ads.map((ad: Any) => ad.id));
    const runs = (ad: Any) => ['ENABLED', 'ACTIVE'].includes(ad.effective_status ?? ad.status);
    const sound = ads.filter((ad: Any) => !known.includes(ad.id) && runs(ad));
    const [one] = sound;
    const other = sound.find((ad: Any) => ad.campaign_id === one.campaign_id && ad.id !== one.id);
    const mend = await accidentOn(control, { platform: channel, kind: 'ad_rejected', account, object: one.id });
    await judge(id);
    await judge(id);
    const found = async () => (await alertsOf(id)).find(({ object }) => object.campaign === one.campaign_id);
    expect(await found()).toMatchObject({ state: 'firing', severity: 'critical', object: { channel, account } });
    expect((await found()).figures.ads.map((ad: Any) => ad.id)).toContain(one.id);
    await callsWork(await found());
    const { id: alert_id } = await found();
    await ask('acknowledge_alert', { alert_id });
    await judge(id);
    expect(await found()).toMatchObject({ state: 'seen' });
    const mendOther =
      other && (await accidentOn(control, { platform: channel, kind: 'ad_rejected', account, object: other.id }));
    if (other) {
      await judge(id);
      expect(await found()).toMatchObject({ state: 'firing' });
    }
    await mend();
    await mendOther?.();
    await judge(id);
    expect((await found()).state).not.toBe('resolved');
    await judge(id);
    expect(await found()).toMatchObject({ state: 'resolved', next_calls: [] });
  },
);

test.each([
  ['search', 'payment_failed'],
  ['search', 'account_closed'],
  ['social', 'payment_failed'],
  ['social', 'account_closed'],
] as const)('%s: an account after %s fires once and is over when it is mended', async (channel, kind) => {
  const { account } = await runningCampaign(bed, channel);
  const id = await monitorOf({ kind: 'account_problem', channel, account });
  await judge(id);
  expect((await alertsOf(id)).filter(({ object }) => object.account === account)).toEqual([]);
  const mend = await accidentOn(control, { platform: channel, kind, account });
  await judge(id);
  await judge(id);
  const [alert] = await alertsOf(id);
  expect(alert).toMatchObject({ state: 'firing', severity: 'critical', object: { account, channel } });
  await mend();
  await judge(id);
  await judge(id);
  expect(await alertsOf(id)).toMatchObject([{ state: 'resolved' }]);
  expect(await toldOf(id)).toEqual(['alert.firing', 'alert.resolved']);
});

test('a platform that does not answer is no verdict: an alert stays as it is', async () => {
  const { account } = await runningCampaign(bed, 'social');
  const mend = await accidentOn(control, { platform: 'social', kind: 'payment_failed', account });
  const id = await monitorOf({ kind: 'account_problem', channel: 'social', account });
  await judge(id);
  await mend();
  await control('/faults', 'POST', { platform: 'social', kind: 'server_error', match: 'GET .*', times: 1_000 });
  await judge(id);
  await judge(id);
  expect(await alertsOf(id)).toMatchObject([{ state: 'firing' }]);
  const [monitor] = (await ask('list_monitors', { kind: 'account_problem' })).monitors;
  expect(monitor.state_words).toMatch(/^1 still open; No verdict: social: /);
});

test('a token that ends is told at each step of days, and resolves when it is renewed', async () => {
  const { home, workspaceId: idOf } = bed.service();
  const workspaceId = await idOf('Acme');
  const { id: connectionId, ...kept } = (await home.connections.get(workspaceId, 'social'))!;
  const held = await home.connections.credentials(connectionId);
  const ends = async (days: number | undefined) => {
    const { expires_at: _, app_id: __, app_secret: ___, ...rest } = held;
    const credentials =
      days === undefined ? held : { ...rest, expires_at: new Date(bed.now() + days * DAY_MS).toISOString() };
    const { mode, account, options } = kept;
    await home.connections.put({
      workspaceId,
      channel: 'social',
      mode,
      options,
      credentials,
      ...(account && { account }),
    });
    home.directory.refresh();
  };
  const id = await monitorOf({ kind: 'token_expiry', channel: 'social' });
  await ends(20.5);
  await judge(id);
  expect(await alertsOf(id)).toEqual([]);
  await ends(13.5);
  await judge(id);
  const [alert] = await alertsOf(id);
  expect(alert).toMatchObject({ state: 'firing', severity: 'warning', figures: { days_left: 13 } });
  expect(alert.sentence).toContain('adhelm connect social --workspace Acme --sandbox');
  await ask('acknowledge_alert', { alert_id: alert.id });
  await bed.passTime(DAY_MS);
  await judge(id);
  expect(await alertsOf(id)).toMatchObject([{ state: 'seen' }]);
  await ends(6.5);
  await judge(id);
  expect(await alertsOf(id)).toMatchObject([{ state: 'firing', figures: { days_left: 6 } }]);
  await ends(undefined);
  await judge(id);
  expect(await toldOf(id)).toEqual(['alert.firing', 'alert.firing', 'alert.resolved']);
});

test('a change whose outcome is not known fires with the call that shows it', async () => {
  const id = await monitorOf({ kind: 'outcome_unknown' });
  await judge(id);
  const before = (await alertsOf(id)).length;
  await control('/faults', 'POST', { platform: 'social', kind: 'cut_after', match: 'POST .*campaigns', times: 10 });
  const { isError, result } = await bed.service().call('social', 'create_social_campaign', {
    name: 'Unknown',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: '20',
  });
  expect([isError, result.error?.outcome]).toEqual([true, 'unknown']);
  await control('/faults', 'DELETE');
  await bed.passTime(5 * MINUTE_MS);
  await judge(id);
  await judge(id);
  const alerts = await alertsOf(id);
  expect(alerts).toHaveLength(before + 1);
  expect(alerts[0]).toMatchObject({ state: 'firing', object: { channel: 'social' } });
  expect(alerts[0].next_calls).toMatchObject([{ channel: 'social', tool: 'list_social_campaigns' }]);
  await callsWork(alerts[0]);
});

test('a plan that waits for more than its hours fires, and is over when somebody decides', async () => {
  const { home, workspaceId: idOf } = bed.service();
  const workspaceId = await idOf('Acme');
  const { organizationId } = (await home.directory.find('Acme'))!;
  const rule = (raise: 'approve' | 'auto') =>
    home.policies.set({ organizationId, workspaceId, change: { rules: { raise } }, actor: 'test' });
  await rule('approve');
  const { campaigns } = await bed.call('social', 'list_social_campaigns', { limit: 100 });
  const budgeted = campaigns.find(({ daily_budget }: Any) => daily_budget);
  const { result } = await bed.service().call('social', 'update_social_campaign', {
    campaign_id: budgeted.id,
    daily_budget: String(Number(budgeted.daily_budget.amount) + 5),
  });
  expect(result.error.code).toBe('approval_required');
  const id = await monitorOf({ kind: 'plan_waiting' });
  await judge(id);
  expect(await alertsOf(id)).toEqual([]);
  await bed.passTime(4 * HOUR_MS + MINUTE_MS);
  await judge(id);
  const [alert] = await alertsOf(id);
  expect(alert).toMatchObject({ state: 'firing', figures: { hours: 4 } });
  expect(alert.next_calls).toMatchObject([{ tool: 'get_plan', arguments: { plan_id: alert.figures.plan_id } }]);
  await callsWork(alert);
  await ask('withdraw_plan', { plan_id: alert.figures.plan_id });
  await judge(id);
  expect(await alertsOf(id)).toMatchObject([{ state: 'resolved' }]);
  await rule('auto');
});

test('a limit that is used up fires, and is over when it is raised', async () => {
  const { home, workspaceId: idOf } = bed.service();
  const workspaceId = await idOf('Acme');
  const { organizationId } = (await home.directory.find('Acme'))!;
  const scope = { scope: 'workspace', organizationId, workspaceId } as const;
  const limit = (amount: string) => home.spendLimits.book.set(scope, 'daily', 'USD', amount, 'Ada');
  const id = await monitorOf({ kind: 'over_limit' });
  await judge(id);
  expect(await alertsOf(id)).toEqual([]);
  await limit('0.01');
  await judge(id);
  const [alert] = await alertsOf(id);
  expect(alert.sentence).toMatch(/daily limit of the workspace in USD.* is used up/);
  await callsWork(alert);
  await limit('100000000');
  // A limit of one budget is not used up by what others spend.
  await home.spendLimits.book.set(scope, 'single', 'USD', '0.01', 'Ada');
  await judge(id);
  expect(await alertsOf(id)).toMatchObject([{ state: 'resolved' }]);
});
