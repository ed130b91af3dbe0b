import { expect, test } from 'vitest';
import { progressWithWaits } from './progress-with-waits.ts';

test('waits are told between the steps of a tool, and all of it only rises', () => {
  const told: [number, number | undefined, string][] = [];
  const { progress, waiting } = progressWithWaits((...step) => told.push(step));
  waiting(999);
  waiting(3001);
  progress(1, 2, 'half');
  waiting(30_000);
  waiting(60_000, { name: 'requests', requests: 15, perMs: 61_000 });
  progress(2, 2, 'whole');
  expect(told.map(([done]) => done)).toEqual([0.001, 1, 1.001, 1.0019999999999998, 2]);
  expect(told.map(([, , message]) => message)).toEqual([
    "waiting 4 s for the platform's limit",
    'half',
    "waiting 30 s for the platform's limit",
    "waiting 60 s for the platform's limit: 15 requests a minute",
    'whole',
  ]);
});

test.each([
  [{ name: 'requests', requests: 1, perMs: 1_000 }, '1 request a second'],
  [{ name: 'requests', requests: 15, perMs: 10_500 }, '15 requests in 10 s'],
])('the pace %j is told as %s', (pace, words) => {
  const told: string[] = [];
  progressWithWaits((_, __, message) => told.push(message ?? '')).waiting(2_000, pace);
  expect(told).toEqual([`waiting 2 s for the platform's limit: ${words}`]);
});
