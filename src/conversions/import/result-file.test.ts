import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncedDuring } from '../../synced-files.testing.ts';
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

test('no cell begins a formula, whatever stands in the file that was sent', async () => {
  const path = join(folder, 'result.csv');
  const file = await ResultFile.create(path, ['video'], 'wx');
  const sly = ['=1+1', '+cmd', '-cmd', '@sum', ' =1+1', '\uFF1D1', '=HYPERLINK("https://evil.example","a,b")'];
  await file.add(sly.map((text, at) => ({ row: at + 2, id: text, problem: text })));
  await file.close();
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(sly.length);
  for (const line of lines) {
    expect(line).toContain("'");
    expect(line).not.toMatch(/(?:^|,)"?\s*[=+\-@\uFF1D]/);
  }
});

test('another file is no result: nothing of it is taken for one', async () => {
  const path = join(folder, 'other.csv');
  await appendFile(path, 'name,mail\r\n2,ada@example.com\r\n');
  expect(await readResult(path)).toEqual({ channels: undefined, last: 1, whole: 0 });
});

test('a result is its owner’s alone, and a line of it is a line whatever the platform says', async () => {
  const path = join(folder, 'result.csv');
  const file = await ResultFile.create(path, ['video'], 'wx');
  await file.add([
    { row: 2, id: 'a', problem: '', outcomes: [{ channel: 'video', outcome: 'refused', why: 'one\n2,two' }] },
  ]);
  await file.close();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readFile(path, 'utf8')).trimEnd().split('\r\n').slice(1)).toEqual(['2,a,,"refused one 2,two"']);
});

test('a line is on disk when it counts as written, for its owner only', async () => {
  const path = join(folder, 'result.csv');
  const file = await ResultFile.create(path, ['video'], 'wx');
  expect(await syncedDuring(() => file.add([{ row: 2, id: 'a', problem: '' }]))).toEqual([path]);
  await file.close();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
