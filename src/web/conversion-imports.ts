import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DAY_MS, newId } from '../ambient.ts';
import type { MappingRequest } from '../conversions/import/columns.ts';
import { EventFile, type EventFileDescription } from '../conversions/import/event-file.ts';
import { ResultFile } from '../conversions/import/result-file.ts';
import { idOf, problemsOf } from '../conversions/import/row-problems.ts';
import type { ChannelOutcome } from '../conversions/workspace-sends.ts';
import { Failure } from '../errors.ts';
import { oneAfterAnother } from '../event-loop/one-after-another.ts';
import { importsFolder } from '../process/data-files.ts';
import { IMPORT_DAYS } from '../process/old-imports.ts';
import { spreadsheetsIn } from '../sheets/file-spreadsheets.ts';
import { newSpreadsheetId } from '../sheets/spreadsheets.ts';
import { answerTo } from './call-tool.ts';
import type { Looker } from './looker.ts';
import { safeName, tooLarge } from './sheets.ts';

/** As many as fit into a call also where every field is filled. */
const ROWS_AT_ONCE = 500;
/** The first row below the head. */
const FIRST_ROW = 2;

export interface ImportRequest extends MappingRequest {
  /** Of times without one. */
  zone?: string | undefined;
  /** Only these; every connected one when left out. */
  channels?: readonly string[] | undefined;
}

/** An import as far as it has come; kept beside its file. */
export interface ImportState {
  id: string;
  name: string;
  spreadsheetId: string;
  rows: number;
  startedAt: number;
  request: ImportRequest;
  /** The row of the file that is sent next. */
  next: number;
  counts: Record<string, number>;
  /** Those the result has a column for, as its first slice found them. */
  channels: string[];
  /** Bytes of the result that belong to rows before `next`. */
  resultBytes: number;
}

type Workspace = Pick<Looker, 'parts' | 'workspace'>;

const isDone = ({ next, rows }: ImportState): boolean => next > rows + 1;

/**
 * The imports of one workspace: each a folder with the file, the result so far and where it stands. What is written to one is written
 * one after the other, also when two windows ask for it.
 */
export class ConversionImports {
  readonly #parts: Workspace['parts'];
  readonly #folder: string;

  constructor({ parts, workspace }: Workspace) {
    this.#parts = parts;
    this.#folder = importsFolder(parts.settings, workspace.id);
  }

  /** Takes in a file that is being sent; one that does not arrive whole, or cannot be read, leaves nothing behind. */
  async take({ content, isCut, fileName }: { content: Readable; isCut(): boolean; fileName: string }) {
    const { ambient } = this.#parts;
    const id = newId(ambient, 'imp');
    const folder = this.#of(id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const file = join(folder, `upload-${safeName(fileName)}`);
      await pipeline(content, createWriteStream(file, { mode: 0o600 }));
      if (isCut()) throw tooLarge();
      const spreadsheetId = newSpreadsheetId(ambient);
      await spreadsheetsIn(folder).import(file, { id: spreadsheetId });
      await rm(file);
      const described = await new EventFile(spreadsheetsIn(folder), spreadsheetId).describe({});
      await this.#put({
        ...{ id, spreadsheetId, name: basename(fileName).slice(0, 200), rows: described.rows },
        ...{ startedAt: ambient.now(), request: {}, next: FIRST_ROW, counts: {}, channels: [], resultBytes: 0 },
      });
      return { id };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** The newest first. What was left behind long ago is removed. */
  async list(): Promise<ImportState[]> {
    const ids = await readdir(this.#folder).catch(() => []);
    const states = await Promise.all(ids.map((id) => this.#read(id)));
    const known = states.filter((state) => state !== undefined);
    const oldest = this.#parts.ambient.now() - IMPORT_DAYS * DAY_MS;
    for (const { id, startedAt } of known) if (startedAt < oldest) await this.#removeFolder(id);
    return known.filter(({ startedAt }) => startedAt >= oldest).toSorted((a, b) => b.startedAt - a.startedAt);
  }

  async get(id: string): Promise<ImportState> {
    const state = /^imp_[\w-]+$/.test(id) ? await this.#read(id) : undefined;
    if (state) return state;
    throw new Failure({
      code: 'not_found',
      message: 'There is no such import here.',
      nextStep: 'Choose the file again: events that were sent are not sent twice.',
    });
  }

  /** Which column holds what; a change is kept for the slices to come. */
  async describe(id: string, request?: ImportRequest): Promise<EventFileDescription> {
    const state = request ? await oneAfterAnother(this.#of(id), () => this.#change(id, request)) : await this.get(id);
    return this.#file(state).describe(request ?? state.request);
  }

  async #change(id: string, request: ImportRequest): Promise<ImportState> {
    const state = await this.get(id);
    if (state.next === FIRST_ROW) await this.#put({ ...state, request });
    return state;
  }

  /** Reads rows as they would be sent, and sends nothing. */
  async check(id: string, from: number) {
    const state = await this.get(id);
    const { rows, next } = await this.#slice(state, from);
    const problems = await problemsOf(rows);
    return {
      next,
      good: rows.length - problems.size,
      refused: problems.size,
      problems: rows.flatMap((row) => {
        const problem = problems.get(row.row);
        return problem === undefined ? [] : [{ row: row.row, eventId: idOf(row), problem }];
      }),
    };
  }

  /** Sends the next rows, unless another call has sent them since this one read `from`. */
  send(looker: Looker, id: string, from: number): Promise<ImportState> {
    return oneAfterAnother(this.#of(id), () => this.#send(looker, id, from));
  }

  async #send(looker: Looker, id: string, from: number): Promise<ImportState> {
    const state = await this.get(id);
    if (isDone(state) || state.next !== from) return state;
    const { rows, next } = await this.#slice(state, from);
    const problems = await problemsOf(rows);
    const good = rows.filter(({ row }) => !problems.has(row));
    const events = good.map((row) => ('event' in row ? row.event : undefined));
    const outcomes = events.length === 0 ? [] : await sentBy(looker, events, state.request.channels);
    const channels = state.resultBytes === 0 ? channelsOf(looker, state.request) : state.channels;
    const counts = { ...state.counts };
    const add = (outcome: string, more: number) => {
      counts[outcome] = (counts[outcome] ?? 0) + more;
    };
    for (const { outcome } of outcomes.flat()) add(outcome, 1);
    if (problems.size > 0) add('refused', problems.size);
    const byRow = new Map(good.map(({ row }, at) => [row, outcomes[at] ?? []]));
    const lines = rows.map((row) => ({
      ...{ row: row.row, id: idOf(row), problem: problems.get(row.row) ?? '' },
      outcomes: byRow.get(row.row) ?? [],
    }));
    const resultBytes = await this.#addResult(state, channels, lines);
    const after = { ...state, channels, counts, resultBytes, next };
    await this.#put(after);
    if (isDone(after)) await spreadsheetsIn(this.#of(id)).remove(after.spreadsheetId);
    return after;
  }

  /** What was written behind the last known place belongs to a slice that is sent again. */
  async #addResult(
    { id, resultBytes }: ImportState,
    channels: readonly string[],
    lines: Parameters<ResultFile['add']>[0],
  ) {
    const path = this.resultPath(id);
    const result = await ResultFile.create(path, channels, resultBytes === 0 ? 'w' : 'a', resultBytes || undefined);
    try {
      await result.add(lines);
      return await result.size();
    } finally {
      await result.close();
    }
  }

  async remove(id: string): Promise<void> {
    await this.get(id);
    await this.#removeFolder(id);
  }

  /** Also where another call has removed it meanwhile. */
  #removeFolder(id: string): Promise<void> {
    return oneAfterAnother(this.#of(id), () => rm(this.#of(id), { recursive: true, force: true }));
  }

  resultPath(id: string): string {
    return join(this.#of(id), 'result.csv');
  }

  #file({ id, spreadsheetId }: ImportState): EventFile {
    return new EventFile(spreadsheetsIn(this.#of(id)), spreadsheetId);
  }

  async #slice(state: ImportState, from: number) {
    const { zone, ...request } = state.request;
    const file = this.#file(state);
    const { mapping, problems } = await file.describe(request);
    if (problems.length > 0)
      throw new Failure({
        code: 'invalid_arguments',
        message: `The columns are not clear yet: ${problems.map(({ field, message }) => `${field} ${message}`).join('; ')}.`,
        nextStep: 'Say which column holds what.',
      });
    return file.slice(mapping, { from, count: ROWS_AT_ONCE, zone });
  }

  #of(id: string): string {
    return join(this.#folder, id);
  }

  async #read(id: string): Promise<ImportState | undefined> {
    const text = await readFile(join(this.#of(id), 'state.json'), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as ImportState);
  }

  /** Renamed into place, so that a process that is ended leaves the state before or after. */
  async #put(state: ImportState): Promise<void> {
    const file = join(this.#of(state.id), 'state.json');
    await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
}

/** In the person's name, by the agents' own tool. */
async function sentBy(
  looker: Looker,
  events: readonly unknown[],
  channels: readonly string[] | undefined,
): Promise<ChannelOutcome[][]> {
  const answer = await answerTo(looker, 'workspace', 'send_conversions', { events, ...(channels && { channels }) });
  const { results } = answer as unknown as { results: { destinations: ChannelOutcome[] }[] };
  return results.map(({ destinations }) => destinations);
}

/** The channels that rows are sent to: those that were chosen, or all connected ones that take conversions. */
function channelsOf({ parts, workspace }: Looker, { channels }: ImportRequest): string[] {
  if (channels) return [...new Set(channels)].sort();
  const connected = new Set(workspace.connections.map(({ channel }) => channel));
  const taking = parts.registry.channels.filter(({ name, conversions }) => conversions && connected.has(name));
  return taking.map(({ name }) => name).sort();
}
