import { expect, test } from 'vitest';
import { AudienceRule } from './audience-rule.ts';

const rule = (more: object = {}) => ({
  event_sources: [{ id: '7', type: 'pixel' }],
  retention_seconds: 86_400,
  ...more,
});
const problemOf = (inclusions: object[], exclusions?: object[]) =>
  AudienceRule.safeParse(
    JSON.stringify({ inclusions: { rules: inclusions }, ...(exclusions && { exclusions: { rules: exclusions } }) }),
  ).error?.issues[0]?.message;
const times = (count: number) => Array.from({ length: count }, () => rule());

test('ten rules are taken, counted over what is taken in and what is left out', () => {
  expect(problemOf(times(9), times(1))).toBeUndefined();
  expect(problemOf(times(9), times(2))).toBe('holds 11 rules; at most 10 are allowed');
});

test.each([
  ['no rule', []],
  ['a rule without a source', [{ retention_seconds: 1 }]],
  ['a rule with an empty list of sources', [rule({ event_sources: [] })]],
  ['a rule without the time that people stay', [rule({ retention_seconds: undefined })]],
  ['a negative time', [rule({ retention_seconds: -1 })]],
])('%s is refused', (_, rules) => expect(problemOf(rules)).toContain('is missing or wrong'));

test('an event name in other letters than the pixel’s is refused: it would match no event', () => {
  const named = (value: string) => [rule({ filter: { filters: [{ field: 'event', operator: 'eq', value }] } })];
  expect(problemOf(named('purchase'))).toContain('"Purchase"');
  expect(problemOf(named('Purchase'))).toBeUndefined();
  expect(problemOf([rule()], named('add_to_cart'))).toContain('"AddToCart"');
});
