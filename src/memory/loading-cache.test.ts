import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { seed, times } from '../../test/seed.ts';
import { stillAmbient } from '../ambient.testing.ts';
import { LoadingCache } from './loading-cache.ts';

const MANY = 250;

/** What a source throws while it cannot be reached. */
class Away extends Error {}

function setUp(entriesMax = 10) {
  const ambient = stillAmbient();
  return { ambient, cache: new LoadingCache<string>({ ambient, lifeMs: 500, entriesMax }) };
}

it('answers from memory until the entry is too old', async () => {
  const { ambient, cache } = setUp();
  expect(await cache.get('a', async () => 'first')).toBe('first');
  ambient.advance(499);
  expect(await cache.get('a', async () => 'second')).toBe('first');
  ambient.advance(1);
  expect(await cache.get('a', async () => 'second')).toBe('second');
});

it('counts the age from before the load, so that a slow load makes nothing last longer', async () => {
  const { ambient, cache } = setUp();
  await cache.get('a', async () => {
    ambient.advance(400);
    return 'first';
  });
  ambient.advance(100);
  expect(await cache.get('a', async () => 'second')).toBe('second');
});

it.each([-86_400_000, 86_400_000])('is not touched by a clock that is set %i ms aside', async (asideMs) => {
  const { ambient, cache } = setUp();
  await cache.get('a', async () => 'first');
  ambient.setClock(ambient.now() + asideMs);
  expect(await cache.get('a', async () => 'second')).toBe('first');
  ambient.advance(500);
  expect(await cache.get('a', async () => 'second')).toBe('second');
});

it('loads once for all callers that ask meanwhile', async () => {
  const { cache } = setUp();
  const load = vi.fn(async () => 'value');
  expect(await Promise.all([cache.get('a', load), cache.get('a', load), cache.get('a', load)])).toEqual(
    Array(3).fill('value'),
  );
  expect(load).toHaveBeenCalledTimes(1);
});

it('does not keep what was being loaded when it was cleared', async () => {
  const { cache } = setUp();
  const gate = Promise.withResolvers<string>();
  const stale = cache.get('a', () => gate.promise);
  cache.clear();
  gate.resolve('stale');
  expect(await stale).toBe('stale');
  expect(await cache.get('a', async () => 'fresh')).toBe('fresh');
});

it('does not keep a failed load', async () => {
  const { cache } = setUp();
  await expect(cache.get('a', () => Promise.reject(new Error('store is away')))).rejects.toThrow('store is away');
  expect(await cache.get('a', async () => 'value')).toBe('value');
});

it('forgets the oldest when it is full', async () => {
  const { cache } = setUp(2);
  for (const name of ['a', 'b', 'c']) await cache.get(name, async () => name);
  expect(await cache.get('b', async () => 'again')).toBe('b');
  expect(await cache.get('c', async () => 'again')).toBe('c');
  expect(await cache.get('a', async () => 'again')).toBe('again');
});

it('drops lapsed entries and no others', async () => {
  const { ambient, cache } = setUp();
  await cache.get('a', async () => 'a');
  ambient.advance(300);
  await cache.get('b', async () => 'b');
  ambient.advance(300);
  cache.dropStale();
  expect(cache.size).toBe(1);
  expect(await cache.get('b', async () => 'again')).toBe('b');
});

describe('an entry in use', () => {
  /** A store that says in which of its states it was read. */
  function setUpMany(outageMs = 0, version?: () => number) {
    const ambient = stillAmbient();
    const store = { state: 'old', version: 1, isAway: false, gate: undefined as Promise<void> | undefined };
    const read = async (name: string) => {
      const value = `${name} ${store.state}`;
      await store.gate;
      if (store.isAway) throw new Away();
      return value;
    };
    const loadMany = vi.fn((names: readonly string[]) => Promise.all(names.map(read)));
    const cache = new LoadingCache<string>({
      ambient,
      lifeMs: 500,
      entriesMax: 10_000,
      outage: { lifeMs: outageMs, is: (error) => error instanceof Away },
      loadMany: { atMost: MANY, load: loadMany },
      ...(version && { version }),
    });
    const load = vi.fn(read);
    return { ambient, store, loadMany, load, cache, get: (name: string) => cache.get(name, () => load(name)) };
  }
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn();
  };

  it('is loaded again together, in slices, and no caller has to wait', async () => {
    const { ambient, loadMany, load, get } = setUpMany();
    const all = names(2 * MANY + 1);
    await Promise.all(all.map(get));
    for (let round = 1; round <= 5; round++) {
      all.map(get);
      ambient.advance(400);
      expect(await Promise.all(all.map(get))).toEqual(all.map((name) => `${name} old`));
      await settled();
      expect(loadMany).toHaveBeenCalledTimes(3 * round);
    }
    expect(loadMany.mock.calls.slice(0, 3).flatMap(([some]) => some)).toEqual(all);
    expect(load).toHaveBeenCalledTimes(all.length);
  });

  it('is only what was asked for since it was loaded, and nothing is loaded without a question', async () => {
    const { ambient, loadMany, get, cache } = setUpMany();
    await Promise.all(names(3).map(get));
    get('n1');
    ambient.advance(400);
    await settled();
    expect(loadMany).not.toHaveBeenCalled();
    get('n0');
    await settled();
    expect(loadMany.mock.calls).toEqual([[['n0', 'n1']]]);
    ambient.advance(499);
    cache.dropStale();
    expect(cache.size).toBe(2);
    ambient.advance(1);
    cache.dropStale();
    expect(cache.size).toBe(0);
  });

  it('lapses like any other entry when it cannot be loaded, and then stands in for the time of an outage', async () => {
    const { ambient, store, loadMany, load, get } = setUpMany(10_000);
    await get('a');
    for (let round = 0; round < 30; round++) {
      ambient.advance(400);
      get('a');
      await settled();
    }
    store.isAway = true;
    store.state = 'new';
    ambient.advance(400);
    expect(await get('a')).toBe('a old');
    await settled();
    expect(loadMany).toHaveBeenCalledTimes(31);
    ambient.advance(100);
    expect(await get('a')).toBe('a old');
    expect(load).toHaveBeenCalledTimes(2);
    store.isAway = false;
    ambient.advance(400);
    get('a');
    await settled();
    expect(await get('a')).toBe('a new');
  });

  it('is not kept from a load that was under way when the cache was cleared or the entry loaded by itself', async () => {
    for (const reload of [false, true]) {
      const { ambient, store, cache, get } = setUpMany();
      await get('a');
      ambient.advance(400);
      const gate = Promise.withResolvers<void>();
      store.gate = gate.promise;
      get('a');
      store.gate = undefined;
      store.state = 'new';
      cache.clear();
      if (reload) expect(await get('a')).toBe('a new');
      gate.resolve();
      await settled();
      expect(await get('a')).toBe('a new');
    }
  });

  it('is not loaded again while the version of the store stays the same, but for what was loaded before that was seen', async () => {
    const { ambient, store, loadMany, get } = setUpMany(0, () => store.version);
    await Promise.all(names(3).map(get));
    const round = async () => {
      names(3).map(get);
      ambient.advance(400);
      get('n0');
      await settled();
      ambient.advance(1);
    };
    await round();
    expect(loadMany).toHaveBeenCalledTimes(1);
    await round();
    const calls = loadMany.mock.calls.length;
    for (let again = 0; again < 5; again++) await round();
    expect(loadMany).toHaveBeenCalledTimes(calls);
    store.state = 'new';
    store.version++;
    await round();
    expect(await Promise.all(names(3).map(get))).toEqual(names(3).map((name) => `${name} new`));
    expect(loadMany).toHaveBeenCalledTimes(calls + 1);
  });

  it('is never older than its life, at whatever times it is asked for', async () => {
    const step = fc.record({ afterMs: fc.integer({ min: 0, max: 250 }), name: fc.constantFrom('a', 'b', 'c') });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { ambient, store, get } = setUpMany();
        const start = ambient.elapsedMs();
        for (const { afterMs, name } of steps) {
          ambient.advance(afterMs);
          const at = ambient.elapsedMs() - start;
          store.state = String(at);
          const readAt = Number((await get(name)).split(' ')[1]);
          expect(at - readAt).toBeLessThan(500);
          await settled();
        }
      }),
      { numRuns: times(100), seed },
    );
  });

  it('is what the store held at most its life ago, whenever that changes and its version with it', async () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: 250 }),
      name: fc.constantFrom('a', 'b', 'c'),
      changes: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { ambient, store, get } = setUpMany(0, () => store.version);
        const changedAt: number[] = [];
        for (const { afterMs, name, changes } of steps) {
          ambient.advance(afterMs);
          if (changes) {
            store.version++;
            store.state = String(changedAt.push(ambient.elapsedMs()));
          }
          const read = Number((await get(name)).split(' ')[1]) || 0;
          // The next change after what was read, if there is one, is younger than a life.
          expect(ambient.elapsedMs() - (changedAt[read] ?? ambient.elapsedMs())).toBeLessThan(500);
          await settled();
        }
      }),
      { numRuns: times(200), seed },
    );
  });
});

describe('while the source is away', () => {
  const away = () => Promise.reject(new Away());
  function setUpOutage(lifeMs: number, entriesMax = 10) {
    const ambient = stillAmbient();
    const outage = { lifeMs, is: (error: unknown) => error instanceof Away };
    return { ambient, cache: new LoadingCache<string | undefined>({ ambient, lifeMs: 1, entriesMax, outage }) };
  }

  it('the last value stands in, for its time after it was last found true', async () => {
    const { ambient, cache } = setUpOutage(1_000);
    await cache.get('a', async () => 'old');
    ambient.advance(900);
    await cache.get('a', async () => 'new');
    ambient.advance(999);
    expect(await cache.get('a', away)).toBe('new');
    ambient.advance(1);
    await expect(cache.get('a', away)).rejects.toBeInstanceOf(Away);
  });

  it('nothing stands in for another error, nor for a value that was never there or is gone', async () => {
    const { ambient, cache } = setUpOutage(1_000);
    await cache.get('a', async () => 'there');
    ambient.advance(1);
    await expect(cache.get('a', () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    await expect(cache.get('b', away)).rejects.toBeInstanceOf(Away);
    await cache.get('a', async () => undefined);
    ambient.advance(1);
    await expect(cache.get('a', away)).rejects.toBeInstanceOf(Away);
  });

  it('a value stands in also after the cache was cleared', async () => {
    const { cache } = setUpOutage(1_000);
    await cache.get('a', async () => 'there');
    cache.clear();
    expect(await cache.get('a', away)).toBe('there');
  });

  it('no more values stand in than it may hold, and names without a value push none out', async () => {
    const { ambient, cache } = setUpOutage(1_000, 2);
    for (const name of ['a', 'b', 'c']) await cache.get(name, async () => name);
    for (const name of ['x', 'y', 'z']) await cache.get(name, async () => undefined);
    ambient.advance(1);
    await expect(cache.get('a', away)).rejects.toBeInstanceOf(Away);
    expect([await cache.get('b', away), await cache.get('c', away)]).toEqual(['b', 'c']);
  });
});
