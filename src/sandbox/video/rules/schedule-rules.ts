import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { dayIn, daysBetween } from '../../calendar.ts';
import { bad } from '../errors.ts';
import { momentOf, platformTime } from '../format.ts';
import type { Input } from '../routes/input.ts';

export interface Schedule {
  schedule_type: string;
  start: number;
  end: number;
}

const TYPES = ['SCHEDULE_START_END', 'SCHEDULE_FROM_NOW'];
const START_LAST = Date.parse('2028-01-01T00:00:00Z');
const END_LAST = Date.parse('2038-01-01T00:00:00Z');
/** How far in the past a start may be. */
export const START_PAST_MS = 12 * HOUR_MS;
const OPEN_MS = 3650 * DAY_MS;

export function scheduleOf(input: Input, goal: string, now: number): Schedule {
  const schedule_type = input.needChoice('schedule_type', TYPES);
  const start = momentIn(input, 'schedule_start_time');
  if (start === undefined) throw input.missing('schedule_start_time');
  checkStart(start, now);
  const end = endOf(input, schedule_type, start, now);
  if (goal === 'ENGAGED_VIEW_FIFTEEN' && (schedule_type !== 'SCHEDULE_START_END' || end - start > 30 * DAY_MS))
    throw bad('schedule_type: ENGAGED_VIEW_FIFTEEN needs SCHEDULE_START_END of at most 30 days.');
  return { schedule_type, start, end };
}

export function changedSchedule(input: Input, held: Schedule, now: number): Partial<Schedule> {
  const schedule_type = input.choice('schedule_type', TYPES);
  const start = momentIn(input, 'schedule_start_time');
  if (schedule_type !== undefined && start === undefined) throw input.missing('schedule_start_time');
  if (start !== undefined && platformTime(start) !== platformTime(held.start)) {
    if (held.start <= now) throw bad('schedule_start_time: cannot be changed after it has passed.');
    checkStart(start, now);
  }
  const end = momentIn(input, 'schedule_end_time');
  if (schedule_type === undefined && end === undefined) return start === undefined ? {} : { start };
  const type = schedule_type ?? held.schedule_type;
  return {
    schedule_type: type,
    start: start ?? held.start,
    end: endOf(input, type, start ?? held.start, now),
  };
}

function checkStart(start: number, now: number): void {
  if (start < now - START_PAST_MS) throw bad('schedule_start_time: must not be more than 12 hours in the past.');
  if (start > START_LAST) throw bad('schedule_start_time: must not be after 2028-01-01.');
}

function endOf(input: Input, type: string, start: number, now: number): number {
  if (type === 'SCHEDULE_FROM_NOW') return start + OPEN_MS;
  const end = momentIn(input, 'schedule_end_time');
  if (end === undefined) throw input.missing('schedule_end_time');
  if (end <= start) throw bad('schedule_end_time: must be after schedule_start_time.');
  if (end <= now) throw bad('schedule_end_time: must not be in the past.');
  if (end > END_LAST) throw bad('schedule_end_time: must not be after 2038-01-01.');
  return end;
}

function momentIn(input: Input, field: string): number | undefined {
  const text = input.text(field);
  if (text === undefined) return undefined;
  const moment = momentOf(text);
  if (moment === undefined) throw bad('Time format should be YYYY-MM-DD HH:MM:SS');
  return moment;
}

/** Days a lifetime budget has to last for; a day that has begun counts whole. */
export function scheduledDays({ start, end }: Schedule, zone: string): number {
  return daysBetween(dayIn(start, zone), dayIn(end - 1, zone)) + 1;
}
