import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { realAmbient } from '../ambient.ts';
import { loadSettings } from '../config.ts';
import type { Channel } from '../tools/channel.ts';
import { firstStart } from './first-start.ts';
import { openHome } from './home.ts';

test('a new data folder gets one key, and without a sandbox no connection', async () => {
  const settings = loadSettings({ ADHELM_DATA: mkdtempSync(join(tmpdir(), 'adhelm-first-')) });
  const home = await openHome(settings, realAmbient);
  onTestFinished(async () => {
    await home.close();
    rmSync(settings.data, { recursive: true });
  });
  const channels = [{ name: 'trains', needsConnection: true } as unknown as Channel];
  const first = await firstStart(home, channels, undefined);
  expect(await home.keyRing.authenticate(first!.key)).toMatchObject({ name: 'first key', organizationWide: true });
  expect(await firstStart(home, channels, undefined)).toBeUndefined();
  expect(await home.keyRing.list()).toHaveLength(1);
  expect(await home.store.db.selectFrom('connections').select('channel').execute()).toEqual([]);
});
