import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Pipeline } from '../../src/pipeline/call.ts';
import { ChannelEndpoint } from '../../src/pipeline/endpoint.ts';
import type { Store } from '../../src/store/store.ts';
import type { Channel } from '../../src/tools/channel.ts';
import { defineTool } from '../../src/tools/define-tool.ts';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

const fixture = rehearsal();
let service: TestService;
let pipeline: Pipeline;
beforeAll(async () => {
  service = await startTestService({
    platforms: [],
    settings: { ADHELM_CALL_DEADLINE_MS: '1500' },
    extraEndpoints: (given) => {
      pipeline = given;
      return [...fixture.endpoints(given), waitingEndpoint(given)];
    },
  });
});
afterAll(() => service?.close());

let last = 0;
const freshKey = () => `key-${++last}`;
const write = (args: Record<string, unknown>, key: string) =>
  service.call('rehearsal', 'write_note', args, { headers: { 'idempotency-key': key } });

/** A change that waits until its signal ends it. */
const stopped: string[] = [];
function waitingEndpoint(given: Pipeline): ChannelEndpoint {
  const channel: Channel<undefined> = {
    name: 'waiting',
    title: 'Waiting',
    instructions: 'For tests.',
    hosts: {},
    needsConnection: false,
    connect: () => undefined,
  };
  const spec = {
    title: 'Wait',
    description: 'Waits until it is stopped.',
    toolset: 'waiting',
    repeat: 'never' as const,
    input: z.strictObject({}),
    output: z.object({}),
    run: (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped.push((signal.reason as Error).name);
          reject(signal.reason);
        });
      }),
  };
  return new ChannelEndpoint(
    channel as Channel,
    [
      defineTool(channel, { ...spec, name: 'wait_read', access: 'read' }),
      defineTool(channel, { ...spec, name: 'wait_write', access: 'write' }),
    ],
    given,
  );
}

test('a repeat is not told "not applied" while the first call runs and may yet apply', async () => {
  const key = freshKey();
  const first = write({ note: 'slow', wait: true }, key);
  await until(async () => (await service.home.audit.list({ limit: 1 }))[0]?.phase === 'intent');
  const { result } = await write({ note: 'slow', wait: true }, key);
  expect(result.error).toMatchObject({ code: 'conflict', retryable: true, outcome: 'unknown' });
  fixture.release();
  expect((await first).isError).toBe(false);
});

test('an outcome that could not be recorded is said, with what is known of it, and a repeat does nothing', async () => {
  const key = freshKey();
  const { store } = service.home;
  const written = fixture.written.length;
  const heal = await refuseOutcomes(store);
  const first = await write({ note: 'unrecorded' }, key);
  expect(first.result.error).toMatchObject({ code: 'internal', outcome: 'applied' });
  const second = await write({ note: 'unrecorded' }, key);
  expect(second.result.error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
  await heal();
  expect((await write({ note: 'unrecorded' }, key)).result.error.code).toBe('outcome_unknown');
  expect(fixture.written.slice(written)).toEqual(['unrecorded']);
});

test('a store that cannot be written to stops a change before it is sent, and shows in /readyz', async () => {
  const key = freshKey();
  const { store } = service.home;
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  const written = fixture.written.length;
  const heal = await fill(store);
  // What free pages there are can still be filled, at worst by an intent whose outcome then finds no room.
  let refused = await write({ note: 'x'.repeat(15_000) }, key);
  for (let tries = 0; refused.result.error?.outcome !== 'not_applied' && tries < 50; tries++)
    refused = await write({ note: 'y'.repeat(15_000) }, freshKey());
  const sent = fixture.written.length;
  expect(refused.result.error).toMatchObject({ code: 'internal', outcome: 'not_applied', retryable: true });
  const readiness = await fetch(`${service.url}/readyz`);
  expect(readiness.status).toBe(503);
  expect(await readiness.json()).toMatchObject({ checks: { store: 'cannot be written to' } });
  await heal();
  expect(fixture.written.length).toBe(sent);
  expect(sent).toBeGreaterThanOrEqual(written);
  const again = freshKey();
  expect((await write({ note: 'room again' }, again)).isError).toBe(false);
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 200);
});

test('a key is kept after a failure that is final, and given back only after one that may be repeated', async () => {
  const [kept, free] = [freshKey(), freshKey()];
  const { store } = service.home;
  const states = async () =>
    new Map(
      (await store.db.selectFrom('idempotency').select(['key', 'state']).execute()).map((row) => [row.key, row.state]),
    );
  await write({ note: '', fail: 'final' }, kept);
  await write({ note: '', fail: 'retryable' }, free);
  expect((await states()).get(kept)).toBe('done');
  expect((await states()).has(free)).toBe(false);
  // Equal errors would not show a second run: the intents do.
  const intents = async () =>
    (await service.home.audit.list({ limit: 50 })).filter(({ phase }) => phase === 'intent').length;
  const before = await intents();
  await write({ note: '', fail: 'final' }, kept);
  expect(await intents()).toBe(before);
  await write({ note: '', fail: 'retryable' }, free);
  expect(await intents()).toBe(before + 1);
});

test('a read with a key is read again, and nothing of it is kept', async () => {
  const { store } = service.home;
  const rows = async () => (await store.db.selectFrom('idempotency').select('key').execute()).length;
  const before = await rows();
  const headers = { 'idempotency-key': freshKey() };
  const first = await service.call('rehearsal', 'echo', { text: 'a' }, { headers });
  const second = await service.call('rehearsal', 'echo', { text: 'b' }, { headers });
  expect([first.result.items, second.result.items]).toEqual([['a'], ['b']]);
  expect(await rows()).toBe(before);
});

test('no call outlives its deadline: a read says that nothing happened, a change that its outcome is unknown', async () => {
  const [read, change] = await Promise.all([
    service.call('waiting', 'wait_read'),
    service.call('waiting', 'wait_write'),
  ]);
  expect(read.result.error).toMatchObject({ code: 'upstream_unavailable', outcome: 'not_applied', retryable: true });
  expect(change.result.error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
  expect(stopped.splice(0)).toEqual(['TimeoutError', 'TimeoutError']);
});

test('a change is not stopped when its caller leaves, only when its time is up', async () => {
  const leaving = new AbortController();
  const call = fetch(`${service.url}/waiting/mcp`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait_write' } }),
  }).catch(() => 'gone');
  await until(async () => (await service.home.audit.list({ limit: 1 }))[0]?.phase === 'intent');
  leaving.abort();
  expect(await call).toBe('gone');
  await until(async () => (await service.home.audit.list({ limit: 1 }))[0]?.phase === 'outcome');
  expect(stopped.splice(0)).toEqual(['TimeoutError']);
  expect(pipeline.callDeadlineMs).toBe(1_500);
});

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

type Heal = () => Promise<unknown>;

/** Both give back what undoes it. */
async function refuseOutcomes(store: Store): Promise<Heal> {
  if (store.kind === 'postgres') return refuseRows(store, ['audit_log'], "new.phase = 'outcome'");
  await sql`create trigger no_outcome before insert on audit_log when new.phase = 'outcome'
    begin select raise(abort, 'disk is full'); end`.execute(store.db);
  return () => sql`drop trigger no_outcome`.execute(store.db);
}

async function fill(store: Store): Promise<Heal> {
  if (store.kind === 'postgres') return refuseRows(store, ['audit_log', 'idempotency', 'write_probe'], 'true');
  await sql`pragma max_page_count = 1`.execute(store.db);
  return () => sql`pragma max_page_count = 1000000`.execute(store.db);
}

async function refuseRows({ db }: Store, tables: readonly string[], when: string): Promise<Heal> {
  await sql`create or replace function refuse_row() returns trigger language plpgsql
    as 'begin raise exception ''disk is full''; end'`.execute(db);
  for (const table of tables)
    await sql`create trigger refuse before insert on ${sql.table(table)} for each row when (${sql.raw(when)})
      execute function refuse_row()`.execute(db);
  return async () => {
    for (const table of tables) await sql`drop trigger refuse on ${sql.table(table)}`.execute(db);
  };
}
