import { sql } from 'kysely';
import type { Ambient } from '../ambient.ts';
import { Turns } from '../event-loop/turns.ts';
import type { KeptSend, SendPlace, SendState } from '../tools/conversions/send-ledger.ts';
import type { Store } from './store.ts';
import { isLost, keptSend, nameOf, SENDING_MS_MAX } from './stored-sends.ts';
import type { ConversionSendRow } from './tables.ts';

const DAY_MS = 86_400_000;
/** Sends read in one statement: a few milliseconds. */
const SENDS_AT_ONCE = 200;
/** Statements for one page. Sends of events that stand on an earlier page are passed over, and may be many. */
const READS_MAX = 25;
/** Sends in which events are counted; beyond that the exact number tells a reader nothing. */
const COUNTED_MAX = 5_000;

export type EventFilter = 'refused' | 'unknown';

/** An event with what became of it at every destination, the last tried first. */
export interface SentEvent {
  eventId: string;
  /** When it was last tried anywhere; with a filter, when the last send of that kind was. */
  at: number;
  sends: KeptSend[];
}

/** Where a list of events goes on. */
export interface EventPosition {
  at: number;
  eventId: string;
  place: string;
}

export interface EventQuestion {
  only?: EventFilter | undefined;
  after?: EventPosition | undefined;
  limit: number;
}

/** What was sent to one place, in days of 24 hours that end now, the oldest first. */
export interface PlaceSums {
  sent: number[];
  refused: number;
  /** When the platform last took something from here. */
  lastSentAt: number | undefined;
}

type Head = Pick<ConversionSendRow, 'at' | 'event_id' | 'place'>;

/** The send ledger of a workspace by event. */
export class SentEvents {
  readonly #store: Store;
  readonly #ambient: Ambient;
  readonly #workspaceId: string;

  constructor(store: Store, ambient: Ambient, workspaceId: string) {
    this.#store = store;
    this.#ambient = ambient;
    this.#workspaceId = workspaceId;
  }

  /** Events, the last tried first. A page may be shorter than asked for while there is a next one. */
  async page({ only, after, limit }: EventQuestion): Promise<{ events: SentEvent[]; next: EventPosition | undefined }> {
    const events: SentEvent[] = [];
    const turns = new Turns();
    let from = after;
    for (let reads = 0; reads < READS_MAX; reads++) {
      const heads = await this.#heads(only, from);
      const kept = await this.#sendsOf(new Set(heads.map(({ event_id }) => event_id)));
      for (const head of heads) {
        const rows = kept.get(head.event_id) ?? [];
        const isNew = isFirst(head, only ? rows.filter((row) => this.#fits(row, only)) : rows);
        if (isNew && events.length === limit) return { events, next: from };
        from = { at: head.at, eventId: head.event_id, place: head.place };
        if (!isNew) continue;
        const sends = rows.map((row) => keptSend(row, this.#ambient.now()));
        events.push({ eventId: head.event_id, at: head.at, sends });
      }
      if (heads.length < SENDS_AT_ONCE) return { events, next: undefined };
      await turns.pause();
    }
    return { events, next: from };
  }

  /** Everything that is kept of one event. */
  async event(eventId: string): Promise<SentEvent | undefined> {
    const rows = (await this.#sendsOf(new Set([eventId]))).get(eventId);
    if (!rows) return undefined;
    return { eventId, at: rows[0]!.at, sends: rows.map((row) => keptSend(row, this.#ambient.now())) };
  }

  /** How many sends there were in the last days, and how many events a filter would list (`more`: at least that many). */
  async counts(days: number) {
    const sends = await this.#mine()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('at', '>=', this.#ambient.now() - days * DAY_MS)
      .executeTakeFirstOrThrow();
    return {
      sends: Number(sends.count),
      refused: await this.#countOf('refused'),
      unknown: await this.#countOf('unknown'),
    };
  }

  async #countOf(only: EventFilter): Promise<{ events: number; more: boolean }> {
    const ids = await Promise.all(
      statesOf(only).map((state) =>
        this.#inState(state).select('event_id').orderBy('at', 'desc').limit(COUNTED_MAX).execute(),
      ),
    );
    const more = ids.some(({ length }) => length === COUNTED_MAX);
    return { events: new Set(ids.flat().map(({ event_id }) => event_id)).size, more };
  }

  /** Of real sends: those of test events are left out. */
  async sums(places: readonly Omit<SendPlace, 'isTest'>[], days: number): Promise<PlaceSums[]> {
    const sums: PlaceSums[] = [];
    for (const one of places) sums.push(await this.#sumsAt(nameOf({ ...one, isTest: false }), days));
    return sums;
  }

  /** Day by day, so that no statement reads long along the index. */
  async #sumsAt(place: string, days: number): Promise<PlaceSums> {
    const since = this.#ambient.now() - days * DAY_MS;
    const turns = new Turns();
    const sums: PlaceSums = { sent: [], refused: 0, lastSentAt: undefined };
    for (let day = 0; day < days; day++) {
      const [from, to] = [since + day * DAY_MS, since + (day + 1) * DAY_MS];
      await turns.pause();
      sums.sent.push(await this.#countAt(place, 'sent', from, to));
      sums.refused += await this.#countAt(place, 'refused', from, to);
    }
    const last = await this.#at(place, 'sent').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst();
    return { ...sums, lastSentAt: last?.at };
  }

  async #countAt(place: string, state: SendState, from: number, to: number): Promise<number> {
    const { count } = await this.#at(place, state)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('at', '>', from)
      .where('at', '<=', to)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  #at(place: string, state: SendState) {
    return this.#mine().where('place', '=', place).where('state', '=', state);
  }

  #mine() {
    return this.#store.db.selectFrom('conversion_sends').where('workspace_id', '=', this.#workspaceId);
  }

  #inState(state: SendState) {
    const query = this.#mine().where('state', '=', state);
    return state === 'sending' ? query.where('at', '<', this.#ambient.now() - SENDING_MS_MAX) : query;
  }

  /** The next sends in order, of one state after the other so that each is read along its index. */
  async #heads(only: EventFilter | undefined, after: EventPosition | undefined): Promise<Head[]> {
    const queries = only ? statesOf(only).map((state) => this.#inState(state)) : [this.#mine()];
    const read = await Promise.all(
      queries.map((query) => {
        const ordered = query.select(['at', 'event_id', 'place']).limit(SENDS_AT_ONCE);
        const { at, eventId, place } = after ?? {};
        return (after ? ordered.where(sql<boolean>`(at, event_id, place) < (${at}, ${eventId}, ${place})`) : ordered)
          .orderBy('at', 'desc')
          .orderBy('event_id', 'desc')
          .orderBy('place', 'desc')
          .execute();
      }),
    );
    return read.flat().toSorted(lastFirst).slice(0, SENDS_AT_ONCE);
  }

  async #sendsOf(eventIds: ReadonlySet<string>): Promise<Map<string, ConversionSendRow[]>> {
    if (eventIds.size === 0) return new Map();
    const rows = await this.#mine()
      .selectAll()
      .where('event_id', 'in', [...eventIds])
      .execute();
    return Map.groupBy(rows.toSorted(lastFirst), ({ event_id }) => event_id);
  }

  #fits(row: ConversionSendRow, only: EventFilter): boolean {
    return row.state === only || (only === 'unknown' && isLost(row, this.#ambient.now()));
  }
}

/** Whether an event is listed at this send: at its first one in the order of the list, and at no other. */
function isFirst(head: Head, rows: readonly ConversionSendRow[]): boolean {
  return rows[0]?.at === head.at && rows[0].place === head.place;
}

/** A send under way for too long is lost: its outcome is unknown, too. */
function statesOf(only: EventFilter): SendState[] {
  return only === 'unknown' ? ['unknown', 'sending'] : [only];
}

/** In the order of both stores, which compare texts by their bytes. */
function lastFirst(a: Head, b: Head): number {
  return b.at - a.at || inBytes(b.event_id, a.event_id) || inBytes(b.place, a.place);
}

const inBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
