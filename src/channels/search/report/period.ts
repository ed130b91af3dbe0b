/** The date words of the platform; each is a range of whole days that ends today or before. */
export const DATE_WORDS = [
  'TODAY',
  'YESTERDAY',
  'LAST_7_DAYS',
  'LAST_14_DAYS',
  'LAST_30_DAYS',
  'THIS_WEEK_SUN_TODAY',
  'THIS_WEEK_MON_TODAY',
  'LAST_WEEK_SUN_SAT',
  'LAST_WEEK_MON_SUN',
  'LAST_BUSINESS_WEEK',
  'THIS_MONTH',
  'LAST_MONTH',
] as const;
export type DateWord = (typeof DATE_WORDS)[number];

export interface Period {
  start_date: string;
  end_date: string;
}

const DAY_MS = 86_400_000;

/** The days a word means when it is said at `now` in an account's time zone. */
export function periodOf(word: DateWord, now: number, timeZone: string): Period {
  const today = dayIn(timeZone, now);
  const weekday = new Date(today * DAY_MS).getUTCDay();
  const sunday = today - weekday;
  const monday = today - ((weekday + 6) % 7);
  const firstOfMonth = monthStart(today, 0);
  const ranges: Record<DateWord, readonly [number, number]> = {
    TODAY: [today, today],
    YESTERDAY: [today - 1, today - 1],
    LAST_7_DAYS: [today - 7, today - 1],
    LAST_14_DAYS: [today - 14, today - 1],
    LAST_30_DAYS: [today - 30, today - 1],
    THIS_WEEK_SUN_TODAY: [sunday, today],
    THIS_WEEK_MON_TODAY: [monday, today],
    LAST_WEEK_SUN_SAT: [sunday - 7, sunday - 1],
    LAST_WEEK_MON_SUN: [monday - 7, monday - 1],
    LAST_BUSINESS_WEEK: [monday - 7, monday - 3],
    THIS_MONTH: [firstOfMonth, today],
    LAST_MONTH: [monthStart(today, -1), firstOfMonth - 1],
  };
  const [start, end] = ranges[word];
  return { start_date: dateText(start), end_date: dateText(end) };
}

/** Days since 1970 on the calendar of a time zone. */
function dayIn(timeZone: string, now: number): number {
  const text = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  return Date.parse(`${text}T00:00:00Z`) / DAY_MS;
}

function monthStart(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
}

function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
