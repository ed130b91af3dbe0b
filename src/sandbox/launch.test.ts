import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LaunchedSandbox, launchSandbox } from './launch.ts';

const EMULATORS = join(import.meta.dirname, 'test-platforms');

let folder: string;
let running: LaunchedSandbox[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((sandbox) => sandbox.stop()));
  rmSync(folder, { recursive: true });
});

async function launch(port = 0): Promise<LaunchedSandbox> {
  const sandbox = await launchSandbox({ file: join(folder, 'sandbox.db'), port, emulators: EMULATORS });
  running.push(sandbox);
  return sandbox;
}

async function kill(sandbox: LaunchedSandbox): Promise<void> {
  process.kill(sandbox.pid, 'SIGKILL');
  await sandbox.exited;
}

const write = (sandbox: LaunchedSandbox, text: string) =>
  fetch(`${sandbox.origins.notes}/notes`, { method: 'POST', body: text });
const read = async (sandbox: LaunchedSandbox) => (await fetch(`${sandbox.origins.notes}/notes`)).json();

describe('the state', () => {
  test('survives an orderly restart, and is not seeded twice', async () => {
    const first = await launch();
    await write(first, 'kept');
    await first.stop();
    expect(await read(await launch())).toEqual(['seeded', 'kept']);
  });

  test('of every answered write survives kill -9', async () => {
    const first = await launch();
    const answered: string[] = [];
    const writer = (async () => {
      for (let count = 0; ; count += 1) {
        await write(first, `note ${count}`);
        answered.push(`note ${count}`);
        if (count === 20) process.kill(first.pid, 'SIGKILL');
      }
    })();
    await expect(writer).rejects.toThrow();
    await first.exited;
    const second = await launch();
    const kept = (await read(second)) as string[];
    expect(kept).toEqual(expect.arrayContaining(answered));
    const ledger = (await (await fetch(`${second.controlOrigin}/ledger`)).json()) as { effects: unknown[] };
    expect(ledger.effects).toHaveLength(kept.length - 1);
  });

  test('includes the clock', async () => {
    const first = await launch();
    const clock = { now: '2031-01-01T00:00:00.000Z', frozen: true };
    await fetch(`${first.controlOrigin}/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(clock),
    });
    await kill(first);
    const second = await launch();
    expect(await (await fetch(`${second.controlOrigin}/clock`)).json()).toEqual(clock);
  });
});

describe('the process', () => {
  test('ends when its parent is killed', async () => {
    const parent = fork(join(EMULATORS, 'parent.ts'), [EMULATORS], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [origin] = (await once(parent, 'message')) as [string];
    const answers = () =>
      fetch(origin)
        .then((reply) => reply.ok)
        .catch(() => false);
    expect(await answers()).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(answers, { timeout: 5_000 }).toBe(false);
  });

  test('that cannot start says why', async () => {
    const file = join(folder, 'sandbox.db', 'is-a-file');
    await (await launch()).stop();
    await expect(launchSandbox({ file, port: 0, emulators: EMULATORS })).rejects.toThrow(
      /did not start: .*sandbox\.db/,
    );
  });
});
