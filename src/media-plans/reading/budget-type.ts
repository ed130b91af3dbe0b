import { saysTotal } from './budget-heads.ts';
import { folded, phrases, quoted } from './folded-text.ts';
import type { FieldContext, LineDraft } from './line-fields.ts';
import type { LineCell } from './line-values.ts';
import { numberOf } from './number-text.ts';

const A_DAY = new Set(
  phrases(
    'daily, day, per day, a day, tag, täglich, tagesbudget, pro tag, jour, journalier, quotidien, par jour, diario, diaria, por día, giornaliero, al giorno, diário, por dia, dagelijks, per dag, dagbudget, 日額, 日次, 1日, 日予算, デイリー',
  ),
);
const ALL_OF_IT = new Set(
  phrases(
    'lifetime, total, whole, campaign, flight, overall, gesamt, gesamtbudget, laufzeit, laufzeitbudget, kampagne, globale, global, totale, totaal, total budget, lifetime budget, à vie, durée de vie, vitalício, 総額, 通算, 全期間, 合計, 総予算',
  ),
);

interface BudgetType {
  cell: LineCell;
  /** Undefined: its words tell neither. */
  per: 'day' | 'total' | undefined;
}

/** A column of its own may tell whether the budget is a day's. */
export function budgetTypeOf({ values, row }: FieldContext): BudgetType | undefined {
  const cell = values.one(row, 'budget_type');
  if (!cell) return undefined;
  const text = folded(cell.text);
  const words = text.replace(/ budget$/, '');
  const per =
    A_DAY.has(text) || A_DAY.has(words) ? 'day' : ALL_OF_IT.has(text) || ALL_OF_IT.has(words) ? 'total' : undefined;
  return { cell, per };
}

/** The type makes a day's budget of an amount that nothing else says to be a total; what contradicts it keeps the row out. */
export function applyBudgetType(
  line: LineDraft,
  { cell, per }: BudgetType,
  used: LineCell | undefined,
  { values, problems, row }: FieldContext,
): void {
  if (!line.budget || line.budget.per === per) return;
  if (per === undefined) {
    problems.stop(row, cell, `${quoted(cell.text)} does not tell whether the budget is a day's or the whole one.`, {
      allowed: 'Daily or total',
    });
    return;
  }
  const isSumOfParts = values.all(row, 'month').length > 0 || values.all(row, 'period').length > 0;
  const saysItself = used && (numberOf(used.text)?.per !== undefined || saysTotal(used.head.head));
  if (line.budget.per === 'day' || isSumOfParts || saysItself || values.has('budget_daily')) {
    const said = line.budget.per === 'day' ? 'a day’s budget' : 'a total';
    problems.stop(row, cell, `${quoted(cell.text)}, and ${line.cells.budget} has ${said}.`);
    return;
  }
  line.budget = { ...line.budget, per };
}
