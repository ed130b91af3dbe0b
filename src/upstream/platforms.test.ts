import { afterAll, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { createPlatforms } from './platforms.ts';

const ambient = stillAmbient({ startMs: Date.UTC(2026, 0, 15, 12) });
const platforms = createPlatforms(ambient, { poolConnections: 2, connectMs: 10, retryBudgetRatio: 0.1 });
afterAll(() => platforms.close());

test('the clock of a platform is told for each of its hosts, and runs on when our own is set', () => {
  const { clockAt } = platforms.get('search');
  const toldAt = ambient.now() + 5_000;
  clockAt('https://live.example/a').hear({ headers: { date: new Date(toldAt).toUTCString() } });
  ambient.setClock(0);
  ambient.advance(1_000);
  expect(clockAt('https://live.example/b').told()).toBe(toldAt + 1_000);
  expect(clockAt('http://sandbox.example/a').told()).toBeUndefined();
  expect(platforms.get('social').clockAt('https://live.example/a').told()).toBeUndefined();
});

test('all calls to a platform share its connections and its retries, and no other platform does', () => {
  expect(platforms.get('search')).toBe(platforms.get('search'));
  const [one, other] = [platforms.get('search'), platforms.get('social')];
  expect([one.agent === other.agent, one.shares === other.shares, one.budget === other.budget]).toEqual(
    Array(3).fill(false),
  );
});

test('a key that uses a platform alone gets the connections of one workspace, and the next one finds a place', () => {
  const { shares } = platforms.get('video');
  const enter = (key: string) => shares.enter({ connection: key, key });
  expect(['a', 'a', 'a'].map((key) => enter(key) !== undefined)).toEqual([true, true, false]);
  expect(enter('b')).toBeDefined();
});
