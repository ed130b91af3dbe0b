import { expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import type { Breaker, Health } from './breaker.ts';
import { createBreaker } from './breaker.ts';

function meet(breaker: Breaker, health: Health, times = 1): void {
  for (let i = 0; i < times; i++) breaker.leave('search 1', breaker.enter('search 1'), health);
}

it('opens after five faults in a row, for that account only, and says when to come back', () => {
  const breaker = createBreaker({ ambient: stillAmbient() });
  meet(breaker, 'ill', 5);
  expect(() => breaker.enter('search 1')).toThrow(
    expect.objectContaining({
      details: {
        code: 'upstream_unavailable',
        message: 'The platform has failed several times in a row, so it is not being called for a moment.',
        nextStep: 'Nothing was sent. Call again in 10 s.',
        retryable: true,
        retryAfterS: 10,
        outcome: 'not_applied',
      },
    }),
  );
  expect(breaker.enter('search 2')).toEqual({ probe: false });
});

it('stays closed when a good answer comes between the faults', () => {
  const breaker = createBreaker({ ambient: stillAmbient() });
  meet(breaker, 'ill', 4);
  meet(breaker, 'well');
  meet(breaker, 'ill', 4);
  expect(() => breaker.enter('search 1')).not.toThrow();
});

it('lets one call through after ten seconds and closes when that goes well', () => {
  const ambient = stillAmbient();
  const breaker = createBreaker({ ambient });
  meet(breaker, 'ill', 5);
  ambient.advance(9999);
  expect(() => breaker.enter('search 1')).toThrow();
  ambient.advance(1);
  const probe = breaker.enter('search 1');
  expect(probe).toEqual({ probe: true });
  expect(() => breaker.enter('search 1')).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ retryAfterS: 1 }) }),
  );
  breaker.leave('search 1', probe, 'well');
  meet(breaker, 'well', 3);
});

it('opens again when the one call fails, and asks another one when it was called off', () => {
  const ambient = stillAmbient();
  const breaker = createBreaker({ ambient });
  meet(breaker, 'ill', 5);
  ambient.advance(10_000);
  meet(breaker, 'nothing');
  meet(breaker, 'ill');
  expect(() => breaker.enter('search 1')).toThrow();
  ambient.advance(10_000);
  meet(breaker, 'well');
  expect(breaker.enter('search 1')).toEqual({ probe: false });
});

it('takes a call that began before it opened for no probe', () => {
  const ambient = stillAmbient();
  const breaker = createBreaker({ ambient });
  const early = breaker.enter('search 1');
  meet(breaker, 'ill', 5);
  ambient.advance(10_000);
  breaker.enter('search 1');
  breaker.leave('search 1', early, 'nothing');
  expect(() => breaker.enter('search 1')).toThrow();
});

it('remembers the trouble of so many accounts and no more, the last ones first', () => {
  const breaker = createBreaker({ ambient: stillAmbient(), faultsToOpen: 1 });
  const accounts = Array.from({ length: 10_001 }, (_, index) => `search ${index}`);
  for (const account of accounts) breaker.leave(account, breaker.enter(account), 'ill');
  expect(breaker.enter(accounts[0]!)).toEqual({ probe: false });
  for (const account of accounts.slice(1)) expect(() => breaker.enter(account)).toThrow();
});
