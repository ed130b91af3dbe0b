import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ResultFile, readResult } from './result-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adhelm-result-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a run goes on behind the last whole line, whatever the ids hold', async () => {
  const path = join(folder, 'result.csv');
  const first = await ResultFile.create(path, ['video'], 'wx');
  const ids = ['a"b', 'x\u2028y', 'two\nlines', '=1+1', 'é'];
  await first.add(ids.map((id, at) => ({ row: at + 2, id, problem: '' })));
  await first.close();
  const whole = await readFile(path, 'utf8');
  await appendFile(path, '7,cut in the mid');
  const before = await readResult(path);
  expect(before).toEqual({ channels: ['video'], last: 6, whole: Buffer.byteLength(whole) });
  const second = await ResultFile.create(path, ['video'], 'a', before.whole);
  await second.add([{ row: 7, id: 'o-7', problem: '' }]);
  await second.close();
  expect(await readFile(path, 'utf8')).toBe(`${whole}7,o-7,,\r\n`);
});
