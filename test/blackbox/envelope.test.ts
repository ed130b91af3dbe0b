import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

const fixture = rehearsal();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: [], extraEndpoints: fixture.endpoints });
});
afterAll(() => service?.close());

const call = (name: string, args?: unknown, id?: unknown) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  method: 'tools/call',
  params: { name, ...(args !== undefined && { arguments: args }) },
});

describe('the plain client', () => {
  test('gets exactly the documented reply with nothing but a key and a content type', async () => {
    const reply = await service.post('rehearsal', call('echo', { text: 'hi' }, 'a'));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await reply.json()).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: { content: [{ type: 'text', text: '{"items":["hi"]}' }] },
    });
  });

  test.each([
    ['text', 'text'],
    ['a whole number', 7],
    ['zero', 0],
    ['empty text', ''],
  ])('gets its id back unchanged: %s', async (_, id) => {
    const body = (await (await service.post('rehearsal', call('echo', {}, id))).json()) as { id: unknown };
    expect(body.id).toBe(id);
  });

  test('is answered without an id, under a fresh one that is text', async () => {
    const ids = new Set<unknown>();
    for (let turn = 0; turn < 3; turn++) {
      const body = (await (await service.post('rehearsal', call('echo', {}))).json()) as { id: unknown };
      expect(typeof body.id).toBe('string');
      ids.add(body.id);
    }
    expect(ids.size).toBe(3);
  });

  test('may leave out the arguments', async () => {
    const body = (await (await service.post('rehearsal', call('echo', undefined, 1))).json()) as { result: unknown };
    expect(body.result).toBeDefined();
  });

  test.each([
    ['unparsable body', '{', 400, -32700],
    ['no body', '', 400, -32700],
    ['broken UTF-8', '\u0000\ud800', 400, -32700],
    ['not an object', '"x"', 400, -32600],
    ['no jsonrpc', '{"id":1,"method":"tools/list"}', 400, -32600],
    ['id of the wrong kind', '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', 400, -32600],
    ['id null', '{"jsonrpc":"2.0","id":null,"method":"tools/list"}', 400, -32600],
    ['params not an object', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}', 400, -32600],
    ['unknown method', '{"jsonrpc":"2.0","id":1,"method":"tools/destroy"}', 200, -32601],
    ['method of Object', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', 200, -32601],
    ['unknown tool', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}}', 200, -32602],
    ['tool of Object', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}', 200, -32602],
    ['no tool name', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', 200, -32602],
  ])('learns of a protocol fault by its code: %s', async (_, body, status, code) => {
    const reply = await service.post('rehearsal', body);
    expect(reply.status).toBe(status);
    expect(((await reply.json()) as { error: { code: number } }).error.code).toBe(code);
  });
});

describe('a tool that fails', () => {
  test('answers 200 with isError and the error object', async () => {
    const reply = await service.post('rehearsal', call('write_note', { note: 'x', fail: 'final' }, 1));
    expect(reply.status).toBe(200);
    const { result } = (await reply.json()) as { result: { isError: boolean; content: { text: string }[] } };
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]!.text)).toEqual({
      error: {
        channel: 'rehearsal',
        code: 'policy_rejected',
        message: 'failed: final',
        retryable: false,
        outcome: 'not_applied',
        next_step: 'none',
      },
    });
  });

  test('names every bad argument at once, what is allowed, and the nearest known name', async () => {
    const { isError, result } = await service.call('rehearsal', 'write_note', {
      notes: 'x',
      fail: 'maybe',
      wait: 'yes',
    });
    expect(isError).toBe(true);
    const { problems } = result.error;
    const of = (field: string) => problems.find((one: { field: string }) => one.field === field);
    expect(of('notes').message).toContain('did you mean `note`?');
    expect(of('note').message).toBe('is required');
    expect(of('fail').allowed_values).toEqual(['no', 'retryable', 'final', 'unknown', 'crash']);
    expect(of('wait').message).toBe('must be a boolean, not a string');
    expect(fixture.written).toEqual([]);
  });

  test('reports rules between fields like any other problem', async () => {
    const { result } = await service.call('rehearsal', 'write_note', { note: '' });
    expect(result.error).toMatchObject({ code: 'invalid_arguments', field: 'note' });
  });

  test('says nothing internal when it breaks, and calls the outcome of a write unknown', async () => {
    const { result } = await service.call('rehearsal', 'write_note', { note: 'x', fail: 'crash' });
    expect(result.error).toMatchObject({ code: 'internal', outcome: 'unknown' });
    expect(JSON.stringify(result)).not.toContain('inner detail');
    expect(service.logged()).toContain('inner detail');
  });

  test('refuses half a surrogate pair, wherever it stands', async () => {
    const { result } = await service.call('rehearsal', 'echo', { text: 'a\ud800b' });
    expect(result.error).toMatchObject({ code: 'invalid_arguments', field: 'text' });
  });
});

describe('a reply', () => {
  test('holds no character that a person could not see', async () => {
    const hidden = 'A\u200bB\u202eC\u{e0041}D\u0007E';
    const { result } = await service.call('rehearsal', 'echo', { text: hidden });
    expect(result.items).toEqual(['ABCDE']);
  });

  test('is cut at an item when it would exceed 1 MiB, and says how to go on', async () => {
    const reply = await service.post('rehearsal', call('echo', { text: 'x'.repeat(90), copies: 30_000 }, 1));
    const body = await reply.text();
    const { result } = JSON.parse(body) as { result: { content: { text: string }[] } };
    const text = result.content[0]!.text;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_048_576);
    const { items, truncated, next_cursor } = JSON.parse(text);
    expect(truncated).toMatchObject({ list: 'items', returned: items.length, of: 30_000 });
    expect(truncated.next_step).toContain(`limit ${items.length}`);
    expect(next_cursor).toBeUndefined();
    expect(items.length).toBeGreaterThan(10_000);
  });

  test('has structuredContent equal to the text for clients that speak MCP', async () => {
    const reply = await service.post('rehearsal', call('echo', { text: 'hi' }, 1), {
      headers: { 'mcp-protocol-version': '2025-06-18' },
    });
    const { result } = (await reply.json()) as { result: { content: { text: string }[]; structuredContent: unknown } };
    expect(result.structuredContent).toEqual(JSON.parse(result.content[0]!.text));
  });
});
