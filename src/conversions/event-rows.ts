import { z } from 'zod';
import { Turns } from '../event-loop/turns.ts';
import { parsedAsMeant } from '../tools/as-meant.ts';
import type { FieldProblem } from '../tools/conversions/conversions.ts';
import { ConversionEvent, EventId } from '../tools/conversions/event.ts';

/** Shown in full and checked row by row: one bad event does not keep the others from being sent. */
const { $schema: _, ...described } = z.toJSONSchema(ConversionEvent, { io: 'input' });
const EventRow = z.unknown().meta(described);

export function eventRows(max: number) {
  return z.array(EventRow).min(1).max(max);
}

/** The same beside a tool whose arguments are those of one event: shown once, a list of tools stays short. */
export function eventRowsLike(tool: string, max: number) {
  return z
    .array(z.unknown().meta({ type: 'object' }))
    .min(1)
    .max(max)
    .describe(`Each with the arguments of ${tool}`);
}

/** An event that can be sent, or what is wrong with it. */
type ReadRow = GoodRow | { index: number; eventId?: string; problems: FieldProblem[] };

export interface GoodRow {
  index: number;
  event: ConversionEvent;
}

export async function readRows(rows: readonly unknown[]): Promise<ReadRow[]> {
  const first = new Map<string, number>();
  let index = -1;
  return new Turns().map(rows, (row) => {
    index += 1;
    const read = readRow(row, index);
    if (!('event' in read)) return read;
    const { event_id } = read.event;
    const before = first.get(event_id);
    if (before === undefined) {
      first.set(event_id, index);
      return read;
    }
    const message = `is the event_id of event ${before} in this call, too`;
    return { index, eventId: event_id, problems: [{ field: 'event_id', message }] };
  });
}

function readRow(row: unknown, index: number): ReadRow {
  const { parsed } = parsedAsMeant(ConversionEvent, withoutEmpty(row));
  if (parsed.success) return { index, event: parsed.data };
  const eventId = shownId(row);
  return { index, ...(eventId && { eventId }), problems: parsed.error.issues.flatMap(problemsIn) };
}

/** The event_id that a row gives, as far as it is one: what is no id may be a person's address. */
export function shownId(row: unknown): string | undefined {
  const { event_id } = Object(row) as { event_id?: unknown };
  return EventId.safeParse(event_id).data;
}

/** A cell that is empty in a table says nothing: it is dropped, never hashed. */
function withoutEmpty(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(
    Object.entries(row)
      .map(([field, value]) => [field, withoutEmpty(value)])
      .filter(([, value]) => !(typeof value === 'string' && value.trim() === '') && value !== null),
  );
}

function problemsIn({ path, message, ...issue }: z.core.$ZodIssue): FieldProblem[] {
  const field = path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      field: [...path, shownKey(key)].join('.'),
      message: 'is not a field of an event',
    }));
  if (issue.code === 'invalid_value') return [{ field, message: `must be one of: ${issue.values.join(', ')}` }];
  if (issue.code !== 'invalid_type') return [{ field, message }];
  return [{ field, message: message.endsWith('received undefined') ? 'is required' : wrongKind(issue.expected) }];
}

const KINDS: Readonly<Record<string, string>> = { string: 'a text', boolean: 'true or false', object: 'an object' };

function wrongKind(expected: string): string {
  return `must be ${KINDS[expected] ?? expected}`;
}

/** A table read with the wrong head has people's addresses for names of fields. */
function shownKey(key: string): string {
  return /^\w{1,50}$/.test(key) ? key : '?';
}
