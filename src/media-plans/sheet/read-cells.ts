import { Failure, HttpError } from '../../errors.ts';
import { REPLY_BYTES_MAX } from '../../pipeline/bound-reply.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { refusedBy } from '../../pipeline/call-failures.ts';
import { parseRange, printTitle } from '../../sheets/a1.ts';
import type { SheetPlanRequest } from '../../tools/media-plan-desk.ts';
import type { SheetCells } from '../reading/sheet-reading.ts';

/** Rows of a media plan at most. */
const SHEET_ROWS_MAX = 5_000;
const PAGE_ROWS = 1_000;
/** Of all values of a range as JSON, in each of the two ways they are read. */
const SHEET_CHARACTERS_MAX = 8_000_000;

export interface ReadSheet {
  spreadsheetId: string;
  /** Of the file. */
  name: string;
  /** As it was asked for, in one spelling. */
  range: string;
  /** The last row that was asked for, counted from 1; undefined: all that there are. */
  lastRow: number | undefined;
  cells: SheetCells;
}

type Question = Pick<SheetPlanRequest, 'spreadsheet_id' | 'range'>;

interface Page {
  spreadsheet_id: string;
  range: string;
  values: unknown[][];
  next_cursor?: string;
}

/** Reads a range as the caller would by `read_sheet`: as it is shown, and the values behind that. */
export async function readSheet(
  job: JobPlace,
  { spreadsheet_id, range }: Question,
  signal: AbortSignal,
): Promise<ReadSheet> {
  const question = { spreadsheet_id, range };
  const shown = await readPages(job, question, 'FORMATTED_VALUE', signal);
  const plain = await readPages(job, question, 'UNFORMATTED_VALUE', signal);
  const described = await callOffice<{ spreadsheet: { name: string } }>(job, 'describe_spreadsheet', {
    spreadsheet_id: question.spreadsheet_id,
  });
  const { tab, firstRow, firstColumn } = placeOf(shown.range);
  const asked = parseRange(question.range);
  return {
    spreadsheetId: shown.spreadsheet_id,
    name: described.spreadsheet.name,
    range: question.range.trim(),
    lastRow: asked.kind === 'area' && asked.area.endRow !== null ? asked.area.endRow : undefined,
    cells: {
      tab,
      firstRow,
      firstColumn,
      shown: shown.values.map((row) => row.map((value) => (value === null ? '' : String(value)))),
      values: plain.values,
    },
  };
}

/** Page by page, and no further than a media plan may reach: of a longer range the rest is never asked for. */
async function readPages(
  job: JobPlace,
  question: Question,
  render: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE',
  signal: AbortSignal,
): Promise<Page> {
  let first: Page | undefined;
  let cursor: string | undefined;
  let characters = 0;
  const values: unknown[][] = [];
  do {
    signal.throwIfAborted();
    const asked = { ...question, value_render_option: render, limit: PAGE_ROWS, ...(cursor && { cursor }) };
    const page = await callOffice<Page>(job, 'read_sheet', asked, (length) => {
      characters += length;
    });
    first ??= page;
    // Empty rows at the end of a page are left out of it.
    const begin = placeOf(page.range).firstRow - placeOf(first.range).firstRow;
    while (values.length < begin) values.push([]);
    for (const row of page.values) values.push(row);
    cursor = page.next_cursor;
    // The values behind are read after all that is shown: counted twice, the rows would begin again.
    if (render === 'FORMATTED_VALUE') job.call.progress?.(values.length, undefined, `Read ${values.length} rows`);
    if (values.length > SHEET_ROWS_MAX) throw tooLong();
    if (characters > SHEET_CHARACTERS_MAX) throw tooLarge();
  } while (cursor !== undefined);
  return { ...first, values };
}

/** A tool of the spreadsheets' channel, in the caller's name. */
async function callOffice<Answer>(
  { pipeline, call, workspace }: JobPlace,
  name: string,
  args: Readonly<Record<string, unknown>>,
  measured?: (characters: number) => void,
): Promise<Answer> {
  const tool = pipeline.tools.find((one) => one.channel.name === 'office' && one.name === name);
  if (!tool) throw notReadable('This service has no channel for spreadsheets.');
  const { json, failure } = await pipeline
    .runTool(
      pipeline,
      tool,
      { workspaceId: workspace.id, ...args },
      {
        ...call,
        idempotencyKey: undefined,
        progress: undefined,
        conversation: undefined,
        room: { bytes: REPLY_BYTES_MAX, as: 'data' },
      },
    )
    .catch((error: unknown) => {
      throw error instanceof HttpError ? refusedBy(error) : error;
    });
  if (failure) throw notReadable(failure.details.message, failure);
  measured?.(json.length);
  return JSON.parse(json) as Answer;
}

function placeOf(range: string): { tab: string; firstRow: number; firstColumn: number } {
  const parsed = parseRange(range);
  if (parsed.kind !== 'area')
    return { tab: parsed.kind === 'sheet' ? parsed.sheet : parsed.name, firstRow: 0, firstColumn: 0 };
  const { startRow, startColumn } = parsed.area;
  return { tab: parsed.sheet ?? '', firstRow: startRow, firstColumn: startColumn };
}

/** How addresses of cells name a tab. */
export function tabPrefix(tab: string): string {
  return tab === '' ? '' : `${printTitle(tab)}!`;
}

function tooLong(): Failure {
  const message = `has more than ${SHEET_ROWS_MAX.toLocaleString('en-US')} rows, and a media plan may have ${SHEET_ROWS_MAX.toLocaleString('en-US')}`;
  return new Failure({
    code: 'invalid_arguments',
    message: `\`range\`: ${message}. Nothing was kept.`,
    problems: [{ field: 'range', message }],
    nextStep: 'Name fewer rows, such as Plan!A4:G2000, or split the plan into several.',
  });
}

function tooLarge(): Failure {
  const message = 'holds more text than a media plan may have (8 million characters)';
  return new Failure({
    code: 'invalid_arguments',
    message: `\`range\`: ${message}. Nothing was kept.`,
    problems: [{ field: 'range', message }],
    nextStep: 'Name fewer columns or rows.',
  });
}

function notReadable(message: string, failure?: Failure): Failure {
  return new Failure({
    ...failure?.details,
    code: failure?.code ?? 'unsupported',
    message,
    nextStep: failure?.details.nextStep ?? 'Ask the operator. Nothing was kept.',
    cause: failure,
  });
}
