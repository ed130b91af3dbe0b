import { expect, test } from 'vitest';
import type { SpendLimit } from './limit-book.ts';
import { overLimit, tooMuch, unverifiable } from './refusals.ts';

const UNIT = 10n ** 9n;
const limit = { currency: 'USD', amount: '100', kind: 'daily', scope: 'workspace' } as SpendLimit;
const usage = { used: 90n * UNIT, held: 0n, unknown: [] as string[] } as unknown as Parameters<typeof tooMuch>[1];

test('what is left is asked for, and where nothing is left something has to be paused first', () => {
  const some = tooMuch(limit, usage, 20n * UNIT, 10n * UNIT);
  expect(some.message('Acme')).toContain('add 20. 10 USD is left.');
  expect(some.nextStep).toMatch(/^Ask for at most 10 USD a day more, /);
  for (const headroom of [0n, -5n * UNIT]) {
    const none = tooMuch(limit, usage, 20n * UNIT, headroom);
    expect(none.message('Acme')).toMatch(/ 0 USD is left\.$/);
    expect(none.nextStep).toMatch(
      /^Pause or lower something first; an owner can change the limit .* Nothing was changed\.$/,
    );
    expect(none.headroom, 'more than the limit may run already').toBe(headroom);
  }
  expect(overLimit(some, 'Acme')).toMatchObject({ code: 'over_limit', details: { message: some.message('Acme') } });
});

test('three reasons are told and the rest is counted', () => {
  const told = (count: number) => unverifiable(['a.b is down.', 'c', 'd', 'e', 'f'].slice(0, count)).details.message;
  expect(told(1)).toMatch(/: a\.b is down\.$/);
  expect(told(3)).toMatch(/: a\.b is down; c; d\.$/);
  expect(told(5)).toMatch(/: a\.b is down; c; d and 2 more\.$/);
  expect(unverifiable(['c']).retryable).toBe(true);
});
