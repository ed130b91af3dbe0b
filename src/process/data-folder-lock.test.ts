import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { spawnScript } from '../store/store.testing.ts';
import { lockDataFolder } from './data-folder-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'adhelm-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Looking for objects of a class makes Node collect garbage first. The lock must outlive that. */
const HOLD = `import { queryObjects } from 'node:v8';
  import { lockDataFolder } from 'process/data-folder-lock.ts';
  lockDataFolder(process.argv[1]!);
  queryObjects(class Nothing {});
  await new Promise(setImmediate);
  console.log('held');
  setInterval(() => {}, 1_000);`;

it('is given to one, and to the next once it is released', () => {
  const first = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow('Another service is running on the data folder');
  first.release();
  first.release();
  lockDataFolder(folder).release();
});

it('is held against another process, and not left behind by one that is killed', async () => {
  const child = spawnScript(HOLD, [folder]);
  await once(child.stdout, 'data');
  expect(() => lockDataFolder(folder)).toThrow('Another service');
  child.kill('SIGKILL');
  await once(child, 'close');
  lockDataFolder(folder).release();
});
