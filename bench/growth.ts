import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { realAmbient } from '../src/ambient.ts';
import { loadSettings } from '../src/config.ts';
import { storeFile } from '../src/process/data-files.ts';
import { type Home, openHome } from '../src/process/home.ts';
import { type KeptHistory, measureKeptHistory } from './kept-history.ts';
import { freePort, liveHeapMb } from './live-heap.ts';
import { burst, callUs, median } from './load.ts';
import { startOurs, stop } from './processes.ts';
import { measureRecordedWrites, type RecordedWrites } from './recorded-writes.ts';
import { measureTokenCalls, type TokenCalls } from './token-calls.ts';
import { measureTwoProcesses, type TwoProcesses } from './two-processes.ts';

/** Costs that must not rise as a service grows, each as a ratio within one run. */
export interface Growth extends RecordedWrites, TokenCalls, TwoProcesses, KeptHistory {
  /** Processor time of a local call with many keys and workspaces, of that with one. */
  manyKeysOfOne: number;
  /** Processor time of an append to a long audit log, of that to an empty one. */
  longAuditOfEmpty: number;
  /** Live heap after very many calls minus live heap after some, each after a forced collection. */
  liveHeapGrowthMb: number;
}

/**
 * The audit log is measured with a tenth of the ten million rows that are promised: its indexes are trees, and ten times the rows
 * are half a level more. All is prepared by SQL inside the store, in seconds; `--quick` takes a tenth of everything.
 */
function sizes(quick: boolean) {
  const of = (count: number) => (quick ? count / 10 : count);
  return {
    writes: of(1_000),
    keys: of(1_000_000),
    workspaces: of(100_000),
    auditRows: of(1_000_000),
    calls: of(1_000_000),
    campaigns: of(60),
    seconds: quick ? 2 : 5,
  };
}

type Sizes = ReturnType<typeof sizes>;

/** Each by itself, in a folder of its own. */
const PARTS: Readonly<Record<string, (size: Sizes) => Promise<Partial<Growth>>>> = {
  writes: ({ writes }) => measureRecordedWrites(writes),
  audit: (size) => inFolder(async (data) => ({ longAuditOfEmpty: await longAuditOfEmpty(data, size) })),
  keys: (size) => inFolder(async (data) => ({ manyKeysOfOne: await manyKeysOfOne(data, size) })),
  tokens: ({ seconds }) => inFolder((data) => measureTokenCalls(data, seconds)),
  memory: (size) => inFolder(async (data) => ({ liveHeapGrowthMb: await liveHeapGrowthMb(data, size) })),
  history: ({ campaigns }) => inFolder((data) => measureKeptHistory(data, campaigns)),
  processes: ({ seconds }) => inFolder((data) => measureTwoProcesses(data, seconds)),
};

/** All of it, or only the part that is named. */
export async function measureGrowth(quick: boolean, only?: string): Promise<Partial<Growth>> {
  if (only !== undefined && !(only in PARTS))
    throw new Error(`--only=${only} is no part; there are: calls, ${Object.keys(PARTS).join(', ')}`);
  const size = sizes(quick);
  const measured: Partial<Growth> = {};
  for (const [name, part] of Object.entries(PARTS))
    if (only === undefined || only === name) Object.assign(measured, await part(size));
  return measured;
}

async function inFolder<T>(work: (data: string) => Promise<T>): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'adhelm-growth-'));
  try {
    return await work(data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

const openedIn = (data: string) => openHome(loadSettings({ ADHELM_DATA: data }), realAmbient);

async function longAuditOfEmpty(data: string, { auditRows }: Sizes): Promise<number> {
  const [empty, long] = await Promise.all([openedIn(join(data, 'empty')), openedIn(join(data, 'long'))]);
  const append = (home: Home, workspaceId: string) =>
    home.store.transaction(async () =>
      home.audit.append({ workspaceId, actor: 'bench', action: 'bench', phase: 'event', detail: {} }),
    );
  for (const home of [empty, long]) await append(home, 'ws_0');
  await long.close();
  const file = new DatabaseSync(storeFile(loadSettings({ ADHELM_DATA: join(data, 'long') })));
  file.exec(`pragma synchronous = off;
    with recursive n(i) as (select 2 union all select i + 1 from n where i < ${auditRows})
    insert into audit_log (seq, at, organization_id, workspace_id, actor, action, phase, call_id, detail, hash)
    select i, i, 'org', 'ws_' || (i % 1000), 'bench', 'tool.update_campaign', 'event', 'call_' || i, '{"campaign_id":"1"}', hex(randomblob(32)) from n;
    update audit_head set seq = ${auditRows};`);
  file.close();
  const grown = await openedIn(join(data, 'long'));
  const processorUs = async (home: Home) => {
    const before = process.cpuUsage();
    for (let index = 0; index < 300; index++) await append(home, `ws_${index}`);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 300;
  };
  for (const home of [empty, grown]) await processorUs(home);
  const ratios: number[] = [];
  for (let round = 0; round < 5; round++) {
    const few = await processorUs(empty);
    ratios.push((await processorUs(grown)) / few);
  }
  await Promise.all([empty.close(), grown.close()]);
  return median(ratios);
}

/** Calls by up to a thousand different keys: with one, its record is always in the cache. */
const KEYS_USED = 1_000;

const KEY_ROUNDS = 7;

/** Two services in turn, one with a store of one key. */
async function manyKeysOfOne(data: string, size: Sizes): Promise<number> {
  const folders = { few: join(data, 'few'), many: join(data, 'many') };
  const oneKey = await grow(folders.few, { keys: 1, workspaces: 1 }, 1);
  const keys = await grow(folders.many, size, KEYS_USED);
  const few = await startOurs(folders.few, { ADHELM_SANDBOX: 'off' });
  const many = await startOurs(folders.many, { ADHELM_SANDBOX: 'off' });
  const fewUs = () => callUs(few, oneKey, size.seconds);
  const manyUs = () => callUs(many, keys, size.seconds);
  for (const warmUp of [fewUs, manyUs, fewUs, manyUs]) await warmUp();
  const ratios: number[] = [];
  for (let round = 0; round < KEY_ROUNDS; round++) {
    const one = await fewUs();
    ratios.push((await manyUs()) / one);
  }
  await Promise.all([few, many].map(stop));
  return median(ratios);
}

/** Enough calls for V8 to have finished compiling: compiled code is in the heap too. */
const WARM_UP_CALLS = 50_000;

async function liveHeapGrowthMb(data: string, size: Sizes): Promise<number> {
  const inspector = await freePort();
  const service = await startOurs(data, { ADHELM_SANDBOX: 'off', NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` });
  const keys = [service.key ?? ''];
  await burst(service, keys, WARM_UP_CALLS);
  const before = await liveHeapMb(inspector);
  await burst(service, keys, size.calls);
  const after = await liveHeapMb(inspector);
  await stop(service);
  return median([after - before]);
}

/** Fills the store, and makes the keys that calls are made with. */
async function grow(
  data: string,
  { keys, workspaces }: Pick<Sizes, 'keys' | 'workspaces'>,
  used: number,
): Promise<string[]> {
  await stop(await startOurs(data, { ADHELM_SANDBOX: 'off' }));
  const file = new DatabaseSync(storeFile(loadSettings({ ADHELM_DATA: data })));
  file.exec(`pragma synchronous = off;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${workspaces})
    insert into workspaces (id, organization_id, name, currency, created_at)
    select 'ws_grown' || i, (select id from organizations limit 1), 'Grown ' || i, 'USD', 1000000 + i from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${keys})
    insert into api_keys (id, workspace_id, name, digest, last_four, read_only, organization_wide, created_at, created_by)
    select 'key_grown' || i, 'ws_grown' || (1 + i % ${workspaces}), 'k', lower(hex(randomblob(32))), '0000', 0, 0, i, 'bench' from n;`);
  file.close();
  const home = await openedIn(data);
  const made: string[] = [];
  for (let index = 0; index < used; index++) {
    const workspaceId = `ws_grown${1 + index * Math.floor(workspaces / used)}`;
    made.push((await home.keyRing.create({ workspaceId, name: 'used', actor: 'bench' })).key);
  }
  await home.close();
  return made;
}
