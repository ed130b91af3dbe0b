import { beforeEach, expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import type { Link } from './link.ts';
import { redisPacing } from './redis-pacing.ts';

let link: { -readonly [Name in keyof Link]: Link[Name] };
/** How many turns of its own each claim told the server. */
let owed: number[];
let fails: boolean;
let pacing: ReturnType<typeof redisPacing>;

const PACE = { name: 'requests', requests: 8, perMs: 60_000 };
const claim = (pace = PACE, patienceMs = 0) =>
  pacing.claim('tags acc', patienceMs, { pace, paceKey: 'tags' }).catch(() => -1);

beforeEach(() => {
  owed = [];
  fails = false;
  link = {
    up: true,
    processes: 4,
    async run(_, __, [, , , , ...ages]) {
      if (fails) throw new Error('no answer');
      owed.push(ages.length);
      return [1, 0];
    },
    publish: () => {},
    close: async () => {},
  };
  pacing = redisPacing(link, stillAmbient());
});

it('while the server is away a process sends its share, also where that is less than one', async () => {
  link.up = false;
  expect([await claim(), await claim(), await claim()]).toEqual([0, 0, -1]);
  const slow = { name: 'reports', requests: 2, perMs: 10_000 };
  expect(await claim(slow)).toBe(0);
  expect(await claim(slow, 60_000), 'a half of one each ten seconds').toBe(20_000);
});

it('turns that were given meanwhile are told once, and again where the telling fails', async () => {
  link.up = false;
  await claim();
  link.up = true;
  fails = true;
  await claim();
  fails = false;
  await claim();
  await claim();
  expect(owed).toEqual([2, 0]);
});

it('what a platform asked for holds in this process too, when the server goes away', async () => {
  pacing.learn('tags acc', { fraction: 0, waitMs: 5_000 });
  link.up = false;
  expect(await pacing.claim('tags acc', 60_000)).toBe(5_000);
});

it('what the server let through counts towards the share when it goes away', async () => {
  await claim();
  await claim();
  link.up = false;
  expect(await claim()).toBe(-1);
});
