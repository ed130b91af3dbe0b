import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type Command, type Given, optional, UsageError } from './command.ts';
import { readable } from './reply-text.ts';
import { type Report, reportTable } from './report-table.ts';
import { serviceUrl } from './service-url.ts';
import { asked, callOptions, postCall, withKey } from './tool-calls.ts';

/** Of each option, the argument it stands for. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  level: 'level',
  range: 'date_range',
  from: 'start_date',
  to: 'end_date',
  by: 'by',
  order: 'order_by',
  limit: 'limit',
};
const LISTS = ['channels', 'accounts', 'metrics'];

const DAILY_ROWS_AT_ONCE = 1000;
/** More rows than this are not worth their small pictures. */
const DAILY_PAGES_MAX = 10;

export const report: Command = {
  name: 'report',
  summary: 'Numbers of all channels and accounts in one table, with what they did day by day.',
  options: {
    range: { type: 'string', meaning: 'Named days, such as LAST_MONTH (default: LAST_30_DAYS)', value: 'NAME' },
    from: { type: 'string', meaning: 'First day, instead of --range', value: 'DAY' },
    to: { type: 'string', meaning: 'Last day', value: 'DAY' },
    level: { type: 'string', meaning: 'channel, account, campaign, ad_group or ad', value: 'LEVEL' },
    by: { type: 'string', meaning: 'none, day, week or month', value: 'STEP' },
    metrics: { type: 'string', meaning: 'Names, separated by commas', value: 'NAMES' },
    order: { type: 'string', meaning: 'Such as "cost DESC"', value: 'METRIC' },
    channels: { type: 'string', meaning: 'Names, separated by commas (default: all)', value: 'NAMES' },
    accounts: { type: 'string', meaning: 'Ids, separated by commas (default: all)', value: 'IDS' },
    limit: { type: 'string', meaning: 'Most rows (default: 20; of --csv: all)', value: 'COUNT' },
    incomplete: { type: 'boolean', meaning: 'Today and days still being counted too' },
    csv: { type: 'boolean', meaning: 'Print CSV, all rows' },
    ...callOptions,
  },
  async run(given) {
    if (given.json && given.options.csv) throw new UsageError('--csv and --json cannot both be printed.');
    const args = argumentsOf(given);
    return withKey(given, (key) => (given.options.csv ? printCsv(given, key, args) : printReport(given, key, args)));
  },
};

type Arguments = Record<string, unknown>;

function argumentsOf(given: Given): Arguments {
  const named = Object.entries(ARGUMENTS).flatMap(([option, argument]) => {
    const value = optional(given, option);
    return value === undefined ? [] : [[argument, argument === 'limit' ? Number(value) : value]];
  });
  const lists = LISTS.flatMap((name) => {
    const value = optional(given, name);
    return value === undefined ? [] : [[name, value.split(',')]];
  });
  return {
    ...Object.fromEntries([...named, ...lists]),
    ...(given.options.incomplete === true && { include_incomplete: true }),
  };
}

async function printReport(given: Given, key: string, args: Arguments): Promise<number> {
  const address = `${serviceUrl(given)}/workspace/mcp`;
  const reply = await postCall(address, key, 'report', { limit: 20, ...args });
  if (given.json || !reply.ok) {
    given.print(given.json ? JSON.stringify(reply.result) : readable(reply.result, false, process.stdout.columns));
    return reply.ok ? 0 : 1;
  }
  const isSplit = args.by !== undefined && args.by !== 'none';
  const daily = isSplit ? [] : await dailyRows(address, key, args);
  given.print(reportTable(reply.result as Report, daily));
  return 0;
}

/** The same objects day by day, as far as that is not too much; without it the table has no small pictures. */
async function dailyRows(address: string, key: string, args: Arguments): Promise<Report['rows']> {
  const { order_by: _, ...question } = args;
  const rows: Report['rows'] = [];
  let cursor: string | undefined;
  for (let page = 0; page < DAILY_PAGES_MAX; page++) {
    const asking = { ...question, by: 'day', limit: DAILY_ROWS_AT_ONCE, ...(cursor && { cursor }) };
    const { ok, result } = await postCall(address, key, 'report', asking);
    if (!ok) return [];
    rows.push(...(result as Report).rows);
    cursor = (result as Report).next_cursor;
    if (cursor === undefined) return rows;
  }
  return [];
}

async function printCsv(given: Given, key: string, args: Arguments): Promise<number> {
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)])),
  );
  const response = await asked(`${serviceUrl(given)}/reports.csv?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!response.ok || !response.body) {
    given.print(await response.text());
    return 1;
  }
  const rows = Readable.fromWeb(response.body as ReadableStream);
  await pipeline(rows, process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
    // `| head` closes the pipe early.
    if (error.code !== 'EPIPE') throw error;
  });
  return 0;
}
