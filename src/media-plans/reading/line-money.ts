import { type AmountRead, amountIn, type CoinDigits } from './amount-cells.ts';
import { applyBudgetType, budgetTypeOf } from './budget-type.ts';
import { currencyCell } from './currency-text.ts';
import { quoted } from './folded-text.ts';
import type { FieldContext, LineDraft } from './line-fields.ts';
import type { LineCell } from './line-values.ts';
import type { NumberMark } from './number-marks.ts';
import { numberOf } from './number-text.ts';
import type { SheetCurrencies } from './sheet-currencies.ts';

export interface MoneyContext {
  marks: ReadonlyMap<number, NumberMark>;
  currencies: SheetCurrencies;
  coins: CoinDigits;
  /** The heads are in English. */
  isEnglish: boolean;
  defaultCurrency: string | undefined;
}

/** The currency and the budget of a row. */
export function readMoney(line: LineDraft, context: FieldContext, money: MoneyContext): void {
  const { values, row } = context;
  const totals = values.all(row, 'budget_total');
  const daily = values.all(row, 'budget_daily');
  const months = values.all(row, 'month');
  const periods = values.all(row, 'period');
  const amounts = [...totals, ...daily, ...months, ...periods];
  const currency = rowCurrency(line, context, money, amounts);
  // Where an amount stands is known even if it cannot be read.
  const [stands] = [...totals, ...daily, ...months, ...periods];
  if (stands) line.cells.budget = stands.address;
  if (currency === 'wrong') return;
  if (periods.length > 0) readPeriods(line, periods, context, money);
  if (months.length > 0) readMonths(line, months, context, money);
  const type = budgetTypeOf(context);
  const isDaily = totals.length === 0 || (type?.per === 'day' && daily.length > 0);
  const [cell, second] = isDaily ? daily : totals;
  if (cell && second && readAmount(second, line, context, money)?.kind === 'amount') {
    const names = `${cell.address.split('!').at(-1)} and ${second.address.split('!').at(-1)}`;
    context.problems.stop(row, second, `The row has two budgets, in ${names}, in different currencies.`, {
      allowed: 'One of them',
    });
  }
  if (cell) readBudget(line, cell, isDaily ? 'day' : 'total', context, money);
  if (type) applyBudgetType(line, type, cell, context);
  const bid = values.one(row, 'bid');
  const read = bid && readAmount(bid, line, context, money);
  if (read?.kind !== 'amount') return;
  line.bid = read.amount;
  line.cells.bid = bid!.address;
}

function readBudget(
  line: LineDraft,
  cell: LineCell,
  per: 'day' | 'total',
  context: FieldContext,
  money: MoneyContext,
): void {
  const read = readAmount(cell, line, context, money);
  if (read?.kind !== 'amount') return;
  const meant = read.per ?? per;
  if (line.budget && meant === 'total' && line.budget.amount !== read.amount) {
    const parts = line.months ? 'months' : 'weeks or quarters';
    context.problems.stop(
      context.row,
      cell,
      `The ${parts} of the row add up to ${line.budget.amount}, and the budget says ${read.amount}.`,
    );
  } else if (line.budget && meant === 'day') return;
  line.budget = { amount: read.amount, per: meant };
  line.cells.budget = cell.address;
}

function readMonths(line: LineDraft, cells: readonly LineCell[], context: FieldContext, money: MoneyContext): void {
  const months: Record<string, string> = {};
  for (const cell of cells) {
    const read = readPart(cell, line, context, money);
    if (read === undefined || cell.head.month === undefined) continue;
    months[cell.head.month] = sumOf([months[cell.head.month] ?? '0', read]);
    line.cells[`months.${cell.head.month}`] = cell.address;
    if (line.budget === undefined && Object.keys(months).length === 1) line.cells.budget = cell.address;
  }
  if (Object.keys(months).length === 0) return;
  line.months = months;
  const amount = sumOf(Object.values(months));
  if (line.budget && line.budget.amount !== amount) {
    const { budget } = line;
    const message = `The weeks of the row add up to ${budget.amount}, and its months to ${amount}.`;
    context.problems.stop(context.row, cells[0]!, message);
  }
  line.periods = undefined;
  line.budget = { amount, per: 'total' };
}

/** Weeks and quarters: their sum is the budget. */
function readPeriods(line: LineDraft, cells: readonly LineCell[], context: FieldContext, money: MoneyContext): void {
  const read = cells.flatMap((cell) => {
    const amount = readPart(cell, line, context, money);
    return amount === undefined ? [] : [{ cell, amount }];
  });
  const [first] = read;
  if (!first) return;
  line.budget = { amount: sumOf(read.map(({ amount }) => amount)), per: 'total' };
  line.cells.budget = first.cell.address;
  const periods = read.flatMap(({ cell: { head }, amount }) =>
    head.days ? [{ start: head.days.start, end: head.days.end, amount }] : [],
  );
  if (periods.length === read.length) line.periods = periods;
}

/** What a month, a week or a quarter gets. */
function readPart(cell: LineCell, line: LineDraft, context: FieldContext, money: MoneyContext): string | undefined {
  const read = readAmount(cell, line, context, money, true);
  if (read?.kind !== 'amount') return undefined;
  if (read.per !== 'day') return read.amount;
  const message = `${quoted(cell.text)} is a budget a day; what stands below a month or a week is the amount for all of it.`;
  context.problems.stop(context.row, cell, message);
  return undefined;
}

/** Decimal texts, added exactly. */
export function sumOf(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  const units = amounts.reduce((sum, amount) => {
    const [whole = '0', decimals = ''] = amount.split('.');
    return sum + BigInt(whole + decimals.padEnd(digits, '0'));
  }, 0n);
  const text = units.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '');
}

function readAmount(
  cell: LineCell,
  line: LineDraft,
  { values, problems, row }: FieldContext,
  { marks, coins, isEnglish }: MoneyContext,
  allowsZero = false,
): AmountRead | undefined {
  const read = amountIn(values.grid, cell.row, cell.column, {
    mark: marks.get(cell.column),
    currency: line.currency,
    coins,
    isEnglish,
    zeros: cell.head.unit?.zeros,
    allowsZero,
  });
  if (read.kind === 'wrong')
    problems.stop(row, cell, read.message, read.allowed === undefined ? {} : { allowed: read.allowed });
  if (read.kind === 'amount' && read.note) problems.look(cell, read.note);
  return read;
}

/** By the currency column, else by the cell, its head, the section, the other cells, the title, or the workspace. */
function rowCurrency(
  line: LineDraft,
  context: FieldContext,
  money: MoneyContext,
  amounts: readonly LineCell[],
): 'wrong' | undefined {
  const { values, problems, row, section } = context;
  const { currencies } = money;
  const named = values.one(row, 'currency');
  const codes = named && currencyCell(named.text);
  if (named && !codes) {
    problems.stop(row, named, `${quoted(named.text)} is not known as a currency.`, {
      allowed: 'Three letters such as EUR',
    });
    return 'wrong';
  }
  const own = codes ?? section.currency?.value;
  const place =
    named?.address ?? (section.currency && values.grid.address(section.currency.row, section.currency.column));
  const said = own && currencies.meant(own);
  const [first] = amounts;
  for (const cell of amounts) {
    const byCell = numberOf(cell.text)?.currencies;
    const byHead = cell.head.currencies;
    const clash = said && [byCell, byHead].find((others) => others && !others.includes(said));
    if (clash) {
      const where = clash === byCell ? 'The cell' : `The head ${quoted(cell.head.head)}`;
      problems.stop(row, cell, `${where} says ${currencies.meant(clash) ?? clash[0]}, and ${place} says ${said}.`);
      return 'wrong';
    }
    if (byCell && byHead && !byCell.some((code) => byHead.includes(code))) {
      problems.stop(
        row,
        cell,
        `The cell says ${currencies.meant(byCell) ?? byCell[0]}, and its head says ${currencies.meant(byHead) ?? byHead[0]}.`,
      );
      return 'wrong';
    }
  }
  const telling = amounts.find((cell) => numberOf(cell.text)?.currencies ?? cell.head.currencies) ?? first;
  line.currency =
    said ?? (telling && currencyByCell(telling, money, context)) ?? currencyOfOthers(line, first, money, context);
  if (place !== undefined && said) line.cells.currency = place;
  return problems.isOut(row) && first && line.currency === undefined ? 'wrong' : undefined;
}

/** A row without a currency takes the one that all other rows have. Where they have several, it cannot be told. */
function currencyOfOthers(
  line: LineDraft,
  cell: LineCell | undefined,
  { currencies, defaultCurrency }: MoneyContext,
  { problems, row }: FieldContext,
): string | undefined {
  const told = [...currencies.told];
  if (told.length < 2) return told[0] ?? currencies.title ?? defaultCurrency;
  if (currencies.title !== undefined && told.includes(currencies.title)) return currencies.title;
  // The account that the row names has a currency.
  if (line.account !== undefined) return undefined;
  if (cell)
    problems.stop(row, cell, `Other rows are in ${told.join(' and ')}, and this one does not say in which it is.`, {
      allowed: `The amount with its currency, or the currency in its column: ${told.join(' or ')}`,
    });
  return undefined;
}

function currencyByCell(
  cell: LineCell,
  { currencies }: MoneyContext,
  { problems, row }: FieldContext,
): string | undefined {
  const codes = numberOf(cell.text)?.currencies ?? cell.head.currencies;
  if (codes) {
    const meant = currencies.meant(codes);
    if (!meant)
      problems.stop(
        row,
        cell,
        `${quoted(cell.text)} can be ${codes.join(', ')}, and nothing in the sheet tells which.`,
        { allowed: `The code, such as ${codes[0]}` },
      );
    return meant;
  }
  if (numberOf(cell.text) === undefined) return undefined;
  const others = [...(currencies.ofColumn.get(cell.column) ?? [])];
  if (others.length < 2) return others[0];
  problems.stop(
    row,
    cell,
    `The column has amounts in ${others.join(' and ')}, and this cell does not say in which it is.`,
    { allowed: 'The amount with its currency, or a currency column' },
  );
  return undefined;
}
