import { StringDecoder } from 'node:string_decoder';
import yauzl from 'yauzl';
import { Failure } from '../../../errors.ts';
import { DelimitedParser } from '../../../sheets/files/delimited-text.ts';
import type { Lead, LeadAnswer } from '../../../tools/leads/leads.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { fieldOf } from './lead-fields.ts';

const PACKED_BYTES_MAX = 64 * 1024 ** 2;
const UNPACKED_BYTES_MAX = 1024 ** 3;
const PAGE = 500;

/** The names that files have for what is no answer. */
const COLUMNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lead_id: 'id',
    id: 'id',
    created_time: 'time',
    create_time: 'time',
    submit_time: 'time',
    campaign_id: 'campaign_id',
    adgroup_id: 'ad_group_id',
    ad_group_id: 'ad_group_id',
    ad_id: 'ad_id',
  }),
);
const NAMES = [
  'campaign_name',
  'adgroup_name',
  'ad_group_name',
  'ad_name',
  'form_id',
  'form_name',
  'page_id',
  'page_name',
];

/** The leads of a file, which is CSV, or a zip with CSV inside. */
export async function* leadsIn(file: AsyncIterable<Buffer>, form: string): AsyncGenerator<Lead[]> {
  let columns: Columns | undefined;
  let page: Lead[] = [];
  for await (const row of rowsIn(csvIn(file))) {
    if (!columns) columns = columnsOf(row);
    else if (row.some((cell) => cell !== '')) page.push(leadOf(row, columns, form));
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function* rowsIn(csv: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const parser = new DelimitedParser(',');
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  for await (const piece of csv) {
    const text = decoder.write(piece);
    yield* parser.write(isFirst ? text.replace(/^\uFEFF/, '') : text);
    isFirst &&= text === '';
  }
  yield* parser.write(decoder.end());
  yield* parser.end();
}

async function* csvIn(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  let isZip: boolean | undefined;
  let size = 0;
  for await (const piece of file) {
    isZip ??= piece.subarray(0, 2).toString('latin1') === 'PK';
    size += piece.length;
    if (size > (isZip ? PACKED_BYTES_MAX : UNPACKED_BYTES_MAX)) throw unreadable('it is too large');
    if (isZip) pieces.push(piece);
    else yield piece;
  }
  if (isZip) yield* unzipped(Buffer.concat(pieces));
}

async function* unzipped(packed: Buffer): AsyncGenerator<Buffer> {
  const zip = await yauzl.fromBufferPromise(packed, { lazyEntries: true }).catch((error: Error) => {
    throw unreadable(error.message);
  });
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.toLowerCase().endsWith('.csv')) continue;
    for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > UNPACKED_BYTES_MAX) throw unreadable('it is too large');
      yield piece;
    }
    return;
  }
  throw unreadable('the zip holds no CSV');
}

interface Columns {
  /** Our name for each column that is no answer. */
  facts: Readonly<Record<string, number>>;
  answers: readonly { at: number; field: string }[];
}

function columnsOf(head: readonly string[]): Columns {
  const plain = head.map((name) => name.trim().toLowerCase().replace(/\s+/g, '_'));
  const facts: Record<string, number> = {};
  const answers: { at: number; field: string }[] = [];
  for (const [at, name] of plain.entries()) {
    const fact = COLUMNS.get(name);
    if (fact !== undefined && !(fact in facts)) facts[fact] = at;
    else if (!NAMES.includes(name)) answers.push({ at, field: fieldOf(head[at]!.trim()) });
  }
  if (!('id' in facts && 'time' in facts)) throw unreadable('it has no column with the id or the time of a lead');
  return { facts, answers };
}

function leadOf(row: readonly string[], { facts, answers }: Columns, form_id: string): Lead {
  const id = (fact: string) => bareId(row[facts[fact] ?? -1] ?? '');
  const lead = { id: id('id'), submitted_at: momentIn(row[facts.time!] ?? '') };
  if (!lead.id || Number.isNaN(lead.submitted_at)) throw unreadable('a row has no id or no time of a lead');
  const given = answers.flatMap(({ at, field }): LeadAnswer[] => (row[at] ? [{ field, values: [row[at]] }] : []));
  return withoutUnset({
    ...lead,
    form_id,
    campaign_id: id('campaign_id'),
    ad_group_id: id('ad_group_id'),
    ad_id: id('ad_id'),
    is_test: false,
    answers: given,
  }) as Lead;
}

/** Some files write `="7301…"`, so that spreadsheets keep all digits. */
function bareId(cell: string): string | undefined {
  return /^(?:=")?\s*(\d+)\s*"?$/.exec(cell.trim())?.[1];
}

/** `2026-11-15 09:00:00` in UTC, also with words behind it. */
function momentIn(cell: string): number {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(cell.trim()) ?? [];
  return Date.parse(`${day}T${time}Z`);
}

function unreadable(why: string): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message: `The video platform's file of leads could not be read: ${why}.`,
    retryable: true,
    nextStep: 'Call again in some minutes; if it stays, update the service.',
  });
}
