import { beforeEach, describe, expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { memoryLimiter } from '../limits/memory-limiter.ts';
import type { Link } from './link.ts';
import { redisLimiter } from './redis-limiter.ts';

const LIMITS = { points: 100, windowS: 60 };

/** A server that is there or not, as a test says, and keeps what it was asked. */
let link: { -readonly [Name in keyof Link]: Link[Name] };
/** Cost and owed points of each question that reached the server. */
let asked: { cost: number; owed: number }[];
let fails: boolean;
/** Whether it is allowed, the points used, and how long until none is, or until the next try. */
let reply: number[];
let limiter: ReturnType<typeof redisLimiter>;

beforeEach(() => {
  asked = [];
  fails = false;
  reply = [1, 0, 0, 0];
  link = {
    up: true,
    processes: 4,
    async run(_, __, [cost, , , , owed]) {
      if (fails) throw new Error('no answer');
      asked.push({ cost: Number(cost), owed: Number(owed) });
      return reply;
    },
    publish: () => {},
    close: async () => {},
  };
  limiter = redisLimiter({
    link,
    name: 'calls',
    ...LIMITS,
    local: memoryLimiter({ ...LIMITS, ambient: stillAmbient() }),
  });
});

describe('while the server is away', () => {
  it('each process lets its share of the limit through, and a call that costs more than that', async () => {
    link.up = false;
    for (let taken = 0; taken < 25; taken += 5) expect((await limiter.take('key', 5)).allowed).toBe(true);
    expect((await limiter.take('key', 1)).allowed).toBe(false);
    expect((await limiter.take('another', 60)).allowed).toBe(true);
    expect((await limiter.take('another', 60)).allowed).toBe(false);
    expect(asked).toEqual([]);
  });

  it('what was let through is told once the server is back, to each subject its own', async () => {
    link.up = false;
    await limiter.take('key', 5);
    await limiter.take('key', 7);
    await limiter.take('another', 3);
    link.up = true;
    for (const subject of ['key', 'another', 'key']) await limiter.take(subject, 1);
    expect(asked).toEqual([
      { cost: 1, owed: 12 },
      { cost: 1, owed: 3 },
      { cost: 1, owed: 0 },
    ]);
  });

  it('what was let through is still owed when the server fails again as it is told', async () => {
    link.up = false;
    await limiter.take('key', 5);
    link.up = true;
    fails = true;
    expect((await limiter.take('key', 2)).allowed).toBe(true);
    expect((await limiter.take('key', 2)).allowed).toBe(true);
    fails = false;
    await limiter.take('key', 1);
    expect(asked).toEqual([{ cost: 1, owed: 9 }]);
  });

  it('what was refused is not owed', async () => {
    link.up = false;
    await limiter.take('key', 25);
    expect((await limiter.take('key', 5)).allowed).toBe(false);
    link.up = true;
    await limiter.take('key', 1);
    expect(asked).toEqual([{ cost: 1, owed: 25 }]);
  });
});

it('what the server let through counts towards the share when it goes away', async () => {
  await limiter.take('key', 25);
  link.up = false;
  expect((await limiter.take('key', 1)).allowed).toBe(false);
});

it('what is left is never less than nothing, and a refused call waits a second at least', async () => {
  reply = [0, 120, 1_001, 0];
  expect(await limiter.take('key', 1)).toEqual({ allowed: false, limit: 100, remaining: 0, resetS: 2, retryAfterS: 1 });
  reply = [0, 100, 60_000, 1_001];
  expect(await limiter.take('key', 1)).toMatchObject({ retryAfterS: 2 });
  reply = [1, 40, 60_000, 0];
  expect(await limiter.take('key', 1)).toEqual({ allowed: true, limit: 100, remaining: 60, resetS: 60 });
});

it('what is owed is kept for so many subjects, and no more: a long outage fills no memory', async () => {
  link.up = false;
  for (let subject = 0; subject < 50_001; subject++) await limiter.take(`key ${subject}`, 1);
  link.up = true;
  for (const subject of [49_999, 50_000]) await limiter.take(`key ${subject}`, 1);
  expect(asked.map(({ owed }) => owed)).toEqual([1, 0]);
});
