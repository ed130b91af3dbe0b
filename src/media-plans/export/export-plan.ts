import { Failure } from '../../errors.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { isPartial } from '../../reports/report.ts';
import type { WrittenCell } from '../../sheets/writing/cell-xml.ts';
import { dayOf } from '../../tools/days.ts';
import { searchText } from '../../tools/lookup-text.ts';
import type { ExportRequest, FileFormat, MadeExport, MissingPart, PlanExport } from '../../tools/media-plan-files.ts';
import type { RunningCampaign } from '../../tools/media-planning.ts';
import { coinDigits, decimalOf, unitsOf } from '../../tools/money.ts';
import { mediaPlanNamed } from '../named-media-plan.ts';
import { type RunningAccount, runningAccounts } from '../running-accounts.ts';
import {
  capitalized,
  EXPORT_WIDTHS,
  type ExportedLine,
  headCells,
  lineCells,
  linesOf,
  noteCells,
} from './exported-lines.ts';
import { notedSheet } from './noted-sheet.ts';
import { tableFile } from './table-file.ts';

/** More would be no plan that anybody reads, and has to be held while the file is written. */
const CAMPAIGNS_MAX = 20_000;

/** What runs, in the shape of a plan sheet: read back it changes nothing. */
export async function exportPlan(job: JobPlace, request: ExportRequest): Promise<MadeExport> {
  if (request.plan_id !== undefined) return exportNoted(job, request.plan_id, request.format);
  const { accounts, missing } = await runningAccounts(job, { channels: request.channels, accounts: request.accounts });
  const chosen = accounts.map((one) => ({ ...one, campaigns: one.campaigns.filter(wanted(request)) }));
  const campaigns = chosen.reduce((sum, one) => sum + one.campaigns.length, 0);
  if (campaigns > CAMPAIGNS_MAX) throw tooMany(campaigns);
  const lines = chosen.flatMap((one) => one.campaigns.flatMap((campaign) => linesOf(one, campaign)));
  const absent = missing.map(absentWords);
  const told: PlanExport = {
    campaigns,
    rows: lines.length,
    sums: sumsOf(chosen),
    missing,
    partial: isPartial(missing, { channels: request.channels }),
    notes: notesOf(chosen, request),
  };
  const rows = {
    *[Symbol.iterator]() {
      yield* fileRows(lines, absent);
    },
  };
  const name = `media plan ${dayOf(job.pipeline.ambient.now())}`;
  return { told, file: tableFile(name, request.format, { name: 'Plan', widths: EXPORT_WIDTHS, heads: 1, rows }) };
}

async function exportNoted(job: JobPlace, id: string, format: FileFormat): Promise<MadeExport> {
  const plan = await mediaPlanNamed(job, id);
  const progress = plan.planId === undefined ? [] : await job.pipeline.mediaPlans.members(plan.planId);
  return notedSheet(plan, progress, format);
}

function* fileRows(lines: readonly ExportedLine[], absent: readonly string[]): Generator<WrittenCell[]> {
  yield headCells();
  for (const line of lines) yield lineCells(line);
  for (const words of absent) yield noteCells(words);
}

const STATUSES: Readonly<Record<NonNullable<ExportRequest['status']>, readonly RunningCampaign['status'][]>> = {
  ACTIVE: ['on'],
  PAUSED: ['paused'],
  OTHER: ['ended', 'other'],
};

/** What has ended is no longer a plan, unless it is asked for. */
function wanted({ status, name_contains }: ExportRequest): (campaign: RunningCampaign) => boolean {
  const statuses = status ? STATUSES[status] : (['on', 'paused', 'other'] as const);
  const part = name_contains && searchText(name_contains);
  return (campaign) =>
    (statuses as readonly string[]).includes(campaign.status) &&
    (part === undefined || searchText(campaign.name).includes(part));
}

function absentWords({ channel, account, reason }: MissingPart): string {
  return `Not in this file: ${capitalized(channel)}${account === undefined ? '' : ` ${account}`}. ${reason}`;
}

/** Budgets by currency; those of groups count where the campaign has none. */
function sumsOf(accounts: readonly RunningAccount[]): PlanExport['sums'] {
  const sums = new Map<string, { campaigns: number; total?: bigint; day?: bigint }>();
  for (const { account, campaigns } of accounts)
    for (const { budget, groups } of campaigns) {
      const sum = sums.get(account.currency.code) ?? { campaigns: 0 };
      sums.set(account.currency.code, sum);
      sum.campaigns += 1;
      for (const one of budget ? [budget] : groups.flatMap((group) => group.budget ?? []))
        if (one.currency === account.currency.code)
          sum[one.per] = (sum[one.per] ?? 0n) + (unitsOf(one.amount, DIGITS) ?? 0n);
    }
  const money = (units: bigint, currency: string) => ({
    amount: decimalOf(units / 10n ** BigInt(DIGITS - coinDigits(currency)), coinDigits(currency)),
    currency,
  });
  return [...sums].map(([currency, { campaigns, total, day }]) => ({
    currency,
    campaigns,
    ...(total !== undefined && { total: money(total, currency) }),
    ...(day !== undefined && { daily: money(day, currency) }),
  }));
}

/** As fine as any platform counts. */
const DIGITS = 9;

function notesOf(accounts: readonly RunningAccount[], { format }: ExportRequest): string[] {
  const all = accounts.flatMap(({ campaigns }) => campaigns);
  const twice = accounts.flatMap(({ campaigns }) => sameNames(campaigns));
  const guarded = all.filter(({ name }) => /^\s*[=+\-@]/.test(name)).length;
  return [
    ...(twice.length > 0
      ? [`Several campaigns of one account are called ${namesIn(twice)}: read back, their rows would be one campaign.`]
      : []),
    ...(format === 'csv' && guarded > 0
      ? [
          `${guarded} names begin like a formula and have an apostrophe before them in the CSV; the .xlsx has them as they are.`,
        ]
      : []),
  ];
}

const NAMED_MAX = 5;

function namesIn(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).map((name) => `“${name}”`);
  return [...shown, ...(names.length > NAMED_MAX ? [`${names.length - NAMED_MAX} more`] : [])].join(', ');
}

function sameNames(campaigns: readonly RunningCampaign[]): string[] {
  const groups = Map.groupBy(
    campaigns,
    ({ name, container }) => `${searchText(container?.name ?? '')}\n${searchText(name)}`,
  );
  return [...groups.values()].flatMap(([first, second]) => (first && second ? [first.name] : []));
}

function tooMany(campaigns: number): Failure {
  return new Failure({
    code: 'unsupported',
    message: `${campaigns} campaigns are more than one file of a plan holds (${CAMPAIGNS_MAX}).`,
    nextStep: 'Name channels or accounts, a status, or a part of the names in name_contains.',
  });
}
