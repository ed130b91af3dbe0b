import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { createLog } from '../../src/observe/log.ts';
import { openRedisState } from '../../src/redis/redis-state.ts';
import { startTestService, type TestService } from '../service.ts';
import { type RedisServer, redisProgram, startRedis } from './redis-server.ts';

describe.runIf(redisProgram)('a service with Redis (needs redis-server)', () => {
  let redis: RedisServer;
  let service: TestService;
  beforeAll(async () => {
    redis = await startRedis();
    service = await startTestService({
      platforms: ['search'],
      settings: { ADHELM_REDIS_URL: redis.url, ADHELM_RATE_POINTS: '1000000' },
    });
  });
  afterAll(async () => {
    await service?.close();
    await redis?.kill();
  });

  const health = async (): Promise<{ status: string; checks: { limiter: string } }> => {
    const reply = await fetch(`${service.url}/readyz`);
    return (await reply.json()) as { status: string; checks: { limiter: string } };
  };
  const degraded = async () => /^adhelm_degraded (\d)/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1];

  /** Seen once is enough: on a busy machine an answer may be late, and health says so for a moment. */
  async function until(status: string): Promise<void> {
    for (let tries = 0; tries < 200; tries++, await sleep(50)) if ((await health()).status === status) return;
    throw new Error(`not ${status}: ${JSON.stringify(await health())}`);
  }

  test('counts a key in Redis, and tells the caller what is left', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_workspaces', arguments: {} } };
    const left = async () => Number((await service.post('workspace', body)).headers.get('x-ratelimit-remaining'));
    const before = await left();
    expect(await left()).toBe(before - 1);
    expect(await health()).toMatchObject({ status: 'ready', checks: { limiter: 'ok' } });
  });

  test('a key that another process revokes is refused, though this one would remember it for long', async () => {
    // Time stands still here, so that nothing the service remembers lapses by itself.
    const still = { ...realAmbient, elapsedMs: () => 0 };
    const remembering = await startTestService({
      platforms: [],
      ambient: still,
      settings: { ADHELM_REDIS_URL: redis.url },
    });
    const other = await openRedisState(
      redis.url,
      realAmbient,
      createLog('silent', () => {}, Date.now),
      () => {},
    );
    try {
      const { keyRing, store, directory } = remembering.home;
      const workspaceId = (await directory.find('Acme'))!.id;
      const { key, id } = await keyRing.create({ workspaceId, name: 'shared', actor: 'test' });
      const status = async () =>
        (await remembering.post('workspace', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key })).status;
      expect(await status()).toBe(200);
      await store.db.updateTable('api_keys').set({ revoked_at: Date.now() }).where('id', '=', id).execute();
      expect(await status()).toBe(200);
      other.announce('keys');
      for (let tries = 0; tries < 200 && (await status()) === 200; tries++) await sleep(10);
      expect(await status()).toBe(401);
    } finally {
      await other.close();
      await remembering.close();
    }
  });

  test('what this process changes of keys and workspaces is told to the others', async () => {
    const heard: string[] = [];
    const silent = createLog('silent', () => {}, Date.now);
    const other = await openRedisState(redis.url, realAmbient, silent, (what) => heard.push(what));
    const { keyRing, directory } = service.home;
    const { id: workspaceId, organizationId } = (await directory.find('Acme'))!;
    const { id } = await keyRing.create({ workspaceId, name: 'told', actor: 'test' });
    await keyRing.revoke(id, 'test');
    await expect.poll(() => heard).toContain('keys');
    await directory.createWorkspace({ organizationId, name: 'Told', currency: 'USD' });
    await expect.poll(() => heard).toContain('workspaces');
    await other.close();
  });

  test.each([
    ['is killed', () => redis.kill(), () => redis.restart()],
    ['hangs', () => redis.freeze(), () => redis.thaw()],
  ])('Redis %s under load: no call fails, health says degraded, and it recovers by itself', async (_, lose, bring) => {
    await until('ready');
    const statuses = new Map<number, number>();
    let slowestMs = 0;
    let stop = false;
    const caller = async (channel: string, name: string) => {
      while (!stop) {
        const startedAt = performance.now();
        const reply = await service.post(channel, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } });
        const body = (await reply.json()) as { result?: { isError?: boolean } };
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        const status = body.result?.isError ? 999 : reply.status;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const callers = [
      ...Array.from({ length: 8 }, () => caller('workspace', 'list_workspaces')),
      ...Array.from({ length: 2 }, () => caller('search', 'get_customer')),
    ];
    try {
      await sleep(500);
      await lose();
      await until('degraded');
      expect(await health()).toMatchObject({ checks: { limiter: expect.stringContaining('Redis does not answer') } });
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      expect(await degraded()).toBe('1');
      await sleep(1_000);
      await bring();
      await until('ready');
      await sleep(300);
    } finally {
      stop = true;
      await Promise.all(callers);
    }
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(100);
    expect(slowestMs).toBeLessThan(3_000);
  });
});
