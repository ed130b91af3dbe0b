import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { openHome } from '../../src/process/home.ts';
import { fillSandboxIn } from '../../src/sandbox/filled.testing.ts';
import { type LaunchedSandbox, launchSandbox } from '../../src/sandbox/launch.ts';
import { type Cluster, newCluster } from '../../src/store/postgres/cluster.testing.ts';
import { Target } from './target.ts';
import { type Answer, ask, isHonest, type Write } from './writer.ts';

const CRASHES = 4;
const WRITERS = 6;
const AWAY_MS = 2_500;
/** How soon the service is itself again after its database is. */
const RECOVERY_MS = 10_000;

const data = mkdtempSync(join(tmpdir(), 'adhelm-lost-'));
let cluster: Cluster;
let databaseUrl: string;
let sandbox: LaunchedSandbox;
let target: Target;

const writes: Write[] = [];
const dishonest: unknown[] = [];
const whileAway = { reads: [] as number[], refusals: [] as Answer[] };
let isAway = false;

beforeAll(async () => {
  cluster = newCluster()!;
  await cluster.start();
  databaseUrl = await cluster.createDatabase();
  await fillSandboxIn(data);
  sandbox = await launchSandbox({ file: join(data, 'sandbox.sqlite'), port: 0 });
  target = new Target(data, sandbox, databaseUrl);
  await target.url();
});

afterAll(async () => {
  await target?.kill();
  await sandbox?.stop();
  cluster?.discard();
  rmSync(data, { recursive: true, force: true });
});

test(`a database that crashes ${CRASHES} times under load: keys go on reading, changes are refused in words, all comes back by itself`, async () => {
  let over = false;
  const load = [
    ...Array.from({ length: WRITERS }, async () => {
      while (!over) await write();
    }),
    (async () => {
      while (!over) await read();
    })(),
  ];
  for (let crash = 0; crash < CRASHES; crash++) {
    await sleep(1_500);
    cluster.stop('immediate');
    isAway = true;
    await sleep(AWAY_MS);
    isAway = false;
    await cluster.start();
    const made = writes.filter(isAcknowledged).length;
    for (const end = performance.now() + RECOVERY_MS; writes.filter(isAcknowledged).length <= made; await sleep(50))
      if (performance.now() > end) throw new Error('no change was made after the database came back');
  }
  over = true;
  await Promise.all(load);

  console.log(`${writes.length} writes, ${writes.filter(isAcknowledged).length} acknowledged`);
  expect(dishonest).toEqual([]);
  expect(whileAway.reads.length).toBeGreaterThan(CRASHES);
  expect(new Set(whileAway.reads)).toEqual(new Set([200]));
  expect(whileAway.refusals).toContainEqual({ kind: 'refused', code: 'upstream_unavailable', retryable: true });
});

test('nothing acknowledged is lost, nothing was made twice, and the audit log is unbroken', async () => {
  const made = await timesMade();
  expect([...made].filter(([, times]) => times > 1)).toEqual([]);
  expect(writes.filter((one) => isAcknowledged(one) && made.get(one.name) !== 1)).toEqual([]);
  const home = await openHome(loadSettings({ ADHELM_DATA: data, ADHELM_DATABASE_URL: databaseUrl }), realAmbient);
  expect(await home.audit.verify()).toMatchObject({ ok: true });
  await home.close();
  for (const one of writes.filter(isAcknowledged))
    expect(await ask(target, one)).toEqual({ kind: 'made', text: one.acknowledged });
});

const isAcknowledged = (one: Write) => one.acknowledged !== undefined;

async function write(): Promise<void> {
  const one: Write = { name: `budget ${writes.length}` };
  writes.push(one);
  const wasAway = isAway;
  const answer = await ask(target, one);
  if (wasAway && isAway) whileAway.refusals.push(answer);
  if (answer.kind === 'made') one.acknowledged = answer.text;
  // What was done at the platform when the database went is said as it is: done, and not recorded.
  else if (
    !isHonest(answer) &&
    !(answer.kind === 'refused' && ['upstream_unavailable', 'internal'].includes(answer.code))
  )
    dishonest.push({ one, answer });
  await sleep(answer.kind === 'made' ? 0 : 50);
}

/** A tool that reads: listed workspaces come from what the service knows. */
async function read(): Promise<void> {
  const wasAway = isAway;
  const reply = await fetch(`${await target.url()}/search/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.firstKey}`, 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_customer","arguments":{}}}',
  });
  const body = await reply.text();
  if (wasAway && isAway) whileAway.reads.push(body.includes('isError') ? 0 : reply.status);
  await sleep(50);
}

async function timesMade(): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (let since = 0; ; ) {
    const query = `platform=search&kind=create&resource=campaign_budget&since=${since}`;
    const reply = await fetch(`${sandbox.controlOrigin}/ledger?${query}`);
    const { effects } = (await reply.json()) as { effects: { seq: number; detail: { name: string } }[] };
    if (effects.length === 0) return times;
    for (const { seq, detail } of effects) {
      since = seq;
      times.set(detail.name, (times.get(detail.name) ?? 0) + 1);
    }
  }
}
