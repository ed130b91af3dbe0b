import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCluster, temporaryDatabase } from '../../src/store/postgres/cluster.testing.ts';
import { type RedisServer, redisProgram, startRedis } from '../redis/redis-server.ts';
import { adhelm, callTool, type Running, serve, until } from '../start/command-line.ts';
import { dataFolder } from '../start/data-folder.ts';

const folder = dataFolder();

describe.runIf(redisProgram && newCluster(`${folder.path}/probe`))(
  'serve --workers 2 on PostgreSQL and Redis (needs both)',
  () => {
    let redis: RedisServer;
    let service: Running;
    let environment: Record<string, string>;
    let sandbox = '';
    beforeAll(async () => {
      redis = await startRedis();
      environment = {
        ADHELM_DATABASE_URL: await temporaryDatabase({ empty: true }),
        ADHELM_REDIS_URL: redis.url,
        ADHELM_SHUTDOWN_GRACE_MS: '3000',
        ADHELM_RATE_POINTS: '1000000',
      };
      service = await serve(folder.path, ['--workers', '2', '--json'], environment);
      ({ sandbox } = JSON.parse(service.stdout()));
    }, 300_000);
    afterAll(async () => {
      await service?.stop();
      await redis?.kill();
    });

    const write = async (text: string) => {
      const reply = await fetch(`${service.url}/search/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.key}`,
          'content-type': 'application/json',
          'idempotency-key': text,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'create_asset', arguments: { text } },
        }),
      });
      const body = (await reply.json()) as { result?: { isError?: boolean; content: { text: string }[] } };
      return body.result?.isError === false || body.result?.isError === undefined
        ? reply.status
        : body.result.content[0]!.text;
    };

    test('are renewed under reads and writes: no call fails, every write happened once, and the audit log is in order', async () => {
      const ended = new Map<unknown, number>();
      const note = (how: unknown) => ended.set(how, (ended.get(how) ?? 0) + 1);
      let stop = false;
      let made = 0;
      const readers = Array.from({ length: 4 }, async () => {
        while (!stop) {
          await callTool(service.url, service.key!).then(
            async (reply) => note((await reply.text()) && reply.status),
            (error: Error) => note(String(error.cause ?? error)),
          );
        }
      });
      const writers = Array.from({ length: 2 }, async () => {
        while (!stop) await write(`asset ${made++}`).then(note, (error: Error) => note(String(error.cause ?? error)));
      });
      await sleep(500);
      process.kill(service.pid, 'SIGHUP');
      await until(() => (service.stderr().includes('"event":"workers_renewed"') ? true : undefined), 120_000);
      await sleep(1_000);
      stop = true;
      await Promise.all([...readers, ...writers]);
      expect([...ended.keys()]).toEqual([200]);
      expect(made).toBeGreaterThan(5);
      const { effects } = (await (await fetch(`${sandbox}/ledger?platform=search`)).json()) as {
        effects: { resource: string }[];
      };
      expect(effects.filter(({ resource }) => /asset/i.test(resource))).toHaveLength(made);
      const verified = await adhelm(['audit', 'verify', '--data', folder.path], environment);
      expect(verified.code, verified.stderr).toBe(0);
    });

    test('a write sent again to another worker gets the first answer', async () => {
      const before = await write('one and the same');
      const again = await Promise.all(Array.from({ length: 6 }, () => write('one and the same')));
      expect([before, ...again]).toEqual(Array(7).fill(200));
      const { effects } = (await (await fetch(`${sandbox}/ledger?platform=search`)).json()) as {
        effects: { detail?: unknown }[];
      };
      expect(
        effects.filter((effect) => JSON.stringify(effect).includes('one and the same')).length,
      ).toBeLessThanOrEqual(1);
    });

    test('a key that the command line revokes is refused by all of them within a second', async () => {
      const listed = await adhelm(['key', 'list', '--json', '--data', folder.path], environment);
      const [{ id }] = JSON.parse(listed.stdout).keys ?? JSON.parse(listed.stdout);
      expect((await callTool(service.url, service.key!, 'list_workspaces', 'workspace')).status).toBe(200);
      const revoked = await adhelm(['key', 'revoke', id, '--data', folder.path], environment);
      expect(revoked.code, revoked.stderr).toBe(0);
      await sleep(1_000);
      const statuses = await Promise.all(
        Array.from({ length: 20 }, () =>
          callTool(service.url, service.key!, 'list_workspaces', 'workspace', { connection: 'close' }),
        ),
      );
      expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401]));
    });

    test('end together', async () => {
      expect(await service.stop()).toBe(0);
    });
  },
);
