import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { stop } from './processes.ts';

test('a process that a signal has ended already is not waited for', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await expect(stop({ url: '', child })).resolves.toBeUndefined();
});
