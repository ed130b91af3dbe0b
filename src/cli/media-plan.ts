import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { PlanComparison } from '../tools/media-plan-comparison.ts';
import type { SheetPlan } from '../tools/media-plan-desk.ts';
import type { Money } from '../tools/money.ts';
import { type Given, optional, required, UsageError } from './command.ts';
import { readable } from './reply-text.ts';
import { serviceUrl } from './service-url.ts';
import { table } from './table.ts';
import { asked, postCall, withKey } from './tool-calls.ts';

type Fields = Record<string, unknown>;

const money = (value: Money | null | undefined) => (value ? `${value.amount} ${value.currency}` : '–');

async function called<T>(given: Given, tool: string, args: Fields, shown: (result: T) => string): Promise<number> {
  return withKey(given, async (key) => {
    const { ok, result } = await postCall(`${serviceUrl(given)}/workspace/mcp`, key, tool, args);
    const text = ok ? shown(result as T) : readable(result, false, process.stdout.columns);
    given.print(given.json ? JSON.stringify(result) : text);
    return ok ? 0 : 1;
  });
}

function limitOf(given: Given): Fields {
  const limit = optional(given, 'limit');
  if (limit === undefined) return {};
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError(`--limit is "${limit}"; it is a number from 1 to 1000.`);
  return { limit: Number(limit) };
}

/** Reads and checks a sheet; nothing is made, and no command approves what is planned. */
export async function fromSheet(given: Given, sheet: string): Promise<number> {
  if (!sheet) throw new UsageError('Name the spreadsheet by its id; adhelm sheet list shows them.');
  const args = { spreadsheet_id: sheet, range: required(given, 'range'), ...limitOf(given) };
  const more = jsonOf(given, 'mapping', 'defaults');
  // A key of this command alone would be gone when the plan is made.
  if (!(optional(given, 'key') ?? process.env.ADHELM_API_KEY))
    throw new UsageError(
      'What is planned is made later, in the name of the key that asked for it: give one with --key or ADHELM_API_KEY (adhelm key create).',
    );
  return called(given, 'plan_from_sheet', { ...args, ...more }, shownSheetPlan);
}

function jsonOf(given: Given, ...names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = optional(given, name);
      if (text === undefined) return [];
      try {
        return [[name, JSON.parse(text)]];
      } catch {
        throw new UsageError(`--${name} is no JSON.`);
      }
    }),
  );
}

function shownSheetPlan({
  mapping,
  rows,
  more_rows,
  problems,
  sums,
  running,
  taken_out,
  plan,
  notes,
}: SheetPlan): string {
  const parts = [
    table(
      ['column', 'head', 'is', 'found by'],
      mapping.map((one) => [one.column, one.head, one.meaning ?? 'not used', one.found]),
    ),
    table(
      ['rows', 'channel', 'campaign', 'budget', 'becomes'],
      rows.map((one) => [one.rows.join(', '), one.channel ?? '–', one.campaign.name, money(one.budget), one.fate]),
    ),
    ...moreWords(more_rows, 'campaigns'),
    ...(problems.length > 0
      ? [
          table(
            ['cell', 'level', 'problem'],
            problems.map((one) => [one.cell, one.level, one.message]),
          ),
        ]
      : []),
    ...(sums.length > 0
      ? [
          table(
            ['currency', 'channel', 'month', 'planned', 'in the sheet'],
            sums.map((one) => [
              one.currency,
              one.channel ?? 'all',
              one.month ?? 'all',
              money(one.planned),
              money(one.in_sheet),
            ]),
          ),
        ]
      : []),
    ...running.map(({ words }) => words),
    ...taken_out.map(({ name, words }) => `${name}: ${words}`),
    ...notes,
    plan
      ? `Plan ${plan.id}, code ${plan.code}: ${plan.approve_url ? `a person decides at ${plan.approve_url}` : 'apply_plan makes it, all paused'}.`
      : 'Nothing is to be made or changed.',
  ];
  return parts.join('\n\n');
}

function moreWords(more: number, what: string): string[] {
  return more > 0 ? [`And ${more} more ${what}; --limit shows up to 1000.`] : [];
}

export async function compare(given: Given, sheet: string): Promise<number> {
  const plan = optional(given, 'plan');
  if ((plan === undefined) === (sheet === ''))
    throw new UsageError('Name a spreadsheet with --range, or a plan with --plan.');
  if (plan !== undefined && optional(given, 'range') !== undefined)
    throw new UsageError('--range goes with a spreadsheet; a plan is compared as a whole.');
  const args = plan === undefined ? { spreadsheet_id: sheet, range: required(given, 'range') } : { plan_id: plan };
  return called(given, 'compare_to_plan', { ...args, ...limitOf(given) }, shownComparison);
}
function shownComparison(compared: PlanComparison): string {
  const { rows, more_rows, unplanned, more_unplanned, totals, missing, notes } = compared;
  const parts = [
    table(
      ['rows', 'channel', 'campaign', 'planned', 'expected', 'spent', 'now'],
      rows.map((one) => [
        one.rows.join(', '),
        one.channel ?? '–',
        one.campaign.name,
        ...[one.planned, one.expected, one.spent].map(money),
        one.words,
      ]),
    ),
    ...moreWords(more_rows, 'campaigns'),
    ...(unplanned.length > 0
      ? [
          `No row plans:\n${table(
            ['channel', 'account', 'campaign', 'status', 'spent'],
            unplanned.map((one) => [one.channel, one.account, one.campaign.name, one.status, money(one.spent)]),
          )}`,
        ]
      : []),
    ...moreWords(more_unplanned, 'that no row plans'),
    table(
      ['currency', 'planned', 'expected', 'spent', 'not known'],
      totals.map((one) => [one.currency, ...[one.planned, one.expected, one.spent].map(money), String(one.unknown)]),
    ),
    ...missing.map((one) => `Missing: ${one.channel}. ${one.reason} ${one.next_step}`),
    ...notes,
  ];
  return parts.join('\n\n');
}

const FILTERS: Readonly<Record<string, string>> = {
  plan: 'plan_id',
  channels: 'channels',
  accounts: 'accounts',
  status: 'status',
  named: 'name_contains',
};

/** Writes the file while it arrives. */
export async function exportFile(given: Given, file: string): Promise<number> {
  const format = /\.(xlsx|csv)$/i.exec(file)?.[1]?.toLowerCase();
  if (format === undefined) throw new UsageError('Name the file to write, ending in .xlsx or .csv.');
  const query = new URLSearchParams(
    Object.entries(FILTERS).flatMap(([option, name]): [string, string][] => {
      const value = optional(given, option);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return withKey(given, async (key) => {
    const address = `${serviceUrl(given)}/media-plan.${format}?${query}`;
    const reply = await asked(address, { headers: { authorization: `Bearer ${key}` } });
    if (!reply.ok || !reply.body) {
      const text = await reply.text();
      given.print(given.json ? text : refusalWords(text, reply.status));
      return 1;
    }
    await written(reply.body, file);
    given.print(given.json ? JSON.stringify({ file }) : `Written: ${file}`);
    return 0;
  });
}

/** A file that did not arrive as a whole is not left behind. */
async function written(body: NonNullable<Response['body']>, file: string): Promise<void> {
  let isOpen = false;
  const target = createWriteStream(file).once('open', () => {
    isOpen = true;
  });
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream), target);
  } catch (error) {
    if (isOpen) await rm(file, { force: true });
    throw error;
  }
}

function refusalWords(text: string, status: number): string {
  try {
    return readable(JSON.parse(text), false);
  } catch {
    return `Failed: HTTP ${status}`;
  }
}
