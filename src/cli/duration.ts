import { UsageError } from './command.ts';

const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s`, `15m`, `24h`, `30d`. */
export function durationMs(text: string, option: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new UsageError(
      `--${option} is ${JSON.stringify(text)}; allowed: a number and a unit, like 90s, 15m, 24h or 30d.`,
    );
  }
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

/** A duration from now, or a moment in ISO 8601. */
export function momentMs(text: string, option: string, now: number): number {
  const isDate = /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text);
  const moment = /^\d+[smhd]$/.test(text) ? now + durationMs(text, option) : isDate ? Date.parse(text) : Number.NaN;
  if (moment > now) return moment;
  throw new UsageError(`--${option} is ${JSON.stringify(text)}; allowed: a time ahead, like 30d or 2027-01-31.`);
}
