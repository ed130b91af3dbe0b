import { folded, phrases, quoted } from './folded-text.ts';
import type { FieldContext, LineDraft } from './line-fields.ts';

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

/** A column of its own may tell whether the budget is a day's. */
export function readBudgetType(line: LineDraft, isDailyColumn: boolean, { values, problems, row }: FieldContext): void {
  const cell = values.one(row, 'budget_type');
  if (!cell || !line.budget) return;
  const text = folded(cell.text);
  const words = text.replace(/ budget$/, '');
  const per =
    A_DAY.has(text) || A_DAY.has(words) ? 'day' : ALL_OF_IT.has(text) || ALL_OF_IT.has(words) ? 'total' : undefined;
  if (per === undefined) {
    problems.stop(row, cell, `${quoted(cell.text)} does not tell whether the budget is a day's or the whole one.`, {
      allowed: 'Daily or total',
    });
    return;
  }
  const isOther = line.budget.per !== per;
  if (isOther && (isDailyColumn || line.budget.per === 'day' || line.months || line.periods)) {
    const said = line.budget.per === 'day' ? 'a day’s budget' : 'a total';
    problems.stop(row, cell, `${quoted(cell.text)}, and ${line.cells.budget} has ${said}.`);
    return;
  }
  line.budget = { ...line.budget, per };
}
