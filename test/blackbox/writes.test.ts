import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService, type ToolAnswer } from '../service.ts';

const fixture = rehearsal();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: [], extraEndpoints: fixture.endpoints });
});
afterAll(() => service?.close());
afterEach(() => {
  fixture.written.length = 0;
});

const write = (args: Record<string, unknown>, key?: string) =>
  service.call('rehearsal', 'write_note', args, key === undefined ? {} : { headers: { 'idempotency-key': key } });
let last = 0;
const freshKey = () => `key-${++last}`;

/** An answer as it is given the second time. */
const again = (first: ToolAnswer) => ({ ...first, result: { ...first.result, replayed: true } });

describe('the same idempotency key', () => {
  test('with the same arguments gives the first answer again, and the write happens once', async () => {
    const key = freshKey();
    const first = await write({ note: 'once' }, key);
    const second = await write({ note: 'once' }, key);
    expect(second).toEqual(again(first));
    expect(fixture.written).toEqual(['once']);
  });

  test('works from _meta as well', async () => {
    const key = freshKey();
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'write_note', arguments: { note: 'm' }, _meta: { idempotency_key: key } },
    };
    await service.post('rehearsal', body);
    expect(await (await service.post('rehearsal', body)).text()).toContain('replayed');
    expect(fixture.written).toEqual(['m']);
  });

  test('works as an argument as well, which is no part of what is compared', async () => {
    const idempotency_key = freshKey();
    const first = await write({ note: 'arg', idempotency_key });
    expect(await write({ note: 'arg', idempotency_key })).toEqual(again(first));
    expect(await write({ note: 'arg' }, idempotency_key)).toEqual(again(first));
    expect((await write({ note: 'other', idempotency_key })).result.error).toMatchObject({ code: 'conflict' });
    expect((await write({ note: 'arg', idempotency_key: '' })).result.error).toMatchObject({
      field: 'idempotency_key',
    });
    expect(fixture.written).toEqual(['arg']);
  });

  test('beside another one is refused: it is not clear which of the two was meant', async () => {
    const before = fixture.written.length;
    const { result } = await write({ note: 'two', idempotency_key: freshKey() }, freshKey());
    expect(result.error).toMatchObject({ field: 'idempotency_key', outcome: 'not_applied' });
    expect(fixture.written).toHaveLength(before);
  });

  test('with other arguments is a conflict that must not be repeated', async () => {
    const key = freshKey();
    await write({ note: 'a' }, key);
    const { isError, result } = await write({ note: 'b' }, key);
    expect(isError).toBe(true);
    expect(result.error).toMatchObject({ code: 'conflict', retryable: false, outcome: 'not_applied' });
    expect(fixture.written).toEqual(['a']);
  });

  test('while the first call runs is a conflict that may be repeated', async () => {
    const key = freshKey();
    const first = write({ note: 'slow', wait: true }, key);
    await until(async () => (await write({ note: 'slow', wait: true }, key)).result.error?.code === 'conflict');
    const { result } = await write({ note: 'slow', wait: true }, key);
    expect(result.error).toMatchObject({ code: 'conflict', retryable: true });
    fixture.release();
    const answer = await first;
    expect(await write({ note: 'slow', wait: true }, key)).toEqual(again(answer));
    expect(fixture.written).toEqual(['slow']);
  });

  test('of forty calls at once, one is carried out', async () => {
    const key = freshKey();
    await Promise.all(Array.from({ length: 40 }, () => write({ note: 'crowd' }, key)));
    expect(fixture.written).toEqual(['crowd']);
  });

  test('is given back when the failure may be repeated, and kept when it may not', async () => {
    const [free, kept] = [freshKey(), freshKey()];
    await write({ note: '', fail: 'retryable' }, free);
    const rows = await service.home.store.db.selectFrom('idempotency').select('key').execute();
    expect(rows.map((row) => row.key)).not.toContain(free);
    const first = await write({ note: '', fail: 'unknown' }, kept);
    expect(first.result.error.outcome).toBe('unknown');
    const second = await write({ note: '', fail: 'unknown' }, kept);
    expect(second.result.error.next_step).toMatch(/ another attempt needs a new idempotency key\.$/);
    first.result.error.next_step = second.result.error.next_step;
    expect(second).toEqual(again(first));
  });

  test('is not mixed up between workspaces', async () => {
    const key = freshKey();
    const workspaceId = await service.workspaceId('Acme Japan');
    await write({ note: 'here' }, key);
    await write({ note: 'there', workspaceId }, key);
    expect(fixture.written).toEqual(['here', 'there']);
  });

  test.each(['', 'x'.repeat(256), 'new\u0007line'])('is refused by name when it is no key: %j', async (key) => {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'write_note', arguments: { note: 'n' }, _meta: { idempotency_key: key } },
    };
    const reply = (await (await service.post('rehearsal', body)).json()) as { result: { content: { text: string }[] } };
    expect(JSON.parse(reply.result.content[0]!.text).error).toMatchObject({
      code: 'invalid_arguments',
      field: 'idempotency_key',
    });
    expect(fixture.written).toEqual([]);
  });
});

describe('the trail of a write', () => {
  const trail = async () =>
    (await service.home.audit.list({ limit: 4 })).filter(({ action }) => action === 'rehearsal/write_note');

  test('is an intent before and an outcome after, tied together, without what is secret', async () => {
    await write({ note: 'seen' });
    const [outcome, intent] = await trail();
    expect(intent).toMatchObject({ phase: 'intent', detail: { arguments: { note: 'seen' } } });
    expect(outcome).toMatchObject({
      phase: 'outcome',
      callId: intent?.callId,
      detail: { outcome: 'applied', ids: { note: 'n1' } },
    });
    expect(JSON.stringify([intent, outcome])).not.toContain('the token itself');
  });

  test.each([
    ['final', 'not_applied', 'policy_rejected'],
    ['unknown', 'unknown', 'outcome_unknown'],
    ['crash', 'unknown', 'internal'],
  ])('tells how a %s failure ended', async (fail, outcome, code) => {
    await write({ note: 'x', fail });
    expect((await trail())[0]).toMatchObject({ phase: 'outcome', detail: { outcome, code } });
  });

  test('stays unbroken, and refused calls leave none', async () => {
    const before = await service.home.audit.verify();
    await write({ note: 5 });
    await service.call('rehearsal', 'echo', {});
    const after = await service.home.audit.verify();
    expect(after).toMatchObject({ ok: true, entries: before.entries, openIntents: 0 });
  });
});

test('a write goes on when its caller goes away, and its outcome is recorded', async () => {
  const gone = new AbortController();
  const call = fetch(`${service.url}/rehearsal/mcp`, {
    method: 'POST',
    signal: gone.signal,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'write_note', arguments: { note: 'left', wait: true } },
    }),
  }).catch(() => 'gone');
  await until(async () => (await service.home.audit.list({ limit: 1 }))[0]?.phase === 'intent');
  gone.abort();
  expect(await call).toBe('gone');
  fixture.release();
  await until(async () => (await service.home.audit.list({ limit: 1 }))[0]?.phase === 'outcome');
  expect(fixture.written).toEqual(['left']);
});

test('a read stops when its caller goes away', async () => {
  const gone = new AbortController();
  const call = fetch(`${service.url}/rehearsal/mcp`, {
    method: 'POST',
    signal: gone.signal,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'slow_read', arguments: { ms: 30_000 } },
    }),
  }).catch(() => 'gone');
  setTimeout(() => gone.abort(), 100);
  expect(await call).toBe('gone');
  await until(async () => fixture.aborted === 1);
});

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
