import { expect, test } from 'vitest';
import { waitFor } from './wait-for.ts';

function clock() {
  const waits: number[] = [];
  return { waits, wait: async (ms: number) => void waits.push(ms) };
}

test('looks at growing intervals until the work is done', async () => {
  const time = clock();
  const states = [undefined, undefined, undefined, 'done'];
  const found = await waitFor(time, { pauseMs: 100, pauseMsMax: 300, patienceMs: 10_000 }, async () => states.shift());
  expect(found).toBe('done');
  expect(time.waits).toEqual([100, 200, 300]);
});

test('gives up when the next look would come after its patience', async () => {
  const time = clock();
  let looks = 0;
  const look = async () => {
    looks += 1;
    return undefined;
  };
  expect(await waitFor(time, { firstLookMs: 50, pauseMs: 100, patienceMs: 349 }, look)).toBeUndefined();
  expect(time.waits).toEqual([50, 100, 100]);
  expect(looks).toBe(3);
});

test('a look that fails ends the waiting with its failure', async () => {
  const broken = async () => Promise.reject(new Error('refused'));
  await expect(waitFor(clock(), { pauseMs: 1, patienceMs: 10 }, broken)).rejects.toThrow('refused');
});
