import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { channel as professional } from '../../src/channels/professional/channel.ts';
import { channel as search } from '../../src/channels/search/channel.ts';
import { loadSettings } from '../../src/config.ts';
import { firstStart } from '../../src/process/first-start.ts';
import { type Home, openHome } from '../../src/process/home.ts';
import { startSandbox } from '../../src/sandbox/program.ts';
import type { Channel } from '../../src/tools/channel.ts';
import { storeEnvironment } from '../start/command-line.ts';

const data = mkdtempSync(join(tmpdir(), 'adhelm-first-'));
afterEach(() => rmSync(data, { recursive: true, force: true }));

class Cut extends Error {}

/** A home that fails at its nth step, as if the power had gone. */
function cutAt(home: Home, step: number): Home {
  let left = step;
  const fragile = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (whole, name) => {
        const member = Reflect.get(whole, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (left-- === 0) throw new Cut();
          return member.apply(whole, args);
        };
      },
    });
  const { directory, connections, keyRing, vault } = home;
  return {
    ...home,
    directory: fragile(directory),
    connections: fragile(connections),
    keyRing: fragile(keyRing),
    vault: fragile(vault),
  };
}

test('a first start that is cut off anywhere is taken up by the next', async () => {
  const sandbox = await startSandbox({ file: ':memory:', port: 0, emulators: [] });
  try {
    const channels = [search, professional] as Channel[];
    for (let step = 0, whole = false; !whole; step++) {
      const home = await openHome(
        loadSettings({ ADHELM_DATA: join(data, String(step)), ...(await storeEnvironment()) }),
        realAmbient,
      );
      try {
        await firstStart(cutAt(home, step), channels, sandbox.controlOrigin);
        whole = true;
      } catch (error) {
        expect(error).toBeInstanceOf(Cut);
      }
      const made = await firstStart(home, channels, sandbox.controlOrigin);
      expect(made === undefined).toBe(whole);
      expect(await home.store.db.selectFrom('organizations').selectAll().execute()).toHaveLength(1);
      const [acme, japan] = await home.directory.workspaces((await home.directory.find('Acme'))!.organizationId);
      expect(acme?.connections.map(({ channel }) => channel)).toEqual(['professional', 'search']);
      expect(japan?.connections.map(({ channel }) => channel)).toEqual(['search']);
      expect(await home.keyRing.list()).toHaveLength(1);
      expect(await home.audit.verify()).toMatchObject({ ok: true });
      if (whole) expect(step).toBeGreaterThan(8);
      await home.close();
    }
  } finally {
    await sandbox.close();
  }
});
