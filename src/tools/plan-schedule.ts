import { DAY_MS } from '../ambient.ts';
import { daysFrom, plusDays } from './days.ts';
import type { PlannedCampaign, PlannedProblem, PlanningContext } from './media-planning.ts';
import { stop } from './plan-problems.ts';
import { momentIn } from './zoned-time.ts';

/** When a group of a planned campaign runs, as the arguments of tools that take moments. */
export interface PlannedRun {
  start_time?: string | undefined;
  end_time?: string | undefined;
  /** From today or its start to its end, started days counted whole. */
  days?: number | undefined;
  /** It may be shorter than a day, by the hours that are left or by a change of the clock. */
  isShort: boolean;
  from: Readonly<Record<string, string>>;
  problems: readonly PlannedProblem[];
}

/** A day of the sheet with the field that it stands in: that of the group, else that of the campaign. */
function plannedDay(campaign: PlannedCampaign, at: number, name: 'start' | 'end') {
  const own = campaign.groups[at]?.[name];
  const day = own ?? campaign[name];
  return day === undefined ? undefined : { day, field: own === undefined ? name : `groups.${at}.${name}` };
}

/** Whole days, whose order is looked at elsewhere. What begins today or before begins when it is made: a start that has passed is refused or moved by the platforms. */
export function plannedRun(campaign: PlannedCampaign, at: number, { today, zone }: PlanningContext): PlannedRun {
  const [start, end] = [plannedDay(campaign, at, 'start'), plannedDay(campaign, at, 'end')];
  const first = start && start.day > today ? start : undefined;
  const from = { ...(start && { start_time: start.field }), ...(end && { end_time: end.field }) };
  if (zone === undefined) {
    const dated = first ?? end;
    return { from, problems: dated ? [unknownZone(dated.field)] : [], isShort: false };
  }
  const start_time = first && beginningOf(first.day, zone);
  const end_time = end && endingOf(end.day, zone);
  const begins = start_time ?? beginningOf(today, zone);
  const span = end_time === undefined ? undefined : Date.parse(end_time) - Date.parse(begins);
  return {
    start_time,
    end_time,
    days: end && span && Math.max(Math.ceil(span / DAY_MS), daysFrom(first?.day ?? today, end.day)),
    isShort: span !== undefined && (first ? span < DAY_MS : end?.day === today),
    from,
    problems: [],
  };
}

export function unknownZone(field: string): PlannedProblem {
  return stop(field, 'The time zone of the account is not known, so the day has no beginning.');
}

export function beginningOf(day: string, zone: string): string {
  return momentIn(`${day} 00:00:00`, zone);
}

/** The last day counts whole: it ends where the next one begins. */
export function endingOf(day: string, zone: string): string {
  return beginningOf(plusDays(day, 1), zone);
}
