import { z } from 'zod';
import type { Page } from '../../sheets/read-request.ts';
import { readCursor, writeCursor } from '../../tools/listing.ts';

/** What a page of cells says besides its values; the same for the tool and for the REST address. */
export const cellsReply = {
  range: z.string().describe('The normalised range, from the first row of this page to its end'),
  values: z.array(z.array(z.unknown())),
  next_cursor: z.string().optional(),
  truncated: z
    .object({ list: z.literal('values'), returned: z.number(), next_step: z.string() })
    .optional()
    .describe('There was no room for all rows that were asked for'),
  notes: z.array(z.string()).optional(),
};

type CellsReply = z.output<z.ZodObject<typeof cellsReply>>;

/** A cursor holds the range that is left, and is good only for the same question. */
export function rangeAt(question: unknown, range: string, cursor: string | undefined): string {
  return cursor === undefined ? range : readCursor(question, cursor);
}

export function replyOf(page: Page, question: unknown): CellsReply {
  const { range, values, rows, rest, cutBySize, notes } = page;
  return {
    range,
    values,
    ...(rest !== undefined && { next_cursor: writeCursor(question, rest) }),
    ...(cutBySize && { truncated: { list: 'values', returned: rows, next_step: nextStep(rows) } }),
    ...(notes.length > 0 && { notes }),
  };
}

function nextStep(rows: number): string {
  return `Only the first ${rows} rows fit into one reply. Ask again with cursor set to next_cursor, or read /office/sheets/read with format=csv for everything at once.`;
}
