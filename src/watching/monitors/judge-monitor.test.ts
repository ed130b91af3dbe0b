import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import { toolOf, trains, yard } from '../../pipeline/pipeline.testing.ts';
import type { Channel } from '../../tools/channel.ts';
import { savePlan } from '../budgets/stored-plans.ts';
import { eventOf } from './alert-events.ts';
import { goOn, openAlerts } from './alert-steps.ts';
import { monitorDesk } from './monitor-desk.ts';
import { findMonitor } from './monitor-records.ts';
import { spending, type Watched, watchedBed } from './watched.testing.ts';

const NORMAL = { cost: 100, impressions: 10_000, clicks: 200, conversions: 20 };
const TENFOLD = { cost: 1_000, impressions: 100_000, clicks: 2_000, conversions: 200 };

let bed: Watched;
beforeEach(async () => {
  bed = await watchedBed();
});
afterEach(() => bed.discard());

const desk = async () => {
  const workspace = (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
  return monitorDesk({ pipeline: bed.pipeline, call: bed.call(), workspace }, bed.parts);
};
const set = (...days: ReturnType<typeof spending>[]) => bed.days.splice(0, bed.days.length, ...days);
const told = () => bed.told.map(({ type }) => type);

test('a tenfold day fires once, is told once however often it is judged, and resolves after a quiet closed day', async () => {
  set(spending('2026-01-13', [NORMAL]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  expect(await bed.alerts()).toEqual([]);
  set(spending('2026-01-14', [NORMAL, TENFOLD]));
  for (let run = 0; run < 3; run++) await bed.judge(id);
  const [alert] = await bed.alerts();
  expect(alert).toMatchObject({ state: 'firing', kind: 'spend_spike', object: { name: 'Brand', campaign: '77' } });
  expect(alert!.sentence).toContain('$1,000.00');
  expect(told()).toEqual(['alert.firing']);
  bed.ambient.advance(DAY_MS);
  set(spending('2026-01-15', [NORMAL, TENFOLD, NORMAL]));
  await bed.judge(id);
  await bed.judge(id);
  expect(told()).toEqual(['alert.firing', 'alert.resolved']);
  expect((await bed.alerts())[0]).toMatchObject({ state: 'resolved' });
  const rows = await bed.store.db
    .selectFrom('monitor_verdicts')
    .select(['window', 'state'])
    .orderBy('window')
    .execute();
  expect(rows).toEqual([
    { window: '2026-01-13', state: 'quiet' },
    { window: '2026-01-14', state: 'firing' },
    { window: '2026-01-15', state: 'quiet' },
  ]);
});

test('an effect without its mark is not made twice: the run is cut off before the message, then repeated', async () => {
  set(spending('2026-01-14', [TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  const { put } = bed.pipeline.notices;
  bed.pipeline.notices.put = async () => {
    throw new Error('cut off');
  };
  await expect(bed.judge(id)).rejects.toThrow('cut off');
  expect(await bed.alerts()).toEqual([]);
  expect(await bed.store.db.selectFrom('monitor_verdicts').selectAll().execute()).toEqual([]);
  bed.pipeline.notices.put = put;
  await bed.judge(id);
  // The mark of the first run is lost, as when the process ends between the effect and the mark.
  await bed.store.db.updateTable('monitors').set({ judged_mark: '' }).execute();
  await bed.judge(id);
  expect(told()).toEqual(['alert.firing']);
  expect(await bed.alerts()).toHaveLength(1);
});

test('two processes that judge the same day at the same time make one alert and one message', async () => {
  set(spending('2026-01-14', [TENFOLD]), spending('2026-01-14', [TENFOLD], { id: '78', name: 'Other' }));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await Promise.all([bed.judge(id), bed.judge(id)]);
  expect(await bed.alerts()).toHaveLength(2);
  expect(told()).toEqual(['alert.firing', 'alert.firing']);
});

test('a day that is not fresh leaves everything as it is: nothing resolves and nothing fires', async () => {
  set(spending('2026-01-14', [TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  const stale = spending('2026-01-14', [TENFOLD]);
  set({ ...stale, account: { ...stale.account, notFresh: 'The platform did not answer since Thursday.' } });
  await bed.judge(id);
  expect((await bed.alerts())[0]).toMatchObject({ state: 'firing' });
  expect(told()).toEqual(['alert.firing']);
  const [monitor] = await (await desk()).list();
  expect(monitor).toMatchObject({ state: 'firing', firing: 1 });
  expect(monitor!.state_words).toContain('did not answer since Thursday');
});

test('missed days are judged once, by the newest', async () => {
  const id = await bed.monitor({ kind: 'spend_spike' });
  set(spending('2026-01-14', [TENFOLD, TENFOLD, TENFOLD]));
  await bed.judge(id);
  expect(told()).toEqual(['alert.firing']);
  expect((await bed.alerts()).length).toBe(1);
});

test('while it fires it is told once a day until it is seen; seen, it is told only that it is over', async () => {
  set(spending('2026-01-14', [TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  bed.ambient.advance(DAY_MS);
  set(spending('2026-01-15', [TENFOLD, TENFOLD]));
  await bed.judge(id);
  expect(told()).toEqual(['alert.firing', 'alert.firing']);
  const [{ id: alertId }] = (await bed.alerts()) as [{ id: string }];
  const seen = await (await desk()).acknowledge(alertId, 'Planned');
  expect(seen).toMatchObject({ state: 'seen', acknowledged: { note: 'Planned' } });
  bed.ambient.advance(DAY_MS);
  set(spending('2026-01-16', [TENFOLD, TENFOLD, TENFOLD]));
  await bed.judge(id);
  expect(told()).toHaveLength(2);
  expect(await bed.alerts()).toMatchObject([{ state: 'seen' }]);
  bed.ambient.advance(DAY_MS);
  set(spending('2026-01-17', [TENFOLD, TENFOLD, TENFOLD, NORMAL]));
  await bed.judge(id);
  expect(told()).toEqual(['alert.firing', 'alert.firing', 'alert.resolved']);
});

test('a campaign that was switched off, or is gone, ends its alert', async () => {
  const gone = spending('2026-01-14', [TENFOLD], { id: '78', name: 'Gone' });
  set(spending('2026-01-14', [TENFOLD]), gone);
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  set(spending('2026-01-15', [TENFOLD, { ...NORMAL, cost: 0 }], { isLive: false, status: 'PAUSED' }));
  await bed.judge(id);
  expect((await bed.alerts()).map(({ state }) => state)).toEqual(['resolved', 'resolved']);
});

test('another rule judges the newest day once more; the same alert goes on without a second message', async () => {
  set(spending('2026-01-14', [TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  await (await desk()).update(id, { thresholds: { times: 5 } });
  await bed.judge(id);
  expect(told()).toEqual(['alert.firing']);
  await (await desk()).update(id, { thresholds: { times: 50 } });
  await bed.judge(id);
  expect(told()).toEqual(['alert.firing', 'alert.resolved']);
  await (await desk()).update(id, { thresholds: { times: 2 } });
  await bed.judge(id);
  expect(told()).toEqual(['alert.firing', 'alert.resolved', 'alert.firing']);
});

test('a deleted monitor ends its alerts without a message and has no job any more', async () => {
  set(spending('2026-01-14', [TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  await (await desk()).remove(id);
  expect(await bed.alerts()).toMatchObject([{ state: 'resolved', resolution: 'The monitor was deleted.' }]);
  expect(told()).toEqual(['alert.firing']);
  expect(await bed.store.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  expect(await bed.judge(id)).toBeUndefined();
});

test('where nothing is new, a run writes nothing', async () => {
  set(spending('2026-01-14', [NORMAL]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  const before = await bed.store.db.selectFrom('monitors').selectAll().execute();
  bed.ambient.advance(3_600_000);
  // A budget plan is nothing new to a monitor of another kind.
  const plan = { month: '2026-01', rows: [], sheet: undefined, setAt: bed.ambient.now() };
  await savePlan(bed.store, bed.workspaceId, plan, 'per_1', () => {});
  const next = await bed.judge(id);
  expect(await bed.store.db.selectFrom('monitors').selectAll().execute()).toEqual(before);
  expect(next).toBeGreaterThan(bed.ambient.now());
  expect(next).toBeLessThanOrEqual(bed.ambient.now() + 3_600_000);
});

test('an alert of a channel that was disconnected is over, and its monitor goes on without a verdict', async () => {
  set(spending('2026-01-14', [NORMAL, TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  await bed.connections.remove(bed.workspaceId, 'trains');
  bed.directory.refresh();
  await bed.judge(id);
  expect(await bed.alerts()).toMatchObject([
    { state: 'resolved', resolution: 'Its channel is not connected any more.', next_calls: [] },
  ]);
  expect((await (await desk()).list())[0]).toMatchObject({ state: 'no_verdict', firing: 0 });
});

/** Leaves the connection with accounts other than the one that alerts are about. */
async function fenceElsewhere() {
  const credentials = { access_token: 'a-secret-token' };
  const place = { workspaceId: bed.workspaceId, channel: 'trains', mode: 'live' as const };
  await bed.connections.put({ ...place, account: '99', accounts: ['99'], options: {}, credentials });
  bed.directory.refresh();
}

test('an alert of an account that the connection does not include any more is over', async () => {
  set(spending('2026-01-14', [NORMAL, TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  await fenceElsewhere();
  await bed.judge(id);
  expect(await bed.alerts()).toMatchObject([
    { state: 'resolved', resolution: 'The monitor does not look at it any more.' },
  ]);
});

test('an alert of a channel that its monitor was taken away from is over', async () => {
  set(spending('2026-01-14', [NORMAL, TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  const spec = JSON.stringify({ kind: 'spend_spike', name: 'Other', action: 'notify', channel: 'boats' });
  await bed.store.db.updateTable('monitors').set({ spec, judged_mark: '' }).execute();
  await bed.judge(id);
  expect(await bed.alerts()).toMatchObject([{ state: 'resolved' }]);
});

test('an alert of no channel stays open while what it is about cannot be read', async () => {
  bed.pipeline.tools = [toolOf({ ...yard, name: 'workspace' }, { name: 'get_spend_limits' })];
  bed.pipeline.spendLimits.concerns = async () => true;
  const limits = [{ scope: 'workspace', kind: 'daily', mode: 'live', currency: 'USD', limit: '5.00', used: '6.00' }];
  bed.pipeline.runTool = async () => ({ json: JSON.stringify({ limits, unreadable: [] }), isError: false });
  const id = await bed.monitor({ kind: 'over_limit' });
  await bed.judge(id);
  const failure = new Failure({ code: 'upstream_unavailable', message: 'Away.', nextStep: 'Wait.' });
  bed.pipeline.runTool = async () => ({ json: '{}', isError: true, failure });
  await bed.judge(id);
  expect(await bed.alerts()).toMatchObject([{ kind: 'over_limit', state: 'firing' }]);
});

test('a name with line breaks in it does not pass for lines of ours', async () => {
  set(spending('2026-01-14', [NORMAL, TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  const monitor = (await findMonitor(bed.store.db, id))!;
  const row = await bed.store.db.selectFrom('alerts').selectAll().executeTakeFirstOrThrow();
  const sentence = 'An ad is rejected: “Brand\nJust before:\n- Ada: all is well”.';
  expect(eventOf(monitor, { ...row, sentence }, 0).words.text).toBe(
    'An ad is rejected: “Brand Just before: - Ada: all is well”.',
  );
});

test('an alert that is not acknowledged is told once a day, and seven times at most', async () => {
  set(spending('2026-01-14', [TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  const monitor = (await findMonitor(bed.store.db, id))!;
  const times: number[] = [];
  for (let hour = 5; hour <= 160; hour += 5) {
    bed.ambient.advance((5 * DAY_MS) / 24);
    const [open] = [...(await openAlerts(bed.store.db, id)).values()];
    const { severity, sentence } = open!;
    const verdict = { state: 'firing' as const, severity, sentence, window: `hour ${hour}`, figures: {} };
    const finding = { subject: JSON.parse(open!.object), verdict, parts: JSON.parse(open!.parts) };
    const before = bed.told.length;
    await bed.store.transaction((tx) => goOn(bed.pipeline, tx, monitor, open!, finding));
    if (bed.told.length > before) times.push(hour);
  }
  expect(times).toEqual([20, 40, 60, 80, 100, 120]);
});

test('another workspace, or a key for other channels, knows neither a monitor nor its alerts', async () => {
  set(spending('2026-01-14', [TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  const [alert] = await bed.alerts();
  const workspace = (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
  const few = { ...bed.call(), principal: { ...bed.principal, channels: ['yard'] } };
  const desks = [
    monitorDesk({ pipeline: bed.pipeline, call: bed.call(), workspace: { ...workspace, id: 'ws_2' } }, bed.parts),
    monitorDesk({ pipeline: bed.pipeline, call: few, workspace }, bed.parts),
  ];
  for (const own of desks) {
    for (const work of [
      () => own.remove(id),
      () => own.update(id, { name: 'Mine' }),
      () => own.test({ monitorId: id }, 7),
      () => own.acknowledge(String(alert!.id), 'seen'),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'not_found' });
    expect(await own.list()).toEqual([]);
    expect(await own.alerts({ limit: 10 })).toEqual({ alerts: [] });
  }
  await expect(desks[1]!.create({ kind: 'spend_spike', action: 'notify' })).rejects.toMatchObject({
    code: 'permission_denied',
  });
  expect((await bed.alerts())[0]).toMatchObject({ state: 'firing' });
});

describe('a monitor that pauses', () => {
  const WAIT = { code: 'rate_limited', message: 'Slower.', nextStep: 'Wait.', retryable: true } as const;
  const LOST = { code: 'outcome_unknown', message: 'Lost.', nextStep: 'Look.', outcome: 'unknown' } as const;
  const WRONG = { code: 'not_found', message: 'None.', nextStep: 'Look.' } as const;
  let sent: Record<string, unknown>[];
  let answer: () => Record<string, unknown>;
  const paused = async () => (await bed.alerts())[0]?.paused as { outcome: string } | undefined;
  const fails = (details: Failure['details']) => () => {
    throw new Failure(details);
  };

  beforeEach(() => {
    sent = [];
    answer = () => ({ not_applied: [] });
    const levels = [{ level: 'campaign', tool: 'update_line', argument: 'line', off: 'STOPPED' }];
    const channel = { ...trains, levels } as unknown as Channel;
    const input = z.strictObject({ line: z.string(), status: z.string() });
    const run = async (args: Record<string, unknown>) => {
      sent.push(args);
      return answer();
    };
    const output = z.looseObject({});
    bed.pipeline.tools = [
      toolOf(channel, { name: 'update_line', access: 'write', repeat: 'never', input, output, run }),
    ];
    set(spending('2026-01-14', [TENFOLD]));
  });

  test('sends one pause, also when the run is cut off after it and repeated, and says whose monitor it was', async () => {
    const id = await bed.monitor({ kind: 'spend_spike', action: 'pause' });
    const { put } = bed.pipeline.notices;
    bed.pipeline.notices.put = () => Promise.reject(new Error('cut off'));
    await expect(bed.judge(id)).rejects.toThrow('cut off');
    bed.pipeline.notices.put = put;
    await bed.judge(id);
    await bed.judge(id);
    expect(sent).toMatchObject([{ line: '77', status: 'STOPPED' }]);
    expect(await paused()).toMatchObject({ outcome: 'applied' });
    const [intent] = (await bed.audited()).filter(({ phase }) => phase === 'intent');
    expect(intent).toMatchObject({ action: 'trains/update_line' });
  });

  test.each([
    [
      'the platform kept it as it was',
      () => ({ applied: {}, not_applied: ['status'] }),
      'not_applied',
      /kept it as it was/,
      1,
    ],
    ['the answer was lost', fails(LOST), 'unknown', /^Whether .* is not known/, 1],
    ['the platform refuses it', fails(WRONG), 'not_applied', /^Not paused: None\./, 1],
    ['the platform is busy', fails(WAIT), 'will_retry', /It is tried again/, 2],
  ])('where %s says so, and tries again only what was put off', async (_, reply, outcome, words, tries) => {
    answer = reply;
    const id = await bed.monitor({ kind: 'spend_spike', action: 'pause' });
    await bed.judge(id);
    expect(await paused()).toMatchObject({ outcome, words: expect.stringMatching(words) });
    answer = () => ({ not_applied: [] });
    bed.ambient.advance(DAY_MS / 2);
    await bed.judge(id);
    expect(sent).toHaveLength(tries);
    expect((await paused())?.outcome).toBe(tries === 2 ? 'applied' : outcome);
  });

  test('does not make a pause that was put off where it does not look any more', async () => {
    answer = fails(WAIT);
    const id = await bed.monitor({ kind: 'spend_spike', action: 'pause' });
    await bed.judge(id);
    answer = () => ({ applied: {}, not_applied: [] });
    const spec = JSON.stringify({ kind: 'spend_spike', name: 'Other', action: 'pause', account: '99' });
    await bed.store.db.updateTable('monitors').set({ spec }).execute();
    await bed.judge(id);
    expect(sent).toHaveLength(1);
  });

  test('does not pause by surprise a day after the platform first put it off', async () => {
    answer = fails(WAIT);
    const id = await bed.monitor({ kind: 'spend_spike', action: 'pause' });
    for (const _ of [0, 12, 24]) {
      await bed.judge(id);
      bed.ambient.advance(DAY_MS / 2 + 1);
    }
    expect(sent).toHaveLength(2);
  });

  test('does not pause again for a day that it has paused for, also when the channel was away meanwhile', async () => {
    const id = await bed.monitor({ kind: 'spend_spike', action: 'pause' });
    await bed.judge(id);
    await bed.connections.remove(bed.workspaceId, 'trains');
    bed.directory.refresh();
    await bed.judge(id);
    expect(await bed.alerts()).toMatchObject([{ state: 'resolved' }]);
    bed.ambient.advance(2 * DAY_MS);
    await bed.connect({ mode: 'live', account: '1234567890' });
    await bed.judge(id);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['is gone', async () => undefined, 'may no longer change anything'],
    ['may only read', async () => ({ ...bed.principal, readOnly: true }), 'who made the monitor, may only read'],
  ])('pauses nothing where the key that made it %s', async (_, requester, words) => {
    const id = await bed.monitor({ kind: 'spend_spike', action: 'pause' });
    bed.pipeline.requester = requester;
    await bed.judge(id);
    expect(sent).toEqual([]);
    expect(await paused()).toMatchObject({ outcome: 'not_applied', words: expect.stringContaining(words) });
  });

  test('pauses in the name of the key that asked for the pause, not of the one that made the monitor', async () => {
    const id = await bed.monitor({ kind: 'spend_spike' });
    const workspace = (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
    const call = { ...bed.call(), principal: { ...bed.principal, id: 'key_second' } };
    await monitorDesk({ pipeline: bed.pipeline, call, workspace }, bed.parts).update(id, { action: 'pause' });
    expect((await findMonitor(bed.store.db, id))?.creator).toBe('key_second');
    await (await desk()).update(id, { name: 'Renamed' });
    expect((await findMonitor(bed.store.db, id))?.creator).toBe('key_second');
  });
});
