import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seed, times } from '../../test/seed.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../ambient.ts';
import { WEEKDAYS, type When } from '../tools/schedule-desk.ts';
import { lastLocal, nextLocal, ZoneClock } from './local-time.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

const zones = fc.constantFrom(...ZONES);
const moments = fc.integer({ min: Date.UTC(1972), max: Date.UTC(2040) }).map((ms) => Math.floor(ms / 1000) * 1000);
const at = (text: string) => Date.parse(text);
const shownIn = (zone: string, wall: string) => {
  const { at: ms, shown } = new ZoneClock(zone).momentOf(wall);
  return [new Date(ms).toISOString(), shown];
};

describe('a time on the clock of a zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29 02:30', '2026-03-29T01:00:00.000Z', 'never'],
    ['Europe/Berlin', '2026-03-29 03:00', '2026-03-29T01:00:00.000Z', 'once'],
    ['Europe/Berlin', '2026-10-25 02:30', '2026-10-25T00:30:00.000Z', 'twice'],
    ['America/New_York', '2026-03-08 02:15', '2026-03-08T07:00:00.000Z', 'never'],
    ['America/New_York', '2026-11-01 01:15', '2026-11-01T05:15:00.000Z', 'twice'],
    ['Australia/Lord_Howe', '2026-10-04 02:10', '2026-10-03T15:30:00.000Z', 'never'],
    ['Asia/Kathmandu', '2026-01-01 00:00', '2025-12-31T18:15:00.000Z', 'once'],
    // Leaps over midnight, and over a whole day.
    ['Asia/Beirut', '2022-03-27 00:30', '2022-03-26T22:00:00.000Z', 'never'],
    ['Pacific/Apia', '2011-12-30 12:00', '2011-12-30T10:00:00.000Z', 'never'],
  ])('%s %s', (zone, wall, moment, shown) => {
    expect(shownIn(zone, wall)).toEqual([moment, shown]);
  });

  it('in every zone and year: a moment that is shown is found again, the first of two', () => {
    fc.assert(
      fc.property(zones, moments, (zone, ms) => {
        const clock = new ZoneClock(zone);
        const wall = clock.wallAt(ms);
        const { at: found, shown } = clock.momentOf(wall);
        expect(shown).not.toBe('never');
        expect(clock.wallAt(found)).toBe(wall);
        expect(found).toBeLessThanOrEqual(ms);
        if (shown === 'once') expect(found).toBe(ms);
      }),
      { numRuns: times(5_000), seed },
    );
  });

  it('in every zone: one that the clock leaps over is the first moment after the leap', () => {
    let leaps = 0;
    for (const zone of ZONES.filter((_, index) => index % 15 === 0))
      for (const { before, after } of leapsOf(zone)) {
        leaps += 1;
        const clock = new ZoneClock(zone);
        const hidden = wallOf(asUtc(clock.wallAt(before)) + 60_000);
        expect([zone, hidden, clock.momentOf(hidden)]).toEqual([zone, hidden, { at: after, shown: 'never' }]);
      }
    expect(leaps).toBeGreaterThan(10);
  });
});

const asUtc = (wall: string) => at(`${wall.replace(' ', 'T')}Z`);
const wallOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** The last second before each forward leap of ten years, found by looking at every day, and the moment after it. */
function leapsOf(zone: string): { before: number; after: number }[] {
  const clock = new ZoneClock(zone);
  const offset = (ms: number) => asUtc(clock.wallAt(ms)) - ms;
  const found: { before: number; after: number }[] = [];
  for (let day = Date.UTC(2016); day < Date.UTC(2027); day += DAY_MS) {
    if (offset(day + DAY_MS) < offset(day) + 2 * MINUTE_MS) continue;
    let [low, high] = [day, day + DAY_MS];
    while (high - low > 1000) {
      const middle = low + Math.floor((high - low) / 2000) * 1000;
      if (offset(middle) === offset(low)) low = middle;
      else high = middle;
    }
    found.push({ before: low, after: high });
  }
  return found;
}

describe('the next time of a schedule', () => {
  const mondays: When = { weekdays: ['MONDAY'], hour: 2, minute: 30, zone: 'Europe/Berlin' };

  it('is on the weekday and at the time of the zone, in summer and in winter', () => {
    expect(new Date(nextLocal(mondays, at('2026-03-24T00:00Z')).at).toISOString()).toBe('2026-03-30T00:30:00.000Z');
    expect(new Date(nextLocal(mondays, at('2026-10-20T00:00Z')).at).toISOString()).toBe('2026-10-26T01:30:00.000Z');
  });

  it('comes once on the day on which the clock shows it twice or never', () => {
    const daily: When = { hour: 2, minute: 30, zone: 'Europe/Berlin' };
    const days = (from: string) => {
      const slots = [nextLocal(daily, at(from))];
      while (slots.length < 3) slots.push(nextLocal(daily, slots.at(-1)!.at));
      return slots.map((slot) => [slot.day, new Date(slot.at).toISOString()]);
    };
    expect(days('2026-10-24T12:00Z')).toEqual([
      ['2026-10-25', '2026-10-25T00:30:00.000Z'],
      ['2026-10-26', '2026-10-26T01:30:00.000Z'],
      ['2026-10-27', '2026-10-27T01:30:00.000Z'],
    ]);
    expect(days('2026-03-28T12:00Z')).toEqual([
      ['2026-03-29', '2026-03-29T01:00:00.000Z'],
      ['2026-03-30', '2026-03-30T00:30:00.000Z'],
      ['2026-03-31', '2026-03-31T00:30:00.000Z'],
    ]);
  });

  it('of the 31st is the last day of every month', () => {
    const monthly: When = { day_of_month: 31, hour: 9, minute: 0, zone: 'America/New_York' };
    const days = [nextLocal(monthly, at('2028-01-01T00:00Z'))];
    while (days.length < 12) days.push(nextLocal(monthly, days.at(-1)!.at));
    expect(days.map(({ day }) => Number(day.slice(8)))).toEqual([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
    expect(new Set(days.map(({ day }) => day.slice(0, 7))).size).toBe(12);
  });

  const whens = fc.record({
    weekdays: fc.option(fc.subarray([...WEEKDAYS], { minLength: 1 }), { nil: undefined }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    zone: zones,
  });

  it('in every zone and year: later, on a wanted day, none between, and the last time before it', () => {
    fc.assert(
      fc.property(whens, moments, (when, from) => {
        const next = nextLocal(when, from);
        const clock = new ZoneClock(when.zone);
        expect(next.at).toBeGreaterThan(from);
        expect(next.at - from).toBeLessThanOrEqual(8 * DAY_MS + HOUR_MS);
        const wanted = `${next.day} ${String(when.hour).padStart(2, '0')}:${String(when.minute).padStart(2, '0')}:00`;
        expect(clock.wallAt(next.at) >= wanted).toBe(true);
        if (clock.momentOf(wanted).shown !== 'never') expect(clock.wallAt(next.at)).toBe(wanted);
        const weekday = WEEKDAYS[(new Date(next.day).getUTCDay() + 6) % 7]!;
        expect(when.weekdays ?? WEEKDAYS).toContain(weekday);
        // From any moment before it that is not earlier than the last one, it is the same.
        const last = lastLocal(when, next.at - 1);
        expect(last.at).toBeLessThan(next.at);
        expect(last.at).toBeLessThanOrEqual(from);
        expect(nextLocal(when, last.at).at).toBe(next.at);
        expect(lastLocal(when, next.at).at).toBe(next.at);
      }),
      { numRuns: times(2_000), seed },
    );
  });
});
