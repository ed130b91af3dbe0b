import { Failure, type Problem } from '../../errors.ts';
import type { SpreadsheetDescription, Spreadsheets } from '../../sheets/spreadsheets.ts';
import { type Mapping, type MappingRequest, mappingOf } from './columns.ts';
import { type Cell, eventOf, type RowEvent } from './row-event.ts';

/** Columns of a file of events; more is another kind of file. */
const COLUMNS_MAX = 200;
/** Few at once: what is read passes between threads, and large pieces leave much behind. */
const ROWS_AT_ONCE = 100;
/** Of those rows, as the file's reader counts them. */
const BYTES_MAX = 4_000_000;
const HEAD_CHARACTERS_MAX = 100;

export interface EventFileDescription {
  /** Rows below the head. */
  rows: number;
  heads: readonly string[];
  mapping: Mapping;
  /** What has to be said before anything can be sent. */
  problems: readonly Problem[];
}

/** A row of the file, by its number there: the head is row 1. */
export type FileRow = { row: number } & RowEvent;

/** A file of events that was taken in as a spreadsheet: its first tab, with the heads in its first row. */
export class EventFile {
  readonly #spreadsheets: Pick<Spreadsheets, 'describe' | 'page'>;
  readonly #id: string;
  #found: Promise<SpreadsheetDescription['tabs'][number]> | undefined;

  constructor(spreadsheets: Pick<Spreadsheets, 'describe' | 'page'>, id: string) {
    this.#spreadsheets = spreadsheets;
    this.#id = id;
  }

  async describe(request: MappingRequest): Promise<EventFileDescription> {
    const { dataRows = 0, dataColumns = 0 } = await this.#tab();
    if (dataRows < 2) throw wrongFile('holds no rows below a head');
    if (dataColumns > COLUMNS_MAX)
      throw wrongFile(`has ${dataColumns} columns; at most ${COLUMNS_MAX} are read, and an event has fewer than 30`);
    const [head = []] = await this.#rows(1, 1);
    const heads = head.map(({ shown }) => shown.trim().slice(0, HEAD_CHARACTERS_MAX));
    const { mapping, problems } = mappingOf(heads, request);
    return { rows: dataRows - 1, heads, mapping, problems };
  }

  /** Some rows as events, from a row of the file on, fewer than asked for where they are long; `next` is the row to go on with. */
  async slice(
    mapping: Mapping,
    { from, count, zone }: { from: number; count: number; zone?: string | undefined },
  ): Promise<{ rows: FileRow[]; next: number }> {
    const { dataRows = 0 } = await this.#tab();
    const end = Math.min(from + count, dataRows + 1);
    const rows: FileRow[] = [];
    let next = from;
    while (next < end) {
      const asked = Math.min(ROWS_AT_ONCE, end - next);
      const cells = await this.#rows(next, asked);
      for (const [at, row] of cells.entries())
        if (row.some(({ shown }) => shown.trim() !== '')) rows.push({ row: next + at, ...eventOf(row, mapping, zone) });
      // A page leaves out the empty rows at its end, so a page without rows means that all rows asked for are empty.
      next += cells.length || asked;
    }
    return { rows, next };
  }

  /** Asked for once: the file does not change. */
  #tab(): Promise<SpreadsheetDescription['tabs'][number]> {
    this.#found ??= this.#spreadsheets.describe(this.#id).then(({ tabs }) => {
      const tab = tabs.find(({ hidden, dataRows = 0 }) => !hidden && dataRows > 0);
      if (!tab) throw wrongFile('holds no rows below a head');
      return tab;
    });
    return this.#found;
  }

  /** Twice: as the file holds the cells, where a formula shows itself, and as a program would show them. */
  async #rows(from: number, count: number): Promise<Cell[][]> {
    const { name } = await this.#tab();
    const request = {
      spreadsheetId: this.#id,
      range: `'${name.replaceAll("'", "''")}'!${from}:${from + count - 1}`,
      dates: 'SERIAL_NUMBER',
      major: 'ROWS',
      bytesMax: BYTES_MAX,
    } as const;
    const [raw, shown] = await Promise.all(
      (['FORMULA', 'FORMATTED_VALUE'] as const).map((render) => this.#spreadsheets.page({ ...request, render })),
    );
    const rows = Math.min(raw!.values.length, shown!.values.length);
    return raw!.values
      .slice(0, rows)
      .map((cells, row) =>
        cells.map((value, column) => ({ raw: value, shown: String(shown!.values[row]?.[column] ?? '') })),
      );
  }
}

function wrongFile(message: string): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: `The file ${message}.`,
    problems: [{ field: 'file', message }],
    nextStep: 'Choose a file with the heads of its columns in the first row and an event in each row below.',
  });
}
