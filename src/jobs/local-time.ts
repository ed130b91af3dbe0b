import { DAY_MS } from '../ambient.ts';
import { plusDays } from '../tools/days.ts';
import { WEEKDAYS, type When } from '../tools/schedule-desk.ts';

/** A moment that a clock on the wall shows once, twice (the hour that comes again in autumn) or never (the one left out in spring). */
export interface WallMoment {
  /** The first of two; where the clock leaps over it, the first moment after the leap. */
  at: number;
  shown: 'once' | 'twice' | 'never';
}

/** A time of a schedule: when it is due and the day on the calendar of its zone. */
export interface Slot {
  at: number;
  day: string;
}

/** Clock and calendar of one zone. */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat;

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
  }

  /** `2026-03-29 03:30:00`. */
  wallAt(ms: number): string {
    return this.#format.format(ms);
  }

  dayAt(ms: number): string {
    return this.wallAt(ms).slice(0, 10);
  }

  /** `wall` as in `2026-03-29 02:30`. */
  momentOf(wall: string): WallMoment {
    const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`);
    const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => this.#offsetAt(near));
    const found = [...new Set(offsets.map((offset) => asUtc - offset))].filter((ms) => this.#asUtc(ms) === asUtc);
    if (found.length === 0) return { at: this.#leapAt(asUtc, offsets), shown: 'never' };
    return { at: Math.min(...found), shown: found.length === 2 ? 'twice' : 'once' };
  }

  /** The second in which the clock leaps over a time: before it the clock shows less, from it on more. */
  #leapAt(asUtc: number, offsets: readonly number[]): number {
    let [before, after] = [asUtc - Math.max(...offsets), asUtc - Math.min(...offsets)];
    while (after - before > 1000) {
      const middle = before + Math.floor((after - before) / 2000) * 1000;
      if (this.#asUtc(middle) < asUtc) before = middle;
      else after = middle;
    }
    return after;
  }

  #offsetAt(ms: number): number {
    return this.#asUtc(ms) - Math.floor(ms / 1000) * 1000;
  }

  #asUtc(ms: number): number {
    return Date.parse(`${this.wallAt(ms).replace(' ', 'T')}Z`);
  }
}

/** A month may pass between two slots. */
const DAYS_LOOKED_AT = 63;

/** The first time after a moment. */
export function nextLocal(when: When, after: number): Slot {
  return found(when, after, 1, ({ at }) => at > after);
}

/** The last time at or before a moment. */
export function lastLocal(when: When, until: number): Slot {
  return found(when, until, -1, ({ at }) => at <= until);
}

function found(when: When, from: number, step: 1 | -1, isIt: (slot: Slot) => boolean): Slot {
  const clock = new ZoneClock(when.zone);
  const time = `${String(when.hour).padStart(2, '0')}:${String(when.minute).padStart(2, '0')}`;
  // A day before, because a time that the clock leaps over may move to the next day.
  let day = plusDays(clock.dayAt(from), -step);
  for (let looked = 0; looked < DAYS_LOOKED_AT; looked += 1, day = plusDays(day, step)) {
    if (!isOn(when, day)) continue;
    const slot = { at: clock.momentOf(`${day} ${time}`).at, day };
    if (isIt(slot)) return slot;
  }
  throw new TypeError(`no time of ${JSON.stringify(when)} within ${DAYS_LOOKED_AT} days`);
}

function isOn({ weekdays, day_of_month }: When, day: string): boolean {
  if (day_of_month !== undefined) return Number(day.slice(8)) === Math.min(day_of_month, lengthOfMonth(day));
  return weekdays === undefined || weekdays.includes(WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]!);
}

function lengthOfMonth(day: string): number {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
}
