import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../ambient.ts';
import { chosenHour } from './chosen-hour.ts';

const at = (text: string) => Date.parse(text);

describe('an hour that a caller names', () => {
  const now = at('2026-03-01T00:00:00Z');
  const chosen = (given: string, zone: string | undefined = 'Europe/Berlin') => chosenHour('at', given, zone, now);

  test('with an offset or in the zone of the account', () => {
    expect(chosen('2026-03-02T06:00').at).toBe(at('2026-03-02T05:00:00Z'));
    expect(chosen('2026-03-02 06:00:30').at).toBe(at('2026-03-02T05:00:30Z'));
    expect(chosen('2026-03-02T06:00+09:00', undefined).at).toBe(at('2026-03-01T21:00:00Z'));
  });

  test('that does not exist is refused, with the one that the clock leaps to', () => {
    expect(() => chosen('2026-03-29T02:30')).toThrow(/`at`: does not exist in Europe\/Berlin.*2026-03-29 03:00/);
  });

  test('that comes twice is the first, and said so', () => {
    const { at: first, notes } = chosen('2026-10-25T02:30');
    expect(first).toBe(at('2026-10-25T00:30:00Z'));
    expect(notes[0]).toContain('comes twice');
    expect(chosen('2026-10-25T02:30+01:00').at).toBe(first + HOUR_MS);
  });

  test('on no calendar is refused, with an offset as without one', () => {
    for (const given of ['2026-04-31T06:00', '2026-04-31T06:00Z', '2026-04-31T06:00+02:00'])
      expect(() => chosen(given), given).toThrow(/no time that exists/);
  });

  test('without a zone needs an offset', () => {
    expect(() => chosenHour('at', '2026-03-02T06:00', undefined, now)).toThrow(/needs an offset/);
  });
});
