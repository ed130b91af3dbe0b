import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realAmbient } from '../ambient.ts';
import { loadSettings, type Settings } from '../config.ts';
import { masterKeyFile, storeFile } from './data-files.ts';
import { openHome } from './home.ts';

let settings: Settings;
beforeEach(() => {
  settings = loadSettings({ ADHELM_DATA: mkdtempSync(join(tmpdir(), 'adhelm-home-')) });
});
afterEach(() => rmSync(settings.data, { recursive: true }));

test('a store whose master key is gone is refused, and no other key is put in its place', async () => {
  await (await openHome(settings, realAmbient)).close();
  rmSync(masterKeyFile(settings));
  await expect(openHome(settings, realAmbient)).rejects.toMatchObject({
    code: 'conflict',
    details: { message: expect.stringContaining('master.key is missing') },
  });
  expect(existsSync(masterKeyFile(settings))).toBe(false);
});

test('data keys that no known master key has wrapped are noticed at the start, not by the first call', async () => {
  const home = await openHome(settings, realAmbient);
  const { id: organizationId } = await home.directory.createOrganization('Acme');
  const { id } = await home.directory.createWorkspace({ organizationId, name: 'Acme', currency: 'USD' });
  await home.vault.prepare(id);
  await home.store.db
    .updateTable('data_keys')
    .set({ wrapped: Buffer.alloc(61, 1) })
    .execute();
  await home.close();
  await expect(openHome(settings, realAmbient)).rejects.toThrow('was not wrapped by this master key');
});

test("a backup takes along the audit log's mark", async () => {
  const home = await openHome(settings, realAmbient);
  await home.store.transaction(async () =>
    home.audit.append({ actor: 'test', action: 'test', phase: 'event', detail: {} }),
  );
  await home.audit.flush();
  const copy = join(settings.data, 'copy.sqlite');
  await home.backup(copy);
  await home.close();
  const mark = (store: string) => readFileSync(`${store}.mark`, 'utf8');
  expect(mark(copy)).toBe(mark(storeFile(settings)));
});
