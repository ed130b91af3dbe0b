import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { openHome } from '../../src/process/home.ts';
import { ADHELM, callTool, cleanEnvironment, isAlive, resultOf, running, serve, until } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
const empty = dataFolder();

/** The service also does what it does by itself: its first days of history are being read when it is told to stop. */
const WITH_JOBS = { ADHELM_LOG_LEVEL: 'debug', ADHELM_JOBS: 'on' };
const CALLS = 24;
/** Longer than a busy machine takes to accept all calls and to be asked how many there are: they must be under way together. */
const HELD_MS = 2_500;
const PATIENCE_MS = 60_000;
let firstKey = '';

/** Makes every call of a platform wait, so that a signal meets calls in flight. */
async function slowDown(control: string, ms: number, platform = 'search', match = 'googleAds:search'): Promise<void> {
  const fault = { platform, match, kind: 'latency', ms, times: 10_000 };
  const reply = await fetch(`${control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(reply.status).toBe(201);
}

async function callsUnderWay(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  // The request that asks is counted too.
  return Number(/^adhelm_requests_in_flight (\d+)/m.exec(text)?.[1]) - 1;
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets every accepted call finish, takes nothing new, and leaves nothing behind',
  async (signal) => {
    const service = await serve(folder.path, ['--json'], WITH_JOBS);
    const { sandbox, key } = JSON.parse(service.stdout());
    firstKey = key ?? firstKey;
    expect((await callTool(service.url, firstKey)).status).toBe(200);
    const sandboxPids = childrenOf(service.pid);
    expect(sandboxPids).toHaveLength(1);
    await slowDown(sandbox, HELD_MS);

    const accepted = Array.from({ length: CALLS }, () => callTool(service.url, firstKey));
    await until(async () => ((await callsUnderWay(service.url)) >= CALLS ? true : undefined), PATIENCE_MS);
    const stopped = service.stop(signal);
    const late = await until(async () => {
      const status = await callTool(service.url, firstKey, 'list_workspaces', 'workspace').then(
        (reply) => reply.status,
        () => 'refused',
      );
      return status === 200 ? undefined : status;
    });

    expect([503, 'refused']).toContain(late);
    const replies = await Promise.all(accepted);
    expect(replies.map(({ status }) => status)).toEqual(Array(CALLS).fill(200));
    for (const reply of replies) expect(await resultOf(reply)).toHaveProperty('customer');
    expect(await stopped).toBe(0);
    expect(sandboxPids.filter(isAlive)).toEqual([]);
    // The log is written a moment after the reply; its last lines are not lost.
    const requests = service.stderr().match(/"event":"request".*"route":"\/search\/mcp","status":200/g);
    expect(requests).toHaveLength(1 + CALLS);
    expectNoSecret(service.stderr());
  },
);

test('a second signal, a while after the first, ends it at once', async () => {
  const service = await serve(folder.path, ['--json'], WITH_JOBS);
  const { sandbox } = JSON.parse(service.stdout());
  const sandboxPids = childrenOf(service.pid);
  await slowDown(sandbox, 20_000);
  const cut = callTool(service.url, firstKey).catch(() => 'cut');
  await until(async () => ((await callsUnderWay(service.url)) >= 1 ? true : undefined), PATIENCE_MS);
  process.kill(service.pid, 'SIGTERM');
  await until(async () => ((await fetch(`${service.url}/healthz`)).status === 503 ? true : undefined), PATIENCE_MS);
  const impatience = setInterval(() => isAlive(service.pid) && process.kill(service.pid, 'SIGTERM'), 300);
  const code = await service.stop();
  clearInterval(impatience);
  expect(code).toBe(1);
  expect(await cut).toBe('cut');
  await until(() => (sandboxPids.some(isAlive) ? undefined : true), PATIENCE_MS);
});

test('a reader of its output that leaves takes nothing with it: calls go on, and the end is an orderly one', async () => {
  const child = spawn(process.execPath, [ADHELM, 'serve', '--data', folder.path, '--json'], {
    env: cleanEnvironment(WITH_JOBS),
  });
  const service = await running(child);
  const { sandbox } = JSON.parse(service.stdout());
  child.stdout.destroy();
  child.stderr.destroy();
  for (let count = 0; count < 20; count += 1) {
    expect((await callTool(service.url, firstKey)).status).toBe(200);
    // Log lines are gathered for a moment before they are written.
    await sleep(20);
  }
  await slowDown(sandbox, HELD_MS);
  const accepted = callTool(service.url, firstKey);
  await until(async () => ((await callsUnderWay(service.url)) >= 1 ? true : undefined), PATIENCE_MS);
  const stopped = service.stop();
  expect(await resultOf(await accepted)).toHaveProperty('customer');
  expect(await stopped).toBe(0);
});

test('while days of history are read from platforms that hang, it ends within its grace and gives the work back', async () => {
  const service = await serve(empty.path, ['--json'], { ...WITH_JOBS, ADHELM_SHUTDOWN_GRACE_MS: '1500' });
  const { sandbox } = JSON.parse(service.stdout());
  for (const platform of ['search', 'social', 'professional', 'video']) await slowDown(sandbox, 60_000, platform, '');
  const home = await openHome(loadSettings({ ADHELM_DATA: empty.path }), realAmbient);
  try {
    const running = () => home.jobs.list({ kind: 'history', state: 'running', limit: 10 });
    await until(async () => ((await running()).length > 0 ? true : undefined));
    const toldAt = performance.now();
    expect(await service.stop()).toBe(0);
    // A request to a platform may take 30 s.
    expect(performance.now() - toldAt).toBeLessThan(20_000);
    expect(await running()).toEqual([]);
    const left = await home.jobs.list({ kind: 'history', limit: 100 });
    expect(left.length).toBeGreaterThan(0);
    expect(left.filter(({ attempts, lastError }) => attempts > 0 || lastError)).toEqual([]);
    expect(service.stderr()).not.toMatch(/"level":"error"|nhandled/);
  } finally {
    await home.close();
  }
});

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

/** Even at the most verbose level the log holds no key, no platform token and no header that carries one. */
function expectNoSecret(logged: string): void {
  expect(logged.split('\n').filter((line) => line.includes('"request"')).length).toBeGreaterThan(CALLS);
  expect(logged).not.toMatch(/sk_live_|ya29\.|1\/\/|Bearer|cookie|authorization/i);
  for (const line of logged.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
}
