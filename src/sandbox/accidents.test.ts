import { expect, test } from 'vitest';
import { HOUR_MS } from '../ambient.ts';
import { begun, ended, isOut, workingShare } from './accident.ts';
import { startPlatform } from './platform.testing.ts';

test.each(['search', 'video', 'professional'])('%s refuses accidents of what it does not have', async (platform) => {
  const sandbox = await startPlatform(platform);
  const account = sandbox.grants[0]!.account!;
  const { kinds } = await sandbox.control('GET', '/accidents');
  const add = (accident: object) => sandbox.control('POST', '/accidents', { platform, account, ...accident });
  for (const kind of kinds[platform]) expect(await add({ kind, account: '1' })).toMatchObject({ field: 'account' });
  for (const object of ['1', undefined])
    expect(await add({ kind: 'ad_rejected', object })).toMatchObject({ field: 'object' });
  if (platform === 'search') {
    expect(await add({ kind: 'negative_removed' })).toMatchObject({ field: 'object' });
    expect(await add({ kind: 'pixel_dead', object: '1' })).toMatchObject({ field: 'object' });
    expect(await add({ kind: 'payment_failed', account: '7301442586' })).toMatchObject({ field: 'account' });
  }
  expect(await add({ kind: 'pixel_dead' })).toMatchObject({ id: 1 });
  await sandbox.close();
});

test('outages begin once, end once, and take their part of a stretch of time', () => {
  const first = begun(undefined, 10);
  expect(begun(first, 20)).toEqual([{ from: 10 }]);
  const over = ended(first, 30);
  expect(over).toEqual([{ from: 10, until: 30 }]);
  expect(ended(over, 99)).toEqual(over);
  expect(begun(over, 40)).toEqual([{ from: 10, until: 30 }, { from: 40 }]);
  expect([9, 10, 29, 30].map((at) => isOut(over, at))).toEqual([false, true, true, false]);
  expect([undefined, []].map((none) => workingShare(none, 0, 100))).toEqual([1, 1]);
  expect(workingShare(over, 0, 100)).toBeCloseTo(0.8);
  expect(workingShare(over, 20, 40)).toBeCloseTo(0.5);
  expect(workingShare(first, 0, HOUR_MS)).toBeCloseTo(10 / HOUR_MS);
  expect(workingShare(first, 10, 20)).toBe(0);
});
