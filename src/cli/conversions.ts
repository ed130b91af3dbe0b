import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realAmbient } from '../ambient.ts';
import { IMPORT_FIELDS } from '../conversions/import/columns.ts';
import { EventFile, type EventFileDescription } from '../conversions/import/event-file.ts';
import { spreadsheetsHere } from '../sheets/file-spreadsheets.ts';
import { newSpreadsheetId } from '../sheets/spreadsheets.ts';
import { type Command, type Given, optional, UsageError } from './command.ts';
import { checkedRows, type ImportPlan, sendRows } from './conversion-import.ts';
import { progressBar } from './progress-bar.ts';
import { serviceUrl } from './service-url.ts';
import { table } from './table.ts';
import { callOptions, withKey } from './tool-calls.ts';

/** Long enough for the largest file; the key is revoked when the import ends. */
const KEY_LIFE_MS = 6 * 3_600_000;

export const conversions: Command = {
  name: 'conversions',
  takes: 'import FILE',
  summary:
    'Sends the events of a .csv, .tsv or .xlsx file to the platforms, each once. A run that was ended goes on where it was.',
  options: {
    ...callOptions,
    map: {
      type: 'string',
      meaning: 'Which column holds which field: event_id=Order,person.email=Mail (the rest is found by the heads)',
      value: 'LIST',
    },
    set: { type: 'string', meaning: 'One value for all rows: event=purchase,value.currency=EUR', value: 'LIST' },
    'time-zone': { type: 'string', meaning: 'Of times without one, such as Europe/Berlin', value: 'ZONE' },
    channels: { type: 'string', meaning: 'Only these, such as social,search', value: 'LIST' },
    encoding: { type: 'string', meaning: 'Of a text file that is not UTF-8', value: 'NAME' },
    result: { type: 'string', meaning: 'One line a row goes here (default: FILE.result.csv)', value: 'FILE' },
    'dry-run': { type: 'boolean', meaning: 'Only read the file and say what is wrong with it' },
  },
  async run(given) {
    const [verb, file] = given.words;
    if (verb !== 'import' || !file)
      throw new UsageError('Name the file: adhelm conversions import orders.csv --set event=purchase');
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
    const zone = timeZone(given);
    const folder = await mkdtemp(join(tmpdir(), 'adhelm-import-'));
    try {
      return await imported(given, file, { folder, zone });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Where {
  /** For a copy of the file, as long as it is read. */
  folder: string;
  zone: string | undefined;
}

async function imported(given: Given, file: string, { folder, zone }: Where): Promise<number> {
  const spreadsheets = spreadsheetsHere(folder);
  const id = newSpreadsheetId(realAmbient);
  await spreadsheets.import(file, { id, encoding: optional(given, 'encoding') });
  const events = new EventFile(spreadsheets, id);
  const description = await events.describe({ map: pairs(given, 'map'), fixed: pairs(given, 'set') });
  if (!given.json) given.print(mappingTable(description));
  if (description.problems.length > 0) {
    const lines = description.problems.map(({ field, message }) => `${field}: ${message}`);
    throw new UsageError(
      `The file cannot be sent yet. ${lines.join('. ')}. Say it with --map FIELD=HEAD or --set FIELD=VALUE; fields: ${IMPORT_FIELDS.join(', ')}.`,
    );
  }
  const bar = given.json ? undefined : progressBar();
  const plan: ImportPlan = {
    events,
    description,
    zone,
    result: optional(given, 'result') ?? `${file}.result.csv`,
    progress: (done, words) => bar?.show(done, description.rows, 'rows', words),
  };
  const counts = await (given.options['dry-run'] ? checkedRows(plan) : sent(given, plan)).finally(() => bar?.end());
  given.print(given.json ? JSON.stringify(counts) : words(counts, given.options['dry-run'] === true, plan));
  return (counts.refused ?? 0) + (counts.unknown ?? 0) > 0 ? 1 : 0;
}

function sent(given: Given, plan: ImportPlan) {
  const channels = optional(given, 'channels')
    ?.split(',')
    .map((name) => name.trim());
  const address = `${serviceUrl(given)}/workspace/mcp`;
  return withKey(given, (key) => sendRows(plan, { address, key, channels }), KEY_LIFE_MS);
}

function mappingTable({ mapping: { columns, fixed, unused } }: EventFileDescription): string {
  const rows = [
    ...columns.map(({ field, head }) => [field, head]),
    ...Object.entries(fixed).map(([field, value]) => [field, `always ${JSON.stringify(value)}`]),
    ...unused.map((head) => ['–', head]),
  ];
  return table(['field', 'column'], rows);
}

function words(counts: Readonly<Record<string, number>>, isDry: boolean, { result }: ImportPlan): string {
  const told = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome.replaceAll('_', ' ')}`);
  return `${told.join(', ')}. ${isDry ? 'Nothing was sent. ' : ''}One line a row: ${result}`;
}

/** `a=b,c=d` as an object. */
function pairs(given: Given, name: 'map' | 'set'): Record<string, string> {
  const text = optional(given, name);
  if (text === undefined) return {};
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [field = '', ...rest] = pair.split('=');
      if (rest.length === 0) throw new UsageError(`--${name} takes FIELD=VALUE, not ${JSON.stringify(pair)}.`);
      return [field.trim(), rest.join('=').trim()];
    }),
  );
}

function timeZone(given: Given): string | undefined {
  const zone = optional(given, 'time-zone');
  try {
    if (zone !== undefined) new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    throw new UsageError(`--time-zone: there is no zone ${JSON.stringify(zone)}; such as Europe/Berlin.`);
  }
}
