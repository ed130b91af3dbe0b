import { randomBytes } from 'node:crypto';
import { expressionBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { DAY_MS } from '../ambient.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Audit, type AuditEntry } from './audit.ts';
import { conditionsOf, type EntryFilter } from './entry-conditions.ts';
import { joinedEntries, SETTLED } from './joined-entries.ts';
import { type ChangeFilter, changesNumbered, changesOfCall, changesOfCalls, readChanges } from './recorded-changes.ts';

const workspaceId = 'ws_1';
const ambient = stillAmbient();
let store: TemporaryStore;
let audit: Audit;
beforeEach(async () => {
  store = await temporaryStore();
  audit = new Audit(store, deriveSecrets(randomBytes(32)), ambient);
});
afterEach(() => store.discard());

const append = (entry: Partial<AuditEntry>) =>
  store.transaction(async () =>
    audit.append({ workspaceId, actor: 'key_1', action: 'social/rename', phase: 'event', detail: {}, ...entry }),
  );

/** A call as it is recorded. Without an outcome it is still running; `settled` is what was found out later. */
async function called(
  callId: string,
  outcome?: string,
  { settled, ...more }: Partial<AuditEntry> & { settled?: string } = {},
) {
  const known = { callId, ...more };
  await append({ ...known, phase: 'intent', detail: { arguments: { name: 'Spring' } } });
  if (outcome !== undefined) await append({ ...known, phase: 'outcome', detail: { outcome, ids: { id: '7' } } });
  if (settled !== undefined) await append({ ...known, action: SETTLED, detail: { outcome: settled } });
}

/** That many entries that are no changes, as old as the clock says. */
async function filled(count: number, workspace = workspaceId) {
  await sql`insert into audit_log (seq, at, workspace_id, actor, action, phase, detail, hash)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select (select coalesce(max(seq), 0) from audit_log) + i, ${ambient.now()}, ${workspace}, 'a', 'b', 'event', '{}', ''
    from n`.execute(store.db);
  await store.db.deleteFrom('audit_head').execute();
  const { seq } = await store.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow();
  await store.db.insertInto('audit_head').values({ id: 1, seq, seal: '' }).execute();
}

const read = async (filter: Partial<ChangeFilter> = {}) => {
  const { changes, next } = await readChanges(store.db, workspaceId, { limit: 10, ...filter });
  return { calls: changes.map(({ callId }) => callId), next };
};

describe('the changes of a workspace', () => {
  test('are none where nothing was ever recorded', async () => {
    await called('elsewhere', 'applied', { workspaceId: 'ws_2' });
    expect(await read()).toEqual({ calls: [], next: undefined });
  });

  test('are the calls that changed something or may have, each with what came of it', async () => {
    await called('made', 'applied');
    await called('refused', 'not_applied');
    await called('lost', 'unknown');
    await called('lost, and was not made', 'unknown', { settled: 'not_applied' });
    await called('lost, and was made', 'unknown', { settled: 'applied' });
    await called('running');
    const { changes } = await readChanges(store.db, workspaceId, { limit: 10 });
    expect(changes.map(({ callId, outcome }) => [callId, outcome])).toEqual([
      ['running', 'unknown'],
      ['lost, and was made', 'unknown'],
      ['lost', 'unknown'],
      ['made', 'applied'],
    ]);
  });

  test('come in pages of the size that was asked for, and the last says that it is', async () => {
    for (const callId of ['a', 'b', 'c']) await called(callId, 'applied');
    const first = await read({ limit: 2 });
    expect(first.calls).toEqual(['c', 'b']);
    expect(await read({ limit: 2, before: first.next })).toEqual({ calls: ['a'], next: undefined });
  });

  test('are found behind a thousand other entries, also of hours when the clock was wrong', async () => {
    await called('old', 'applied');
    await filled(1_500);
    expect(await read()).toEqual({ calls: ['old'], next: undefined });
    const since = ambient.now();
    ambient.advance(1_000);
    await called('new', 'applied');
    ambient.advance(-DAY_MS / 2);
    await filled(1_000);
    expect(await read({ since })).toEqual({ calls: ['new', 'old'], next: undefined });
  });

  test('since a time are read without all that came long before, and there is no next page of it', async () => {
    await filled(11_000);
    ambient.advance(3 * DAY_MS);
    await called('new', 'applied');
    expect(await read({ since: ambient.now() })).toEqual({ calls: ['new'], next: undefined });
  });

  test('are looked for in ten thousand entries at a time, and the next page goes on behind them', async () => {
    await called('old', 'applied');
    await filled(10_500);
    const { calls, next } = await read();
    expect(calls).toEqual([]);
    expect(await read({ before: next })).toEqual({ calls: ['old'], next: undefined });
  });

  test('are found at once, however much was recorded of another workspace', async () => {
    await called('old', 'applied');
    await filled(10_500, 'ws_2');
    expect(await read()).toEqual({ calls: ['old'], next: undefined });
  });

  test('are those of a stretch of time, without its end', async () => {
    const start = ambient.now();
    for (const callId of ['a', 'b', 'c']) {
      await called(callId, 'applied');
      ambient.advance(1_000);
    }
    expect((await read({ since: start + 1_000 })).calls).toEqual(['c', 'b']);
    expect((await read({ until: start + 1_000 })).calls).toEqual(['a']);
  });

  test('are those of the channels that were asked for; for no channel there are none', async () => {
    await called('social', 'applied');
    await called('search', 'applied', { action: 'search/rename' });
    await called('socials', 'applied', { action: 'socials/rename' });
    expect((await read({ channels: ['social'] })).calls).toEqual(['social']);
    expect((await read({ channels: [] })).calls).toEqual([]);
  });

  test('are those by whom, of which tool and with which end were asked for', async () => {
    await called('made', 'applied');
    await called('running', undefined, { actor: 'per_1' });
    await called('paused', 'applied', { action: 'social/pause' });
    expect((await read({ entries: { changed_by: ['person'] } })).calls).toEqual(['running']);
    expect((await read({ entries: { tool: ['rename'], outcome: ['applied'] } })).calls).toEqual(['made']);
  });

  test('of a launch are the launch alone, or its parts alone', async () => {
    await called('plan_1', 'applied');
    await called('plan_1.a', 'applied');
    await called('plan_10.a', 'applied');
    await called('call.with.dots', 'applied');
    await append({ phase: 'intent', detail: { arguments: {} } });
    expect((await read({ launches: 'folded' })).calls).toEqual(['', 'call.with.dots', 'plan_1']);
    expect((await read({ launches: { of: 'plan_1' } })).calls).toEqual(['plan_1.a']);
    expect((await read({ launches: { of: 'plan%' } })).calls).toEqual([]);
  });

  test('say what of them was not kept', async () => {
    const gapOf = async (intent: unknown, outcome: Record<string, unknown>) => {
      const callId = randomBytes(4).toString('hex');
      await append({ callId, phase: 'intent', detail: intent });
      await append({ callId, phase: 'outcome', detail: { outcome: 'applied', ...outcome } });
      return (await changesOfCall(store.db, workspaceId, callId))[0]?.gap;
    };
    expect(await gapOf({ arguments: {} }, { ids: {} })).toBeUndefined();
    expect(await gapOf({ arguments: { cut: true } }, { ids: {} })).toBe('its arguments were too long to be recorded');
    expect(await gapOf({ arguments: {} }, { ids: {}, changes_cut: 1 })).toBe(
      'what it changed was too long to be recorded',
    );
    expect(await gapOf({ arguments: {} }, {})).toBe('it was recorded before this was kept');
  });
});

test('changes are found by number and by call in their own workspace only', async () => {
  await called('mine', 'applied');
  await called('theirs', 'applied', { workspaceId: 'ws_2' });
  await called('mine too', 'applied');
  const callsOf = (changes: { callId: string }[]) => changes.map(({ callId }) => callId);
  expect(callsOf(await changesNumbered(store.db, workspaceId, [1, 3, 5]))).toEqual(['mine too', 'mine']);
  expect(callsOf(await changesNumbered(store.db, workspaceId, [5]))).toEqual(['mine too']);
  expect(await changesNumbered(store.db, workspaceId, [])).toEqual([]);
  expect(callsOf(await changesOfCalls(store.db, workspaceId, ['mine', 'theirs', 'mine too']))).toEqual([
    'mine too',
    'mine',
  ]);
  const many = ['mine', ...Array.from({ length: 500 }, (_, nth) => `none_${nth}`), 'mine too'];
  expect(callsOf(await changesOfCalls(store.db, workspaceId, many))).toEqual(['mine too', 'mine']);
  expect(await changesOfCall(store.db, workspaceId, 'theirs')).toEqual([]);
});

test('what came of a call is told by the entries of its own workspace, where another has a call of that name', async () => {
  await called('same', 'applied', { workspaceId: 'ws_2' });
  await called('same', 'unknown');
  await append({ workspaceId: 'ws_2', callId: 'same', action: SETTLED, detail: { outcome: 'not_applied' } });
  const { changes } = await readChanges(store.db, workspaceId, { limit: 10 });
  expect(changes.map(({ callId, outcome }) => [callId, outcome])).toEqual([['same', 'unknown']]);
});

describe('entries are found', () => {
  const found = async (filter: EntryFilter) => {
    let query = joinedEntries(store.db).select(['entry.call_id', 'entry.action']).orderBy('entry.seq');
    query = query.where('entry.phase', '<>', 'outcome');
    for (const condition of conditionsOf(expressionBuilder(query), filter)) query = query.where(condition);
    return (await query.execute()).map((row) => row.call_id ?? row.action);
  };

  beforeEach(async () => {
    await called('made', 'applied');
    await called('running', undefined, { actor: 'per_1' });
    await called('lost', 'unknown', { action: 'search/rename', settled: 'not_applied' });
    await append({ action: 'key.create', actor: 'per_2', detail: { name: '100% Kim' } });
  });

  test.each<[EntryFilter['outcome'], string[]]>([
    [['recorded'], ['lost', 'key.create']],
    [['running'], ['running']],
    [['applied'], ['made']],
    [['unknown'], []],
    [['not_applied'], ['lost']],
    [
      ['applied', 'running'],
      ['made', 'running'],
    ],
  ])('by what came of them: %j', async (outcome, calls) => {
    expect(await found({ outcome })).toEqual(calls);
  });

  test.each<[EntryFilter, string[]]>([
    [{ changed_by: ['person'] }, ['running', 'key.create']],
    [{ changed_by: ['agent'] }, ['made', 'lost', 'lost']],
    [{ changed_by: ['per_1'] }, ['running']],
    [{ changed_by: ['person'], not: ['changed_by'] }, ['made', 'lost', 'lost']],
    [{ channel: ['search'] }, ['lost']],
    [{ tool: ['rename'], channel: ['social'] }, ['made', 'running']],
    [{ tool: ['key.create'] }, ['key.create']],
    [{ object: ['7'] }, ['made', 'lost', 'lost']],
    [{ search: 'SPRING' }, ['made', 'running', 'lost']],
    [{ search: '100% kim' }, ['key.create']],
    [{ search: '1%m' }, []],
  ])('by %j', async (filter, calls) => {
    expect(await found(filter)).toEqual(calls);
  });
});
