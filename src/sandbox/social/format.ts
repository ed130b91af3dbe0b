/** How the platform writes times and days: `2026-11-15T09:00:00-0500`, days in the account's zone. */

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;
export const SECOND_MS = 1000;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    const numeric = 'numeric' as const;
    const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric };
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts });
    clocks.set(zone, clock);
  }
  return clock;
}

export function zoneOffsetMs(ms: number, zone: string): number {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  const local = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  return local - Math.floor(ms / 1000) * 1000;
}

/** `2026-11-15T08:00:00-0800`: no colon in the offset. */
export function graphTime(ms: number, zone: string): string {
  const offset = zoneOffsetMs(ms, zone);
  const local = new Date(ms + offset).toISOString().slice(0, 19);
  const minutes = Math.abs(offset) / MINUTE_MS;
  const pad = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${pad(minutes / 60)}${pad(minutes % 60)}`;
}

export function dateIn(ms: number, zone: string): string {
  return new Date(ms + zoneOffsetMs(ms, zone)).toISOString().slice(0, 10);
}

const dayStarts = new Map<string, number>();

/** The moment at which a calendar day begins in a zone. */
export function dayStart(date: string, zone: string): number {
  const key = `${zone} ${date}`;
  let start = dayStarts.get(key);
  if (start === undefined) {
    const asUtc = Date.parse(`${date}T00:00:00Z`);
    start = asUtc - zoneOffsetMs(asUtc - zoneOffsetMs(asUtc, zone), zone);
    dayStarts.set(key, start);
  }
  return start;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(since: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(since)) / DAY_MS);
}

/** Sunday is 0. */
export function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
