import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { realAmbient } from '../src/ambient.ts';
import { loadSettings } from '../src/config.ts';
import { type Home, openHome, storeFile } from '../src/home.ts';
import { newCluster } from '../src/store/postgres/testbed-cluster.ts';
import { redisProgram, startRedis } from '../test/redis/redis-server.ts';
import { childrenOf, memoryMb, processorMs, REST_MS, type StartedService, startOurs, stop } from './processes.ts';
import { measureRecordedWrites, type RecordedWrites } from './recorded-writes.ts';

/** What must not become dearer as a service grows, each as a ratio within one run. */
export interface Growth extends RecordedWrites {
  /** Processor time of a local call with many keys and workspaces, of that with one. */
  manyKeysOfOne: number;
  /** Processor time of an append to a long audit log, of that to an empty one. */
  longAuditOfEmpty: number;
  /** More memory after very many calls than after a thousand, each after a rest. */
  memoryAfterManyMb: number;
  /** The same in the moment in which the very many calls end: with all that V8 has not cleared away yet. */
  memoryUnderLoadMb: number;
  /** Processor time of a local call in two processes on PostgreSQL and Redis, of that in one; left out where these are not installed. */
  twoProcessesOfOne?: number;
}

export const GROWTH_GOALS = {
  writesOfOneCommit: 4,
  syncsPerWrite: 0.5,
  manyKeysOfOne: 1.1,
  longAuditOfEmpty: 1.2,
  memoryAfterManyMb: 20,
  twoProcessesOfOne: 1.1,
};

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
    seconds: quick ? 2 : 5,
  };
}

type Sizes = ReturnType<typeof sizes>;

/** Each by itself, in a folder of its own. */
const PARTS: Readonly<Record<string, (size: Sizes) => Promise<Partial<Growth>>>> = {
  writes: ({ writes }) => measureRecordedWrites(writes),
  audit: (size) => inFolder(async (data) => ({ longAuditOfEmpty: await longAuditOfEmpty(data, size) })),
  keys: (size) => inFolder(async (data) => ({ manyKeysOfOne: await manyKeysOfOne(data, size) })),
  memory: (size) => inFolder((data) => memoryAfterMany(data, size)),
  processes: (size) => inFolder((data) => twoProcessesOfOne(data, size)),
};

/** All of it, or only the part that is named. */
export async function measureGrowth(quick: boolean, only?: string): Promise<Partial<Growth>> {
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
    home.store.transaction((tx) =>
      home.audit.append(tx, { workspaceId, actor: 'bench', action: 'bench', phase: 'event', detail: {} }),
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

const BODY = JSON.stringify({
  jsonrpc: '2.0',
  id: '1',
  method: 'tools/call',
  params: { name: 'list_workspaces', arguments: {} },
});

/** Calls by up to a thousand different keys: with one, everything about it is remembered from call to call. */
const KEYS_USED = 1_000;

async function manyKeysOfOne(data: string, size: Sizes): Promise<number> {
  const first = await startOurs(data);
  await stop(first);
  const few = await startOurs(data);
  const oneKey = [first.key ?? ''];
  const fewUs = median([
    await callUs(few, oneKey, size),
    await callUs(few, oneKey, size),
    await callUs(few, oneKey, size),
  ]);
  await stop(few);
  const keys = await grow(data, size);
  const many = await startOurs(data);
  const manyUs = median([
    await callUs(many, keys, size),
    await callUs(many, keys, size),
    await callUs(many, keys, size),
  ]);
  await stop(many);
  return median([manyUs / fewUs]);
}

/** A process of its own, which at the first reading has answered a thousand calls and no more. */
async function memoryAfterMany(
  data: string,
  size: Sizes,
): Promise<Pick<Growth, 'memoryAfterManyMb' | 'memoryUnderLoadMb'>> {
  const first = await startOurs(data);
  await stop(first);
  const service = await startOurs(data);
  const keys = [first.key ?? ''];
  const held = () => memoryMb(service.child.pid!);
  await burst(service, keys, 1_000);
  await sleep(REST_MS);
  const afterFew = held();
  await burst(service, keys, size.calls);
  const underLoad = held();
  await sleep(REST_MS);
  const afterMany = held();
  await stop(service);
  return { memoryAfterManyMb: median([afterMany - afterFew]), memoryUnderLoadMb: median([underLoad - afterFew]) };
}

/** One and two workers in turn, with one database and one Redis for both; all processes of a service count. */
async function twoProcessesOfOne(data: string, size: Sizes): Promise<Pick<Growth, 'twoProcessesOfOne'>> {
  const cluster = newCluster();
  if (!cluster || !redisProgram) return {};
  await cluster.start();
  const redis = await startRedis();
  try {
    const places = {
      ADHELM_DATABASE_URL: await cluster.createDatabase({ empty: true }),
      ADHELM_REDIS_URL: redis.url,
      ADHELM_SANDBOX: 'off',
    };
    const one = await startOurs(data, places);
    const two = await startOurs(data, { ...places, ADHELM_WORKERS: '2' });
    const keys = [one.key ?? ''];
    for (const service of [one, two]) await callUs(service, keys, size);
    const ratios: number[] = [];
    for (let round = 0; round < 3; round++) {
      const alone = await callUs(one, keys, size);
      ratios.push((await callUs(two, keys, size)) / alone);
    }
    await Promise.all([one, two].map(stop));
    return { twoProcessesOfOne: median(ratios) };
  } finally {
    await redis.kill();
    cluster.discard();
  }
}

/** Fills the store, and makes the keys that calls are made with. */
async function grow(data: string, { keys, workspaces }: Sizes): Promise<string[]> {
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
  for (let index = 0; index < KEYS_USED; index++) {
    const workspaceId = `ws_grown${1 + index * Math.floor(workspaces / KEYS_USED)}`;
    made.push((await home.keyRing.create({ workspaceId, name: 'used', actor: 'bench' })).key);
  }
  await home.close();
  return made;
}

function requestsWith(keys: readonly string[]) {
  return keys.map((key) => ({
    method: 'POST' as const,
    path: '/workspace/mcp',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: BODY,
  }));
}

async function callUs({ url, child }: StartedService, keys: readonly string[], { seconds }: Sizes): Promise<number> {
  // The sandbox is among the children and has nothing to do.
  const used = () => [child.pid!, ...childrenOf(child.pid!)].reduce((sum, pid) => sum + processorMs(pid), 0);
  const before = used();
  const result = await autocannon({ url, requests: requestsWith(keys), connections: 50, duration: seconds });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} refusals`);
  return ((used() - before) * 1000) / result.requests.total;
}

async function burst({ url }: StartedService, keys: readonly string[], amount: number): Promise<void> {
  await autocannon({ url, requests: requestsWith(keys), connections: 50, amount });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000) / 1000;
}
