import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

const fixture = rehearsal();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: [], extraEndpoints: fixture.endpoints });
});
afterAll(() => service?.close());
beforeEach(() => {
  fixture.written.length = 0;
});

/** Eight changes, of which the first waits to be let go. */
const eight = Array.from({ length: 8 }, (_, id) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'write_note', arguments: { note: `note ${id}`, wait: id === 0 } },
}));

const made = async () =>
  service.home.keyRing.create({ workspaceId: await service.workspaceId('Acme'), name: 'batch', actor: 'test' });

async function untilUnderWay(): Promise<void> {
  while ((await service.home.audit.verify()).openIntents === 0) await sleep(5);
}

describe('each message of a batch is a call of its own', () => {
  test('a key revoked during the first is good for none of the others', async () => {
    const { key, id } = await made();
    const reply = service.post('rehearsal', eight, { key });
    await untilUnderWay();
    await service.home.keyRing.revoke(id, 'test');
    fixture.release();
    const answers = (await (await reply).json()) as { result?: object; error?: { data: unknown } }[];
    expect(fixture.written).toEqual(['note 0']);
    expect(answers[0]).toHaveProperty('result');
    for (const answer of answers.slice(1)) expect(answer.error?.data).toEqual({ code: 'UNAUTHORIZED' });
  });

  test('a caller that leaves during the first is not served the others', async () => {
    const leaving = new AbortController();
    const call = fetch(`${service.url}/rehearsal/mcp`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(eight),
    }).catch(() => 'gone');
    await untilUnderWay();
    leaving.abort();
    expect(await call).toBe('gone');
    await sleep(100);
    fixture.release();
    await expect.poll(() => fixture.written).toEqual(['note 0']);
    await sleep(300);
    expect(fixture.written).toEqual(['note 0']);
  });

  test('each leaves an intent and an outcome of its own', async () => {
    const all = service.post('rehearsal', eight);
    await untilUnderWay();
    fixture.release();
    expect((await all).status).toBe(200);
    expect(fixture.written).toHaveLength(8);
    const rows = await service.home.store.db
      .selectFrom('audit_log')
      .select('call_id')
      .orderBy('seq', 'desc')
      .limit(16)
      .execute();
    expect(new Set(rows.map(({ call_id }) => call_id)).size).toBe(8);
  });
});
