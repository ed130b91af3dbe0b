import { z } from 'zod';
import { IMPORT_FIELDS } from '../../conversions/import/columns.ts';
import type { EventFileDescription } from '../../conversions/import/event-file.ts';
import type { EventPosition, SentEvent } from '../../store/sent-events.ts';
import { type KeptSend, SEND_STATES } from '../../tools/conversions/send-ledger.ts';
import { ConversionImports, type ImportState } from '../conversion-imports.ts';
import { COUNTED_DAYS, destinationsIn, qualityAt, sentEventsOf } from '../conversions.ts';
import { iso } from '../key-views.ts';
import { Done, Id, Moment } from '../shapes.ts';
import { inWorkspace, notFound, router } from './procedure.ts';

const Destination = z.object({
  channel: z.string(),
  account: z.string(),
  id: z.string(),
  name: z.string(),
  /** The platform's word for it. */
  kind: z.string(),
  status: z.string(),
  /** As the platform says it. */
  lastReceived: Moment.nullable(),
  /** As our ledger has it. */
  lastSent: Moment.nullable(),
  /** Taken from here on each of the last seven times 24 hours, the oldest first. */
  sent: z.array(z.number()),
  refused: z.number(),
});

const Send = z.object({
  channel: z.string(),
  account: z.string(),
  destination: z.string(),
  isTest: z.boolean(),
  state: z.enum(SEND_STATES),
  field: z.string().nullable(),
  why: z.string().nullable(),
  reference: z.string().nullable(),
  tries: z.number(),
  at: Moment,
});

/** Without anything about the person: that is not kept. */
const Event = z.object({
  eventId: z.string(),
  event: z.string(),
  source: z.string(),
  value: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  happenedAt: Moment,
  at: Moment,
  sends: z.array(Send),
});

const Cursor = z.object({ at: z.number(), eventId: z.string().max(400), place: z.string().max(400) });
const Count = z.object({ events: z.number(), more: z.boolean() });

const Measure = z.object({
  name: z.string(),
  value: z.number(),
  of: z.number().optional(),
  event: z.string().optional(),
});

const Import = z.object({
  id: Id,
  name: z.string(),
  rows: z.number(),
  /** The row of the file that is sent next; beyond the last when all were. */
  next: z.number(),
  counts: z.record(z.string(), z.number()),
  startedAt: Moment,
});

const MappingRequest = z.object({
  /** By field: the head of its column, or nothing. */
  map: z.record(z.string().max(60), z.string().max(200)).optional(),
  /** By field: one value for all rows. */
  fixed: z.record(z.string().max(60), z.string().max(200)).optional(),
  channels: z.array(z.string().max(40)).min(1).max(20).optional(),
  zone: z.string().max(60).refine(isZone, 'is no time zone such as Europe/Berlin').optional(),
});

const Columns = z.object({
  rows: z.number(),
  heads: z.array(z.string()),
  columns: z.array(z.object({ field: z.string(), head: z.string() })),
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  fields: z.array(z.string()),
});

/** What was told to the platforms. Test events are sent by the tool send_conversion, in the person's name. */
export const conversions = router({
  /** Where events go, read from the platforms now, with what went there lately. */
  destinations: inWorkspace('viewer')
    .output(
      z.object({
        destinations: z.array(Destination),
        /** Destinations that take no events from here. */
        closed: z.array(
          z.object({ channel: z.string(), id: z.string(), name: z.string(), kind: z.string(), why: z.string() }),
        ),
        missing: z.array(z.object({ channel: z.string(), code: z.string(), reason: z.string(), nextStep: z.string() })),
        channels: z.array(
          z.object({ channel: z.string(), testEvents: z.enum(['none', 'checked', 'shown', 'counted']) }),
        ),
      }),
    )
    .query(({ ctx }) => destinationsIn(ctx)),
  /** A platform's own measures of an account's destinations. */
  quality: inWorkspace('viewer')
    .input(z.object({ channel: z.string().max(40), account: Id }))
    .output(
      z.object({
        destinations: z.array(
          z.object({
            id: z.string(),
            measures: z.array(Measure),
            diagnostics: z.array(z.object({ kind: z.string(), count: z.number().optional(), meaning: z.string() })),
            notes: z.array(z.string()),
          }),
        ),
      }),
    )
    .query(({ ctx, input: { channel, account } }) => qualityAt(ctx, channel, account)),
  /** One row an event, the last tried first. */
  list: inWorkspace('viewer')
    .input(
      z.object({
        only: z.enum(['refused', 'unknown']).optional(),
        cursor: Cursor.optional(),
        limit: z.int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ events: z.array(Event), nextCursor: Cursor.nullable() }))
    .query(async ({ ctx, input: { only, cursor, limit } }) => {
      const after: EventPosition | undefined = cursor;
      const { events, next } = await sentEventsOf(ctx).page({ only, after, limit });
      return { events: events.map(eventOf), nextCursor: next ?? null };
    }),
  /** The sends of seven days, and the events that the filters would list. */
  counts: inWorkspace('viewer')
    .output(z.object({ sends: z.number(), refused: Count, unknown: Count }))
    .query(({ ctx }) => sentEventsOf(ctx).counts(COUNTED_DAYS)),
  /** Files on their way, the newest first. Uploads and results are no procedures: see `file-routes.ts`. */
  imports: inWorkspace('viewer')
    .output(z.object({ imports: z.array(Import) }))
    .query(async ({ ctx }) => ({ imports: (await new ConversionImports(ctx).list()).map(importOf) })),
  /** Which column of a file holds which field; what is given is kept, as long as nothing was sent. */
  importColumns: inWorkspace('member')
    .input(z.object({ id: Id, request: MappingRequest.optional() }))
    .output(Columns)
    .mutation(async ({ ctx, input: { id, request } }) =>
      columnsOf(await new ConversionImports(ctx).describe(id, request)),
    ),
  /** Reads some rows from one on as they would be sent, and sends nothing. */
  importCheck: inWorkspace('member')
    .input(z.object({ id: Id, from: z.int().min(2) }))
    .output(
      z.object({
        next: z.number(),
        good: z.number(),
        refused: z.number(),
        problems: z.array(z.object({ row: z.number(), eventId: z.string(), problem: z.string() })),
      }),
    )
    .mutation(({ ctx, input: { id, from } }) => new ConversionImports(ctx).check(id, from)),
  /** Sends some rows from one on, where the import stands. */
  importSend: inWorkspace('member')
    .input(z.object({ id: Id, from: z.int().min(2) }))
    .output(Import)
    .mutation(async ({ ctx, input: { id, from } }) => importOf(await new ConversionImports(ctx).send(ctx, id, from))),
  /** The file and its result are gone; what was sent stays in the ledger. */
  importRemove: inWorkspace('member')
    .input(z.object({ id: Id }))
    .output(Done)
    .mutation(async ({ ctx, input: { id } }) => {
      await new ConversionImports(ctx).remove(id);
      return { done: true };
    }),
  event: inWorkspace('viewer')
    .input(z.object({ eventId: z.string().max(400) }))
    .output(Event)
    .query(async ({ ctx, input: { eventId } }) => {
      const found = await sentEventsOf(ctx).event(eventId);
      if (!found) throw notFound('event');
      return eventOf(found);
    }),
});

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

function importOf({ id, name, rows, next, counts, startedAt }: ImportState): z.input<typeof Import> {
  return { id, name, rows, next, counts, startedAt: iso(startedAt) };
}

function columnsOf({ rows, heads, mapping, problems }: EventFileDescription): z.input<typeof Columns> {
  return {
    ...{ rows, heads: [...heads], fields: [...IMPORT_FIELDS] },
    columns: mapping.columns.map(({ field, head }) => ({ field, head })),
    problems: problems.map(({ field, message }) => ({ field, message })),
  };
}

/** Each destination keeps the event as it was sent there; the last one speaks for it. */
function eventOf({ eventId, at, sends }: SentEvent): z.input<typeof Event> {
  const { event, source, value, happenedAt } = sends[0]!;
  return {
    ...{ eventId, event, source, value: value ?? null, happenedAt: iso(happenedAt), at: iso(at) },
    sends: sends.map(sendOf),
  };
}

function sendOf(send: KeptSend): z.input<typeof Send> {
  const { channel, account, destination, isTest, state, field, why, reference, tries, at } = send;
  return {
    ...{ channel, account, destination, isTest, state, tries, at: iso(at) },
    ...{ field: field ?? null, why: why ?? null, reference: reference ?? null },
  };
}
