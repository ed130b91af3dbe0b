import { ZoneClock } from '../../jobs/local-time.ts';
import { WEEKDAYS, type When } from '../../tools/schedule-desk.ts';

/** `every Monday at 07:00, Europe/Berlin`. */
export function whenWords(when: When): string {
  const { hour, minute, zone } = when;
  return `${daysOf(when)} at ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}, ${zone}`;
}

function daysOf({ weekdays, day_of_month }: When): string {
  if (day_of_month !== undefined)
    return day_of_month > 28
      ? `day ${day_of_month} (or the last) of every month`
      : `day ${day_of_month} of every month`;
  const chosen = WEEKDAYS.filter((day) => weekdays?.includes(day) ?? true);
  if (chosen.length === WEEKDAYS.length) return 'every day';
  return `every ${chosen.map((day) => day[0] + day.slice(1).toLowerCase()).join(', ')}`;
}

/** `2026-11-16 07:00, Europe/Berlin`. */
export function localWords(at: number, zone: string): string {
  return `${new ZoneClock(zone).wallAt(at).slice(0, 16)}, ${zone}`;
}
