import { expect, test } from 'vitest';
import { isSlip, isTelling, termsOf } from './terms.ts';

test.each([
  ['pause paused pauses pausing', 'paus'],
  ['campaign campaigns', 'campaign'],
  ['run running', 'run'],
  ['category categories', 'category'],
  ["audience's audiences", 'audienc'],
])('the endings of %s make no difference', (words, term) => {
  expect([...new Set(termsOf(words))]).toEqual([term]);
});

test('words that mean one thing together are one term, however they are written', () => {
  expect(termsOf('Update an ad set')).toEqual(['updat', 'an', 'adset']);
  expect(termsOf('update_ad_sets')).toEqual(['updat', 'adset']);
  expect(termsOf('ad accounts, e-mails, re-budget, Café')).toEqual(['account', 'email', 'budget', 'caf']);
});

test('words of politeness say nothing', () => {
  expect(termsOf('please could you just pause my keywords').filter(isTelling)).toEqual(['paus', 'keyword']);
});

test.each([
  ['gogl', 'googl', true],
  ['keywrod', 'keyword', true],
  ['instagarm', 'instagram', true],
  ['linkdin', 'linkedin', true],
  ['form', 'from', true],
  ['berlin', 'merlin', false],
  ['cat', 'car', false],
  ['audience', 'keyword', false],
])('%s for %s: %s', (word, known, slip) => {
  expect(isSlip(word, known)).toBe(slip);
});
