import type { DayNumber, KnownDays, Told } from './known-days.ts';

/** The least share of a day's conversions that is taken to have come in after so many days, where its own past does not tell. */
const COME_IN = [0.3, 0.45, 0.55, 0.6, 0.65, 0.7, 0.75] as const;
const COME_IN_LATER = [
  { days: 14, share: 0.9 },
  { days: 7, share: 0.8 },
] as const;

/** How days before are compared with days that have just ended and whose conversions still come in. */
export interface Comparable {
  days: readonly DayNumber[];
  told: Told;
  /** The least share of the judged day's conversions that must be known by now. */
  cameIn(day: DayNumber): number;
}

/**
 * Days that were read soon after their end are compared by what was said then: the same age on both sides. Where there are too
 * few of those, the days before are complete and the judged ones are not; then as much as can be late is taken to be late.
 */
export function comparable(
  known: KnownDays,
  judged: readonly DayNumber[],
  before: readonly DayNumber[],
  needed: number,
): Comparable {
  const soon = before.filter((day) => isReadSoon(known, day));
  if (soon.length >= needed && judged.every((day) => isReadSoon(known, day))) {
    return { days: soon, told: 'first', cameIn: () => 1 };
  }
  return { days: before, told: 'now', cameIn: (day) => leastShare(known, day) };
}

function isReadSoon({ readDailySince }: KnownDays, day: DayNumber): boolean {
  return readDailySince !== undefined && day >= readDailySince;
}

function leastShare(known: KnownDays, day: DayNumber): number {
  const age = known.age(day);
  return COME_IN[age] ?? COME_IN_LATER.find(({ days }) => age >= days)!.share;
}
