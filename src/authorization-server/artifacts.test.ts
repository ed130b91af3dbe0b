import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
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
  const payload = { jti: 'a-secret-token-of-a-client', aud: 'https://ads.example/mcp' };
  await tokens.upsert('a-secret-token-of-a-client', payload, HOUR_S);
  expect(await store.holds('a-secret-token-of-a-client')).toBe(false);
  ambient.advance(HOUR_S * 1_000 - 1);
  expect(await tokens.find('a-secret-token-of-a-client')).toBeDefined();
  ambient.advance(1);
  expect(await tokens.find('a-secret-token-of-a-client')).toBeUndefined();
});

test('a code or a consent is used once, even at the same moment; a refresh token is not refused', async () => {
  for (const [kind, answers] of [
    ['AuthorizationCode', 1],
    ['Interaction', 1],
    ['RefreshToken', 2],
  ] as const) {
    const kept = of(kind);
    await kept.upsert(`${kind} at once`, {}, HOUR_S);
    const both = await Promise.allSettled([1, 2].map(() => kept.consume(`${kind} at once`)));
    expect(both.filter(({ status }) => status === 'fulfilled').length, kind).toBe(answers);
  }
});

test('what is kept again is what it was last, for as long as it said then', async () => {
  const kept = of('Interaction');
  await kept.upsert('again', { result: 'none' } as never, HOUR_S);
  await kept.upsert('again', { result: 'given' } as never, 2 * HOUR_S);
  ambient.advance(HOUR_S * 1_000);
  expect(await kept.find('again')).toEqual({ result: 'given', jti: 'again' });
  ambient.advance(HOUR_S * 1_000);
  expect(await kept.find('again')).toBeUndefined();
});

/** A grant of a workspace of its own, which tokens can be of. */
async function grant(id: string) {
  const { workspaceId: workspace_id } = await seedWorkspace(store);
  await store.db
    .insertInto('api_keys')
    .values({
      ...{ id, workspace_id, name: 'A', digest: id, last_four: '', channels: null, read_only: 0, organization_wide: 0 },
      ...{ rate_points: null, created_at: 0, created_by: 'per_1', expires_at: null, revoked_at: null },
      ...{ last_used_at: null, replaces: null, personal_data: 0, custom_html: 0 },
    })
    .execute();
  await store.db
    .insertInto('grants')
    .values({ id, person_id: 'per_1', client_id: 'c', client_name: 'C', redirect_host: 'h', resource: 'r' })
    .execute();
}

test('an access token is kept with the address it is for, and all of a grant go with it', async () => {
  const [access, refresh] = [of('AccessToken'), of('RefreshToken')];
  const resource = 'https://ads.example/social/mcp';
  for (const id of ['g1', 'g2']) await grant(id);
  for (const kept of [access, refresh]) {
    await kept.upsert(`gone ${kept === access}`, { aud: resource, grantId: 'g1' }, HOUR_S);
    await kept.upsert(`left ${kept === access}`, { aud: resource, grantId: 'g2' }, HOUR_S);
  }
  const rows = store.db.selectFrom('oauth_artifacts').select(['kind', 'resource']).where('grant_id', '=', 'g1');
  expect(await rows.orderBy('kind').execute()).toEqual([
    { kind: 'AccessToken', resource },
    { kind: 'RefreshToken', resource: null },
  ]);
  await access.revokeByGrantId('g1');
  expect([await access.find('gone true'), await refresh.find('gone false')]).toMatchObject([undefined, {}]);
  await refresh.revokeByGrantId('g1');
  expect([await refresh.find('gone false'), await access.find('left true')]).toMatchObject([undefined, {}]);
});
