import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { Artifacts } from './artifacts.ts';

const ambient = stillAmbient();
const HOUR_S = 3_600;
let store: TemporaryStore;
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.discard());

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const of = (kind: string) => new Artifacts(kind, { store, ambient, digest }, () => new Error('already used'));

test('what was kept as one kind is none of another: neither found, nor used, nor removed as such', async () => {
  const [codes, tokens] = [of('AuthorizationCode'), of('RefreshToken')];
  await codes.upsert('one', { kind: 'AuthorizationCode' }, HOUR_S);
  expect(await tokens.find('one')).toBeUndefined();
  await tokens.consume('one');
  await tokens.destroy('one');
  expect(await codes.find('one')).toEqual({ kind: 'AuthorizationCode', jti: 'one' });
  await codes.consume('one');
  await expect(codes.consume('one')).rejects.toThrow('already used');
  await codes.destroy('one');
  expect(await codes.find('one')).toBeUndefined();
});

test('a used code is told as used at once, a used refresh token after a minute', async () => {
  const [codes, tokens] = [of('AuthorizationCode'), of('RefreshToken')];
  for (const kept of [codes, tokens]) {
    await kept.upsert(`used ${kept === codes}`, {}, HOUR_S);
    await kept.consume(`used ${kept === codes}`);
  }
  const isTold = async () =>
    [await codes.find('used true'), await tokens.find('used false')].map((one) => !!one?.consumed);
  expect(await isTold()).toEqual([true, false]);
  ambient.advance(59_999);
  expect(await isTold()).toEqual([true, false]);
  ambient.advance(1);
  expect(await isTold()).toEqual([true, true]);
});

test('it is kept until its time and no longer, and the store does not hold its text', async () => {
  const tokens = of('AccessToken');
  await tokens.upsert('a-secret-token-of-a-client', { aud: 'https://ads.example/mcp' }, HOUR_S);
  expect(await store.holds('a-secret-token-of-a-client')).toBe(false);
  ambient.advance(HOUR_S * 1_000 - 1);
  expect(await tokens.find('a-secret-token-of-a-client')).toBeDefined();
  ambient.advance(1);
  expect(await tokens.find('a-secret-token-of-a-client')).toBeUndefined();
});
