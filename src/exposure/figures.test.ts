import { describe, expect, it } from 'vitest';
import { daily } from '../tools/exposure.testing.ts';
import { AccountMonth, figuresOf } from './figures.ts';

/** Noon of 18 November there. */
const ZONES = [
  ['UTC', '2026-11-18T12:00:00Z', 'Z'],
  ['Asia/Tokyo', '2026-11-18T03:00:00Z', '+09:00'],
  ['America/New_York', '2026-11-18T17:00:00Z', '-05:00'],
] as const;

describe.each(ZONES)('the days that are left of a month in %s', (zone, noon, offset) => {
  const month = new AccountMonth(zone, Date.parse(noon));
  const until = (day: string, time: string) => month.daysLeft(Date.parse(`2026-11-${day}T${time}${offset}`));

  it('are today and all others where nothing ends', () => {
    expect(month.daysLeft(undefined)).toBe(13n);
    expect(month.daysLeft(Date.parse('2027-06-01T00:00:00Z'))).toBe(13n);
  });

  it('end with the day of an end, and an end at midnight is that of the day before', () => {
    expect(until('20', '00:00:00')).toBe(2n);
    expect(until('20', '00:00:01')).toBe(3n);
    expect(until('20', '23:59:59')).toBe(3n);
    expect(until('21', '00:00:00')).toBe(3n);
  });

  it('are never fewer than today', () => {
    expect(until('18', '13:00:00')).toBe(1n);
    expect(until('01', '00:00:00')).toBe(1n);
  });
});

it('what cannot be counted is told with its reason, and is no sum', () => {
  const month = new AccountMonth('UTC', Date.parse('2026-11-18T12:00:00Z'));
  const end = Date.parse('2026-11-28T12:00:00Z');
  const told = (budget: object, until?: number) =>
    figuresOf({ ...daily('10'), ...budget }, { start: undefined, end: until }, month);
  expect(told({ kind: 'weekly' }, end)).toBe('a budget of the kind weekly');
  expect(told({ kind: 'lifetime' })).toBe('a lifetime budget without an end');
  expect(told({ amount: 'ten' }, end)).toBe('its budget ten is no amount');
});
