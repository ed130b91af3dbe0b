import { describe, expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { DAY_MS } from '../ambient.ts';
import { memoryLimiter } from '../limits/memory-limiter.ts';
import { createBreaker } from '../upstream/breaker.ts';
import { Deadline } from '../upstream/deadline.ts';
import { createPacing } from '../upstream/pacing.ts';
import { createRetryBudget } from '../upstream/retry-budget.ts';

describe.each([DAY_MS, -DAY_MS])('a clock that is set %i ms aside', (asideMs) => {
  const jump = (ambient: ReturnType<typeof stillAmbient>) => ambient.setClock(ambient.now() + asideMs);

  it('neither freezes nor refills a rate limit', () => {
    const ambient = stillAmbient();
    const limiter = memoryLimiter({ points: 10, windowS: 60, ambient });
    limiter.take('key', 5);
    jump(ambient);
    expect(limiter.take('key', 5)).toMatchObject({ allowed: true, remaining: 0, resetS: 60 });
    jump(ambient);
    expect(limiter.take('key', 1)).toMatchObject({ allowed: false, retryAfterS: 60 });
    ambient.advance(60_000);
    expect(limiter.take('key', 10).allowed).toBe(true);
  });

  it('neither holds a breaker open nor closes it', () => {
    const ambient = stillAmbient();
    const breaker = createBreaker({ ambient });
    for (let fault = 0; fault < 5; fault++) breaker.leave('search 1', breaker.enter('search 1'), 'ill');
    jump(ambient);
    expect(() => breaker.enter('search 1')).toThrow('several times');
    ambient.advance(10_000);
    expect(breaker.enter('search 1').probe).toBe(true);
  });

  it('moves no turn of a paced platform', async () => {
    const ambient = stillAmbient();
    const pacing = createPacing({ ambient });
    pacing.learn('search 1', { fraction: 1, waitMs: 5_000 });
    jump(ambient);
    expect(await pacing.claim('search 1', 10_000)).toBe(5_000);
  });

  it('gives back no retry that was spent', () => {
    const ambient = stillAmbient();
    const budget = createRetryBudget({ ambient, ratio: 0.1, resendsMin: 1 });
    expect(budget.spend()).toBe(true);
    jump(ambient);
    expect(budget.spend()).toBe(false);
  });

  it('neither ends a call nor prolongs it', () => {
    const ambient = stillAmbient();
    const deadline = new Deadline(ambient, 30_000, new AbortController().signal);
    ambient.advance(1_000);
    jump(ambient);
    expect(deadline.remainingMs()).toBe(29_000);
    deadline.close();
  });
});
