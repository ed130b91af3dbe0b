import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { csvRow } from '../../text/csv-row.ts';
import type { ChannelOutcome } from '../workspace-sends.ts';

const HEAD = ['row', 'event_id', 'problem'];

/** The last row that has a whole line, and how many bytes the whole lines have: a line cut in the middle is written again. */
export async function readResult(
  path: string,
): Promise<{ channels: string[] | undefined; last: number; whole: number }> {
  let channels: string[] | undefined;
  let [last, whole] = [1, 0];
  const handle = await open(path);
  const { size } = await handle.stat();
  await handle.close();
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const bytes = Buffer.byteLength(line) + 2;
    if (whole + bytes > size) break;
    if (channels === undefined) {
      if (!line.startsWith(HEAD.join(','))) break;
      channels = line.split(',').slice(HEAD.length).filter(Boolean);
    } else last = Math.max(last, Number.parseInt(line, 10) || last);
    whole += bytes;
  }
  return { channels, last, whole };
}

interface ResultLine {
  row: number;
  id: string;
  problem: string;
  outcomes?: readonly ChannelOutcome[];
}

/** What became of each row, a line each. Every line is on disk when `add` resolves. */
export class ResultFile {
  readonly #handle: FileHandle;
  readonly #channels: readonly string[];

  private constructor(handle: FileHandle, channels: readonly string[]) {
    this.#handle = handle;
    this.#channels = channels;
  }

  static async create(path: string, channels: readonly string[], flags: 'w' | 'wx' | 'a', keep?: number) {
    const handle = await open(path, flags, 0o600);
    if (keep === undefined) await handle.write(csvRow([...HEAD, ...channels], HEAD.length + channels.length, false));
    else await handle.truncate(keep);
    return new ResultFile(handle, channels);
  }

  async add(lines: readonly ResultLine[]): Promise<void> {
    const text = lines.map(({ row, id, problem, outcomes = [] }) => {
      const fields = [row, oneLine(id), oneLine(problem), ...this.#channels.map((name) => cellOf(name, outcomes))];
      return csvRow(fields, fields.length, true);
    });
    await this.#handle.write(text.join(''));
    await this.#handle.datasync();
  }

  async size(): Promise<number> {
    return (await this.#handle.stat()).size;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

function cellOf(channel: string, outcomes: readonly ChannelOutcome[]): string {
  return outcomes
    .filter((outcome) => outcome.channel === channel)
    .map(({ outcome, field, why }) => oneLine([outcome, field, why].filter(Boolean).join(' ')))
    .join('; ');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
