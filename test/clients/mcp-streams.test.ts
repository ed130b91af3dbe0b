import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpError } from '../../src/errors.ts';
import type { Call } from '../../src/pipeline/call.ts';
import { ChannelEndpoint } from '../../src/pipeline/endpoint.ts';
import { channel } from '../conformance/channel.ts';
import { conformanceEndpoint } from '../conformance/endpoint.ts';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;

/** Reports progress and then fails in a way that only HTTP could have answered, had it not answered already. */
class FailingFace extends ChannelEndpoint {
  override async callTool(_name: string, _args: unknown, call: Call): Promise<never> {
    call.progress?.(1, 2, 'half way');
    throw new HttpError(429, 'RATE_LIMITED', 'too late');
  }
}

beforeAll(async () => {
  service = await startTestService({
    emulators: [],
    extraEndpoints: (pipeline) => [
      conformanceEndpoint(pipeline),
      new FailingFace({ ...channel, name: 'failing' }, [], pipeline),
    ],
  });
});

afterAll(() => service.close());

const call = (name: string, _meta: object = { progressToken: 7 }) => ({
  jsonrpc: '2.0',
  id: 'streamed',
  method: 'tools/call',
  params: { name, arguments: {}, _meta },
});
const STREAM = { headers: { accept: 'application/json, text/event-stream' } };

async function events(reply: Response): Promise<{ id?: unknown; method?: string; error?: { code: number } }[]> {
  return [...(await reply.text()).matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
}

test('a call that reports progress is a stream with the headers of any reply', async () => {
  const reply = await service.post('conformance', call('test_tool_with_progress'), STREAM);
  expect(reply.headers.get('content-type')).toBe('text/event-stream');
  expect(reply.headers.get('cache-control')).toContain('no-cache');
  expect(reply.headers.get('x-request-id')).toMatch(/^req_/);
  expect(reply.headers.get('ratelimit')).not.toBeNull();
  expect((await events(reply)).map(({ id, method }) => method ?? id)).toEqual([
    'notifications/progress',
    'notifications/progress',
    'notifications/progress',
    'streamed',
  ]);
});

test.each([
  ['asks for no progress', call('test_tool_with_progress', {}), STREAM],
  ['takes no stream', call('test_tool_with_progress'), {}],
  ['has nothing to report', call('test_simple_text'), STREAM],
])('a call that %s is answered with JSON', async (_what, body, options) => {
  const reply = await service.post('conformance', body, options);
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await reply.json()).toMatchObject({ id: 'streamed', result: {} });
});

test('a stream that fails half way ends with an error for its request', async () => {
  const reply = await service.post('failing', call('any'), STREAM);
  expect(await events(reply)).toMatchObject([
    { method: 'notifications/progress' },
    { id: 'streamed', error: { code: -32603 } },
  ]);
  expect(service.logged()).toContain('stream_cut_short');
});

test('the same failure before anything was sent is answered by HTTP', async () => {
  const reply = await service.post('failing', call('any'));
  expect(reply.status).toBe(429);
  expect(await reply.json()).toEqual({ error: 'too late', code: 'RATE_LIMITED' });
});
