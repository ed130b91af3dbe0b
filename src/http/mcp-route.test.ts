import { expect, test } from 'vitest';
import type { Principal } from '../auth/key-ring.ts';
import type { Call } from '../pipeline/call.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import { received, refusedWith } from './exchange.testing.ts';
import { type McpRouteParts, mcpRoute } from './mcp-route.ts';

const KEY = { id: 'key_1', channels: undefined } as Principal;

/** A key whose own points are used up, where `points` is 0: what makes less money flow has points of its own. */
async function posted(body: unknown, { points = 1, accept = '', isKeyless = false } = {}) {
  const [called, logged]: [string[], unknown[]] = [[], []];
  const endpoint = {
    ...{ address: 'social', title: 'Social', toolsets: [], admit: async () => {}, mirroredArguments: () => [] },
    maySpendLess: (name: string) => name === 'pause',
    async callTool(name: string, _: unknown, { progress }: Call) {
      called.push(name);
      if (name !== 'see') progress?.(1, 2, 'half');
      if (name.startsWith('break')) throw new Error('broken inside');
      return { json: '{"a":1}', isError: false };
    },
  } as unknown as Endpoint;
  const take = async (id: string) => ({ allowed: points > 0 || id.endsWith(' pauses'), limit: 1, remaining: 0 });
  const parts = {
    ...{ bodyBytesMax: 100_000, rate: { limiter: { take }, windowS: 60 }, freshId: () => 'call_1' },
    log: { write: (_: string, event: string) => logged.push(event) },
    authenticate: async () => KEY,
  } as unknown as McpRouteParts;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': String(text.length), accept };
  const { exchange, sent } = received({ method: 'POST', url: '/social/mcp', headers, body: text });
  exchange.principal = isKeyless ? undefined : KEY;
  const refused = await refusedWith(() => mcpRoute(endpoint, parts)(exchange));
  return { refused, sent, called, logged };
}

const call = (name: string, more: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: {}, ...more },
});

test('a call is answered at once in one piece, where nothing was told before', async () => {
  const { sent, called } = await posted(call('see'), { accept: 'application/json, text/event-stream' });
  expect([sent.status, called]).toEqual([200, ['see']]);
  expect(JSON.parse(sent.text)).toMatchObject({ id: 1, result: {} });
});

const TOLD = { accept: 'text/event-stream' };
const token = { _meta: { progressToken: 't' } };

test('a call that tells how far it is goes on in the same stream with its answer', async () => {
  const { sent } = await posted(call('tell', token), TOLD);
  expect(sent.text.match(/^event: message$/gm)).toHaveLength(2);
  expect(sent.text).toMatch(/"progressToken":"t".*"result":/s);
});

test('what breaks after the stream has begun is told in it, and before as an error of the whole', async () => {
  const { sent, logged } = await posted(call('break', token), TOLD);
  expect(sent).toMatchObject({ status: 200, text: expect.stringMatching(/"progressToken":"t".*"error":.*req_1/s) });
  expect([sent.text.includes('broken inside'), logged]).toEqual([false, ['stream_cut_short']]);
  await expect(posted(call('break'), TOLD)).rejects.toThrow('broken inside');
});

test('a key without points may still send what makes less money flow, and nothing beside it', async () => {
  expect((await posted(call('pause'), { points: 0 })).called).toEqual(['pause']);
  for (const body of [call('raise'), [call('pause'), call('raise')], '{', { ...call('pause'), method: 'tools/list' }])
    expect(await posted(body, { points: 0 })).toMatchObject({ refused: { status: 429 }, called: [] });
});

test.each([
  ['is no JSON', '{', -32700, 'not valid JSON'],
  ['is nested too deep', '['.repeat(65) + ']'.repeat(65), -32600, 'nested deeper than 64 levels'],
])('a body that %s is told so', async (_, body, code, words) => {
  const { sent } = await posted(body);
  expect(sent.status).toBe(400);
  expect(JSON.parse(sent.text).error).toEqual({ code, message: expect.stringContaining(words) });
});

test('without a key nothing is called', async () => {
  expect(await posted(call('see'), { isKeyless: true })).toMatchObject({ refused: { status: 401 }, called: [] });
});
