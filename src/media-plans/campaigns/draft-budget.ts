import type { PlannedBudget } from '../../tools/media-planning.ts';
import type { PlanLine } from '../reading/sheet-reading.ts';
import type { Coins } from './coins.ts';
import type { LineGroup } from './line-groups.ts';
import { daysWithin, haveGap, isSameRun, runOf } from './run-days.ts';

/** A budget of the sheet over its own days, counted once. */
export interface BudgetSpan {
  row: number;
  units: bigint;
  per: 'day' | 'total';
  start?: string | undefined;
  end?: string | undefined;
  /** Where the sheet itself tells what each month gets. */
  months?: PlanLine['months'];
  /** The same of weeks. */
  periods?: PlanLine['periods'];
}

export interface DraftBudget {
  campaign?: PlannedBudget | undefined;
  /** The cell that the campaign's budget is told in. */
  cell?: string | undefined;
  /** In the order of the groups; instead of the campaign's. */
  groups?: readonly PlannedBudget[] | undefined;
  spans: readonly BudgetSpan[];
}

interface Question {
  lines: readonly PlanLine[];
  groups: readonly LineGroup[];
  currency: string;
  /** Whether groups can hold budgets on this channel. */
  allowsGroups: boolean;
  /** Of the channel. */
  title: string;
  coins: Coins;
  stop(line: PlanLine, field: string, message: string): void;
  look(line: PlanLine, field: string, message: string): void;
}

interface Said {
  line: PlanLine;
  units: bigint;
  per: 'day' | 'total';
}

/** One budget, or the same one repeated, is the campaign's. Different ones are the groups', where those can hold them. */
export function draftBudget(question: Question): DraftBudget {
  const said = saidBudgets(question);
  const [first, ...others] = said;
  if (!first) return { spans: [] };
  const other = others.find(({ per }) => per !== first.per);
  if (other) {
    question.stop(
      other.line,
      'budget',
      `Row ${first.line.row} has a budget ${periodWords(first.per)}, this one a budget ${periodWords(other.per)}; a campaign has one kind.`,
    );
    return { spans: said.map(spanOf) };
  }
  if (others.every(({ units }) => units === first.units)) return once(said, question);
  return apart(said, question);
}

function saidBudgets({ lines, currency, coins, stop }: Question): Said[] {
  return lines.flatMap((line) => {
    if (!line.budget) return [];
    const { amount, per } = line.budget;
    const units = coins.units({ amount, currency });
    if (units === undefined) {
      stop(line, 'budget', `${amount} has more decimals than ${currency} counts.`);
      return [];
    }
    if (units > 0n) return [{ line, units, per }];
    stop(line, 'budget', 'A budget has to be more than 0.');
    return [];
  });
}

function once(said: readonly Said[], question: Question): DraftBudget {
  const { currency, coins, look } = question;
  const [first, second] = said as [Said, ...Said[]];
  if (second && !refuseSpread(said, first.units, question)) {
    const words = coins.words(first.units, currency);
    look(second.line, 'budget', `Rows ${rowsOf(said)} repeat ${words}: it counts once, as the campaign's budget.`);
  }
  return {
    campaign: budgetOf(first.units, first.per, currency, coins),
    cell: first.line.cells.budget,
    spans: [spanOfRun(first)],
  };
}

/** One budget a day is spent on every day of the run: more than rows with other days say, unless it only goes on from row to row. */
function refuseSpread(
  said: readonly Said[],
  units: bigint,
  { lines, currency, coins, stop }: Question,
  of = 'campaign',
): boolean {
  const run = runOf(lines);
  const days = said.map(({ line }) => daysWithin(run, line));
  const other = said.find((_, at) => !isSameRun(days[at]!, days[0]!));
  const isRepeated = said.every((one) => one.units === units);
  if (!other || other.per === 'total' || (isRepeated && !haveGap(days))) return false;
  const words = `Rows ${rowsOf(said)} have budgets a day for different days, and the ${of} would have one of ${coins.words(units, currency)} on all of these days.`;
  stop(other.line, 'budget', `${words} Write totals, or name the campaigns apart.`);
  return true;
}

function rowsOf(said: readonly Said[]): string {
  return said.map(({ line }) => line.row).join(', ');
}

function apart(said: readonly Said[], question: Question): DraftBudget {
  const { groups, currency, allowsGroups, title, coins, look, stop } = question;
  const [first] = said as [Said, ...Said[]];
  const inGroups = groups.map(({ lines }) => said.filter(({ line }) => lines.includes(line)));
  const byGroup = inGroups.map(distinct);
  const counted = byGroup.flat();
  const sum = totalOf(counted);
  const above = said.find(({ line }) => groups.every(({ lines }) => !lines.includes(line)));
  if (above) {
    if (counted.length > 0 && sum !== above.units)
      stop(
        above.line,
        'budget',
        `The campaign has ${coins.words(above.units, currency)}, and its groups add up to ${coins.words(sum, currency)}.`,
      );
    else refuseSpread(said, above.units, question);
    return {
      campaign: budgetOf(above.units, above.per, currency, coins),
      cell: above.line.cells.budget,
      spans: [spanOfRun(above)],
    };
  }
  const spans = counted.map(spanOf);
  if (allowsGroups && groups.length > 1 && byGroup.every(({ length }) => length > 0)) {
    for (const [at, own] of inGroups.entries()) refuseSpread(own, totalOf(byGroup[at]!), question, 'group');
    return { groups: byGroup.map((own) => budgetOf(totalOf(own), own[0]!.per, currency, coins)), spans };
  }
  const why = allowsGroups ? 'Not every group has a budget' : `On ${title} only campaigns have budgets`;
  if (!refuseSpread(said, sum, question))
    look(
      first.line,
      'budget',
      `${why}: those of rows ${rowsOf(counted)} become the campaign's, ${coins.words(sum, currency)}${first.per === 'day' ? ' a day' : ''}.`,
    );
  return { campaign: budgetOf(sum, first.per, currency, coins), cell: first.line.cells.budget, spans };
}

/** A value that rows of one group repeat counts once. */
function distinct(said: readonly Said[]): Said[] {
  return said.every(({ units }) => units === said[0]!.units) ? said.slice(0, 1) : [...said];
}

function totalOf(said: readonly Said[]): bigint {
  return said.reduce((sum, { units }) => sum + units, 0n);
}

function budgetOf(units: bigint, per: 'day' | 'total', currency: string, coins: Coins): PlannedBudget {
  return { ...coins.money(units, currency), per };
}

function spanOf({ line, units, per }: Said): BudgetSpan {
  const { row, start, end, months, periods } = line;
  return { row, units, per, start, end, months, periods };
}

/** Of a budget that is the whole campaign's: its days are those of the campaign. */
function spanOfRun(said: Said): BudgetSpan {
  return { ...spanOf(said), start: undefined, end: undefined };
}

function periodWords(per: 'day' | 'total'): string {
  return per === 'day' ? 'a day' : 'in total';
}
