import { Failure } from '../../errors.ts';
import { Turns } from '../../event-loop/turns.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import type { Pacing, PacingRow } from '../../tools/budget-desk.ts';
import { dayOf } from '../../tools/days.ts';
import { coinDigits } from '../../tools/money.ts';
import { type Quantity, quantityOf } from '../../tools/report/quantity.ts';
import { channelsWithFigures, connectedAccounts } from '../history/connected-accounts.ts';
import type { DailyHistory } from '../history/daily-history.ts';
import { StoredHistory } from '../history/stored-history.ts';
import { moneyOf, moneyWords } from '../rules/words.ts';
import { daysOfMonth, lastEnded, type MonthDays, openMonth } from './month-days.ts';
import { FROM_DAY, pacingOf } from './pacing.ts';
import { problemsByRow } from './plan-problems.ts';
import { readPlanSheet } from './plan-sheet.ts';
import { accountKey, MonthSpending, type RowScope, scopeOf } from './row-scope.ts';
import { type BudgetPlan, findPlan, type PlannedRow } from './stored-plans.ts';

interface Question {
  month?: string | undefined;
  /** No verdict before this day of the month. */
  fromDay?: number | undefined;
  history?: DailyHistory | undefined;
}

/** Where the plan of a month will end, row by row. Reads the daily history and, where there is one, the spreadsheet. */
export async function monthPacing(job: JobPlace, question: Question = {}): Promise<Pacing> {
  const { pipeline, workspace, call } = job;
  const { fromDay = FROM_DAY, history = new StoredHistory(pipeline.store, pipeline.ambient) } = question;
  const accounts = connectedAccounts(workspace, await history.accounts(workspace.id)).filter(({ channel }) =>
    isSeen(job, channel),
  );
  const month = daysOfMonth(question.month ?? openMonth(accounts, pipeline.ambient.now()));
  const plan = await findPlan(pipeline.store, workspace.id, month.month);
  if (!plan) return withoutPlan(month.month);
  const read = await rowsOf(job, plan);
  const days = { from: month.first, to: month.last };
  const spending = new MonthSpending(accounts, await history.campaigns(workspace.id, days));
  const channels = connectedChannels(job);
  const rows = read.rows.filter(({ channel }) => isSeen(job, channel));
  const turns = new Turns(call.gone());
  const paced = await turns.map(rows, (row) => {
    const scope = scopeOf(row, month, spending, channels);
    const known = read.why === undefined ? scope : { ...scope, why: read.why };
    return { scope, row: pacingOf({ row, month, scope: known, fromDay }) };
  });
  return {
    month: month.month,
    ...(plan.sheet && { from_sheet: plan.sheet }),
    rows: paced.map(({ row }) => row),
    totals: totalsOf(paced.map(({ row }) => row)),
    notes: [...read.notes, ...countedTwice(paced), ...outside(paced, spending, month)],
  };
}

function withoutPlan(month: string): Pacing {
  return { month, rows: [], totals: [], notes: [`There is no budget plan for ${month}: set_budget_plan makes one.`] };
}

/** A spreadsheet that cannot be read now leaves the rows as they were, without a verdict. */
async function rowsOf(
  { pipeline, workspace, call }: JobPlace,
  { sheet, rows, setAt }: BudgetPlan,
): Promise<{ rows: readonly PlannedRow[]; notes: string[]; why?: string }> {
  if (!sheet) return { rows, notes: [] };
  try {
    const read = await readPlanSheet(pipeline, workspace.id, call, sheet);
    const wrong = problemsByRow(read.rows, channelsWithFigures(pipeline));
    const notes = [...read.problems, ...wrong.flat()].map(({ field, message }) => `${field}: ${message}.`);
    return { rows: read.rows.filter((_, index) => wrong[index]?.length === 0), notes };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const as = `as they stood on ${dayOf(setAt)}`;
    return {
      rows,
      notes: [],
      why: `The spreadsheet could not be read: ${error.details.message} The rows are shown ${as}.`,
    };
  }
}

function connectedChannels({ pipeline, workspace }: JobPlace): { channel: string; mode: string }[] {
  const withFigures = channelsWithFigures(pipeline);
  return workspace.connections.filter(({ channel }) => withFigures.includes(channel));
}

function isSeen({ call: { principal } }: JobPlace, channel: string | undefined): boolean {
  return !principal.channels || (channel !== undefined && principal.channels.includes(channel));
}

function totalsOf(rows: readonly PacingRow[]): Pacing['totals'] {
  const byCurrency = Map.groupBy(rows, ({ plan }) => plan.currency);
  return [...byCurrency].map(([code, some]) => {
    const sum = (name: 'plan' | 'spent' | 'due' | 'projected') => {
      const values = some.map((row) => (row[name] ? quantityOf(row[name].amount) : undefined));
      if (values.some((value) => value === undefined)) return null;
      const total = values.reduce<Quantity>((all, value) => all + value!, 0n);
      return moneyOf(total, { code, digits: coinDigits(code) });
    };
    return {
      currency: code,
      rows: some.length,
      plan: sum('plan')!,
      spent: sum('spent'),
      due: sum('due'),
      projected: sum('projected'),
    };
  });
}

interface Paced {
  scope: RowScope;
  row: PacingRow;
}

function countedTwice(paced: readonly Paced[]): string[] {
  const first = new Map<string, string>();
  const pairs = new Set<string>();
  for (const { scope, row } of paced) {
    for (const campaign of scope.campaigns) {
      const other = first.get(campaign);
      if (other === undefined) first.set(campaign, row.name);
      else pairs.add(`${other} and ${row.name}`);
    }
  }
  return [...pairs].slice(0, 5).map((pair) => `${pair} count the same campaigns; the totals hold them twice.`);
}

/** Money of the month that no row counts, by account. */
function outside(paced: readonly Paced[], { accounts, campaigns }: MonthSpending, month: MonthDays): string[] {
  const counted = new Set(paced.flatMap(({ scope }) => scope.campaigns));
  return accounts.flatMap((account) => {
    const until = lastEnded(account, month);
    if (until === undefined) return [];
    const key = accountKey(account);
    const rest = campaigns.filter((one) => one.account === key && !counted.has(`${key} ${one.id}`));
    const spent = rest.reduce((sum, one) => sum + (one.until.get(until) ?? 0n), 0n);
    if (spent === 0n) return [];
    const words = `${moneyWords(spent, account.currency)} of ${account.name} (${account.channel}) are in no row`;
    return [account.mode === 'sandbox' ? `${words}; it is a sandbox.` : `${words}.`];
  });
}
