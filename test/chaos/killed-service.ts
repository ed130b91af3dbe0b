import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { type Home, openHome } from '../../src/process/home.ts';
import { fillSandboxIn } from '../../src/sandbox/filled.testing.ts';
import { type LaunchedSandbox, launchSandbox } from '../../src/sandbox/launch.ts';
import { storeEnvironment } from '../start/command-line.ts';
import { Target } from './target.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

/** A service that a whole test file kills and restarts, its sandbox, which lives on, and its data folder, opened beside it. */
export function killedService({
  jobs = 'off',
  connected = 'some',
}: {
  jobs?: 'on' | 'off';
  /** `all`: every channel of the sandbox, not only search and spreadsheets. */
  connected?: 'some' | 'all';
} = {}) {
  const data = mkdtempSync(join(tmpdir(), 'adhelm-killed-'));
  let sandbox: LaunchedSandbox;
  let target: Target;
  let home: Home;
  beforeAll(async () => {
    await fillSandboxIn(data);
    sandbox = await launchSandbox({ file: join(data, 'sandbox.sqlite'), port: 0 });
    const { ADHELM_DATABASE_URL: databaseUrl = '' } = await storeEnvironment();
    target = new Target(data, sandbox, databaseUrl, jobs, connected);
    await target.url();
    home = await openHome(loadSettings({ ADHELM_DATA: data, ADHELM_DATABASE_URL: databaseUrl }), realAmbient);
  });
  afterAll(async () => {
    await target?.kill();
    await sandbox?.stop();
    await home?.close();
    rmSync(data, { recursive: true, force: true });
  });
  const control = async (path: string, method = 'GET', body?: Any): Promise<Any> => {
    const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await fetch(sandbox.controlOrigin + path, { method, ...json })).json();
  };
  return {
    sandbox: () => sandbox,
    target: () => target,
    home: () => home,
    async call(channel: string, name: string, args: Any = {}): Promise<Any> {
      const reply = await fetch(`${await target.url()}/${channel}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${target.firstKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      });
      const { result } = (await reply.json()) as Any;
      return JSON.parse(result.content[0].text);
    },
    /** What a killed process holds is let go by itself: a lease after a minute, a call that was under way after its deadline. */
    async letTimePass(kind: string): Promise<void> {
      const { db } = home.store;
      await db.updateTable('jobs').set({ lease_until: 0 }).where('kind', '=', kind).execute();
      await db.updateTable('idempotency').set({ deadline_at: 0 }).where('state', '=', 'running').execute();
      await db.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', kind).execute();
    },
    /** Everything that a platform was changed by. */
    ledger: async (platform: string): Promise<Any[]> => (await control(`/ledger?platform=${platform}`)).effects,
    fault: (fault: Any) => control('/faults', 'POST', fault),
    clearFaults: () => control('/faults', 'DELETE'),
    /** How many effects a platform has had. */
    effects: async (platform: string): Promise<number> =>
      (await control(`/ledger?platform=${platform}`)).effects.length,
  };
}
