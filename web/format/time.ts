type Time = string | number | Date;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Making one takes a hundred times as long as writing with it, and a list writes thousands of times. */
const writers = new Map<string, Intl.DateTimeFormat>();

function parts(time: Time, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const writer = writers.get(key) ?? new Intl.DateTimeFormat('en-GB', options);
  writers.set(key, writer);
  return writer.format(new Date(time)).replaceAll(',', '').replace('Sept', 'Sep');
}

/** `just now`, `2 min ago`, `in 6 h`; from a day on the date. */
export function relative(time: Time, now: number, timeZone?: string): string {
  const distanceMs = new Date(time).getTime() - now;
  const awayMs = Math.abs(distanceMs);
  if (awayMs >= DAY_MS)
    return parts(time, { day: 'numeric', month: 'short', year: yearUnlessThis(time, now), timeZone });
  if (awayMs < MINUTE_MS) return distanceMs > 0 ? 'in a moment' : 'just now';
  const text = awayMs < HOUR_MS ? `${Math.floor(awayMs / MINUTE_MS)} min` : `${Math.floor(awayMs / HOUR_MS)} h`;
  return distanceMs > 0 ? `in ${text}` : `${text} ago`;
}

const yearUnlessThis = (time: Time, now: number) =>
  new Date(time).getFullYear() === new Date(now).getFullYear() ? undefined : ('numeric' as const);

/** With seconds and zone, for hovering: `Thu 12 Nov 2026 09:38:02 CET`. */
export const exact = (time: Time, timeZone?: string): string =>
  parts(time, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });

export const clock = (time: Time, timeZone?: string): string =>
  parts(time, { hour: '2-digit', minute: '2-digit', timeZone });

/** `12 Nov 09:51`, where the year goes without saying. */
export const moment = (time: Time, timeZone?: string): string =>
  parts(time, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone });

/** For clocks: `Thu 12 Nov 2026, 09:41`. */
export const longMoment = (time: Time, timeZone?: string): string =>
  `${parts(time, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone })}, ${clock(time, timeZone)}`;

/** The day that a time belongs to: `12 Nov`. */
export const shortDate = (time: Time, timeZone?: string): string =>
  parts(time, { day: 'numeric', month: 'short', timeZone });

/** Days are written `2026-11-02` and belong to no zone. */
export const day = (date: string): string =>
  parts(`${date}T00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const dayWithYear = (date: string): string =>
  parts(`${date}T00:00Z`, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export const longDay = (date: string): string =>
  parts(`${date}T00:00Z`, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Where there is no room for the year. */
export const shortDays = (start: string, end: string): string =>
  start === end ? day(end) : `${day(start)} – ${day(end)}`;

/** `15 Oct – 11 Nov 2026`, with both years where they differ. */
export function days(start: string, end: string): string {
  if (start === end) return dayWithYear(end);
  return `${start.slice(0, 4) === end.slice(0, 4) ? day(start) : dayWithYear(start)} – ${dayWithYear(end)}`;
}
