import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings } from '../config.ts';
import { importsFolder } from './data-files.ts';
import { removeOldImports } from './old-imports.ts';

test('a file of events that was left in the middle goes after a week, and a younger one stays', async () => {
  const data = mkdtempSync(join(tmpdir(), 'adhelm-imports-'));
  try {
    const settings = loadSettings({}, { data });
    await removeOldImports(settings, Date.now());
    const [old, young] = ['old', 'young'].map((id) => join(importsFolder(settings, 'ws_1'), id)) as [string, string];
    for (const folder of [old, young]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'file'), 'people');
    }
    const now = Date.now();
    utimesSync(old, (now - 8 * 86_400_000) / 1000, (now - 8 * 86_400_000) / 1000);
    await removeOldImports(settings, now);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  } finally {
    rmSync(data, { recursive: true });
  }
});
