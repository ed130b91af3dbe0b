import { spokenDay } from './calendar-days.ts';
import { type DayRead, dayIn, endAfter, flightIn, startBefore } from './day-cells.ts';
import type { DayOrderOfColumn } from './day-orders.ts';
import { quoted } from './folded-text.ts';
import type { FieldContext, LineDraft } from './line-fields.ts';
import type { LineCell } from './line-values.ts';

export interface DaysContext {
  orders: ReadonlyMap<number, DayOrderOfColumn>;
  today: string;
  /** The only year that the lines above the heads name. */
  titleYear: number | undefined;
}

interface Side {
  cell: LineCell;
  read: DayRead;
}

type Sides = Partial<Record<'start' | 'end', Side>>;

/** The first and the last day of a row. */
export function readDays(line: LineDraft, context: FieldContext, { orders, today, titleYear }: DaysContext): void {
  const { values, problems, row } = context;
  const sides: Sides = {};
  const flight = values.one(row, 'flight');
  if (flight) {
    const read = flightIn(flight, { order: orders.get(flight.column), today });
    sides.start = { cell: flight, read: read.start };
    sides.end = { cell: flight, read: read.end };
  }
  for (const side of ['start', 'end'] as const) {
    const cell = values.one(row, side);
    if (cell) sides[side] = { cell, read: dayIn(cell, { side, order: orders.get(cell.column), today }) };
  }
  startByEnd(sides);
  for (const side of ['start', 'end'] as const) {
    const found = sides[side];
    if (!found) continue;
    const { cell, read } = found;
    if (read.kind === 'wrong')
      problems.stop(row, cell, read.message, read.allowed === undefined ? {} : { allowed: read.allowed });
    if (read.kind === 'open') line.isOpenEnd = true;
    if (read.kind !== 'day') continue;
    if (read.note) problems.look(cell, read.note);
    if (side === 'start' && !read.hasYear && titleYear !== undefined && !read.day.startsWith(`${titleYear}`)) {
      const words = `${quoted(cell.text)} names no year and is read as ${spokenDay(read.day)}`;
      problems.look(cell, `${words}; above the heads stands ${titleYear}.`, { allowed: 'The day with its year' });
    }
    line[side] = read.day;
    line.cells[side] = cell.address;
  }
  orderDays(line, sides, context);
}

function startByEnd(sides: Sides): void {
  const [start, end] = [sides.start?.read, sides.end?.read];
  if (start?.kind !== 'day' || start.hasYear || end?.kind !== 'day' || !end.hasYear) return;
  sides.start = { ...sides.start!, read: { ...start, day: startBefore(start.day, end.day), hasYear: true } };
}

function orderDays(line: LineDraft, { end }: Sides, { problems, row }: FieldContext): void {
  if (line.start === undefined || line.end === undefined || end?.read.kind !== 'day') return;
  if (!end.read.hasYear) line.end = endAfter(line.start, line.end);
  if (line.end >= line.start) return;
  problems.stop(row, end.cell, `Ends ${spokenDay(line.end)}, before it starts on ${spokenDay(line.start)}.`);
}
