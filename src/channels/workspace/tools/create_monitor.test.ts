import { expect, test } from 'vitest';
import { runningCampaign, watchedService } from '../../../watching/monitors/watched-service.testing.ts';

const CHANNELS = ['search', 'social', 'video', 'professional'];
const bed = watchedService(CHANNELS);
const { ask, refusal, judge } = bed;

test.each(CHANNELS)(
  'a tenfold day of %s fires, the campaign is paused once, and the calls that mend work as they stand',
  async (channel) => {
    const campaign = await runningCampaign(bed, channel);
    await bed.days(campaign, 10);
    const { monitor } = await ask('create_monitor', {
      kind: 'spend_spike',
      channel,
      account: campaign.account,
      campaigns: [campaign.id],
      action: 'pause',
    });
    expect(monitor).toMatchObject({
      kind: 'spend_spike',
      name: 'Spend spike',
      fires_when: '> 2 × same weekday, 4 weeks',
      action: 'pause',
      state: 'new',
      created_by: { kind: 'key' },
    });
    expect(Date.parse(monitor.next_check)).toBeLessThanOrEqual(bed.now() + 3_600_000);
    await judge(monitor.id);
    await judge(monitor.id);
    const { alerts } = await ask('list_alerts', { state: 'firing' });
    const [alert] = alerts.filter((one: { monitor_id: string }) => one.monitor_id === monitor.id);
    expect(alert).toMatchObject({
      severity: expect.any(String),
      object: { name: campaign.name, channel, mode: 'sandbox', account: campaign.account, campaign: campaign.id },
      paused: { outcome: 'applied', words: `Paused “${campaign.name}”.` },
    });
    expect(alert.sentence).toContain('$1,000.00');
    expect(alert.next_calls.length).toBeGreaterThan(0);
    expect(alert.next_calls.length).toBeLessThanOrEqual(2);
    for (const { channel: at, tool, arguments: args } of alert.next_calls) await bed.call(at, tool, args);
    const told = (await bed.told()).filter(({ data }) => data.monitor_id === monitor.id);
    expect(told).toMatchObject([{ type: 'alert.firing', data: { paused: { outcome: 'applied' } } }]);
    const { changes } = await ask('list_history', { object: campaign.id });
    // The pause of the alert, and those of the calls that were handed out, which changed nothing more.
    expect(changes.filter(({ call_id }: { call_id: string }) => call_id.startsWith(`${alert.id}.pause.`))).toHaveLength(
      1,
    );
    expect((await ask('list_monitors')).monitors).toContainEqual(
      expect.objectContaining({ id: monitor.id, state: 'firing', firing: 1, state_words: '1 of 1 fires', watched: 1 }),
    );
  },
);

test('everything that does not fit is named at once, and nothing is kept', async () => {
  const before = (await ask('list_monitors')).monitors.length;
  const { error } = (
    await bed.service().call('workspace', 'create_monitor', {
      kind: 'ctr_drop',
      account: '1',
      thresholds: { hours: 3, times: 2 },
      action: 'notify',
    })
  ).result;
  expect(error.problems.map(({ field }: { field: string }) => field)).toEqual([
    'channel',
    'thresholds.hours',
    'thresholds.times',
  ]);
  const wrong = [
    [{ kind: 'spend_spike', channel: 'radio' }, 'channel'],
    [{ kind: 'spend_spike', channel: 'search', account: '999' }, 'account'],
    [{ kind: 'own' }, 'own'],
    [{ kind: 'spend_spike', notify: ['end_none'] }, 'notify'],
    [{ kind: 'token_expiry', action: 'pause' }, 'action'],
    [{ kind: 'over_limit', channel: 'search' }, 'channel'],
  ] as const;
  for (const [args, field] of wrong) {
    const refused = await refusal('create_monitor', args);
    expect(refused).toMatchObject({ code: 'invalid_arguments', field });
  }
  const { account } = await runningCampaign(bed, 'social');
  const noSuch = await refusal('create_monitor', {
    kind: 'zero_delivery',
    channel: 'social',
    account,
    campaigns: ['120000000000001'],
  });
  expect(noSuch).toMatchObject({ field: 'campaigns' });
  expect((await ask('list_monitors')).monitors.length).toBe(before);
});

test('a key for some channels makes and sees monitors of these only; a read-only key only looks', async () => {
  const key = await bed.key({ channels: ['workspace', 'social'] });
  expect(await refusal('create_monitor', { kind: 'spend_spike' }, key)).toMatchObject({
    code: 'permission_denied',
    field: 'channel',
    allowed_values: ['social'],
  });
  expect(await refusal('create_monitor', { kind: 'spend_spike', channel: 'search' }, key)).toMatchObject({
    code: 'permission_denied',
  });
  const { monitor } = await ask('create_monitor', { kind: 'ctr_drop', channel: 'social' }, key);
  const seen = (await ask('list_monitors', {}, key)).monitors;
  expect(seen.map(({ id }: { id: string }) => id)).toContain(monitor.id);
  expect(new Set(seen.map(({ channel }: { channel: string }) => channel))).toEqual(new Set(['social']));
  const reader = await bed.key({ readOnly: true });
  expect(await refusal('create_monitor', { kind: 'spend_spike' }, reader)).toMatchObject({ code: 'permission_denied' });
  expect((await ask('list_monitors', {}, reader)).monitors.length).toBeGreaterThan(seen.length);
});

test('at most 500 monitors a workspace', async () => {
  const { db } = bed.service().home.store;
  const [row] = await db.selectFrom('monitors').selectAll().limit(1).execute();
  const rows = Array.from({ length: 500 }, (_, index) => ({ ...row!, id: `mon_filler_${index}` }));
  for (let at = 0; at < rows.length; at += 50)
    await db
      .insertInto('monitors')
      .values(rows.slice(at, at + 50))
      .execute();
  expect(await refusal('create_monitor', { kind: 'spend_spike' })).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('500'),
  });
  await db.deleteFrom('monitors').where('id', 'like', 'mon_filler_%').execute();
});

test('a run that is cut off after the pause pauses once: the second run gets the first answer', async () => {
  const campaign = await anotherCampaign();
  const pipeline = bed.pipeline();
  const { put } = pipeline.notices;
  const { monitor } = await ask('create_monitor', spikeOf(campaign));
  Object.assign(pipeline.notices, { put: () => Promise.reject(new Error('cut off')) });
  await expect(judge(monitor.id)).rejects.toThrow('cut off');
  Object.assign(pipeline.notices, { put });
  await judge(monitor.id);
  const alert = await alertOf(monitor.id);
  expect(alert).toMatchObject({ state: 'firing', paused: { outcome: 'applied' } });
  const { changes } = await ask('list_history', { object: campaign.id });
  const pauses = changes.filter(({ call_id }: { call_id: string }) => call_id.startsWith(`${alert.id}.pause.`));
  expect(pauses).toHaveLength(1);
});

test('a key that was revoked, or that may only read by now, pauses nothing, and the alert says so', async () => {
  const { keyRing } = bed.service().home;
  const campaign = await anotherCampaign();
  const key = await bed.key({ name: 'Gone agent' });
  const { monitor } = await ask('create_monitor', spikeOf(campaign), key);
  await keyRing.revoke(monitor.created_by.id, 'test');
  await judge(monitor.id);
  expect(await alertOf(monitor.id)).toMatchObject({
    state: 'firing',
    paused: { outcome: 'not_applied', words: expect.stringContaining('may no longer change anything') },
  });
  const { campaigns } = await bed.call('social', 'list_social_campaigns', { campaign_ids: [campaign.id] });
  expect(campaigns[0].status).toBe('ACTIVE');
});

const anotherCampaign = async () => {
  const campaign = await runningCampaign(bed, 'social');
  await bed.days(campaign, 10);
  return campaign;
};
const spikeOf = ({ channel, account, id }: { channel: string; account: string; id: string }) => ({
  kind: 'spend_spike',
  channel,
  account,
  campaigns: [id],
  action: 'pause',
});
const alertOf = async (monitorId: string) => {
  const { alerts } = await ask('list_alerts', { limit: 100 });
  return alerts.find(({ monitor_id }: { monitor_id: string }) => monitor_id === monitorId);
};
