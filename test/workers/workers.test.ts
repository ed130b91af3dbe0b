import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { openHome } from '../../src/process/home.ts';
import { temporaryDatabase } from '../../src/store/postgres/cluster.testing.ts';
import { type RedisServer, redisProgram, startRedis } from '../redis/redis-server.ts';
import { adhelm, callTool, isAlive, type Running, serve, until } from '../start/command-line.ts';
import { dataFolder } from '../start/data-folder.ts';

const folder = dataFolder();

test.each([
  [{}, 'ADHELM_DATABASE_URL and ADHELM_REDIS_URL are not set'],
  [{ ADHELM_REDIS_URL: 'redis://127.0.0.1:1' }, 'ADHELM_DATABASE_URL is not set'],
  [{ ADHELM_DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 'ADHELM_REDIS_URL is not set'],
])('several workers are refused where they could not share what they know: %j', async (environment, why) => {
  const { code, stderr } = await adhelm(['serve', '--workers', '2', '--data', folder.path], environment);
  expect(code).not.toBe(0);
  expect(stderr).toContain(`ADHELM_WORKERS is 2, and ${why}`);
  expect(stderr).toContain('allowed: 1 worker, or a PostgreSQL database and a Redis');
});

/** Open connections stay; new ones are refused, as by a database that is starting. */
async function allowConnections(databaseUrl: string, allowed: boolean): Promise<void> {
  const [, name = ''] = /\/(test_\w+)/.exec(databaseUrl) ?? [];
  const client = new Client({ connectionString: databaseUrl.replace(name, 'postgres') });
  await client.connect();
  await client.query(`alter database "${name}" with allow_connections ${allowed}`);
  await client.end();
}

describe.runIf(redisProgram)('two workers (needs redis-server)', () => {
  let redis: RedisServer;
  let crew: Running;
  let databaseUrl: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    redis = await startRedis();
    databaseUrl = await temporaryDatabase({ empty: true });
    environment = {
      ADHELM_DATABASE_URL: databaseUrl,
      ADHELM_REDIS_URL: redis.url,
      ADHELM_SANDBOX: 'off',
      ADHELM_JOBS: 'on',
      ADHELM_RATE_POINTS: '1000000',
      // Longer than the four seconds for which `fetch` keeps an unused connection.
      ADHELM_SHUTDOWN_GRACE_MS: '20000',
    };
    crew = await serve(join(folder.path, 'data'), ['--workers', '2'], environment);
  });
  afterAll(async () => {
    await crew?.stop();
    await redis?.kill();
  });

  const workers = () =>
    readFileSync(`/proc/${crew.pid}/task/${crew.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  const call = () => callTool(crew.url, crew.key!, 'list_workspaces', 'workspace');
  const times = (event: string) => crew.stderr().split(`"event":"${event}"`).length - 1;

  /** Calls without a pause, each caller on a connection it keeps, and tells how they ended. */
  function load(callers: number): () => Promise<Map<unknown, number>> {
    const ended = new Map<unknown, number>();
    let stop = false;
    const working = Array.from({ length: callers }, async () => {
      while (!stop) {
        const status = await call().then(
          async (reply) => {
            await reply.text();
            return reply.status;
          },
          (error: Error) => String(error.cause ?? error),
        );
        ended.set(status, (ended.get(status) ?? 0) + 1);
      }
    });
    return async () => {
      stop = true;
      await Promise.all(working);
      return ended;
    };
  }

  test('serve one port together, and one look at the metrics shows both', async () => {
    expect(workers()).toHaveLength(2);
    const replies = await Promise.all(Array.from({ length: 40 }, call));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    for (let look = 0; look < 3; look++) {
      const text = await (await fetch(`${crew.url}/metrics`, { headers: { connection: 'close' } })).text();
      expect(text).toContain('adhelm_tool_calls_total{channel="workspace",tool="list_workspaces",result="ok"} 40');
      expect(text).toMatch(/adhelm_tool_call_seconds_count\{[^}]*\} 40/);
    }
  });

  test('run each due job once between them', async () => {
    const settings = loadSettings({ ADHELM_DATA: join(folder.path, 'data'), ADHELM_DATABASE_URL: databaseUrl });
    const home = await openHome(settings, realAmbient);
    try {
      await home.store.transaction(async (tx) => {
        for (let count = 0; count < 60; count++)
          await home.jobs.put(tx, { kind: 'schedule', key: `gone ${count}`, runAt: 0 });
      });
      const left = () => home.jobs.list({ kind: 'schedule', limit: 1 });
      await until(async () => ((await left()).length === 0 ? true : undefined));
    } finally {
      await home.close();
    }
    const runs = async () => {
      const text = await (await fetch(`${crew.url}/metrics`, { headers: { connection: 'close' } })).text();
      return /^adhelm_job_runs_total\{kind="schedule",outcome="done"\} (\d+)$/m.exec(text)?.[1];
    };
    await until(async () => (Number(await runs()) >= 60 ? true : undefined));
    expect(await runs()).toBe('60');
  });

  test('are renewed one by one under load without a failed call', async () => {
    const before = workers();
    const stop = load(12);
    await sleep(300);
    process.kill(crew.pid, 'SIGHUP');
    await until(() => (times('workers_renewed') === 1 ? true : undefined));
    await until(() => (before.some(isAlive) ? undefined : true));
    await sleep(300);
    const ended = await stop();
    expect([...ended.keys()]).toEqual([200]);
    expect(ended.get(200)).toBeGreaterThan(50);
    expect(workers()).toHaveLength(2);
    expect(workers().some((pid) => before.includes(pid))).toBe(false);
  });

  test('one that dies is replaced, and the other serves on', async () => {
    const [victim, other] = workers();
    process.kill(victim!, 'SIGKILL');
    await until(() => (times('worker_died') === 1 ? true : undefined));
    expect((await call()).status).toBe(200);
    await until(() => (workers().length === 2 ? true : undefined));
    expect(workers()).toContain(other);
    await until(() => call().then(({ status }) => (status === 200 ? true : undefined)));
  });

  test('a worker that cannot start ends and is tried again, and readiness, metrics and doctor say how many serve', async () => {
    const health = async () =>
      (await (await fetch(`${crew.url}/readyz`, { headers: { connection: 'close' } })).json()) as {
        status: string;
        checks: { workers: string };
      };
    const doctor = async () =>
      (await adhelm(['doctor', '--url', crew.url, '--data', join(folder.path, 'data')], environment)).stdout;
    await until(async () => ((await health()).status === 'ready' ? true : undefined));
    await allowConnections(databaseUrl, false);
    try {
      const died = times('worker_died');
      process.kill(workers()[0]!, 'SIGKILL');
      // A connection handed to a worker in the moment of its death gets no answer.
      await until(() => (times('worker_died') > died ? true : undefined));
      // The other is called meanwhile: an idle connection to the database is closed, and none can be opened now.
      await until(async () => {
        await (await call()).text();
        return times('worker_not_started') >= 2 ? true : undefined;
      });
      expect(workers().length).toBeLessThanOrEqual(2);
      const { checks } = await health();
      expect(checks.workers).toBe('1 of 2 serve');
      expect((await call()).status).toBe(200);
      const metrics = await (await fetch(`${crew.url}/metrics`)).text();
      expect(metrics).toMatch(/^adhelm_workers 1$/m);
      expect(metrics).toMatch(/^adhelm_workers_wanted 2$/m);
      await until(async () => {
        await (await call()).text();
        return (await doctor()).includes('workers: 1 of 2 serve') || undefined;
      });
    } finally {
      await allowConnections(databaseUrl, true);
    }
    await until(async () => ((await health()).status === 'ready' ? true : undefined));
    expect(workers()).toHaveLength(2);
  });

  test('end together, each after what it was at', async () => {
    const pids = workers();
    const stop = load(4);
    await until(() => call().then(({ status }) => (status === 200 ? true : undefined)));
    expect(await crew.stop()).toBe(0);
    const ended = await stop();
    expect(pids.some(isAlive)).toBe(false);
    expect(ended.get(200)).toBeGreaterThan(0);
  });
});
