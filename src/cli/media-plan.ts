import { createWriteStream } from 'node:fs';
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
  return limit === undefined ? {} : { limit: Number(limit) };
}

/** Reads and checks a sheet; nothing is made, and no command approves what is planned. */
export async function fromSheet(given: Given, sheet: string): Promise<number> {
  if (!sheet) throw new UsageError('Name the spreadsheet by its id; adhelm sheet list shows them.');
  const args = { spreadsheet_id: sheet, range: required(given, 'range'), ...limitOf(given) };
  return called(given, 'plan_from_sheet', args, shownSheetPlan);
}
function shownSheetPlan({ mapping, rows, problems, sums, plan, notes }: SheetPlan): string {
  const parts = [
    table(
      ['column', 'head', 'is', 'found by'],
      mapping.map((one) => [one.column, one.head, one.meaning ?? 'not used', one.found]),
    ),
    table(
      ['rows', 'channel', 'campaign', 'budget', 'becomes'],
      rows.map((one) => [one.rows.join(', '), one.channel ?? '–', one.campaign.name, money(one.budget), one.fate]),
    ),
    ...(problems.length > 0
      ? [
          table(
            ['cell', 'level', 'problem'],
            problems.map((one) => [one.cell, one.level, one.message]),
          ),
        ]
      : []),
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
    ...notes,
    plan
      ? `Plan ${plan.id}, code ${plan.code}: ${plan.approve_url ? `a person decides at ${plan.approve_url}` : 'apply_plan makes it, all paused'}.`
      : 'Nothing is to be made or changed.',
  ];
  return parts.join('\n\n');
}

export async function compare(given: Given, sheet: string): Promise<number> {
  const plan = optional(given, 'plan');
  if ((plan === undefined) === (sheet === ''))
    throw new UsageError('Name a spreadsheet with --range, or a plan with --plan.');
  const args = plan === undefined ? { spreadsheet_id: sheet, range: required(given, 'range') } : { plan_id: plan };
  return called(given, 'compare_to_plan', { ...args, ...limitOf(given) }, shownComparison);
}
function shownComparison({ rows, unplanned, totals, missing, notes }: PlanComparison): string {
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
    ...(unplanned.length > 0
      ? [
          `No row plans:\n${table(
            ['channel', 'account', 'campaign', 'status', 'spent'],
            unplanned.map((one) => [one.channel, one.account, one.campaign.name, one.status, money(one.spent)]),
          )}`,
        ]
      : []),
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
      given.print(await reply.text());
      return 1;
    }
    await pipeline(Readable.fromWeb(reply.body as ReadableStream), createWriteStream(file));
    given.print(given.json ? JSON.stringify({ file }) : `Written: ${file}`);
    return 0;
  });
}
