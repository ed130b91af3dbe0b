import type { DayOrderOfColumn } from './day-orders.ts';
import type { NumberMark } from './number-marks.ts';
import type { PlanColumn } from './plan-columns.ts';
import type { ProblemList } from './problem-list.ts';
import type { SheetCurrencies } from './sheet-currencies.ts';

/** Says in each column how its values were read. */
export function writeColumns(
  columns: readonly PlanColumn[],
  {
    marks,
    orders,
    currencies,
  }: {
    marks: ReadonlyMap<number, NumberMark>;
    orders: ReadonlyMap<number, DayOrderOfColumn>;
    currencies: SheetCurrencies;
  },
  problems: ProblemList,
): void {
  const hasCurrencyColumn = columns.some(({ meaning }) => meaning === 'currency');
  for (const column of columns) {
    const { written } = column;
    const mark = marks.get(column.column);
    if (mark) written.push(...markWords(mark));
    const order = orders.get(column.column);
    if (order) written.push(...orderWords(order));
    if (column.month) written.push(`budget of ${column.month}`);
    if (!mark || column.meaning === 'bid') continue;
    const named = [...(currencies.ofColumn.get(column.column) ?? [])];
    const byHead = column.currencies && currencies.meant(column.currencies);
    if (byHead) written.push(`${byHead}, by the head`);
    else if (named.length > 0) written.push(`${named.join(' and ')}, by its cells`);
    if (named.length > 1 && !hasCurrencyColumn) {
      problems.look(
        { row: column.headRow, column: column.column },
        `The column has amounts in ${named.join(' and ')}; each is read in the currency that its cell says, and they are never added.`,
      );
    }
  }
}

function markWords({ mark, isMixed, by }: NumberMark): string[] {
  if (isMixed) return ['numbers 1.234,56 and 1,234.56, each by itself'];
  if (!mark) return [];
  const form = mark === ',' ? 'numbers 1.234,56' : 'numbers 1,234.56';
  if (by === 'sheet') return [`${form}, as in other columns`];
  return [by === 'language' ? `${form}, as the language of the heads writes` : form];
}

function orderWords({ order, isMixed, by }: DayOrderOfColumn): string[] {
  if (isMixed) return ['some days before, some after the month'];
  if (!order) return [];
  const form = order === 'dmy' ? 'day before month' : 'month before day';
  return [
    by === 'column'
      ? form
      : by === 'other column'
        ? `${form}, as the other column of days`
        : by === 'language'
          ? `${form}, as the language of the heads writes`
          : `${form}: else rows would end before they start`,
  ];
}
