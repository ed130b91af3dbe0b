import type { JobPlace } from '../../pipeline/call.ts';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import { monthPacing } from '../budgets/month-pacing.ts';
import type { HistoryAccount } from '../history/daily-history.ts';
import { judgePacing, plannedSubject } from '../rules/overspend.ts';
import type { Look } from './finding.ts';
import type { JudgingParts } from './judging-parts.ts';

/** Judges the rows of the month's budget plan by the closed days so far. */
export async function lookAtPacing(
  job: JobPlace,
  { history }: JudgingParts,
  spec: MonitorSpec,
  accounts: readonly HistoryAccount[],
): Promise<Look> {
  const { rows, notes } = await monthPacing(job, { fromDay: spec.thresholds?.from_day, history });
  const wanted = rows.filter(({ channel }) => spec.channel === undefined || channel === spec.channel);
  return {
    findings: wanted.map((row) => ({ subject: plannedSubject(row), verdict: judgePacing(spec, row) })),
    reasons: wanted.length === 0 ? notes : [],
    isOver: () => accounts.every(({ notFresh }) => notFresh === undefined),
  };
}
