import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { Turns } from './turns.ts';

function busyFor(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** How much of the work was done in each turn of the event loop. */
async function workByTurn(start: (work: () => void) => Promise<unknown>): Promise<number[]> {
  const turns = [0];
  let done = false;
  const look = () => {
    turns.push(0);
    if (!done) setImmediate(look);
  };
  setImmediate(look);
  await start(() => {
    busyFor(1);
    turns[turns.length - 1]! += 1;
  });
  done = true;
  return turns;
}

test('long work lets others have their turn, and several share one', async () => {
  const items = Array.from({ length: 200 });
  const alone = await workByTurn((work) => new Turns().map(items, work));
  const together = await workByTurn((work) =>
    Promise.all(Array.from({ length: 5 }, () => new Turns().through(steps(work, 60)))),
  );
  // The first hundred are done at once. A turn is never much longer than its 10 ms, however many share it.
  expect(Math.max(...alone)).toBeLessThanOrEqual(100 + 10);
  expect(alone.filter((count) => count > 0).length).toBeGreaterThan(5);
  expect(Math.max(...together)).toBeLessThanOrEqual(10 + 10);
});

function* steps(work: () => void, count: number): Generator<void, void> {
  for (let step = 0; step < count; step++) {
    work();
    yield;
  }
}

test('work that is no longer wanted ends', async () => {
  const call = new AbortController();
  const reason = new Error('left');
  const working = new Turns(call.signal).through(steps(() => busyFor(5), 1000));
  call.abort(reason);
  await expect(working).rejects.toBe(reason);
});

test('lists are made and sorted as lists are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 50 }), { maxLength: 4000, size: 'max' }), async (numbers) => {
      const turns = new Turns();
      const items = await turns.map(numbers, (value) => ({ value }));
      const compare = (a: { value: number }, b: { value: number }) => a.value - b.value;
      const sorted = await turns.sort(items, compare);
      const expected = items.toSorted(compare);
      // Of equal items the first stays the first.
      expect(sorted.every((one, at) => one === expected[at])).toBe(true);
    }),
    { numRuns: 30 },
  );
});
