import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';

/** A worker process: tells how it was asked to end, and the metrics it got. Its patience lasts 30 milliseconds. */
const WORKER = `
  const { setTimeout: wait } = globalThis;
  globalThis.setTimeout = (work, ms) => wait(work, ms / 100);
  const { openPost } = await import(${JSON.stringify(new URL('post.ts', import.meta.url).href)});
  const post = openPost();
  post.ended.then((how) => {
    console.log(how);
    process.exit();
  });
  post.metricsText(() => 'own').then((text) => console.log(text));
`;
let worker: ChildProcess | undefined;
afterEach(() => void worker?.kill('SIGKILL'));

async function saidBy(primary: (worker: ChildProcess) => void): Promise<string[]> {
  const said: string[] = [];
  worker = spawn(process.execPath, ['--input-type=module', '-e', WORKER], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  worker.stdout!.on('data', (text) => said.push(...String(text).trim().split('\n')));
  const asked = new Promise((resolve) =>
    worker!.on('message', ({ kind }: { kind: string }) => kind === 'ask' && resolve(kind)),
  );
  await asked;
  primary(worker);
  await Promise.all([once(worker, 'exit'), once(worker.stdout!, 'end')]);
  return said;
}

test('a worker shows its own metrics where the primary process does not answer, and ends gently when it is told to', async () => {
  const said = await saidBy((one) => setTimeout(() => one.send({ kind: 'retire' }), 100));
  expect(said).toEqual(['own', 'gently']);
});

test('it shows those of all where the primary answers, and ends at once when the primary is gone', async () => {
  const said = await saidBy((one) => {
    one.send({ kind: 'counted', question: 0, text: 'all' });
    one.disconnect();
  });
  expect(said).toEqual(['all', 'now']);
});
