import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../ambient.ts';
import { WEEKDAYS, type When } from '../../tools/schedule-desk.ts';
import { chosenHour } from './chosen-hour.ts';
import { lastLocal, nextLocal, ZoneClock } from './local-time.ts';

const at = (text: string) => Date.parse(text);
const berlin = (more: Partial<When> = {}): When => ({ hour: 2, minute: 30, zone: 'Europe/Berlin', ...more });

describe('a clock that is put forward', () => {
  test('a time that it leaps over comes as long after the leap', () => {
    expect(nextLocal(berlin(), at('2026-03-28T12:00:00Z'))).toEqual({
      at: at('2026-03-29T01:30:00Z'),
      day: '2026-03-29',
    });
    expect(new ZoneClock('Europe/Berlin').momentOf('2026-03-29 02:30')).toMatchObject({ shown: 'never' });
  });

  test('the day before and the day after keep their hour', () => {
    const daily = berlin({ hour: 7, minute: 0 });
    const times = [at('2026-03-28T00:00:00Z')];
    for (let day = 0; day < 3; day += 1) times.push(nextLocal(daily, times.at(-1)!).at);
    expect(times.slice(1).map((ms) => new Date(ms).toISOString())).toEqual([
      '2026-03-28T06:00:00.000Z',
      '2026-03-29T05:00:00.000Z',
      '2026-03-30T05:00:00.000Z',
    ]);
  });
});

describe('a clock that is put back', () => {
  test('of an hour that comes twice the first is taken, and the second is no other time', () => {
    const first = nextLocal(berlin(), at('2026-10-24T12:00:00Z'));
    expect(first).toEqual({ at: at('2026-10-25T00:30:00Z'), day: '2026-10-25' });
    expect(nextLocal(berlin(), first.at).day).toBe('2026-10-26');
    expect(lastLocal(berlin(), at('2026-10-25T01:45:00Z'))).toEqual(first);
  });
});

describe('days of a month', () => {
  const last = berlin({ hour: 23, minute: 0, day_of_month: 31, zone: 'Pacific/Auckland' });
  test('a month without the day has it on its last, in the zone of the schedule', () => {
    const days = [nextLocal(last, at('2027-01-15T00:00:00Z'))];
    for (let month = 0; month < 4; month += 1) days.push(nextLocal(last, days.at(-1)!.at));
    expect(days.map(({ day }) => day)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
    expect(new Date(days[0]!.at).toISOString()).toBe('2027-01-31T10:00:00.000Z');
  });
  test('a leap year has one more', () => {
    expect(nextLocal(last, at('2028-02-15T00:00:00Z')).day).toBe('2028-02-29');
  });
});

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
];
const whens = fc.record({
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  zone: fc.constantFrom(...zones),
  days: fc.oneof(
    fc.record({ weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }) }),
    fc.record({ day_of_month: fc.integer({ min: 1, max: 31 }) }),
    fc.constant({}),
  ),
});

test('a day has one time at most, the next is after and the last not after, in every zone', () => {
  fc.assert(
    fc.property(whens, fc.integer({ min: at('2026-01-01'), max: at('2031-01-01') }), ({ days, ...rest }, moment) => {
      const when: When = { ...rest, ...days };
      const [next, last] = [nextLocal(when, moment), lastLocal(when, moment)];
      expect(next.at).toBeGreaterThan(moment);
      expect(last.at).toBeLessThanOrEqual(moment);
      expect(nextLocal(when, last.at)).toEqual(next);
      expect(next.day > last.day).toBe(true);
      expect(next.at - last.at).toBeLessThanOrEqual(32 * DAY_MS);
    }),
  );
});

describe('an hour that a caller names', () => {
  const now = at('2026-03-01T00:00:00Z');
  const chosen = (given: string, zone: string | undefined = 'Europe/Berlin') => chosenHour('at', given, zone, now);

  test('with an offset or in the zone of the account', () => {
    expect(chosen('2026-03-02T06:00').at).toBe(at('2026-03-02T05:00:00Z'));
    expect(chosen('2026-03-02 06:00:30').at).toBe(at('2026-03-02T05:00:30Z'));
    expect(chosen('2026-03-02T06:00+09:00', undefined).at).toBe(at('2026-03-01T21:00:00Z'));
  });

  test('that does not exist is refused, with the one that the clock leaps to', () => {
    expect(() => chosen('2026-03-29T02:30')).toThrow(/`at`: does not exist in Europe\/Berlin.*2026-03-29 03:30/);
  });

  test('that comes twice is the first, and said so', () => {
    const { at: first, notes } = chosen('2026-10-25T02:30');
    expect(first).toBe(at('2026-10-25T00:30:00Z'));
    expect(notes[0]).toContain('comes twice');
    expect(chosen('2026-10-25T02:30+01:00').at).toBe(first + HOUR_MS);
  });

  test('without a zone needs an offset', () => {
    expect(() => chosenHour('at', '2026-03-02T06:00', undefined, now)).toThrow(/needs an offset/);
  });
});
