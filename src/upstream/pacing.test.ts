import { expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { createPacing } from './pacing.ts';

const KEY = 'social act_1';

/** How long the first call waits after the platform said how much of its limit is used. */
function waitAt(fraction: number): Promise<number> {
  const pacing = createPacing({ ambient: stillAmbient() });
  pacing.learn(KEY, { fraction });
  return pacing.claim(KEY, 60_000);
}

it('does not slow down while the limit is far', async () => {
  const pacing = createPacing({ ambient: stillAmbient() });
  for (const fraction of [0, 0.5, 0.75, Number.NaN]) pacing.learn(KEY, { fraction });
  expect(await Promise.all([pacing.claim(KEY, 0), pacing.claim(KEY, 0)])).toEqual([0, 0]);
});

it('slows down more and more as the limit comes near', async () => {
  const waits = await Promise.all([0.76, 0.8, 0.9, 0.99, 1, 3].map(waitAt));
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[0]).toBeGreaterThan(0);
  expect(new Set(waits.slice(0, 5)).size).toBe(5);
  expect(waits[5]).toBe(waits[4]);
});

it('gives every request its own turn, and other accounts none', async () => {
  const pacing = createPacing({ ambient: stillAmbient() });
  pacing.learn(KEY, { fraction: 1 });
  expect(await Promise.all([1, 2, 3].map(() => pacing.claim(KEY, 60_000)))).toEqual([2000, 4000, 6000]);
  expect(await pacing.claim('social act_2', 60_000)).toBe(0);
});

it('waits as long as the platform said, or refuses when the caller cannot wait that long', async () => {
  const ambient = stillAmbient();
  const pacing = createPacing({ ambient });
  pacing.learn(KEY, { fraction: 0.1, waitMs: 20_000 });
  expect(await pacing.claim(KEY, 20_000)).toBe(20_000);
  await expect(pacing.claim(KEY, 19_000)).rejects.toThrow(
    expect.objectContaining({
      details: {
        code: 'rate_limited',
        message: "The platform's limit for such calls is used up for the moment.",
        nextStep: 'Nothing was sent. Call again in 20 s.',
        retryable: true,
        retryAfterS: 20,
        outcome: 'not_applied',
      },
    }),
  );
  ambient.advance(20_000);
  expect(await pacing.claim(KEY, 0)).toBe(0);
});

it('ends a wait by the clock of the platform, whose seconds are whole', async () => {
  const pacing = createPacing({ ambient: stillAmbient() });
  pacing.learn(KEY, { fraction: 0, waitMs: 3_600_000, endsAt: 5_000_000 });
  await expect(pacing.claim(KEY, 0)).rejects.toThrow('used up');
  await expect(pacing.claim(KEY, 0, { platformNow: 5_000_999 })).rejects.toThrow('used up');
  expect(await pacing.claim(KEY, 0, { platformNow: 5_001_000 })).toBe(0);
  pacing.learn(KEY, { fraction: 0, waitMs: 7_200_000 });
  await expect(pacing.claim(KEY, 0, { platformNow: 5_001_000 })).rejects.toThrow('used up');
});

it('keeps a wait the platform asked for when a late reply still says that all is well', async () => {
  const pacing = createPacing({ ambient: stillAmbient() });
  pacing.learn(KEY, { fraction: 1, waitMs: 5000 });
  pacing.learn(KEY, { fraction: 0.2 });
  expect(await pacing.claim(KEY, 60_000)).toBe(5000);
});

it('speeds up again when the platform says so, or has said nothing for a minute', async () => {
  const ambient = stillAmbient();
  const pacing = createPacing({ ambient });
  pacing.learn(KEY, { fraction: 0.9 });
  pacing.learn(KEY, { fraction: 0.3 });
  expect(await pacing.claim(KEY, 0)).toBe(0);
  pacing.learn(KEY, { fraction: 0.9 });
  ambient.advance(60_000);
  expect(await pacing.claim(KEY, 0)).toBe(0);
});

it('holds every address to the pace its platform publishes, after a burst of as many as it allows', async () => {
  const ambient = stillAmbient();
  const pacing = createPacing({ ambient });
  const pace = { name: 'reports', requests: 4, perMs: 1000 };
  const claim = (patienceMs = 60_000, its = pace, key = KEY) => pacing.claim(key, patienceMs, { pace: its });
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(() => claim()))).toEqual([0, 0, 0, 0, 1000, 1000]);
  expect(await Promise.all([claim(0, { ...pace, name: 'other' }), claim(0, pace, 'social act_2')])).toEqual([0, 0]);
  // A call that cannot wait takes no turn.
  await expect(claim(999)).rejects.toThrow(expect.objectContaining({ code: 'rate_limited' }));
  expect(await claim(1000)).toBe(1000);
  ambient.advance(10_000);
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => claim()))).toEqual([0, 0, 0, 0, 1000]);
});

it('takes the later of a pace and of what the platform said', async () => {
  const pacing = createPacing({ ambient: stillAmbient() });
  pacing.learn(KEY, { fraction: 0, waitMs: 5000 });
  const pace = { name: 'reports', requests: 1, perMs: 1000 };
  expect(await Promise.all([1, 2].map(() => pacing.claim(KEY, 60_000, { pace })))).toEqual([5000, 6000]);
});

it('goes by how near the limit is, to the millisecond', async () => {
  expect((await Promise.all([0.8, 0.875, 1].map(waitAt))).map(Math.round)).toEqual([400, 1000, 2000]);
});

it('forgets what the platform said a minute after it let go, and not before', async () => {
  const ambient = stillAmbient();
  const pacing = createPacing({ ambient });
  pacing.learn(KEY, { fraction: 1, waitMs: 5000 });
  ambient.advance(64_999);
  expect(await Promise.all([1, 2].map(() => pacing.claim(KEY, 60_000)))).toEqual([0, 2000]);
  ambient.advance(1);
  expect(await Promise.all([pacing.claim(KEY, 0), pacing.claim(KEY, 0)])).toEqual([0, 0]);
});

it('keeps a pace that belongs to the application for all accounts together', async () => {
  const pacing = createPacing({ ambient: stillAmbient() });
  const pace = { name: 'reports', requests: 2, perMs: 1000 };
  const waits = ['one', 'two', 'three', 'four'].map((account) =>
    pacing.claim(account, 60_000, { pace, paceKey: 'connection' }),
  );
  expect(await Promise.all(waits)).toEqual([0, 0, 1000, 1000]);
  expect(await pacing.claim('five', 60_000, { pace })).toBe(0);
});

it('remembers what a platform said of so many accounts and no more, the last ones first', async () => {
  const pacing = createPacing({ ambient: stillAmbient() });
  const accounts = Array.from({ length: 10_001 }, (_, index) => `social act_${index}`);
  for (const account of accounts) pacing.learn(account, { fraction: 0, waitMs: 100 });
  expect(await pacing.claim(accounts[0]!, 100)).toBe(0);
  const waits = await Promise.all(accounts.slice(1).map((account) => pacing.claim(account, 100)));
  expect(new Set(waits)).toEqual(new Set([100]));
});
