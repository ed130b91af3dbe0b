import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { type Home, openHome } from '../../src/process/home.ts';
import { fillSandboxIn } from '../../src/sandbox/filled.testing.ts';
import { type LaunchedSandbox, launchSandbox } from '../../src/sandbox/launch.ts';
import { storeUnderTest } from '../../src/store/store.testing.ts';
import { seed, times } from '../seed.ts';
import { storeEnvironment } from '../start/command-line.ts';
import { Dice } from './dice.ts';
import { Target } from './target.ts';
import { type Answer, ask, isHonest, type Write } from './writer.ts';

/** Killing the service is no news to a database elsewhere: a few times show it. */
const KILLS = storeUnderTest === 'sqlite' ? Math.max(6, times(50)) : Math.max(3, times(10));
/** Between two kills: fewer of them leave time for more to happen. */
const LIFE_MS = storeUnderTest === 'sqlite' ? 900 : 3_000;
const CLIENTS = 12;

const data = mkdtempSync(join(tmpdir(), 'adhelm-chaos-'));
const dice = new Dice(seed);
let sandbox: LaunchedSandbox;
let target: Target;
let home: Home;

const writes: Write[] = [];
const dishonest: unknown[] = [];
const keys: { id: string; key: string; state: 'live' | 'revoked' | 'unsure' }[] = [];

beforeAll(async () => {
  await fillSandboxIn(data);
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

test(`${KILLS} times kill -9 under load`, async () => {
  let over = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!over) await write();
  });
  const keeper = (async () => {
    while (!over) await changeKeys();
  })();
  for (let kills = 0; kills < KILLS; kills++) {
    // Some die while they are still starting.
    if (dice.throw() < 0.85) await target.url();
    await sleep(dice.between(20, LIFE_MS));
    await target.kill();
    target.restart();
  }
  over = true;
  await Promise.all([...clients, keeper]);
  // However slow the machine is, the last test has a key of each kind.
  while (!(['live', 'revoked'] as const).every((state) => keys.some((key) => key.state === state))) await changeKeys();

  const acknowledged = writes.filter((one) => one.acknowledged !== undefined);
  console.log(`${writes.length} writes, ${acknowledged.length} acknowledged, ${keys.length} keys made`);
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  expect(writes.length - acknowledged.length).toBeGreaterThan(KILLS / 2);
  expect(dishonest).toEqual([]);
});

test('every acknowledged write is at the platform exactly once, and none is there twice', async () => {
  const made = await timesMade();
  expect([...made].filter(([, times]) => times > 1)).toEqual([]);
  expect(writes.filter(({ name, acknowledged }) => acknowledged !== undefined && made.get(name) !== 1)).toEqual([]);
});

test('the audit log is unbroken: an intent for whatever is at the platform, an outcome for whatever was acknowledged', async () => {
  expect(await home.audit.verify()).toMatchObject({ ok: true });
  const rows = await home.store.db
    .selectFrom('audit_log')
    .select(['phase', 'call_id', 'detail'])
    .where('action', '=', 'search/create_budget')
    .execute();
  const outcomes = new Map(
    rows.filter(({ phase }) => phase === 'outcome').map(({ call_id, detail }) => [call_id, JSON.parse(detail).outcome]),
  );
  const intents = rows
    .filter(({ phase }) => phase === 'intent')
    .map(({ call_id, detail }) => ({
      name: JSON.parse(detail).arguments.name as string,
      outcome: outcomes.get(call_id),
    }));
  const intended = new Set(intents.map(({ name }) => name));
  const applied = new Set(intents.filter(({ outcome }) => outcome === 'applied').map(({ name }) => name));
  expect([...(await timesMade()).keys()].filter((name) => !intended.has(name))).toEqual([]);
  expect(writes.filter(({ name, acknowledged }) => acknowledged !== undefined && !applied.has(name))).toEqual([]);
});

test('asked again, an acknowledged write gives its first answer; any other gives it too, or is called unknown', async () => {
  const wrong: unknown[] = [];
  for (const one of writes) {
    const answer = await ask(target, one);
    const fine =
      one.acknowledged === undefined ? isHonest(answer) && answer.kind !== 'cut' : isFirst(one.acknowledged, answer);
    if (!fine) wrong.push({ one, answer });
    if (answer.kind === 'made') one.acknowledged ??= answer.text;
  }
  expect(wrong).toEqual([]);
  const made = await timesMade();
  expect([...made].filter(([, times]) => times > 1)).toEqual([]);
  expect(writes.filter(({ name, acknowledged }) => acknowledged !== undefined && made.get(name) !== 1)).toEqual([]);
});

test('keys that were made work, keys that were revoked do not', async () => {
  const url = await target.url();
  const statusOf = async (key: string) =>
    (
      await fetch(`${url}/workspace/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      })
    ).status;
  for (const { key, state } of keys) {
    if (state === 'unsure') continue;
    expect(await statusOf(key)).toBe(state === 'live' ? 200 : 401);
  }
  expect(keys.filter(({ state }) => state === 'revoked').length).toBeGreaterThan(0);
  expect(keys.filter(({ state }) => state === 'live').length).toBeGreaterThan(0);
});

/** A client's turn: one new write, asked for once, twice at the same time, or until there is an answer. */
async function write(): Promise<void> {
  const one: Write = { name: `budget ${writes.length}` };
  writes.push(one);
  const manner = dice.throw();
  const twins = manner < 0.1 ? [ask(target, one), ask(target, one)] : [ask(target, one)];
  for (const answer of await Promise.all(twins)) hear(one, answer);
  for (let again = 0; manner > 0.6 && one.acknowledged === undefined && again < 5; again++) {
    hear(one, await ask(target, one));
    await sleep(20);
  }
}

function hear(one: Write, answer: Answer): void {
  if (!isHonest(answer)) dishonest.push({ one, answer });
  if (answer.kind !== 'made') return;
  one.acknowledged ??= answer.text;
  if (!isFirst(one.acknowledged, answer)) dishonest.push({ one, answer });
}

function isFirst(first: string, answer: Answer): boolean {
  return answer.kind === 'made' && answer.text === first;
}

/** Makes a key, or revokes one that was made before. */
async function changeKeys(): Promise<void> {
  await target.url();
  const live = keys.filter(({ state }) => state === 'live');
  // One stays, so that the test below has a key that must work.
  const known = dice.throw() < 0.4 && live.length > 1 ? dice.pick(live) : undefined;
  if (known) {
    known.state = 'unsure';
    if (await target.order({ revoke: known.id })) known.state = 'revoked';
  } else {
    const [workspace] = await home.store.db.selectFrom('workspaces').select('id').limit(1).execute();
    const made = await target.order({ make: workspace!.id });
    if (made) keys.push({ id: made.keyId, key: made.key, state: 'live' });
  }
  await sleep(dice.between(20, 200));
}

/** How often the platform made each of our budgets, by its own ledger. */
async function timesMade(): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (let since = 0; ; ) {
    const query = new URLSearchParams({
      platform: 'search',
      kind: 'create',
      resource: 'campaign_budget',
      since: String(since),
    });
    const reply = await fetch(`${sandbox.controlOrigin}/ledger?${query}`);
    const { effects } = (await reply.json()) as { effects: { seq: number; detail: { name: string } }[] };
    if (effects.length === 0) return times;
    for (const { seq, detail } of effects) {
      since = seq;
      times.set(detail.name, (times.get(detail.name) ?? 0) + 1);
    }
  }
}
