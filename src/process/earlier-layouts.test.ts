import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { realAmbient } from '../ambient.ts';
import { loadSettings } from '../config.ts';
import { openHome } from './home.ts';

/**
 * Data folders as earlier code wrote them, one for each layout that a change of the store left behind: a workspace with a
 * connection and two keys. `without-mark`: before the audit log had its mark.
 */
const LAYOUTS = join(import.meta.dirname, 'earlier-layouts');

interface Layout {
  /** The first key of the workspace, rolled, and good for years. */
  apiKey: string;
  /** Compressed, in base64. */
  files: Record<string, string>;
}

const folder = mkdtempSync(join(tmpdir(), 'adhelm-layout-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function unpack(file: string): { apiKey: string; data: string } {
  const { apiKey, files } = JSON.parse(readFileSync(join(LAYOUTS, file), 'utf8')) as Layout;
  const data = mkdtempSync(`${folder}-`);
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(data, name), gunzipSync(Buffer.from(text, 'base64')), { mode: 0o600 });
  return { apiKey, data };
}

describe.each(readdirSync(LAYOUTS))('a data folder of %s', (file) => {
  it('opens with its keys, connections and audit log', async () => {
    const { apiKey, data } = unpack(file);
    const home = await openHome(loadSettings({ ADHELM_DATA: data }), realAmbient);
    try {
      const principal = await home.keyRing.authenticate(apiKey);
      const [connection] = await home.connections.list(principal!.workspaceId!);
      expect(connection).toMatchObject({ channel: 'search', mode: 'live', account: '1234567890' });
      expect(await home.connections.credentials(connection!.id)).toEqual({
        developer_token: 'kept-developer-token',
        refresh_token: 'kept-refresh-token',
      });
      const { ok, firstBroken } = await home.audit.verify();
      if (file.includes('without-mark')) {
        expect(firstBroken?.why).toContain('adhelm audit accept');
        expect(await home.audit.contradiction()).toContain('adhelm audit accept');
        await home.audit.accept('command line');
        expect(await home.audit.verify()).toMatchObject({ ok: true });
      } else expect({ ok, firstBroken }).toEqual({ ok: true, firstBroken: undefined });
    } finally {
      await home.close();
      rmSync(data, { recursive: true });
    }
  });
});
