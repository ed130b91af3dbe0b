import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { FairShares, type Share } from './fair-share.ts';

const never = new AbortController().signal;
const share = (connection: string, key = 'k'): Share => ({ connection, key });

/** Asks for a place and tells whether it was had at once. */
function ask(shares: FairShares, whose: Share) {
  const atOnce = shares.enter(whose);
  const state = { had: atOnce !== undefined, giveBack: atOnce ?? (() => {}) };
  if (!atOnce) shares.wait(whose, never).then((giveBack) => Object.assign(state, { had: true, giveBack }));
  return state;
}

test('a key that asks for everything gets a quarter, and the next connection and the next key find places at once', () => {
  const shares = new FairShares(128);
  const greedy = Array.from({ length: 400 }, () => ask(shares, share('a')));
  expect(greedy.filter(({ had }) => had)).toHaveLength(32);
  expect(ask(shares, share('b')).had).toBe(true);
  expect(ask(shares, share('a', 'other key')).had).toBe(true);
});

test('however many are greedy, the next connection gets a place at once', () => {
  const shares = new FairShares(128);
  for (let connection = 0; connection < 4; connection++) {
    for (let index = 0; index < 100; index++) ask(shares, share(`greedy ${connection}`, `key ${index % 3}`));
    expect(ask(shares, share(`modest ${connection}`)).had).toBe(true);
  }
});

test('places that are given back go to waiting requests in turn, and each gets one in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.record({ connection: fc.constantFrom('a', 'b'), key: fc.constantFrom('1', '2') }), { maxLength: 40 }),
      async (places, asked) => {
        const shares = new FairShares(places);
        const all = asked.map((whose) => ask(shares, whose));
        const open = new Set(all);
        while (open.size > 0) {
          await Promise.resolve();
          const having = [...open].filter(({ had }) => had);
          expect(having.length).toBeGreaterThan(0);
          expect(having.length).toBeLessThanOrEqual(places);
          const [first] = having;
          first?.giveBack();
          open.delete(first!);
          await Promise.resolve();
        }
      },
    ),
  );
});

test('a request that stops waiting takes no place, and a place given back twice is one place', async () => {
  const shares = new FairShares(1);
  const first = ask(shares, share('a'));
  const leaving = new AbortController();
  const waiting = shares.wait(share('b'), leaving.signal);
  leaving.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  first.giveBack();
  first.giveBack();
  expect(ask(shares, share('c')).had).toBe(true);
  expect(ask(shares, share('d')).had).toBe(false);
});

test('a place that is given back goes past a key that already has its fair share', async () => {
  const shares = new FairShares(8);
  const a = [1, 2, 3].map(() => ask(shares, share('a')));
  const b = [1, 2, 3].map(() => ask(shares, share('b')));
  expect([a, b].map((all) => all.map(({ had }) => had))).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
  b[0]!.giveBack();
  await Promise.resolve();
  expect([a[2]!.had, b[2]!.had]).toEqual([false, true]);
});

test('requests that wait are served in turn, and when all have left the next one enters at once', async () => {
  const shares = new FairShares(1);
  const served: string[] = [];
  const first = ask(shares, share('x'));
  const others = ['a', 'a', 'b', 'b'].map(async (name) => {
    const giveBack = await shares.wait(share(name), never);
    served.push(name);
    giveBack();
  });
  first.giveBack();
  await Promise.all(others);
  expect(served).toEqual(['a', 'b', 'a', 'b']);
  for (const name of ['a', 'b']) {
    const again = ask(shares, share(name));
    expect(again.had).toBe(true);
    again.giveBack();
  }
});
