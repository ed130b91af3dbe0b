import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import { nextLocal } from '../../jobs/local-time.ts';
import { scheduleJob } from './schedule-job.ts';
import { scheduling } from './schedules.testing.ts';
import { storedSchedules } from './stored-schedules.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const bed = scheduling([]);
const { call, events } = bed;
const daily = { hour: 7, minute: 0, zone: 'Europe/Berlin' };

beforeEach(() => {
  events.length = 0;
});

async function made(name: string, key?: string): Promise<Any> {
  const spec = { name, report: { level: 'account' }, when: daily, to: ['end_1'] };
  return (await call('workspace', 'create_schedule', spec, key)).schedule;
}
const listed = async (id: string): Promise<Any> =>
  (await call('workspace', 'list_schedules')).schedules.find((one: Any) => one.id === id);
const kind = () => scheduleJob(bed.pipeline());
const runsOf = (id: string) =>
  bed.pipeline().store.db.selectFrom('schedule_runs').selectAll().where('schedule_id', '=', id).execute();
const remove = (id: string) => call('workspace', 'delete_schedule', { schedule_id: id });

test('killed between the report and the mark, or run by two processes at once: sent once', async () => {
  const { id, next_run } = await made('Once');
  await bed.until(Date.parse(next_run));
  const both = await Promise.all([bed.run(kind(), id), bed.run(kind(), id)]);
  const next = nextLocal(daily, bed.now()).at;
  expect(both).toEqual([next, next]);
  expect(await bed.run(kind(), id)).toBe(next);
  expect(events.map(({ type }) => type)).toEqual(['report.ready']);
  expect(await runsOf(id)).toHaveLength(1);
  await remove(id);
  expect(await runsOf(id)).toEqual([]);
});

test('the event is kept with its files and a delivery to the chosen endpoint, in the transaction of the period', async () => {
  const { id, next_run } = await made('Kept');
  await bed.until(Date.parse(next_run));
  await bed.runDue(kind());
  const { db } = bed.pipeline().store;
  const eventId = events[0]!.id;
  const files = await db.selectFrom('notice_attachments').selectAll().where('event_id', '=', eventId).execute();
  expect(files.map(({ name }) => name)).toEqual(['kept.csv']);
  const sent = await db.selectFrom('notice_deliveries').selectAll().where('event_id', '=', eventId).execute();
  expect(sent).toMatchObject([{ endpoint_id: 'end_1', type: 'report.ready', state: 'waiting' }]);
  await remove(id);
});

const changed = (id: string, change: { state?: 'on' | 'off'; id?: string; workspace_id?: string }) =>
  bed.pipeline().store.transaction(async (tx) => {
    await tx.updateTable('notice_endpoints').set(change).where('id', '=', id).execute();
  });
async function addSecondEndpoint(workspace: string): Promise<void> {
  const { store } = bed.pipeline();
  const workspace_id = await bed.service().workspaceId(workspace);
  await store.transaction(async (tx) => {
    const row = await tx.selectFrom('notice_endpoints').selectAll().where('id', '=', 'end_1').executeTakeFirstOrThrow();
    await tx
      .insertInto('notice_endpoints')
      .values({ ...row, id: 'end_2', workspace_id })
      .execute();
  });
}

test.each([
  ['switched off', { state: 'off' }, { state: 'on' }],
  ['removed', { id: 'end_gone' }, { id: 'end_1' }],
] as const)('with its endpoint %s it says that it was not sent', async (_, gone, back) => {
  const { id, next_run } = await made('Silent');
  await changed('end_1', gone);
  await bed.until(Date.parse(next_run));
  await bed.runDue(kind());
  await changed('id' in gone ? gone.id : 'end_1', back);
  expect((await listed(id)).last_run).toMatchObject({
    outcome: 'failed',
    words: 'It was not sent. end_1 is gone or switched off.',
  });
  await remove(id);
});

test('an endpoint of another workspace hears nothing of this one; of two that are chosen, one may be off', async () => {
  await addSecondEndpoint('Acme Japan');
  const to = ['end_1', 'end_2', 'end_1'];
  const spec = { name: 'Two', report: { level: 'account' }, when: daily, to };
  expect(await bed.refusal('workspace', 'create_schedule', spec)).toMatchObject({
    field: 'to',
    allowed_values: ['end_1'],
  });
  await changed('end_2', { workspace_id: await bed.service().workspaceId('Acme') });
  const { schedule } = await call('workspace', 'create_schedule', spec);
  expect(schedule.to).toEqual(['end_1', 'end_2']);
  await changed('end_2', { state: 'off' });
  await bed.until(Date.parse(schedule.next_run));
  await bed.runDue(kind());
  expect((await listed(schedule.id)).last_run).toMatchObject({
    outcome: 'sent',
    words: 'Sent. end_2 is gone or switched off.',
  });
  await remove(schedule.id);
});

test('deleted while its report is made, it sends nothing', async () => {
  const { id, next_run } = await made('Deleted');
  await bed.until(Date.parse(next_run));
  const pipeline = bed.pipeline();
  const runTool: typeof pipeline.runTool = async (...asked) => {
    await remove(id);
    return pipeline.runTool(...asked);
  };
  await bed.run(scheduleJob({ ...pipeline, runTool }), id);
  expect(events).toEqual([]);
  expect(await runsOf(id)).toEqual([]);
});

test('what came of a period is kept for four hundred days', async () => {
  const { id } = await made('Old');
  const run = (days: number) => {
    const due_at = bed.now() - days * DAY_MS;
    return { period: `${days} days ago`, due_at, ran_at: bed.now(), outcome: 'sent', words: 'Sent.' } as const;
  };
  await bed.pipeline().store.transaction(async (tx) => {
    for (const days of [401, 399, 0]) await storedSchedules.addRun(tx, id, run(days));
  });
  expect((await runsOf(id)).map(({ period }) => period).sort()).toEqual(['0 days ago', '399 days ago']);
  await remove(id);
});

test('down over two periods: one report, late, that says what was left out', async () => {
  const { id, next_run } = await made('Late');
  await bed.until(Date.parse(next_run) + 1 * DAY_MS + 5 * HOUR_MS);
  expect(await bed.runDue(kind())).toBe(1);
  expect(events).toHaveLength(1);
  expect(events[0]!.words.text).toMatch(/due at .* 07:00, Europe\/Berlin, and comes 5 hours late\./);
  expect(events[0]!.words.text).toContain('One earlier report was left out');
  expect(events[0]!.data.late).toContain('5 hours late');
  expect((await listed(id)).last_run).toMatchObject({ outcome: 'sent', words: expect.stringContaining('late') });
  expect(await bed.runDue(kind())).toBe(0);
  await bed.until(nextLocal(daily, bed.now()).at);
  await bed.runDue(kind());
  expect(events).toHaveLength(2);
  expect(events[1]!.words.text).not.toContain('late');
  await remove(id);
});

test('a clock that is set back sends no period twice', async () => {
  const { id, next_run } = await made('Back');
  const due = Date.parse(next_run);
  await bed.until(due + MINUTE_MS);
  await bed.run(kind(), id);
  const { ambient } = bed.pipeline();
  const before = { ...bed.pipeline(), ambient: { ...ambient, now: () => due - MINUTE_MS } };
  const again = await bed.run(scheduleJob(before), id);
  expect(again).toBe(due);
  await bed.run(kind(), id);
  expect(events).toHaveLength(1);
  await remove(id);
});

test('its creator is gone: it stops, says so, and stays visible', async () => {
  const { home } = bed.service();
  const workspaceId = await bed.service().workspaceId('Acme');
  const key = await home.keyRing.create({ workspaceId, name: 'gone soon', actor: 'test' });
  const { id, next_run } = await made('Orphan', key.key);
  await home.keyRing.revoke(key.id, 'test');
  await bed.until(Date.parse(next_run));
  // Of two processes one stops it.
  expect(await Promise.all([bed.run(kind(), id), bed.run(kind(), id)])).toEqual([undefined, undefined]);
  expect(await bed.run(kind(), id)).toBeUndefined();
  expect(events).toMatchObject([{ type: 'report.failed', words: { title: 'Orphan: the schedule has stopped' } }]);
  const shown = await listed(id);
  expect(shown).toMatchObject({ state: 'stopped', stopped_because: expect.stringContaining('may no longer') });
  expect(shown.next_run).toBeUndefined();
  const entries = await home.audit.list({ workspaceId, limit: 20 });
  expect(entries.filter(({ action }) => action === 'schedule.stop')).toHaveLength(1);
  await remove(id);
});

test('a report that cannot be made is tried again, then said to have failed', async () => {
  const { id, next_run } = await made('Failing');
  await bed.until(Date.parse(next_run));
  const failure = new Failure({
    code: 'upstream_unavailable',
    message: 'It is down.',
    nextStep: 'Wait.',
    retryable: true,
  });
  const broken = { ...bed.pipeline(), runTool: async () => ({ json: '{}', isError: true, failure }) };
  await expect(bed.run(scheduleJob(broken), id)).rejects.toThrow('It is down.');
  expect(events).toEqual([]);
  // Cut off because the process ends, it has not failed: the next process makes it.
  const cut = { attempts: 5, signal: AbortSignal.abort() };
  await expect(bed.run(scheduleJob(broken), id, cut)).rejects.toThrow('It is down.');
  expect(events).toEqual([]);
  await bed.run(scheduleJob(broken), id, { attempts: 5 });
  expect(events).toMatchObject([{ type: 'report.failed', data: { error: 'It is down.' } }]);
  expect((await listed(id)).last_run).toMatchObject({ outcome: 'failed', words: 'It is down.' });
  await bed.run(kind(), id);
  expect(events).toHaveLength(1);
  await remove(id);
});

test('an archived workspace sends no changes and no notices; used again, it goes on', async () => {
  const { directory } = bed.service().home;
  const { id, next_run } = await made('Archived');
  const workspace = (await directory.find('Acme'))!;
  await directory.archiveWorkspace(workspace, 'test');
  await bed.until(Date.parse(next_run));
  expect(await bed.run(kind(), id)).toBe(nextLocal(daily, bed.now()).at);
  expect(events).toEqual([]);
  await directory.unarchiveWorkspace(workspace, 'test');
  await bed.until(nextLocal(daily, bed.now()).at);
  await bed.run(kind(), id);
  expect(events.map(({ type }) => type)).toEqual(['report.ready']);
  expect(await listed(id)).toMatchObject({ state: 'active', last_run: { outcome: 'sent' } });
  await remove(id);
});

test('a workspace has a hundred at most', async () => {
  const first = await made('First');
  const { store } = bed.pipeline();
  const schedule = (await storedSchedules.find(store, first.id))!;
  await store.transaction(async (tx) => {
    for (let at = 1; at < 100; at += 1) await storedSchedules.add(tx, { ...schedule, id: `sch_${at}` });
  });
  const spec = { name: 'One more', report: {}, when: daily, to: ['end_1'] };
  expect(await bed.refusal('workspace', 'create_schedule', spec)).toMatchObject({ code: 'conflict' });
});
