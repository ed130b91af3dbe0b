import { expect, test } from 'vitest';
import { ObjectTurns } from './object-turns.ts';

const patient = new AbortController().signal;
const free = {
  alone: async (_name: string, work: () => Promise<unknown>) => {
    await work();
    return true;
  },
};

/** Work that reads a counter, gives others time to run, and writes the counter back raised. */
function counting() {
  let counter = 0;
  return {
    async raise() {
      const read = counter;
      await new Promise(setImmediate);
      counter = read + 1;
    },
    get counter() {
      return counter;
    },
  };
}

test('calls about one object run one after another, and about others at the same time', async () => {
  const turns = new ObjectTurns(free);
  const one = counting();
  await Promise.all(Array.from({ length: 20 }, () => turns.take(['ad 1'], patient, one.raise)));
  expect(one.counter).toBe(20);
  const apart = counting();
  await Promise.all(['ad 2', 'ad 3'].map((name) => turns.take([name], patient, apart.raise)));
  expect(apart.counter).toBe(1);
});

test('calls about several objects never wait for each other', async () => {
  const turns = new ObjectTurns(free);
  const both = counting();
  await Promise.all([turns.take(['a', 'b'], patient, both.raise), turns.take(['b', 'a'], patient, both.raise)]);
  expect(both.counter).toBe(2);
});

test('a call that names an object twice does not wait for itself', async () => {
  const turns = new ObjectTurns(free);
  expect(await turns.take(['a', 'b', 'a'], AbortSignal.timeout(5_000), async () => 'done')).toBe('done');
});

test('a call that fails or gives up leaves the turn to the next one in the queue', async () => {
  const turns = new ObjectTurns(free);
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = turns.take(['a'], patient, async () => {
    await gate.promise;
    order.push('first');
    throw new Error('failed');
  });
  const gone = new AbortController();
  const second = turns.take(['a'], gone.signal, async () => order.push('second'));
  gone.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  const third = turns.take(['a'], patient, async () => order.push('third'));
  gate.resolve();
  await expect(first).rejects.toThrow('failed');
  await third;
  expect(order).toEqual(['first', 'third']);
});

test('an object that another process keeps is refused, with nothing sent', async () => {
  const turns = new ObjectTurns({ alone: async () => false });
  let sent = false;
  const refused = turns.take(['a'], patient, async () => (sent = true));
  await expect(refused).rejects.toMatchObject({
    code: 'conflict',
    outcome: 'not_applied',
    details: { retryable: true },
  });
  expect(sent).toBe(false);
});

test('one of another process is waited for, half a minute', async () => {
  const asked: unknown[] = [];
  const turns = new ObjectTurns({
    async alone(name, work, options) {
      asked.push([name, options]);
      await work();
      return true;
    },
  });
  expect(await turns.take(['ad 1'], patient, async () => 'done')).toBe('done');
  expect(asked).toEqual([['object ad 1', { waitMs: 30_000 }]]);
});
