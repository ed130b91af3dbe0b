import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../ambient.ts';
import { type PlatformUnderTest, START, startPlatform } from './platform.testing.ts';

let social: PlatformUnderTest;
beforeAll(async () => {
  social = await startPlatform('social');
});
afterAll(() => social?.close());

const account = () => social.grants[0]!.account!;
const add = (accident: object) => social.control('POST', '/accidents', { platform: 'social', ...accident });
const states = async () =>
  (await social.control('GET', '/accidents')).accidents.map(({ kind, state }: Record<string, string>) => [kind, state]);

test('what cannot happen is refused with the field', async () => {
  expect(await add({ kind: 'account_closed', account: '1' })).toMatchObject({ field: 'account' });
  expect(await add({ kind: 'ad_rejected', account: account() })).toMatchObject({ field: 'object' });
  expect(await add({ kind: 'negative_removed', account: account() })).toMatchObject({ field: 'kind' });
  expect(await add({ kind: 'pixel_dead', account: account(), platform: 'tags' })).toMatchObject({ field: 'platform' });
  expect(await add({ kind: 'storm', account: account() })).toMatchObject({ field: 'kind' });
  expect(await social.control('DELETE', '/accidents/99')).toMatchObject({ field: 'id' });
  expect(await states()).toEqual([]);
});

test('an accident to come happens when its moment is over, once, and can be taken back', async () => {
  const at = new Date(START + DAY_MS).toISOString();
  const { id } = await add({ kind: 'payment_failed', account: account(), at });
  expect(await states()).toEqual([['payment_failed', 'awaited']]);
  await social.control('PUT', '/clock', { advanceMs: 2 * DAY_MS });
  expect(await states()).toEqual([['payment_failed', 'happened']]);
  await social.control('PUT', '/clock', { advanceMs: DAY_MS });
  expect(await social.ledger({ resource: 'accident' })).toHaveLength(1);
  await social.control('DELETE', `/accidents/${id}`);
  expect(await states()).toEqual([['payment_failed', 'mended']]);
  expect(await social.control('DELETE', `/accidents/${id}`)).toMatchObject({ field: 'id' });
});

test('starting over forgets accidents', async () => {
  await add({ kind: 'pixel_dead', account: account() });
  await social.control('POST', '/reset');
  expect(await states()).toEqual([]);
});
