import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../ambient.ts';
import type { WorkspaceRecord } from '../../auth/directory.ts';
import type { AlertRow } from '../../store/monitor-tables.ts';
import { savePlan } from '../budgets/stored-plans.ts';
import { pageOfAlerts } from './alert-records.ts';
import { begin, calmDown, endAlertsOf, keepVerdict, openAlerts } from './alert-steps.ts';
import type { Finding } from './finding.ts';
import { judgingParts } from './judging-parts.ts';
import { monitorDesk } from './monitor-desk.ts';
import { monitorLine } from './monitor-line.ts';
import { checksOf, findMonitor, firingOf, listMonitors, MONITORS_MAX } from './monitor-records.ts';
import { noteLook } from './monitor-state.ts';
import { removeOldAlerts } from './retention.ts';
import { spending, type Watched, watchedBed } from './watched.testing.ts';

const NORMAL = { cost: 100, impressions: 10_000, clicks: 200, conversions: 20 };
const TENFOLD = { cost: 1_000, impressions: 100_000, clicks: 2_000, conversions: 200 };
const OTHER = { id: '78', name: 'Other' };

let bed: Watched;
let [ours, theirs]: [WorkspaceRecord, WorkspaceRecord] = [] as never;
/** Two monitors of our workspace and one of another; all of them watch the campaigns 77 and 78. */
let [a, b, c]: [string, string, string] = [] as never;
beforeEach(async () => {
  bed = await watchedBed();
  ours = (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
  const { id: organizationId } = await bed.directory.createOrganization('Theirs');
  const { id } = await bed.directory.createWorkspace({ organizationId, name: 'Theirs', currency: 'USD' });
  const credentials = { access_token: 'a-secret-token' };
  await bed.connections.put({ workspaceId: id, channel: 'trains', mode: 'live', account: '1234567890', credentials });
  bed.directory.refresh();
  theirs = (await bed.directory.workspace(organizationId, id))!;
  [a, b, c] = [await add('a'), await add('b'), await add('c', theirs)];
});
afterEach(() => bed.discard());

function desk(workspace = ours) {
  const principal = { ...bed.principal, organizationId: workspace.organizationId, workspaceId: workspace.id };
  return monitorDesk({ pipeline: bed.pipeline, call: bed.call({ principal }), workspace }, bed.parts);
}

async function add(name: string, workspace = ours): Promise<string> {
  bed.ambient.advance(1);
  return (await desk(workspace).create({ kind: 'spend_spike', action: 'notify', name })).id;
}

const set = (...days: ReturnType<typeof spending>[]) => bed.days.splice(0, bed.days.length, ...days);
const monitor = async (id: string) => (await findMonitor(bed.store.db, id))!;
const rows = (): Promise<AlertRow[]> => bed.store.db.selectFrom('alerts').selectAll().orderBy('id').execute();
const of = (all: readonly AlertRow[], id: string, campaign = '') =>
  all.filter((row) => row.monitor_id === id && row.subject.endsWith(campaign));
const alerts = async () =>
  (await rows()).map(({ monitor_name, subject, state }) => `${monitor_name} ${subject.slice(-2)} ${state}`).sort();
const verdicts = async () =>
  (await bed.store.db.selectFrom('monitor_verdicts').select(['monitor_id', 'subject', 'state']).execute())
    .map(({ monitor_id, subject, state }) => `${'abc'[[a, b, c].indexOf(monitor_id)]} ${subject.slice(-2)} ${state}`)
    .sort();
const FIRING = ['a 77 firing', 'a 78 firing', 'b 77 firing', 'b 78 firing', 'c 77 firing', 'c 78 firing'];

/** Both campaigns spend ten times as much, and all three monitors tell of it. */
async function allFire(): Promise<void> {
  set(spending('2026-01-14', [TENFOLD]), spending('2026-01-14', [TENFOLD], OTHER));
  for (const id of [a, b, c]) await bed.judge(id);
}

/** Everything but the alerts that were meant is as it was. */
async function expectOthers(before: readonly AlertRow[], id: string, campaign: string): Promise<void> {
  const meant = of(before, id, campaign).map((row) => row.id);
  expect(meant.length).toBeGreaterThan(0);
  const others = (all: readonly AlertRow[]) => all.filter((row) => !meant.includes(row.id));
  expect(others(await rows())).toEqual(others(before));
}

async function finding(id: string, campaign: string, window = 'later'): Promise<Finding> {
  const [row] = of(await rows(), id, campaign);
  const verdict = { state: 'firing', severity: 'critical', sentence: 'More.', window, figures: {} } as const;
  return { subject: JSON.parse(row!.object), verdict, parts: [] };
}

const AROUND = { justBefore: [], nextCalls: [] };

describe('monitors of the same campaigns', () => {
  it('fire each for itself, campaign by campaign', async () => {
    await allFire();
    expect(await alerts()).toEqual(FIRING);
    expect(await verdicts()).toEqual(FIRING);
    expect(bed.told).toHaveLength(6);
  });

  it.each(['a', 'b', 'c'])('go on or calm down alone: %s', async (name) => {
    await allFire();
    bed.ambient.advance(DAY_MS);
    const before = await rows();
    set(spending('2026-01-15', [TENFOLD, TENFOLD]), spending('2026-01-15', [TENFOLD, NORMAL], OTHER));
    const id = { a, b, c }[name]!;
    await bed.judge(id);
    const after = await rows();
    expect(of(after, id, '77')).toMatchObject([{ state: 'firing', told: 2, window: '2026-01-15' }]);
    expect(of(after, id, '78')).toMatchObject([{ state: 'resolved', window: '2026-01-15' }]);
    await expectOthers(before, id, '');
    expect(bed.told).toHaveLength(8);
  });

  it('keep a state each, and none of an older version', async () => {
    await allFire();
    const states = async () => Promise.all([a, b, c].map(async (id) => (await monitor(id)).state));
    set(spending('2026-01-15', [TENFOLD, NORMAL]), spending('2026-01-15', [TENFOLD, NORMAL], OTHER));
    await bed.judge(b);
    expect(await states()).toEqual(['firing', 'quiet', 'firing']);
    const read = await monitor(a);
    await desk().update(a, { name: 'a' });
    const look = { findings: [], reasons: ['Nothing to see.'], isOver: () => false };
    await bed.store.transaction((tx) => noteLook(tx, read, look, 'mark', bed.ambient.now()));
    expect(await states()).toEqual(['firing', 'quiet', 'firing']);
  });

  it('judge a day once more only where it had no verdict', async () => {
    set(spending('2026-01-14', [NORMAL]), spending('2026-01-14', [NORMAL], OTHER));
    await bed.judge(a);
    await bed.store.db
      .updateTable('monitor_verdicts')
      .set({ state: 'no_verdict' })
      .where('subject', 'like', '%77')
      .execute();
    await bed.store.db.updateTable('monitors').set({ judged_mark: '' }).execute();
    set(spending('2026-01-14', [TENFOLD]), spending('2026-01-14', [TENFOLD], OTHER));
    await bed.judge(a);
    expect(await alerts()).toEqual(['a 77 firing']);
    expect(await verdicts()).toEqual(['a 77 firing', 'a 78 quiet']);
    const again = { ...(await finding(a, '77', '2026-01-14')), parts: ['news'] };
    const kept = await bed.store.transaction(async (tx) => keepVerdict(tx, await monitor(a), again, 0));
    expect(kept).toBe(false);
  });

  it('have a line each, of its own worst campaign', async () => {
    set(spending('2026-01-14', [NORMAL]), spending('2026-01-14', [TENFOLD], OTHER));
    const spec = JSON.stringify({ ...(await monitor(a)).spec, campaigns: ['77'] });
    await bed.store.db.updateTable('monitors').set({ spec }).where('id', '=', a).execute();
    for (const id of [a, b]) await bed.judge(id);
    const last = async (id: string) => (await monitorLine({ store: bed.store, ...bed.parts }, id))!.values.at(-1);
    expect(await last(b)).toBeGreaterThan((await last(a))!);
  });

  it('judge the plan of their own workspace, however new that of another is', async () => {
    const { id } = await desk().create({ kind: 'overspend', action: 'notify' });
    const mark = async () => (await monitor(id)).judgedMark;
    const plan = (workspaceId: string, setAt: number) =>
      savePlan(bed.store, workspaceId, { month: '2026-01', rows: [], sheet: undefined, setAt }, 'per_1', () => {});
    set(spending('2026-01-14', [NORMAL]));
    await plan(theirs.id, 9);
    await bed.judge(id);
    const before = await mark();
    expect(before).not.toContain('plan 9');
    await plan(ours.id, 5);
    await bed.judge(id);
    expect(await mark()).toContain('plan 5');
  });
});

describe('an alert', () => {
  it('that comes again is opened again alone: that of its own monitor and object', async () => {
    await allFire();
    bed.ambient.advance(1);
    for (const id of [a, b, c])
      await bed.store.transaction(async (tx) => endAlertsOf(bed.pipeline, tx, await monitor(id), 'Over.'));
    const before = await rows();
    for (const row of before.filter(({ monitor_id, subject }) => monitor_id !== a || subject.endsWith('78')))
      await bed.store.db
        .updateTable('alerts')
        .set({ since: Number(row.since) + 1 })
        .where('id', '=', row.id)
        .execute();
    const ended = await rows();
    const again = await finding(a, '77');
    const read = await monitor(a);
    const own = { ...read, spec: { ...read.spec, kind: 'token_expiry' } } as const;
    await bed.store.transaction((tx) => begin(bed.pipeline, tx, own, again, AROUND));
    expect(of(await rows(), a, '77')).toMatchObject([{ state: 'firing', resolved_at: null, window: 'later' }]);
    await expectOthers(ended, a, '77');
  });

  it('counts its own quiet looks', async () => {
    await allFire();
    const before = await rows();
    const read = await monitor(b);
    const platform = { ...read, spec: { ...read.spec, kind: 'ad_rejected' } } as const;
    const [row] = of(before, b, '78');
    await bed.store.transaction((tx) => calmDown(bed.pipeline, tx, platform, row!, 'Quiet.'));
    expect(of(await rows(), b, '78')).toMatchObject([{ quiet_checks: 1, state: 'firing' }]);
    await expectOthers(before, b, '78');
  });

  it('whose pause was put off is paused alone', async () => {
    await allFire();
    await desk().update(b, { action: 'pause' });
    const paused = JSON.stringify({ outcome: 'will_retry', at: new Date(bed.ambient.now()).toISOString(), words: '' });
    const [row] = of(await rows(), b, '77');
    await bed.store.db.updateTable('alerts').set({ paused }).where('id', '=', row!.id).execute();
    const before = await rows();
    await bed.judge(b);
    expect(JSON.parse(of(await rows(), b, '77')[0]!.paused!)).toMatchObject({ outcome: 'not_applied' });
    await expectOthers(before, b, '77');
  });

  it('is seen alone, and not from another workspace', async () => {
    await allFire();
    const before = await rows();
    for (const row of of(before, c))
      await expect(desk().acknowledge(row.id, 'Mine')).rejects.toMatchObject({ code: 'not_found' });
    expect(await rows()).toEqual(before);
    await desk().acknowledge(of(before, b, '78')[0]!.id, 'Planned');
    expect(of(await rows(), b, '78')).toMatchObject([{ state: 'seen', note: 'Planned' }]);
    await expectOthers(before, b, '78');
  });

  it('that ended earlier keeps its end when its monitor is deleted', async () => {
    await allFire();
    set(spending('2026-01-15', [TENFOLD, NORMAL]), spending('2026-01-15', [TENFOLD, TENFOLD], OTHER));
    await bed.judge(a);
    const before = await rows();
    bed.ambient.advance(1);
    await desk().remove(a);
    await expectOthers(before, a, '78');
    expect(of(await rows(), a, '78')).toMatchObject([{ resolution: 'The monitor was deleted.' }]);
  });

  it('is listed in its workspace, by its channel, its state and its time, page by page', async () => {
    await allFire();
    bed.ambient.advance(DAY_MS);
    const { db } = bed.store;
    const [first, second] = of(await rows(), a).map(({ id }) => id);
    const [late, other] = of(await rows(), b).map(({ id }) => id);
    const now = bed.ambient.now();
    await db.updateTable('alerts').set({ channel: 'boats' }).where('id', '=', first!).execute();
    await db.updateTable('alerts').set({ state: 'seen', since: now }).where('id', '=', late!).execute();
    await db.updateTable('alerts').set({ state: 'resolved', resolved_at: now }).where('id', '=', other!).execute();
    const page = async (question: object, channels?: string[]) =>
      (await pageOfAlerts(db, ours.id, { limit: 9, ...question }, channels)).rows.map(({ id }) => id).sort();
    const sorted = (...ids: (string | undefined)[]) => ids.sort();
    expect(await page({})).toEqual(sorted(first, second, late, other));
    expect(await page({}, ['boats'])).toEqual([first]);
    expect(await page({ state: 'firing' })).toEqual(sorted(first, second));
    expect(await page({ since: new Date(now).toISOString() })).toEqual(sorted(late, other));
    const pages: string[] = [];
    for (let after: string | undefined, left = 5; left > 0; left--) {
      const { rows: some, next } = await pageOfAlerts(db, ours.id, { limit: 1, after }, undefined);
      pages.push(...some.map(({ id }) => id));
      after = next;
      if (next === undefined) break;
    }
    expect(pages.sort()).toEqual(sorted(first, second, late, other));
  });

  it('of long ago goes alone', async () => {
    await allFire();
    const before = await rows();
    const { db } = bed.store;
    const resolve = (id: string, resolved_at: number) =>
      db.updateTable('alerts').set({ state: 'resolved', resolved_at }).where('id', '=', id).execute();
    await resolve(of(before, a, '77')[0]!.id, bed.ambient.now());
    await resolve(of(before, b, '77')[0]!.id, bed.ambient.now() + DAY_MS);
    await removeOldAlerts(bed.store, bed.ambient.now() + 401 * DAY_MS - 1);
    expect(await alerts()).toEqual(['a 78 firing', 'b 77 resolved', 'b 78 firing', 'c 77 firing', 'c 78 firing']);
  });
});

it('of the verdicts of a month ago only the quiet one goes, however many fired', async () => {
  const { db } = bed.store;
  const verdict = {
    ...{ monitor_id: a, workspace_id: ours.id, window: '2026-01-14', state: 'firing' as const },
    ...{ severity: 'warning' as const, sentence: '', figures: '{}', points: '[]', judged_at: 0 },
  };
  const fired = Array.from({ length: 200 }, (_, at) => ({ ...verdict, subject: `campaign ${at}` }));
  await db.insertInto('monitor_verdicts').values(fired).execute();
  await db
    .insertInto('monitor_verdicts')
    .values({ ...verdict, subject: 'quiet', state: 'quiet' })
    .execute();
  let reads = 0;
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === 'selectFrom') reads += 1;
      if (reads > 10) throw new Error('it reads without an end');
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await removeOldAlerts({ ...bed.store, db: counted }, 40 * DAY_MS);
  const left = await db.selectFrom('monitor_verdicts').select('subject').execute();
  expect(left).toHaveLength(200);
  expect(left).not.toContainEqual({ subject: 'quiet' });
});

describe('a monitor', () => {
  it('is changed alone, and what it judged goes alone', async () => {
    await allFire();
    const read = async () => Promise.all([a, b, c].map((id) => monitor(id)));
    const before = await read();
    await desk().update(b, { thresholds: { times: 4 } });
    const after = await read();
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
    expect(after[1]).toMatchObject({ version: 2, judgedMark: '' });
    expect(await verdicts()).toEqual(FIRING.filter((one) => !one.startsWith('b')));
  });

  it('is deleted alone, with its verdicts and its job, and ends its own alerts', async () => {
    await allFire();
    const before = await rows();
    await desk().remove(b);
    await expectOthers(before, b, '');
    expect(of(await rows(), b).map(({ state }) => state)).toEqual(['resolved', 'resolved']);
    expect(await verdicts()).toEqual(FIRING.filter((one) => !one.startsWith('b')));
    expect((await listMonitors(bed.store, ours.id)).map(({ id }) => id)).toEqual([a]);
    expect((await listMonitors(bed.store, theirs.id)).map(({ id }) => id)).toEqual([c]);
    expect([...(await checksOf(bed.store.db, [a, b, c])).keys()].sort()).toEqual([a, c].sort());
  });

  it('of another workspace is not there: not changed, deleted, tested or listed', async () => {
    const refused = { code: 'not_found' };
    await expect(desk().update(c, { name: 'mine' })).rejects.toMatchObject(refused);
    await expect(desk().remove(c)).rejects.toMatchObject(refused);
    await expect(desk().test({ monitorId: c }, 7)).rejects.toMatchObject(refused);
    expect((await desk().list()).map(({ name }) => name)).toEqual(['a', 'b']);
    expect((await monitor(c)).spec.name).toBe('c');
  });

  it('is counted with the open alerts and the job that are its own', async () => {
    await allFire();
    set(spending('2026-01-15', [TENFOLD, NORMAL]), spending('2026-01-15', [TENFOLD, TENFOLD], OTHER));
    await bed.judge(a);
    expect(await firingOf(bed.store.db, [a, b])).toEqual(
      new Map([
        [a, 1],
        [b, 2],
      ]),
    );
    const runAt = (await checksOf(bed.store.db, [a])).get(a);
    await bed.store.transaction((tx) => bed.pipeline.jobs.put(tx, { kind: 'zz_other', key: a, runAt: 7 }));
    expect(await checksOf(bed.store.db, [a])).toEqual(new Map([[a, runAt]]));
    expect([...(await openAlerts(bed.store.db, a)).values()].map(({ monitor_id }) => monitor_id)).toEqual([a]);
  });

  it('has room beside the five hundred of another workspace', async () => {
    const { db } = bed.store;
    const row = await db.selectFrom('monitors').selectAll().where('id', '=', c).executeTakeFirstOrThrow();
    const more = Array.from({ length: MONITORS_MAX - 1 }, (_, n) => ({ ...row, id: `mon_${n}` }));
    for (let at = 0; at < more.length; at += 50)
      await db
        .insertInto('monitors')
        .values(more.slice(at, at + 50))
        .execute();
    await expect(add('one too many', theirs)).rejects.toThrow(`${MONITORS_MAX} monitors`);
    await add('third of ours');
  });

  it('tells an endpoint of another workspace from its own', async () => {
    const endpoint = {
      ...{ kind: 'webhook' as const, name: 'x', events: '[]', shown: 'x', address: Buffer.from('x'), secrets: null },
      ...{ state: 'on' as const, off_because: null, failing_since: null, failures: 0, rests_until: null },
      ...{ delivered_at: null, created_at: 0, created_by: 'test' },
    };
    await bed.store.db
      .insertInto('notice_endpoints')
      .values([
        { ...endpoint, id: 'ep_ours', workspace_id: ours.id },
        { ...endpoint, id: 'ep_theirs', workspace_id: theirs.id },
      ])
      .execute();
    const { unknownEndpoints } = judgingParts(bed.pipeline);
    expect(await unknownEndpoints(ours.id, ['ep_ours', 'ep_theirs'])).toEqual(['ep_theirs']);
  });
});
