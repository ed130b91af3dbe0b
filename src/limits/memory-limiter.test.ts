import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../test/seed.ts';
import { stillAmbient } from '../ambient.testing.ts';
import type { Verdict } from './limiter.ts';
import { memoryLimiter } from './memory-limiter.ts';

interface Call {
  waitMs: number;
  cost: number;
}

const SLOT = 1_000;
const WINDOW = 60 * SLOT;

/** Waits that matter: none, within a slot, around a whole window, anything between. In sixty-thousandths of the window. */
const wait = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: SLOT }),
  fc.integer({ min: WINDOW - SLOT, max: WINDOW + SLOT }),
  fc.integer({ min: 0, max: WINDOW + 2 * SLOT }),
);

const matrix = fc.record({
  windowS: fc.constantFrom(1, 7, 60, 300),
  points: fc.integer({ min: 1, max: 12 }),
  startMs: fc.integer({ min: 0, max: 2_000_000_000_000 }),
  calls: fc.array(fc.record({ wait, cost: fc.constantFrom(1, 3) }), { minLength: 1, maxLength: 100 }),
});

type Matrix = typeof matrix extends fc.Arbitrary<infer Value> ? Value : never;

function callsOf({ windowS, calls }: Matrix): Call[] {
  return calls.map(({ wait, cost }) => ({ cost, waitMs: Math.floor((wait / WINDOW) * windowS * 1_000) }));
}

/** Everything that was let through, to the millisecond. */
class ExactLog {
  readonly #spent: { atMs: number; cost: number }[] = [];

  spend(atMs: number, cost: number): void {
    this.#spent.push({ atMs, cost });
  }

  within(nowMs: number, windowMs: number): number {
    return this.#spent.filter(({ atMs }) => atMs > nowMs - windowMs).reduce((sum, { cost }) => sum + cost, 0);
  }
}

interface Step {
  log: ExactLog;
  nowMs: number;
  cost: number;
  verdict: Verdict;
}

function replay(given: Matrix, check: (step: Step) => void): void {
  const ambient = stillAmbient({ startMs: given.startMs });
  const limiter = memoryLimiter({ points: given.points, windowS: given.windowS, ambient });
  const log = new ExactLog();
  for (const { waitMs, cost } of callsOf(given)) {
    ambient.advance(waitMs);
    const verdict = limiter.take('key_1', cost);
    if (verdict.allowed) log.spend(ambient.now(), cost);
    check({ log, nowMs: ambient.now(), cost, verdict });
  }
}

describe('over any sequence of calls', () => {
  it('no window ever holds more points than the limit', () => {
    fc.assert(
      fc.property(matrix, (given) => {
        replay(given, ({ log, nowMs }) => {
          expect(log.within(nowMs, given.windowS * 1_000)).toBeLessThanOrEqual(given.points);
        });
      }),
      { numRuns: times(500) },
    );
  });

  it('no call is refused that would fit in a window one slot longer', () => {
    fc.assert(
      fc.property(matrix, (given) => {
        const longerMs = given.windowS * 1_000 + Math.ceil((given.windowS * 1_000) / 60);
        replay(given, ({ log, nowMs, cost, verdict }) => {
          if (!verdict.allowed) expect(log.within(nowMs, longerMs) + cost).toBeGreaterThan(given.points);
        });
      }),
      { numRuns: times(500) },
    );
  });

  it('the numbers told are true: what remains fits, waiting as told helps, and waiting a second less does not', () => {
    fc.assert(
      fc.property(matrix, (given) => {
        const ambient = stillAmbient({ startMs: given.startMs });
        const limiter = memoryLimiter({ points: given.points, windowS: given.windowS, ambient });
        for (const { waitMs, cost } of callsOf(given)) {
          ambient.advance(waitMs);
          const verdict = limiter.take('key_1', cost);
          expect(verdict.limit).toBe(given.points);
          expect(verdict.resetS).toBeLessThanOrEqual(given.windowS);
          if (verdict.allowed || cost > given.points) continue;
          expect(verdict.remaining).toBeLessThan(cost);
          ambient.advance(verdict.retryAfterS! * 1_000 - 1_000);
          if (verdict.retryAfterS! > 1) expect(limiter.take('key_1', cost).allowed).toBe(false);
          ambient.advance(1_000);
          expect(limiter.take('key_1', cost).allowed).toBe(true);
        }
        const last = limiter.take('key_1', 0);
        if (last.remaining > 0)
          expect(limiter.take('key_1', last.remaining)).toMatchObject({ allowed: true, remaining: 0 });
        expect(limiter.take('key_1', 1).allowed).toBe(false);
        ambient.advance(limiter.take('key_1', 0).resetS * 1_000);
        expect(limiter.take('key_1', given.points).allowed).toBe(true);
      }),
      { numRuns: times(300) },
    );
  });
});

describe('a limiter', () => {
  const setUp = (options: { points?: number; subjectsMax?: number } = {}) => {
    const ambient = stillAmbient();
    return { ambient, limiter: memoryLimiter({ points: 10, windowS: 60, ambient, ...options }) };
  };

  it('charges nothing for a refused call', () => {
    const { limiter } = setUp();
    expect(limiter.take('a', 9)).toMatchObject({ allowed: true, remaining: 1 });
    for (let count = 0; count < 5; count++)
      expect(limiter.take('a', 3)).toMatchObject({ allowed: false, remaining: 1 });
    expect(limiter.take('a', 1)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('counts every subject by itself, each against its own limit', () => {
    const { limiter } = setUp();
    expect(limiter.take('a', 10).allowed).toBe(true);
    expect(limiter.take('b', 10).allowed).toBe(true);
    expect(limiter.take('a', 5, 15)).toMatchObject({ allowed: true, limit: 15, remaining: 0 });
    expect(limiter.take('c', 1, 0)).toMatchObject({ allowed: false, limit: 0, remaining: 0, retryAfterS: 60 });
  });

  it('keeps count of a trickle that touches every slot of the window and one more', () => {
    const { ambient, limiter } = setUp({ points: 1_000 });
    ambient.advance(999 - (ambient.now() % 1_000));
    for (let second = 0; second < 60; second++) {
      limiter.take('a', second === 0 ? 5 : 1);
      ambient.advance(second === 0 ? 1 : 1_000);
    }
    expect(limiter.take('a', 1)).toMatchObject({ remaining: 1_000 - 65 });
    ambient.advance(60_000);
    expect(limiter.take('a', 1_000)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('keeps count of more calls in one slot than there are slots', () => {
    const { ambient, limiter } = setUp({ points: 1_000 });
    ambient.advance(1_000 - (ambient.elapsedMs() % 1_000));
    let spent = 0;
    for (let call = 0; call < 500; call++) {
      const cost = call < 400 ? 1 : 3;
      spent += cost;
      expect(limiter.take('a', cost)).toMatchObject({ remaining: 1_000 - spent });
      ambient.advance(1);
    }
    ambient.advance(59_998);
    expect(limiter.take('a', 0)).toMatchObject({ remaining: 1_000 - spent });
    ambient.advance(1);
    expect(limiter.take('a', 0)).toMatchObject({ remaining: 1_000, resetS: 0 });
  });

  it('gives a subject of the flood no fresh points when there is room', () => {
    const { ambient, limiter } = setUp({ subjectsMax: 1 });
    limiter.take('a', 1);
    ambient.advance(59_000);
    limiter.take('flood', 9);
    ambient.advance(1_000);
    expect(limiter.take('new', 0)).toMatchObject({ remaining: 1 });
    expect(limiter.take('new', 1)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('limits a flood of new subjects together once its memory is full of busy ones', () => {
    const { limiter } = setUp({ subjectsMax: 3 });
    for (const subject of ['a', 'b', 'c']) limiter.take(subject, 1);
    let allowed = 0;
    for (let index = 0; index < 1_000; index++) if (limiter.take(`flood-${index}`, 1).allowed) allowed++;
    expect(allowed).toBe(10);
    expect(limiter.take('a', 9)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('makes room by forgetting idle subjects, which gives none of them more points', () => {
    const { ambient, limiter } = setUp({ subjectsMax: 2 });
    limiter.take('a', 1);
    limiter.take('b', 1);
    ambient.advance(30_000);
    expect(limiter.take('late', 10).allowed).toBe(true);
    ambient.advance(30_000);
    expect(limiter.take('late', 1).allowed).toBe(false);
    ambient.advance(30_000);
    expect(limiter.take('late', 10).allowed).toBe(true);
    expect(limiter.take('fresh', 10).allowed).toBe(true);
  });
});

it('tells the wait until enough has lapsed, not until all has, and a look that costs nothing prolongs none of it', () => {
  const ambient = stillAmbient();
  const limiter = memoryLimiter({ points: 2, windowS: 600, ambient });
  limiter.take('key', 1);
  ambient.advance(5_000);
  limiter.take('key', 0);
  ambient.advance(100_000);
  limiter.take('key', 1);
  expect(limiter.take('key', 1)).toMatchObject({ allowed: false, retryAfterS: 495, resetS: 600 });
});
