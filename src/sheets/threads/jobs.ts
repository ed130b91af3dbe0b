import { TextDecoder } from 'node:util';
import { Failure } from '../../errors.ts';
import type { Turns } from '../../event-loop/turns.ts';
import { cleanText } from '../../text/clean-text.ts';
import { parseRange } from '../a1.ts';
import { csvOf } from '../csv.ts';
import { cellsOf, descriptionOf, idsIn, openIn } from '../files/stored-files.ts';
import { pageOf } from '../page.ts';
import type { CsvRequest, Page, PageRequest, ReadRequest } from '../read-request.ts';
import { type Row, type RowSource, rowsInMemory } from '../row-source.ts';
import type { ImportProgress, ImportRequest, SpreadsheetDescription } from '../spreadsheets.ts';

/** Where rows are read from: a file of a folder, or a platform's answer as it came. */
export type Source = { folder: string } | { body: Uint8Array };

/** The work that is done on threads. Everything that a job yields or returns can be sent between threads. */
export type Job =
  | { kind: 'import'; folder: string; file: string; options: Omit<ImportRequest, 'onProgress'> }
  | { kind: 'list'; folder: string; limit: number; after?: string | undefined }
  | { kind: 'describe'; folder: string; id: string }
  | { kind: 'page'; source: Source; request: PageRequest }
  | { kind: 'csv'; source: Source; request: CsvRequest };

export function startJob(job: Job, turns: Turns, signal: AbortSignal): AsyncGenerator<unknown, unknown> {
  if (job.kind === 'import') return importing(job, signal);
  if (job.kind === 'list') return listing(job, turns);
  if (job.kind === 'describe') return describing(job);
  return job.kind === 'page' ? paging(job, turns) : writing(job, turns);
}

type JobOf<Kind extends Job['kind']> = Extract<Job, { kind: Kind }>;

async function* importing(
  { folder, file, options: { id, name, encoding } }: JobOf<'import'>,
  signal: AbortSignal,
): AsyncGenerator<ImportProgress, SpreadsheetDescription> {
  // Imported here because only threads import files: the service itself need not load the readers.
  const { importSheetFile } = await import('../files/import.ts');
  let progress: ImportProgress | undefined;
  let news = Promise.withResolvers<void>();
  let underWay = true;
  const end = () => {
    underWay = false;
    news.resolve();
  };
  const work = importSheetFile(file, {
    targetDir: folder,
    id,
    ...(name !== undefined && { name }),
    ...(encoding !== undefined && { encoding }),
    signal,
    onProgress(now) {
      progress = now;
      news.resolve();
    },
  });
  work.then(end, end);
  while (underWay) {
    await news.promise;
    news = Promise.withResolvers();
    if (progress) yield progress;
  }
  return descriptionOf(id, await work);
}

async function* listing(
  { folder, limit, after = '' }: JobOf<'list'>,
  turns: Turns,
): AsyncGenerator<never, SpreadsheetDescription[]> {
  const found: SpreadsheetDescription[] = [];
  for (const id of idsIn(folder)
    .filter((one) => one > after)
    .slice(0, limit)) {
    found.push(describe(folder, id));
    await turns.pause();
  }
  return found;
}

// biome-ignore lint/correctness/useYield: it has nothing to say before its end
async function* describing({ folder, id }: JobOf<'describe'>): AsyncGenerator<never, SpreadsheetDescription> {
  return describe(folder, id);
}

function describe(folder: string, id: string): SpreadsheetDescription {
  const file = openIn(folder, id);
  try {
    return descriptionOf(id, file.info);
  } finally {
    file.close();
  }
}

// biome-ignore lint/correctness/useYield: it has nothing to say before its end
async function* paging({ source, request }: JobOf<'page'>, turns: Turns): AsyncGenerator<never, Page> {
  const { rows, close } = openRows(source, request);
  try {
    return await pageOf(rows, request, turns);
  } finally {
    close();
  }
}

async function* writing({ source, request }: JobOf<'csv'>, turns: Turns): AsyncGenerator<string, void> {
  const { rows, close } = openRows(source, request);
  try {
    yield* csvOf(rows, request, turns);
  } finally {
    close();
  }
}

function openRows(source: Source, request: ReadRequest): { rows: RowSource; close(): void } {
  if ('body' in source) return { rows: cleaned(rowsOfReply(source.body)), close: () => {} };
  const file = openIn(source.folder, request.spreadsheetId);
  try {
    return { rows: cleaned(file.read(cellsOf(file, request), request)), close: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The pipeline cleans every reply. Cleaned here, on the thread, its text holds nothing left to clean, which is quick. */
function cleaned(source: RowSource): RowSource {
  const clean = (value: unknown) => (typeof value === 'string' ? cleanText(value) : value);
  return {
    cells: source.cells,
    rowsAtMost: source.rowsAtMost,
    width: () => source.width(),
    notes: () => source.notes(),
    *batches() {
      for (const batch of source.batches()) yield batch.map((row) => row.map(clean));
    },
  };
}

/** The platform's own answer to a read; a range without data has no `values` at all. */
function rowsOfReply(body: Uint8Array): RowSource {
  try {
    const { range, values = [] } = JSON.parse(new TextDecoder().decode(body)) as { range: string; values?: Row[] };
    const parsed = parseRange(range);
    if (parsed.kind !== 'area' || !values.every(Array.isArray)) throw new Error(`not cells: ${range}`);
    const { endRow, endColumn } = parsed.area;
    const ends = { endRow: endRow ?? values.length, endColumn: endColumn ?? 0 };
    return rowsInMemory({ ...parsed.area, ...ends, sheet: parsed.sheet ?? '' }, values);
  } catch (cause) {
    throw new Failure({
      code: 'upstream_unavailable',
      message: 'The office platform answered with something that is not a range of cells.',
      nextStep: 'Ask again in a moment; if it stays, the platform has a fault.',
      retryable: true,
      cause,
    });
  }
}
