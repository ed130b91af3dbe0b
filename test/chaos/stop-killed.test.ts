import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { type Home, openHome } from '../../src/process/home.ts';
import { type LaunchedSandbox, launchSandbox } from '../../src/sandbox/launch.ts';
import { storeEnvironment } from '../start/command-line.ts';
import { Target } from './target.ts';

const data = mkdtempSync(join(tmpdir(), 'adhelm-stop-'));
let sandbox: LaunchedSandbox;
let target: Target;
let home: Home;

beforeAll(async () => {
  sandbox = await launchSandbox({ file: join(data, 'sandbox.sqlite'), port: 0 });
  const { ADHELM_DATABASE_URL: databaseUrl = '' } = await storeEnvironment();
  target = new Target(data, sandbox, databaseUrl);
  await target.url();
  home = await openHome(loadSettings({ ADHELM_DATA: data, ADHELM_DATABASE_URL: databaseUrl }), realAmbient);
});

afterAll(async () => {
  await target?.kill();
  await sandbox?.stop();
  await home?.close();
  rmSync(data, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

async function call(channel: string, name: string, args: Any = {}): Promise<Any> {
  const reply = await fetch(`${await target.url()}/${channel}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.firstKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result } = (await reply.json()) as Any;
  return JSON.parse(result.content[0].text);
}

const faults = (method: 'POST' | 'DELETE', body?: Any) =>
  fetch(`${sandbox.controlOrigin}/faults`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

const listed = () => home.store.db.selectFrom('stop_objects').selectAll().execute();
/** What has ended spends nothing and is not stopped. */
const live = async (): Promise<string[]> =>
  (await call('search', 'list_campaigns', { status: ['ENABLED'], limit: 100 })).campaigns
    .filter(({ primary_status }: Any) => primary_status !== 'ENDED')
    .map(({ id }: Any) => id);

test('killed while the platform has not answered the pause: the list is whole, and a repeat finishes it', async () => {
  const before = await live();
  expect(before.length).toBeGreaterThan(1);
  await faults('POST', { platform: 'search', kind: 'latency', ms: 600_000, match: ':mutate', times: 10_000 });
  const cut = call('workspace', 'stop_spending').catch(() => 'cut off');
  while ((await listed()).length < before.length) await sleep(5);
  await target.kill();
  expect(await cut).toBe('cut off');
  target.restart();
  await target.url();
  const list = await listed();
  expect(list.map(({ object_id }) => object_id)).toEqual(expect.arrayContaining(before));
  expect(new Set(list.map(({ state, status_before }) => `${state} ${status_before}`))).toEqual(
    new Set(['pausing ENABLED']),
  );

  await faults('DELETE');
  const again = await call('workspace', 'stop_spending');
  expect(again).toMatchObject({ stop_id: list[0]!.stop_id, not_stopped: [] });
  expect(await live()).toEqual([]);
  const resumed = await call('workspace', 'resume_spending', { stop_id: again.stop_id });
  expect(resumed).toMatchObject({ closed: true, not_resumed: [] });
  expect((await live()).sort()).toEqual(before.sort());
});
