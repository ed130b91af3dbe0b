import { amountIn } from './amount-cells.ts';
import type { CellGrid } from './cell-grid.ts';
import { channelOf } from './channel-words.ts';
import { currencyCell } from './currency-text.ts';
import { folded } from './folded-text.ts';
import { type MoneyContext, sumOf } from './line-money.ts';
import { isFormulaError } from './line-values.ts';
import { numberOf } from './number-text.ts';
import type { PlanColumn } from './plan-columns.ts';
import type { ProblemList } from './problem-list.ts';
import type { SheetRow } from './row-kinds.ts';
import type { PlanLine, SheetSum } from './sheet-reading.ts';

/** A sum of some rows, by its words. */
const A_PART = /^(?:sub|zwischen|teil|sous|parzial)|\bparziale\b|小計/;
const ALL_OF_IT =
  /\b(?:grand|gesamtsumme|endsumme|insgesamt|general|generale|geral|eindtotaal|gesamtbudget|overall)\b|総計|総合計/;

interface RowsAbove {
  /** From the sum before on. */
  since: number[];
  all: number[];
  hasSumBefore: boolean;
}

interface SumContext {
  grid: CellGrid;
  columns: readonly PlanColumn[];
  money: MoneyContext;
  problems: ProblemList;
  /** By row, counted as the sheet does. */
  lines: ReadonlyMap<number, PlanLine>;
}

/** The sums that the sheet has itself, each with the rows that it adds up. */
export function* sheetSums(rows: readonly SheetRow[], context: SumContext): Generator<void, SheetSum[]> {
  const sums: SheetSum[] = [];
  const all: number[] = [];
  let since: number[] = [];
  let hasSumBefore = false;
  for (const one of rows) {
    const number = context.grid.rowNumber(one.row);
    if (one.kind === 'line') {
      all.push(number);
      since.push(number);
    }
    if (one.kind !== 'sum' || one.isSectionSum) continue;
    yield;
    sums.push(...sumsIn(one, { since, all, hasSumBefore }, context));
    since = [];
    hasSumBefore = true;
  }
  return sums;
}

function sumsIn(one: SheetRow, rows: RowsAbove, context: SumContext): SheetSum[] {
  const { grid, columns, problems } = context;
  const totals = columns.filter(({ meaning }) => meaning === 'budget_total');
  const summed = totals.length > 0 ? totals : columns.filter(({ meaning }) => meaning === 'budget_daily');
  return [...summed, ...columns.filter(({ meaning }) => meaning === 'month')].flatMap((column) => {
    if (isFormulaError(grid.text(one.row, column.column))) {
      problems.look(
        { row: one.row, column: column.column },
        `The sheet's own sum shows ${grid.text(one.row, column.column)}, an error.`,
      );
    }
    return sumIn(one, column, rows, context) ?? [];
  });
}

function sumIn(one: SheetRow, column: PlanColumn, rows: RowsAbove, context: SumContext): SheetSum | undefined {
  const { grid, money } = context;
  const told = currencyOfSum(one, column, context);
  const read = amountIn(grid, one.row, column.column, {
    mark: money.marks.get(column.column),
    currency: told,
    coins: money.coins,
    zeros: column.unit?.zeros,
  });
  if (read.kind !== 'amount') return undefined;
  const label = folded(one.label?.text ?? '');
  const isPart = A_PART.test(label) || channelOf(label).kind !== 'unknown';
  const isGrand = rows.since.length === 0 || ALL_OF_IT.test(label) || (rows.hasSumBefore && label !== '' && !isPart);
  const fits = (numbers: readonly number[]) => sumOf(amountsIn(numbers, column, context, told)) === read.amount;
  const chosen = fits(rows.since) ? rows.since : isGrand || fits(rows.all) ? [...rows.all] : rows.since;
  const currencies = new Set(chosen.map((number) => context.lines.get(number)?.currency));
  const currency = told ?? (currencies.size === 1 ? [...currencies][0] : undefined);
  const own =
    told === undefined ? chosen : chosen.filter((number) => (context.lines.get(number)?.currency ?? told) === told);
  return {
    cell: grid.address(one.row, column.column),
    amount: read.amount,
    ...(currency !== undefined && { currency }),
    ...(column.month !== undefined && { month: column.month }),
    rows: own,
  };
}

function amountsIn(
  numbers: readonly number[],
  { month }: PlanColumn,
  { lines }: SumContext,
  currency: string | undefined,
): string[] {
  return numbers.flatMap((number) => {
    const line = lines.get(number);
    if (!line || (currency !== undefined && line.currency !== undefined && line.currency !== currency)) return [];
    return (month === undefined ? line.budget?.amount : line.months?.[month]) ?? [];
  });
}

/** By its own cells: the sign of the amount, the currency column, or a code in its label. */
function currencyOfSum(
  { row, label }: SheetRow,
  column: PlanColumn,
  { grid, columns, money }: SumContext,
): string | undefined {
  const named = columns.find(({ meaning }) => meaning === 'currency');
  const inLabel = /\b[A-Z]{3}\b/.exec(label?.text ?? '')?.[0];
  const codes =
    (named && currencyCell(grid.text(row, named.column))) ??
    numberOf(grid.text(row, column.column))?.currencies ??
    (inLabel ? currencyCell(inLabel) : undefined) ??
    column.currencies;
  return codes && money.currencies.meant(codes);
}
