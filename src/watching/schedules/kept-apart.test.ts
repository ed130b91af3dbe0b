import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../ambient.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../../store/store.testing.ts';
import type { Tables } from '../../store/tables.ts';
import { refuseUnknownEndpoints, silentEndpoints } from './chosen-endpoints.ts';
import { type ChangeQuestion, type ScheduledChange, storedChanges } from './stored-changes.ts';
import { type ScheduleRun, storedSchedules } from './stored-schedules.ts';

interface Place {
  organizationId: string;
  workspaceId: string;
}

let store: TemporaryStore;
let [ours, theirs]: [Place, Place] = [] as never;
beforeEach(async () => {
  store = await temporaryStore();
  [ours, theirs] = [await seedWorkspace(store), await seedWorkspace(store, 'Theirs')];
});
afterEach(() => store.discard());

const inStore: TemporaryStore['transaction'] = (work) => store.transaction(work);

describe('schedules', () => {
  /** a and b are ours, c is theirs. */
  beforeEach(async () => {
    await add('a', ours);
    await add('b', ours);
    await add('c', theirs);
  });

  const add = (id: string, place: Place) =>
    inStore((tx) =>
      storedSchedules.add(tx, {
        ...{ id, ...place, name: id, tool: 'report', arguments: {}, when: { hour: 7, minute: 0, zone: 'UTC' } },
        ...{ endpoints: ['end_1'], requester: 'key_1', stoppedBecause: undefined, createdAt: 0 },
      }),
    );
  const run = (id: string, period: string, at: number, words = id): Promise<boolean> => {
    const one: ScheduleRun = { period, due_at: at, ran_at: at, outcome: 'sent', words };
    return inStore((tx) => storedSchedules.addRun(tx, id, one));
  };
  const runs = async () =>
    (await store.db.selectFrom('schedule_runs').select(['schedule_id', 'period']).execute())
      .map(({ schedule_id, period }) => `${schedule_id} ${period}`)
      .sort();
  const ids = async () =>
    (await store.db.selectFrom('schedules').select('id').orderBy('id').execute()).map((s) => s.id);
  const idsOf = async ({ workspaceId }: Place) => (await storedSchedules.list(store, workspaceId)).map(({ id }) => id);

  it('are found, listed and counted in their own workspace', async () => {
    expect(await idsOf(ours)).toEqual(['a', 'b']);
    expect(await idsOf(theirs)).toEqual(['c']);
    for (const id of ['a', 'b', 'c']) expect(await storedSchedules.find(store, id)).toMatchObject({ id, name: id });
    const count = ({ workspaceId }: Place) => inStore((tx) => storedSchedules.count(tx, workspaceId));
    expect([await count(ours), await count(theirs)]).toEqual([2, 1]);
  });

  it('are removed one by one, each with its own runs, and not from another workspace', async () => {
    for (const id of ['a', 'b', 'c']) await run(id, '2026-11-01', 1);
    expect(await inStore((tx) => storedSchedules.remove(tx, ours.workspaceId, 'c'))).toBe(false);
    expect([await ids(), await runs()]).toEqual([
      ['a', 'b', 'c'],
      ['a 2026-11-01', 'b 2026-11-01', 'c 2026-11-01'],
    ]);
    expect(await inStore((tx) => storedSchedules.remove(tx, ours.workspaceId, 'a'))).toBe(true);
    expect([await ids(), await runs()]).toEqual([
      ['b', 'c'],
      ['b 2026-11-01', 'c 2026-11-01'],
    ]);
  });

  it('are stopped one by one, and for the first reason', async () => {
    const stop = (because: string) => inStore((tx) => storedSchedules.stop(tx, 'b', because));
    expect([await stop('Gone.'), await stop('Once more.')]).toEqual([true, false]);
    const reasons = ['a', 'b', 'c'].map(async (id) => (await storedSchedules.find(store, id))?.stoppedBecause);
    expect(await Promise.all(reasons)).toEqual([undefined, 'Gone.', undefined]);
  });

  it('have their own runs, the newest of which is the last', async () => {
    for (const id of ['a', 'b', 'c']) expect(await run(id, '2026-11-01', 1, `${id} first`)).toBe(true);
    expect(await run('a', '2026-11-01', 2, 'a twice')).toBe(false);
    await run('b', '2026-11-02', 9, 'b second');
    await run('b', '2026-11-03', 5, 'b late');
    const words = async (id: string, period: string) => (await storedSchedules.run(store, id, period))?.words;
    expect(await words('a', '2026-11-01')).toBe('a first');
    expect(await words('b', '2026-11-01')).toBe('b first');
    expect(await words('b', '2026-11-02')).toBe('b second');
    expect(await words('a', '2026-11-02')).toBeUndefined();
    expect(await words('c', '2026-11-01')).toBe('c first');
    const last = await storedSchedules.lastRuns(store, ['a', 'b']);
    expect([...last].map(([id, one]) => [id, one.words]).sort()).toEqual([
      ['a', 'a first'],
      ['b', 'b second'],
    ]);
  });

  it('forget their own old runs alone', async () => {
    for (const id of ['a', 'b', 'c']) await run(id, 'old', 1);
    await run('a', 'young', 300 * DAY_MS);
    await run('a', 'new', 401 * DAY_MS);
    expect(await runs()).toEqual(['a new', 'a young', 'b old', 'c old']);
  });

  it('that are gone take no run, beside others that are there', async () => {
    await inStore((tx) => storedSchedules.remove(tx, ours.workspaceId, 'a'));
    expect(await run('a', '2026-11-01', 1)).toBe(false);
    expect(await runs()).toEqual([]);
  });
});

describe('scheduled changes', () => {
  const plan = (id: string, { organizationId, workspaceId }: Place, state: string, channel: string) =>
    store.db
      .insertInto('plans')
      .values({
        ...{ id, organization_id: organizationId, workspace_id: workspaceId, channel, tool: 'update', class: 'x' },
        ...{ state, requester: 'key_1', hash: id, sameness: id, facts: Buffer.from('x'), approvals: '[]' },
        ...{ created_at: 0, expires_at: 9 },
      } as Insertable<Tables['plans']>)
      .execute();
  const add = async (planId: string, place: Place, applyAt: number, state = 'scheduled', channel = 'search') => {
    await plan(planId, place, state, channel);
    const change: ScheduledChange = {
      ...{ planId, workspaceId: place.workspaceId, applyAt, zone: undefined, backAt: 99, back: undefined },
      ...{ told: undefined, createdAt: 0 },
    };
    await inStore((tx) => storedChanges.add(tx, change));
  };
  /** Those of our workspace begin with a, those of another with b. */
  beforeEach(async () => {
    await add('a1', ours, 10);
    await add('a2', ours, 20, 'waiting', 'social');
    await add('a3', ours, 20, 'withdrawn');
    await add('b1', theirs, 10);
    await add('b2', theirs, 30, 'approved', 'social');
  });
  const kept = async (id: string) => (await storedChanges.find(store, id))!;
  const list = async (more: Partial<ChangeQuestion> = {}) => {
    const asked = { workspaceId: ours.workspaceId, channels: undefined, states: undefined, limit: 9, ...more };
    return (await storedChanges.list(store, asked)).map(({ planId }) => planId);
  };

  it('are listed in their own workspace, by channel and state, the latest hour first', async () => {
    expect(await list()).toEqual(['a2', 'a3', 'a1']);
    expect(await list({ workspaceId: theirs.workspaceId })).toEqual(['b2', 'b1']);
    expect(await list({ channels: ['search'] })).toEqual(['a3', 'a1']);
    expect(await list({ channels: ['social'] })).toEqual(['a2']);
    expect(await list({ states: ['scheduled', 'waiting'] })).toEqual(['a2', 'a1']);
    expect(await list({ states: ['withdrawn'] })).toEqual(['a3']);
  });

  it('are listed page by page, also those of one hour', async () => {
    expect(await list({ after: { applyAt: 20, planId: 'a2' } })).toEqual(['a3', 'a1']);
    expect(await list({ after: { applyAt: 20, planId: 'a3' } })).toEqual(['a1']);
    expect(await list({ after: { applyAt: 10, planId: 'a1' } })).toEqual([]);
  });

  it('take a place in their own workspace until their hour, unless they were cancelled', async () => {
    const ahead = ({ workspaceId }: Place, now: number) =>
      inStore((tx) => storedChanges.countAhead(tx, workspaceId, now));
    expect([await ahead(ours, 0), await ahead(ours, 10), await ahead(ours, 20)]).toEqual([2, 1, 0]);
    expect([await ahead(theirs, 0), await ahead(theirs, 10)]).toEqual([2, 1]);
  });

  it('are told of and taken back one by one, and once', async () => {
    const others = () => Promise.all(['a1', 'a3', 'b1', 'b2'].map(kept));
    const before = await others();
    const tell = (told: string) => inStore((tx) => storedChanges.tell(tx, 'a2', told));
    expect([await tell('missed'), await tell('unknown')]).toEqual([true, false]);
    const back = (outcome: string) =>
      inStore((tx) => storedChanges.putBack(tx, 'a2', { at: '2026-11-01', outcome, words: '' }));
    expect([await back('undone'), await back('cancelled')]).toEqual([true, false]);
    expect(await kept('a2')).toMatchObject({ planId: 'a2', told: 'missed', back: { outcome: 'undone' } });
    expect(await others()).toEqual(before);
    expect(before.map(({ planId, told, back: none }) => [planId, told, none])).toEqual(
      ['a1', 'a3', 'b1', 'b2'].map((id) => [id, undefined, undefined]),
    );
  });
});

describe('endpoints of schedules', () => {
  beforeEach(async () => {
    const endpoint = {
      ...{ kind: 'webhook' as const, events: '[]', address: Buffer.from('x'), secrets: null, off_because: null },
      ...{ failing_since: null, failures: 0, rests_until: null, delivered_at: null, created_by: 'test' },
    };
    const place = { ours: ours.workspaceId, theirs: theirs.workspaceId };
    await store.db
      .insertInto('notice_endpoints')
      .values([
        { ...endpoint, id: 'end_on', workspace_id: place.ours, name: 'on', shown: 'on', state: 'on', created_at: 1 },
        {
          ...endpoint,
          id: 'end_off',
          workspace_id: place.ours,
          name: 'off',
          shown: 'off',
          state: 'off',
          created_at: 2,
        },
        {
          ...endpoint,
          id: 'end_theirs',
          workspace_id: place.theirs,
          name: 'secret',
          shown: 'secret',
          state: 'on',
          created_at: 3,
        },
      ])
      .execute();
  });

  it('are chosen among those of the own workspace, and others are not named', async () => {
    await refuseUnknownEndpoints(store, ours.workspaceId, ['end_on', 'end_off']);
    const refused = refuseUnknownEndpoints(store, ours.workspaceId, ['end_on', 'end_theirs']);
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_arguments',
      details: {
        problems: [
          {
            field: 'to',
            message:
              'end_theirs: no endpoint of this workspace; there are end_on (webhook on, on), end_off (webhook off, off)',
            allowed_values: ['end_on', 'end_off'],
          },
        ],
      },
    });
  });

  it('that are off or gone are told from those that are on', async () => {
    const silent = await inStore((tx) => silentEndpoints(tx, ['end_on', 'end_off', 'end_gone']));
    expect(silent).toEqual(['end_off', 'end_gone']);
  });
});
