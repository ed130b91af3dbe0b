import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ emulators: [] });
});

afterAll(() => service.close());

const call = (id: unknown, params: object = { name: 'list_workspaces', arguments: {} }) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  method: 'tools/call',
  params,
});

interface PlainReply {
  status: number | undefined;
  type: string | undefined;
  body: unknown;
}

/** A program that knows nothing of MCP: a key, a content type and a body. (`fetch` would add an Accept header.) */
async function post(body: unknown): Promise<PlainReply> {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const sent = request(`${service.url}/workspace/mcp`, { method: 'POST', headers });
  sent.end(typeof body === 'string' ? body : JSON.stringify(body));
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, type: reply.headers['content-type'], body: JSON.parse(await text(reply)) };
}

describe('the plain client', () => {
  test('gets exactly the envelope of the contract', async () => {
    const reply = await post(call('1'));
    expect(reply).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: { jsonrpc: '2.0', id: '1', result: { content: [{ type: 'text', text: expect.any(String) }] } },
    });
  });

  test.each(['text', '', 0, 7, -3, Number.MAX_SAFE_INTEGER])('gets its id %j back unchanged', async (id) => {
    expect((await post(call(id))).body).toMatchObject({ id });
  });

  test('is answered with a fresh text id when it sends none', async () => {
    const ids = await Promise.all([post(call(undefined)), post(call(undefined))]);
    const [one, two] = ids.map(({ body }) => (body as { id: unknown }).id);
    expect(one).toEqual(expect.stringMatching(/^call_/));
    expect(two).not.toBe(one);
  });

  test('may leave arguments out', async () => {
    expect((await post(call(1, { name: 'list_workspaces' }))).body).not.toHaveProperty('result.isError');
  });

  test('reads about bad arguments in the text', async () => {
    const { status, body } = await post(call(1, { name: 'list_workspaces', arguments: { a: 1, b: 2 } }));
    expect(status).toBe(200);
    const { result } = body as { result: { isError: boolean; content: { text: string }[] } };
    expect(Object.keys(result)).toEqual(['content', 'isError']);
    expect(JSON.parse(result.content[0]?.text ?? '').error).toMatchObject({
      code: 'invalid_arguments',
      problems: [{ field: 'a' }, { field: 'b' }],
    });
  });

  test.each([
    ['an unreadable body', '{', 400, -32700],
    ['no request', '{}', 400, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tools/cal' }, 200, -32601],
    ['an unknown tool', call(1, { name: 'list' }), 200, -32602],
  ])('is told of %s', async (_what, body, status, code) => {
    expect(await post(body)).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code } } });
  });

  test('needs no handshake to ping or list', async () => {
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' })).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).body).toHaveProperty('result.tools.0.name');
  });
});

test('what the suites test with is no part of the service', async () => {
  expect((await service.post('conformance', call(1))).status).toBe(404);
});
