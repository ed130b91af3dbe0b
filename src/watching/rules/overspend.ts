import type { PacingRow } from '../../tools/budget-desk.ts';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import { numberOf, type Quantity, quantityOf } from '../../tools/report/quantity.ts';
import { thresholdsOf } from './defaults.ts';
import { firing, noVerdict, quiet } from './figure-rule.ts';
import { timesOf } from './known-days.ts';
import type { Subject, Verdict } from './verdict.ts';

/** A row of the budget plan as something that an alert is about. */
export function plannedSubject(row: PacingRow): Subject {
  const { key, name, channel, plan } = row;
  return { key: `plan/${key}`, name, channel, currency: plan.currency };
}

/** Whether a month will cost more than planned, by its closed days. */
export function judgePacing(spec: Pick<MonitorSpec, 'kind' | 'thresholds'>, row: PacingRow): Verdict {
  const { percent = 10, from_day: fromDay = 5 } = thresholdsOf(spec);
  const window = row.spent_until ?? row.month;
  const { plan, spent, due, projected, difference } = row;
  const figures = { plan, spent, due, projected, difference, percent: row.percent };
  const [planned, soFar, ending] = [quantityOf(plan.amount)!, quantityIn(spent), quantityIn(projected)];
  const limit = timesOf(planned, 1 + percent / 100);
  const chart = { value: ending, threshold: limit, usual: planned };
  // What is spent already cannot be too early to tell.
  if (soFar !== undefined && soFar > limit) return { window, ...firing('critical', row.why, figures, chart) };
  if (soFar === undefined || ending === undefined) return { window, ...noVerdict(row.why, figures, chart) };
  // On the fifth day of a month four have ended.
  if (row.spent_until !== null && Number(row.spent_until.slice(8)) + 1 < fromDay) {
    return { window, ...noVerdict(`Not before day ${fromDay} of the month.`, figures, chart) };
  }
  if (ending > limit) return { window, ...firing('warning', row.why, figures, chart) };
  return { window, ...quiet(row.why, figures, { ...chart, value: numberOf(ending) }) };
}

function quantityIn(money: { amount: string } | null): Quantity | undefined {
  return money === null ? undefined : quantityOf(money.amount);
}
