import { afterAll, beforeAll, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
let now = Date.UTC(2026, 10, 1);
const fixture = rehearsal();
beforeAll(async () => {
  service = await startTestService({
    platforms: [],
    extraEndpoints: fixture.endpoints,
    settings: {
      ADHELM_RATE_POINTS: '10',
      ADHELM_RATE_WINDOW_S: '60',
      ADHELM_AUTH_FAILURES_MAX: '5',
      ADHELM_TRUST_PROXY: 'on',
    },
    ambient: {
      now: Date.now,
      elapsedMs: () => now,
      randomBytes: (count) => Buffer.from(crypto.getRandomValues(new Uint8Array(count))),
    },
  });
});
afterAll(() => service?.close());

const call = (name: string, args: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const fresh = async (options: Record<string, unknown> = {}) =>
  (
    await service.home.keyRing.create({
      workspaceId: await service.workspaceId('Acme'),
      name: 'k',
      actor: 'test',
      ...options,
    })
  ).key;

test('a read costs one point, a write three, and every reply says what is left', async () => {
  const key = await fresh();
  const read = await service.post('rehearsal', call('echo', {}), { key });
  expect(read.headers.get('x-ratelimit-limit')).toBe('10');
  expect(read.headers.get('x-ratelimit-remaining')).toBe('9');
  expect(read.headers.get('ratelimit-policy')).toBe('"default";q=10;w=60');
  expect(read.headers.get('ratelimit')).toMatch(/^"default";r=9;t=\d+$/);
  const write = await service.post('rehearsal', call('write_note', { note: 'a' }), { key });
  expect(write.headers.get('x-ratelimit-remaining')).toBe('6');
});

test('nothing left is 429 with Retry-After, nothing is done, and the window slides on', async () => {
  const key = await fresh({ ratePoints: 4 });
  await service.post('rehearsal', call('echo', {}), { key });
  const before = fixture.written.length;
  await service.post('rehearsal', call('echo', {}), { key });
  const refused = await service.post('rehearsal', call('write_note', { note: 'too much' }), { key });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(fixture.written.length).toBe(before);
  now += 61_000;
  expect((await service.post('rehearsal', call('write_note', { note: 'later' }), { key })).status).toBe(200);
});

test('one key used up leaves the others alone', async () => {
  const [poor, other] = [await fresh({ ratePoints: 1 }), await fresh()];
  await service.post('rehearsal', call('echo', {}), { key: poor });
  expect((await service.post('rehearsal', call('echo', {}), { key: poor })).status).toBe(429);
  expect((await service.post('rehearsal', call('echo', {}), { key: other })).status).toBe(200);
});

test('the limit of a key is changed while it is used, and taken back', async () => {
  const key = await fresh({ ratePoints: 1 });
  const [record] = (await service.home.keyRing.list()).slice(-1);
  await service.post('rehearsal', call('echo', {}), { key });
  expect((await service.post('rehearsal', call('echo', {}), { key })).status).toBe(429);
  expect(await service.home.keyRing.changeLimit(record!.id, 3, 'kim')).toBe(true);
  const more = await service.post('rehearsal', call('echo', {}), { key });
  expect([more.status, more.headers.get('x-ratelimit-limit')]).toEqual([200, '3']);
  expect(await service.home.audit.list({ limit: 1 })).toMatchObject([
    { actor: 'kim', action: 'key.limit', detail: { id: record!.id, rate_points: 3 } },
  ]);
  await service.home.keyRing.changeLimit(record!.id, null, 'kim');
  const usual = await service.post('rehearsal', call('echo', {}), { key });
  expect(usual.headers.get('x-ratelimit-limit')).toBe('10');
  expect(await service.home.keyRing.changeLimit('key_none', 3, 'kim')).toBe(false);
});

test('the quota of a workspace holds for its keys together, and a call that it refuses costs the key nothing', async () => {
  const [one, other] = [await fresh(), await fresh()];
  const acme = (await service.home.directory.find('Acme'))!;
  await service.home.directory.changeQuota(acme, 5, 'kim');
  service.home.keyRing.forget();
  const first = await service.post('rehearsal', call('write_note', { note: 'q' }), { key: one });
  expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([200, '5']);
  expect((await service.post('rehearsal', call('echo', {}), { key: other })).status).toBe(200);
  expect((await service.post('rehearsal', call('echo', {}), { key: other })).status).toBe(200);
  const refused = await service.post('rehearsal', call('echo', {}), { key: other });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).toContain('The keys of this workspace have together used 5 points');
  await service.home.directory.changeQuota(acme, null, 'kim');
  service.home.keyRing.forget();
  const after = await service.post('rehearsal', call('echo', {}), { key: other });
  expect(after.headers.get('x-ratelimit-remaining')).toBe('7');
});

test('each message of a batch pays for itself', async () => {
  const key = await fresh();
  const reply = await service.post('rehearsal', [call('echo', {}), call('echo', {}), call('echo', {})], { key });
  expect(reply.headers.get('x-ratelimit-remaining')).toBe('7');
});

test('failed keys are limited by address; good ones from there still pass', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt++)
    statuses.push((await service.post('rehearsal', call('echo', {}), { key: 'wrong' })).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await service.post('rehearsal', call('echo', {}), { key: await fresh() })).status).toBe(200);
});

test('addresses of one IPv6 network count as one for failed keys', async () => {
  const from = async (address: string) =>
    (await service.post('rehearsal', call('echo', {}), { key: 'wrong', headers: { 'x-forwarded-for': address } }))
      .status;
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt++) statuses.push(await from(`2001:db8:0:7::${attempt + 1}`));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await from('2001:db8:0:8::1')).toBe(401);
});

test('a batch that runs out half way still tells what was carried out', async () => {
  const key = await fresh({ ratePoints: 5 });
  const writes = ['first', 'second'].map((note, id) => ({ ...call('write_note', { note }), id }));
  const reply = await service.post('rehearsal', writes, { key });
  expect(reply.status).toBe(200);
  const [first, second] = (await reply.json()) as { result?: unknown; error?: { data: unknown } }[];
  expect(first?.result).toBeDefined();
  expect(second?.error?.data).toEqual({ code: 'RATE_LIMITED' });
  expect(fixture.written).toContain('first');
  expect(fixture.written).not.toContain('second');
});
