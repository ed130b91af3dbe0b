import type { Problem } from '../../errors.ts';
import { PLAN_ROWS_MAX } from '../../tools/budget-desk.ts';
import { coinDigits, decimalOf, unitsOf } from '../../tools/money.ts';
import { needs } from '../../tools/rules.ts';
import type { PlannedRow } from './stored-plans.ts';

/** What is wrong with the rows of a plan, by row: `rows[3].channel`, or the cell of a spreadsheet. */
export function planProblems(rows: readonly PlannedRow[], channels: readonly string[]): Problem[] {
  if (rows.length > PLAN_ROWS_MAX) {
    return [{ field: 'rows', message: `a plan has at most ${PLAN_ROWS_MAX} rows, and there are ${rows.length}` }];
  }
  return problemsByRow(rows, channels).flat();
}

/** A list for each row, empty where nothing is wrong with it. */
export function problemsByRow(rows: readonly PlannedRow[], channels: readonly string[]): Problem[][] {
  const first = new Map<string, PlannedRow>();
  return rows.map((row, index) => {
    const problems = rowProblems(row, channels);
    const place = placeOf(row);
    const twin = first.get(place);
    if (twin)
      problems.push({ field: 'name', message: `${row.name} in ${row.currency} is there already for the same place` });
    else first.set(place, row);
    return problems.map((problem) => ({ ...problem, field: fieldOf(row, index, problem.field) }));
  });
}

function rowProblems(row: PlannedRow, channels: readonly string[]): Problem[] {
  const problems = [...needs(row, 'accounts', 'channel'), ...needs(row, 'campaigns', 'channel')];
  const digits = coinDigits(row.currency);
  if (unitsOf(row.amount, digits) === undefined) {
    const message = `${row.amount} has too many decimals: ${row.currency} is counted in steps of ${decimalOf(1n, digits)}`;
    problems.push({ field: 'amount', message });
  }
  if (row.channel !== undefined && !channels.includes(row.channel)) {
    problems.push({ field: 'channel', message: `${row.channel} is no channel with figures`, allowed_values: channels });
  }
  return problems;
}

function fieldOf({ cell }: PlannedRow, index: number, field: string): string {
  return cell === undefined ? `rows[${index}].${field}` : `sheet.range ${cell}, ${field}`;
}

/** What a row is about; two rows of a month differ in it. */
export function placeOf({ name, currency, channel, accounts, campaigns }: PlannedRow): string {
  return JSON.stringify([name, currency, channel ?? '', accounts?.toSorted() ?? [], campaigns?.toSorted() ?? []]);
}
