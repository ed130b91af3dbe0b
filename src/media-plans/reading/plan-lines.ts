import type { ColumnMeaning } from '../../tools/media-plan-desk.ts';
import { type DaysContext, readDays } from './line-days.ts';
import {
  type FieldContext,
  type LineDraft,
  readAds,
  readChannel,
  readObjective,
  readPeople,
  readPlaces,
  readTexts,
} from './line-fields.ts';
import { type MoneyContext, readMoney } from './line-money.ts';
import { isFormulaError, type LineValues } from './line-values.ts';
import type { PlanColumn } from './plan-columns.ts';
import type { PlanLine } from './sheet-reading.ts';

const UNUSED: ReadonlySet<ColumnMeaning | null> = new Set<ColumnMeaning | null>(['note', 'ignore', null]);

/** One row of the plan. A formula that could not be calculated keeps its row out; the rest of the row is read all the same. */
export function planLine(
  context: FieldContext,
  columns: readonly PlanColumn[],
  money: MoneyContext,
  days: DaysContext,
): PlanLine {
  const { values, problems, row } = context;
  const line: LineDraft = { row: values.grid.rowNumber(row), cells: {} };
  const hasError = refuseErrors(context, columns);
  const sound: FieldContext = hasError ? { ...context, values: withoutErrors(values) } : context;
  readTexts(line, sound);
  readChannel(line, sound);
  readObjective(line, sound);
  readPlaces(line, sound);
  readPeople(line, sound);
  readDays(line, sound, days);
  readMoney(line, sound, money);
  readAds(line, sound);
  return { ...line, isOut: problems.isOut(row) };
}

function refuseErrors({ values, problems, row }: FieldContext, columns: readonly PlanColumn[]): boolean {
  let hasError = false;
  for (const { column, meaning } of columns) {
    if (UNUSED.has(meaning)) continue;
    const text = values.grid.text(row, column);
    if (!isFormulaError(text)) continue;
    hasError = true;
    problems.stop(row, { row, column }, `The formula in this cell shows ${text}, an error.`, {
      allowed: 'A formula that gives a value, or the value itself',
    });
  }
  return hasError;
}

function withoutErrors(values: LineValues): LineValues {
  const all: LineValues['all'] = (row, meaning) => values.all(row, meaning).filter(({ text }) => !isFormulaError(text));
  return Object.assign(Object.create(values) as LineValues, {
    all,
    one: (row: number, meaning: ColumnMeaning) => all(row, meaning)[0],
    has: (meaning: ColumnMeaning) => values.has(meaning),
  });
}
