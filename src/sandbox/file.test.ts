import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox } from './program.ts';
import notes from './test-platforms/notes/emulator.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = () => startSandbox({ file: join(folder, 'sandbox.sqlite'), port: 0, emulators: [notes] });

function changeFile(sql: string): void {
  const db = new DatabaseSync(join(folder, 'sandbox.sqlite'));
  db.exec(sql);
  db.close();
}

async function notesAfterRestart(between: () => void): Promise<unknown> {
  const first = await start();
  await fetch(`${first.origins.notes}/notes`, { method: 'POST', body: 'kept' });
  await first.close();
  between();
  const second = await start();
  const found = await (await fetch(`${second.origins.notes}/notes`)).json();
  await second.close();
  return found;
}

test('a file of this layout is gone on with', async () => {
  expect(await notesAfterRestart(() => {})).toEqual(['seeded', 'kept']);
});

test('a file of another layout is seeded again', async () => {
  expect(await notesAfterRestart(() => changeFile('PRAGMA user_version = 0'))).toEqual(['seeded']);
});

test('a database of something else is left alone', async () => {
  changeFile('CREATE TABLE accounts (id INTEGER)');
  await expect(start()).rejects.toThrow('something else');
  changeFile('INSERT INTO accounts VALUES (1)');
});
