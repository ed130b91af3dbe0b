import { type Ambient, newId } from '../ambient.ts';
import type { ObjectKey, Stop, StopLists, StoppedObject, StopState } from '../tools/stop-lists.ts';
import type { Store } from './store.ts';
import type { StopObjectRow, StopRow } from './tables.ts';

/** Rows in one statement, well below the number of values that either store takes. */
const ROWS_AT_ONCE = 250;

interface StopPlace {
  workspaceId: string;
  /** The name of the key or person that a new stop is written down with. */
  by: string;
}

/** The stops of one workspace as rows of the store. */
export function storedStops(store: Store, ambient: Ambient, { workspaceId, by }: StopPlace): StopLists {
  const stops = () => store.db.selectFrom('stops').selectAll().where('workspace_id', '=', workspaceId);
  return {
    async open(reason) {
      const row = {
        id: newId(ambient, 'stop'),
        workspace_id: workspaceId,
        reason: reason ?? null,
        started_by: by,
        started_at: ambient.now(),
        not_stopped: '[]',
        closed_at: null,
      };
      await store.transaction(async (tx) => {
        // The index on open stops lets one in: of two calls at the same time, the second finds the list of the first.
        await tx
          .insertInto('stops')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
      return stopOf(await stops().where('closed_at', 'is', null).executeTakeFirstOrThrow());
    },
    async find(id) {
      const row = await stops().where('id', '=', id).executeTakeFirst();
      return row && stopOf(row);
    },
    async objects(id) {
      const rows = await store.db
        .selectFrom('stop_objects')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('stop_id', '=', id)
        .orderBy('channel')
        .orderBy('account')
        .orderBy('object_id')
        .execute();
      return rows.map(objectOf);
    },
    add: (id, objects) => added(store, { id, workspaceId }, objects),
    price: (id, prices) => priced(store, { id, workspaceId }, prices),
    settle: (id, objects, state) => settled(store, { id, workspaceId }, objects, { state, settled_at: ambient.now() }),
    note: (id, notStopped) => update(id, { not_stopped: JSON.stringify(notStopped) }),
    close: (id) => update(id, { closed_at: ambient.now() }),
  };

  function update(id: string, change: Partial<StopRow>): Promise<void> {
    return store.transaction(async (tx) => {
      await tx
        .updateTable('stops')
        .set(change)
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where('closed_at', 'is', null)
        .execute();
    });
  }
}

type StopKey = { id: string; workspaceId: string };

function added(store: Store, { id, workspaceId }: StopKey, objects: readonly Omit<StoppedObject, 'state'>[]) {
  const rows = objects.map((object) => rowOf(id, workspaceId, object));
  return store.transaction(async (tx) => {
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await tx
        .insertInto('stop_objects')
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .onConflict((conflict) =>
          conflict
            .columns(['stop_id', 'channel', 'account', 'level', 'object_id'])
            .doUpdateSet({ state: 'pausing', settled_at: null }),
        )
        .execute();
  });
}

function priced(store: Store, { id, workspaceId }: StopKey, prices: Parameters<StopLists['price']>[1]) {
  return store.transaction(async (tx) => {
    for (const { channel, account, level, id: object, aDay } of prices)
      await tx
        .updateTable('stop_objects')
        .set({ a_day: aDay.amount, currency: aDay.currency })
        .where('stop_id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where('channel', '=', channel)
        .where('account', '=', account)
        .where('level', '=', level)
        .where('object_id', '=', object)
        .execute();
  });
}

type Settled = Pick<StopObjectRow, 'settled_at'> & { state: StopState };

function settled(store: Store, { id, workspaceId }: StopKey, objects: readonly ObjectKey[], change: Settled) {
  return store.transaction(async (tx) => {
    for (const { channel, account, level, ids } of byLevel(objects))
      for (let at = 0; at < ids.length; at += ROWS_AT_ONCE)
        await tx
          .updateTable('stop_objects')
          .set(change)
          .where('stop_id', '=', id)
          .where('workspace_id', '=', workspaceId)
          .where('channel', '=', channel)
          .where('account', '=', account)
          .where('level', '=', level)
          .where('object_id', 'in', ids.slice(at, at + ROWS_AT_ONCE))
          .execute();
  });
}

/** Objects that a plan has switched on, which an open stop then no longer holds. The stop is closed with the last of them. */
export function noteSwitchedOn(
  store: Store,
  ambient: Ambient,
  { workspaceId, channel }: { workspaceId: string; channel: string },
  ids: readonly string[],
): Promise<void> {
  return store.transaction(async (tx) => {
    const held = tx
      .selectFrom('stop_objects')
      .innerJoin('stops', 'stops.id', 'stop_objects.stop_id')
      .select(['stops.id', 'object_id', 'channel'])
      .where('stops.workspace_id', '=', workspaceId)
      .where('closed_at', 'is', null)
      .where('state', 'in', HELD);
    const [first, ...others] = await held.execute();
    if (!first) return;
    const isOn = (one: typeof first) => one.channel === channel && ids.includes(one.object_id);
    const on = [first, ...others].filter(isOn).map(({ object_id }) => object_id);
    for (let at = 0; at < on.length; at += ROWS_AT_ONCE)
      await tx
        .updateTable('stop_objects')
        .set({ state: 'resumed' })
        .where('stop_id', '=', first.id)
        .where('channel', '=', channel)
        .where('object_id', 'in', on.slice(at, at + ROWS_AT_ONCE))
        .execute();
    if (on.length > 0 && on.length === others.length + 1)
      await tx.updateTable('stops').set({ closed_at: ambient.now() }).where('id', '=', first.id).execute();
  });
}

const HELD: readonly StopState[] = ['stopped', 'pausing'];

/** The open stop of each of these workspaces, with its list. */
export async function openStops({ db }: Store, workspaceIds: readonly string[]) {
  if (workspaceIds.length === 0) return [];
  const rows = await db
    .selectFrom('stops')
    .selectAll()
    .where('workspace_id', 'in', workspaceIds)
    .where('closed_at', 'is', null)
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const objects = await db.selectFrom('stop_objects').selectAll().where('stop_id', '=', row.id).execute();
      return { workspaceId: row.workspace_id, ...stopOf(row), objects: objects.map(objectOf) };
    }),
  );
}

function byLevel(objects: readonly ObjectKey[]) {
  const groups = Map.groupBy(objects, ({ channel, account, level }) => JSON.stringify([channel, account, level]));
  return [...groups.values()].map((group) => ({ ...group[0]!, ids: group.map(({ id }) => id) }));
}

function stopOf({ id, reason, started_by, started_at, closed_at, not_stopped }: StopRow): Stop {
  return {
    id,
    reason: reason ?? undefined,
    by: started_by,
    at: started_at,
    closedAt: closed_at ?? undefined,
    notStopped: JSON.parse(not_stopped),
  };
}

function objectOf(row: StopObjectRow): StoppedObject {
  const {
    channel,
    account,
    object_id: id,
    level,
    name,
    status_before: before,
    state,
    settled_at,
    a_day,
    currency,
  } = row;
  return {
    channel,
    account,
    id,
    level,
    name,
    before,
    state,
    ...(settled_at !== null && { settledAt: settled_at }),
    ...(a_day !== null && currency !== null && { aDay: { amount: a_day, currency } }),
  };
}

function rowOf(stopId: string, workspaceId: string, object: Omit<StoppedObject, 'state'>): StopObjectRow {
  const { channel, account, id, level, name, before } = object;
  return {
    stop_id: stopId,
    workspace_id: workspaceId,
    channel,
    account,
    object_id: id,
    level,
    name,
    status_before: before,
    state: 'pausing',
    settled_at: null,
    a_day: null,
    currency: null,
  };
}
