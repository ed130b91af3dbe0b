import { sql, type Transaction } from 'kysely';
import { type Ambient, DAY_MS } from '../ambient.ts';
import type {
  KeptSend,
  SendEntry,
  SendLedger,
  SendPlace,
  SendQuestion,
  SendResult,
} from '../tools/conversions/send-ledger.ts';
import type { Store } from './store.ts';
import type { ConversionSendRow, Tables } from './tables.ts';

/** Rows in one statement, well below the number of values that either store takes. */
const ROWS_AT_ONCE = 250;

/** A process sends a batch within a call's deadline; after that long it has ended in the middle. */
export const SENDING_MS_MAX = 10 * 60_000;

/** The sends of one workspace as rows of the store. */
export function storedSends(store: Store, ambient: Ambient, workspaceId: string): SendLedger {
  const sends = new Sends(workspaceId, ambient);
  return {
    claim: (place, entries, retakeSince) => store.transaction((tx) => sends.claim(tx, place, entries, retakeSince)),
    settle: (place, results) => store.transaction((tx) => sends.settle(tx, place, results)),
    note: (place, entries) => store.transaction((tx) => sends.note(tx, place, entries)),
    release: (place, eventIds) => store.transaction((tx) => sends.release(tx, place, eventIds)),
    references: (place, since) => references(store, workspaceId, place, since),
    list: async (question) => {
      const now = ambient.now();
      return (await listed(store, workspaceId, question, now)).map((row) => keptSend(row, now));
    },
  };
}

/** The same for a call that is only previewed: it learns what it could take, and nothing is written down. */
export function rehearsedSends(store: Store, ambient: Ambient, workspaceId: string): SendLedger {
  const sends = new Sends(workspaceId, ambient);
  const isOver = new Error('a rehearsal is rolled back');
  const nothing = async () => {};
  return {
    ...storedSends(store, ambient, workspaceId),
    async claim(place, entries, retakeSince) {
      let kept: ReadonlyMap<string, KeptSend> = new Map();
      const claimed = store.transaction(async (tx) => {
        kept = await sends.claim(tx, place, entries, retakeSince);
        throw isOver;
      });
      await claimed.catch((error: unknown) => {
        if (error !== isOver) throw error;
      });
      return kept;
    },
    settle: nothing,
    note: nothing,
    release: nothing,
  };
}

/** Longer than any platform counts an event: a year and a month. */
const KEPT_MS = 400 * DAY_MS;

/** Sends that no platform would count any more, a few at a time. */
export async function removeOldSends({ db }: Store, now: number): Promise<void> {
  for (const { id } of await db.selectFrom('workspaces').select('id').execute())
    for (let removed = ROWS_AT_ONCE; removed === ROWS_AT_ONCE; ) {
      const old = await db
        .selectFrom('conversion_sends')
        .select(['place', 'event_id'])
        .where('workspace_id', '=', id)
        .where('at', '<', now - KEPT_MS)
        .limit(ROWS_AT_ONCE)
        .execute();
      removed = old.length;
      for (const [place, rows] of Map.groupBy(old, (row) => row.place))
        await db
          .deleteFrom('conversion_sends')
          .where('workspace_id', '=', id)
          .where('place', '=', place)
          .where(
            'event_id',
            'in',
            rows.map(({ event_id }) => event_id),
          )
          .execute();
    }
}

class Sends {
  readonly #workspaceId: string;
  readonly #ambient: Ambient;

  constructor(workspaceId: string, ambient: Ambient) {
    this.#workspaceId = workspaceId;
    this.#ambient = ambient;
  }

  async claim(
    tx: Transaction<Tables>,
    place: SendPlace,
    entries: readonly SendEntry[],
    retakeSince: number | undefined,
  ) {
    const kept = new Map<string, KeptSend>();
    for (const part of parts(entries)) {
      const rows = part.map((entry) => this.#row(place, entry, { state: 'sending', tries: 1 }));
      const ids = part.map(({ eventId }) => eventId);
      const fresh = await tx
        .insertInto('conversion_sends')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning('event_id')
        .execute();
      const again = fresh.length < part.length ? await this.#retaken(tx, place, ids, fresh, retakeSince) : [];
      const mine = new Set([...fresh, ...again].map(({ event_id }) => event_id));
      const others = ids.filter((id) => !mine.has(id));
      if (others.length === 0) continue;
      const found = await this.#of(tx, place).where('event_id', 'in', others).execute();
      for (const row of found) kept.set(row.event_id, keptSend(row, this.#ambient.now()));
    }
    return kept;
  }

  /** Those that were refused or skipped before, and those of unknown outcome that were first sent late enough. */
  async #retaken(
    tx: Transaction<Tables>,
    place: SendPlace,
    ids: readonly string[],
    fresh: readonly { event_id: string }[],
    retakeSince = Number.MAX_SAFE_INTEGER,
  ): Promise<{ event_id: string }[]> {
    const now = this.#ambient.now();
    const isFresh = new Set(fresh.map(({ event_id }) => event_id));
    return tx
      .updateTable('conversion_sends')
      .set({
        state: 'sending',
        at: now,
        field: null,
        why: null,
        // What was refused was never taken: its first send is this one.
        tries: sql`case when state in ('refused', 'skipped') then 1 else tries + 1 end`,
        first_at: sql`case when state in ('refused', 'skipped') then ${now} else first_at end`,
      })
      .where('workspace_id', '=', this.#workspaceId)
      .where('place', '=', nameOf(place))
      .where(
        'event_id',
        'in',
        ids.filter((id) => !isFresh.has(id)),
      )
      .where(({ eb, or }) =>
        or([
          eb('state', 'in', ['refused', 'skipped']),
          eb('state', '=', 'unknown').and('first_at', '>=', retakeSince),
          eb('state', '=', 'sending')
            .and('first_at', '>=', retakeSince)
            .and('at', '<', now - SENDING_MS_MAX),
        ]),
      )
      .returning('event_id')
      .execute();
  }

  async settle(tx: Transaction<Tables>, place: SendPlace, results: readonly SendResult[]): Promise<void> {
    const groups = Map.groupBy(results, ({ state, field, why, reference }) =>
      JSON.stringify([state, field, why, reference]),
    );
    for (const group of groups.values()) {
      const { state, field = null, why = null, reference = null } = group[0]!;
      for (const part of parts(group))
        await tx
          .updateTable('conversion_sends')
          .set({ state, field, why, ...(reference && { reference }), at: this.#ambient.now() })
          .where('workspace_id', '=', this.#workspaceId)
          .where('place', '=', nameOf(place))
          .where(
            'event_id',
            'in',
            part.map(({ eventId }) => eventId),
          )
          .execute();
    }
  }

  async note(tx: Transaction<Tables>, place: SendPlace, entries: readonly (SendEntry & SendResult)[]): Promise<void> {
    for (const part of parts(entries))
      await tx
        .insertInto('conversion_sends')
        .values(part.map((entry) => this.#row(place, entry, { ...entry, tries: 0 })))
        .onConflict((conflict) =>
          conflict
            .columns(['workspace_id', 'place', 'event_id'])
            .doUpdateSet(({ ref }) => ({
              state: ref('excluded.state'),
              field: ref('excluded.field'),
              why: ref('excluded.why'),
              at: ref('excluded.at'),
            }))
            .where('conversion_sends.state', 'in', ['refused', 'skipped']),
        )
        .execute();
  }

  async release(tx: Transaction<Tables>, place: SendPlace, eventIds: readonly string[]): Promise<void> {
    for (const part of parts(eventIds)) {
      const mine = this.#mine(place, part);
      await tx.deleteFrom('conversion_sends').where(mine).where('tries', '=', 1).execute();
      await tx.updateTable('conversion_sends').set({ state: 'unknown', tries: sql`tries - 1` }).where(mine).execute();
    }
  }

  #mine(place: SendPlace, eventIds: readonly string[]) {
    const ids = sql.join(eventIds);
    return sql<boolean>`workspace_id = ${this.#workspaceId} and place = ${nameOf(place)} and state = 'sending' and event_id in (${ids})`;
  }

  #of(tx: Transaction<Tables>, place: SendPlace) {
    return tx
      .selectFrom('conversion_sends')
      .selectAll()
      .where('workspace_id', '=', this.#workspaceId)
      .where('place', '=', nameOf(place));
  }

  #row(
    place: SendPlace,
    { eventId, event, happenedAt, value, source }: SendEntry,
    { state, field, why, tries }: Pick<KeptSend, 'state' | 'field' | 'why' | 'tries'>,
  ): ConversionSendRow {
    const { channel, account, destination, isTest } = place;
    return {
      workspace_id: this.#workspaceId,
      place: nameOf(place),
      event_id: eventId,
      channel,
      account,
      destination,
      is_test: isTest ? 1 : 0,
      event,
      happened_at: happenedAt,
      amount: value?.amount ?? null,
      currency: value?.currency ?? null,
      source,
      state,
      field: field ?? null,
      why: why ?? null,
      reference: null,
      tries,
      first_at: this.#ambient.now(),
      at: this.#ambient.now(),
    };
  }
}

async function listed(
  { db }: Store,
  workspaceId: string,
  { since, eventId, channels, state, after, limit }: SendQuestion,
  now: number,
): Promise<ConversionSendRow[]> {
  let query = db.selectFrom('conversion_sends').selectAll().where('workspace_id', '=', workspaceId);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (eventId !== undefined) query = query.where('event_id', '=', eventId);
  if (channels?.length === 0) return [];
  if (channels) query = query.where('channel', 'in', channels);
  if (state === 'unknown' || state === 'sending') {
    // A send that was lost is shown as unknown, and found as that.
    const lost = sql<boolean>`state = 'sending' and at < ${now - SENDING_MS_MAX}`;
    query = query.where(
      state === 'unknown'
        ? sql<boolean>`(state = 'unknown' or (${lost}))`
        : sql<boolean>`state = 'sending' and not (${lost})`,
    );
  } else if (state !== undefined) query = query.where('state', '=', state);
  if (after)
    query = query.where(sql<boolean>`(at, event_id, place) < (${after.at}, ${after.eventId}, ${nameOf(after)})`);
  return query.orderBy('at', 'desc').orderBy('event_id', 'desc').orderBy('place', 'desc').limit(limit).execute();
}

const REFERENCES_MAX = 100;

async function references({ db }: Store, workspaceId: string, place: SendPlace, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('conversion_sends')
    .select(({ fn }) => ['reference', fn.max('at').as('last')])
    .where('workspace_id', '=', workspaceId)
    .where('place', '=', nameOf(place))
    .where('at', '>=', since)
    .where('reference', 'is not', null)
    .groupBy('reference')
    .orderBy('last', 'desc')
    .limit(REFERENCES_MAX)
    .execute();
  return rows.flatMap(({ reference }) => reference ?? []);
}

/** One text for a place, so that an index finds it; a try is kept apart from the real thing. */
export function nameOf({ channel, account, destination, isTest }: SendPlace): string {
  return `${channel}:${account}:${destination}${isTest ? ' test' : ''}`;
}

/** The process that sent it has ended before it could write down what came of it. */
export function isLost({ state, at }: Pick<ConversionSendRow, 'state' | 'at'>, now: number): boolean {
  return state === 'sending' && at < now - SENDING_MS_MAX;
}

export function keptSend(row: ConversionSendRow, now: number): KeptSend {
  return {
    channel: row.channel,
    account: row.account,
    destination: row.destination,
    isTest: row.is_test === 1,
    eventId: row.event_id,
    event: row.event,
    happenedAt: row.happened_at,
    ...(row.amount !== null && row.currency !== null && { value: { amount: row.amount, currency: row.currency } }),
    source: row.source,
    state: isLost(row, now) ? 'unknown' : row.state,
    field: row.field ?? undefined,
    why: row.why ?? undefined,
    reference: row.reference ?? undefined,
    tries: row.tries,
    at: row.at,
  };
}

function parts<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS_AT_ONCE) }, (_, part) =>
    items.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  );
}
