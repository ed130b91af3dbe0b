import { expect, test } from 'vitest';
import { type DayAmount, daySums, daySumTexts } from './day-sums.ts';

const amount = (text: string, currency = 'USD', mode: DayAmount['mode'] = 'live') => ({ amount: text, currency, mode });

test('each currency is added by itself and exactly, and sandbox is never added to live', () => {
  const sums = daySums([
    amount('0.10'),
    amount('0.20'),
    amount('92000', 'JPY'),
    amount('48000', 'JPY'),
    amount('7.00', 'USD', 'sandbox'),
  ]);
  expect(sums).toEqual([
    { mode: 'live', currency: 'USD', amount: 0.3 },
    { mode: 'live', currency: 'JPY', amount: 140_000 },
    { mode: 'sandbox', currency: 'USD', amount: 7 },
  ]);
  expect(daySumTexts(sums)).toEqual(['$0.30', '¥140,000', '$7.00 sandbox']);
  expect(daySumTexts(sums.slice(2)), 'alone, the page says that it is the sandbox').toEqual(['$7.00']);
});
