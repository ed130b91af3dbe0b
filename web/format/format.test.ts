import { expect, test } from 'vitest';
import { readableId } from './id.ts';
import { currencyDigits, money, moneyDifference, shortMoney, wholeMoney } from './money.ts';
import { count, delta, deltaOf, plural, rate } from './number.ts';
import { clock, days, exact, longDay, longMoment, moment, relative, shortDays } from './time.ts';

test('money is written as its currency writes it, with as many digits as it has', () => {
  expect(money(26088.8, 'USD')).toBe('$26,088.80');
  expect(money('1849067', 'JPY')).toBe('¥1,849,067');
  expect(money(1.5, 'KWD').replace(/\s/, ' ')).toBe('KWD 1.500');
  expect(money(12, 'CAD')).toBe('CA$12.00');
  expect(currencyDigits('JPY')).toBe(0);
});

test('what is unknown is a dash, and nothing spent is zero', () => {
  expect(money(null, 'USD')).toBe('–');
  expect(money(undefined, 'JPY')).toBe('–');
  expect(money('', 'USD')).toBe('–');
  expect(money(0, 'USD')).toBe('$0.00');
  expect(count(null)).toBe('–');
  expect(rate(Number.NaN)).toBe('–');
});

test('key figures are whole, unless the cents are the figure', () => {
  expect(wholeMoney(196069.68, 'USD')).toBe('$196,070');
  expect(wholeMoney(52.74, 'USD')).toBe('$52.74');
  expect(wholeMoney(4719, 'JPY')).toBe('¥4,719');
  expect(shortMoney(2500, 'USD')).toBe('$2.5k');
  expect(shortMoney(0, 'USD')).toBe('$0');
});

test('a difference carries its sign', () => {
  expect(moneyDifference(180, 'USD')).toBe('+ $180.00');
  expect(moneyDifference(-20, 'JPY')).toBe('− ¥20');
});

test('rates have a space before the sign', () => {
  expect(rate(0.0119)).toBe('1.19 %');
  expect(plural(1, 'campaign')).toBe('1 campaign');
  expect(plural(1200, 'campaign')).toBe('1,200 campaigns');
});

test('what a change means depends on what changed', () => {
  expect(delta(106.4, 100, 'neutral')).toEqual({ direction: 'up', text: '6.4 %', tone: 'neutral' });
  expect(delta(97.6, 100, 'good')).toEqual({ direction: 'down', text: '2.4 %', tone: 'bad' });
  expect(delta(98.4, 100, 'bad')).toEqual({ direction: 'down', text: '1.6 %', tone: 'good' });
  expect(deltaOf(0.0001, 'good')).toEqual({ direction: 'same', text: '0.0 %', tone: 'neutral' });
});

test('nothing is compared with nothing', () => {
  expect(delta(5, 0, 'good')).toBeUndefined();
  expect(delta(null, 3, 'good')).toBeUndefined();
  expect(delta(3, undefined, 'good')).toBeUndefined();
});

test('times are relative under a day and exact beside it', () => {
  const now = Date.parse('2026-11-12T09:40:00Z');
  expect(relative('2026-11-12T09:38:00Z', now)).toBe('2 min ago');
  expect(relative('2026-11-12T15:40:00Z', now)).toBe('in 6 h');
  expect(relative('2026-11-12T09:39:30Z', now)).toBe('just now');
  expect(relative('2026-11-09T09:39:30Z', now, 'UTC')).toBe('9 Nov');
  expect(relative('2025-11-09T09:39:30Z', now, 'UTC')).toBe('9 Nov 2025');
  expect(exact('2026-11-12T09:38:02Z', 'UTC')).toBe('Thu 12 Nov 2026 09:38:02 UTC');
  expect(clock('2026-11-12T09:38:02Z', 'Asia/Tokyo')).toBe('18:38');
  expect(moment('2026-11-12T09:38:02Z', 'UTC')).toBe('12 Nov 09:38');
  expect(longMoment('2026-11-12T09:38:02Z', 'Asia/Tokyo')).toBe('Thu 12 Nov 2026, 18:38');
});

test('a range names its year once', () => {
  expect(days('2026-10-15', '2026-11-11')).toBe('15 Oct – 11 Nov 2026');
  expect(days('2025-12-30', '2026-01-02')).toBe('30 Dec 2025 – 2 Jan 2026');
  expect(days('2026-01-02', '2026-01-02')).toBe('2 Jan 2026');
  expect(shortDays('2026-10-15', '2026-11-11')).toBe('15 Oct – 11 Nov');
  expect(longDay('2026-11-02')).toBe('Mon 2 Nov 2026');
});

test('long ids are read in fours', () => {
  expect(readableId('12021488301177')).toBe('120214 8830 1177');
  expect(readableId('act_20417783')).toBe('act_2041 7783');
  expect(readableId('481-220-9036')).toBe('481-220-9036');
  expect(readableId('7102')).toBe('7102');
});
