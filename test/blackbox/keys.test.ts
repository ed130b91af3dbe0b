import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { openHome } from '../../src/process/home.ts';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

const fixture = rehearsal();
let service: TestService;
let workspaceId: string;
beforeAll(async () => {
  service = await startTestService({ platforms: [], extraEndpoints: fixture.endpoints });
  workspaceId = await service.workspaceId('Acme');
});
afterAll(() => service?.close());

const make = (options: Record<string, unknown> = {}) =>
  service.home.keyRing.create({ workspaceId, name: 'made', actor: 'test', ...options });
const statusOf = async (key: string, channel = 'rehearsal') =>
  (await service.post(channel, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key })).status;

describe('a key', () => {
  test('has the documented form, and the store never holds it', async () => {
    const { key } = await make();
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{36,}$/);
    const rows = JSON.stringify(await service.home.store.db.selectFrom('api_keys').selectAll().execute());
    expect(rows).not.toContain(key);
    expect(rows).not.toContain(key.slice(8, 40));
  });

  test('stops working within a second of being revoked by another process', async () => {
    const { key, id } = await make();
    expect(await statusOf(key)).toBe(200);
    const elsewhere = await openHome(service.settings, realAmbient);
    await elsewhere.keyRing.revoke(id, 'elsewhere');
    await elsewhere.close();
    await sleep(1_000);
    expect(await statusOf(key)).toBe(401);
  });

  test('that was rolled works on for the overlap and not longer', async () => {
    const { key, id } = await make();
    const rolled = await service.home.keyRing.roll(id, { overlapMs: 600, actor: 'test' });
    expect(await statusOf(key)).toBe(200);
    expect(await statusOf(rolled.key)).toBe(200);
    await sleep(1_200);
    expect(await statusOf(key)).toBe(401);
    expect(await statusOf(rolled.key)).toBe(200);
  });

  test('for some channels opens no others', async () => {
    const { key } = await make({ channels: ['rehearsal'] });
    expect(await statusOf(key)).toBe(200);
    const reply = await service.post('workspace', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key });
    expect(reply.status).toBe(403);
    expect(((await reply.json()) as { error: string }).error).toContain('rehearsal');
  });

  test('that may only read is shown no write, and refused one by name', async () => {
    const { key } = await make({ readOnly: true });
    const listed = (await (
      await service.post('rehearsal', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key })
    ).json()) as {
      result: { tools: { name: string }[] };
    };
    expect(listed.result.tools.map(({ name }) => name)).toEqual(['echo', 'slow_read']);
    const { isError, result } = await service.call('rehearsal', 'write_note', { note: 'x' }, { key });
    expect(isError).toBe(true);
    expect(result.error).toMatchObject({ code: 'permission_denied', outcome: 'not_applied' });
    expect(fixture.written).toEqual([]);
  });

  test('remembers when it was last used', async () => {
    const { key, id } = await make();
    await statusOf(key);
    await service.home.keyRing.flush();
    const [record] = (await service.home.keyRing.list()).filter((one) => one.id === id);
    expect(Date.now() - (record?.lastUsedAt ?? 0)).toBeLessThan(10_000);
  });
});

describe('the tool list', () => {
  const list = async (extra: { query?: string; headers?: Record<string, string> }) => {
    const reply = await service.post('rehearsal', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, extra);
    const { result } = (await reply.json()) as { result: { tools: { name: string }[] } };
    return result.tools.map(({ name }) => name);
  };

  test.each([
    ['read_only in the address', { query: '?read_only=true' }, ['echo', 'slow_read']],
    ['the read-only header', { headers: { 'x-mcp-readonly': 'true' } }, ['echo', 'slow_read']],
    ['toolsets in the address', { query: '?toolsets=writing' }, ['write_note']],
    ['the toolsets header', { headers: { 'x-mcp-toolsets': 'reading, writing' } }, ['echo', 'slow_read', 'write_note']],
    ['no toolsets: the default ones', {}, ['echo', 'slow_read', 'write_note']],
    ['all toolsets', { query: '?toolsets=all' }, ['echo', 'slow_read', 'write_note', 'unlisted_read']],
    ['a toolset that is not a default one', { query: '?toolsets=rare' }, ['unlisted_read']],
    ['both: reading only wins', { query: '?toolsets=writing&read_only=true' }, []],
  ])('is narrowed by %s', async (_, extra, names) => {
    expect(await list(extra)).toEqual(names);
  });

  test('reading only is held on the call as well', async () => {
    const { result } = await service.call('rehearsal', 'write_note', { note: 'x' }, { query: '?read_only=true' });
    expect(result.error.code).toBe('permission_denied');
    expect(fixture.written).toEqual([]);
  });

  test('a tool that is not listed can be called, unless the address names other toolsets', async () => {
    expect((await service.call('rehearsal', 'unlisted_read')).result).toEqual({ read: true });
    const named = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'unlisted_read', arguments: {} } };
    const call = async (query: string) =>
      (await (await service.post('rehearsal', named, { query })).json()) as { error?: { code: number } };
    expect((await call('?toolsets=reading')).error?.code).toBe(-32602);
    expect((await call('?toolsets=all')).error).toBeUndefined();
    expect((await call('?toolsets=rare')).error).toBeUndefined();
  });

  test('the instructions name what is not listed and how to list it', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const reply = await service.post('rehearsal', initialize);
    const { result } = (await reply.json()) as { result: { instructions: string } };
    expect(result.instructions).toMatch(/rare \(unlisted_read\).*\?toolsets=all or \?toolsets=rare/);
  });
});
