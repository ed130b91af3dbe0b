import { expect, test } from 'vitest';
import { currencyCell, currencyIn, currencyOfLabel } from './currency-text.ts';

test.each([
  ['1.200 EUR', ['EUR'], '1.200'],
  ['eur 50', ['EUR'], '50'],
  ['US$ 50', ['USD'], '50'],
  ['50 kr.', ['SEK', 'NOK', 'DKK', 'ISK'], '50'],
  ['￥500', ['JPY', 'CNY'], '500'],
])('the currency in "%s"', (text, currencies, rest) => {
  const found = currencyIn(text)!;
  expect([found.currencies, found.rest.trim()]).toEqual([currencies, rest]);
});

test('a word that is also a code is a currency beside a number only', () => {
  expect(['try again', 'all countries', 'Krone', '50'].map(currencyIn)).toEqual(Array(4).fill(undefined));
});

test('a cell of a currency column holds a currency and nothing else', () => {
  expect(['chf', 'Euro', '€', '€ euro'].map(currencyCell)).toEqual([['CHF'], ['EUR'], ['EUR'], ['EUR']]);
  expect(['€ 50', 'EUR or USD', 'tbd'].map(currencyCell)).toEqual([undefined, undefined, undefined]);
});

test('a title names the currency of what stands below it; an amount, or a word that may be one, does not', () => {
  const named = (text: string) => currencyOfLabel(text)?.currencies[0];
  expect(['Meta – CHF', 'UK (GBP)', 'Plan 2027 EUR', 'LinkedIn in €', 'Turkey (TRY)'].map(named)).toEqual([
    'CHF',
    'GBP',
    'EUR',
    'EUR',
    'TRY',
  ]);
  expect(['Total 5000 EUR', 'ALL markets', 'TOP 5', 'TRY it'].map(named)).toEqual(Array(4).fill(undefined));
});
