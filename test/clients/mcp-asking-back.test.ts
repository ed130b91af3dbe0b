import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { META } from '../../src/mcp/eras.ts';
import { defineTool } from '../../src/tools/define-tool.ts';
import { InputRequired } from '../../src/tools/input-required.ts';
import { channel } from '../conformance/channel.ts';
import { conformanceEndpoint } from '../conformance/endpoint.ts';
import { form } from '../conformance/tools/asking.ts';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
let done = 0;

/** Changes something, but not before it was told to go ahead. */
const careful = defineTool(channel, {
  name: 'change_after_asking',
  title: 'Change after asking',
  description: 'Changes something once somebody has confirmed it.',
  toolset: 'fixtures',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({}),
  output: z.object({ change: z.object({ id: z.string() }) }),
  async run(_args, { conversation }) {
    if (conversation.answers.confirm?.action !== 'accept') return new InputRequired({ confirm: form('Really?', 'ok') });
    done += 1;
    return { change: { id: `change_${done}` } };
  },
});

beforeAll(async () => {
  service = await startTestService({
    emulators: [],
    extraEndpoints: (pipeline) => [conformanceEndpoint(pipeline, [careful])],
  });
});

afterAll(() => service.close());

async function modernCall(params: object, idempotencyKey: string) {
  const _meta = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: { elicitation: {} } };
  const reply = await service.post(
    'conformance',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: careful.name, arguments: {}, ...params, _meta } },
    {
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': careful.name,
        'idempotency-key': idempotencyKey,
      },
    },
  );
  return ((await reply.json()) as { result: Record<string, unknown> }).result;
}

const confirmed = { inputResponses: { confirm: { action: 'accept', content: { ok: 'yes' } } } };

test('a question is no outcome: the same idempotency key carries the answer, and repeats the change only once made', async () => {
  expect(await modernCall({}, 'once')).toMatchObject({ resultType: 'input_required' });
  expect(done).toBe(0);
  const first = await modernCall(confirmed, 'once');
  expect(first).toMatchObject({ resultType: 'complete', structuredContent: { change: { id: 'change_1' } } });
  expect(await modernCall(confirmed, 'once')).toEqual(first);
  expect(done).toBe(1);
});

test('the trail says that was asked, and that nothing was changed by asking', async () => {
  await modernCall({}, 'asked only');
  const [outcome, intent] = await service.home.audit.list({ limit: 2 });
  expect(intent).toMatchObject({ phase: 'intent', action: 'conformance/change_after_asking' });
  expect(outcome).toMatchObject({ phase: 'outcome', detail: { outcome: 'not_applied', asked: ['confirm'] } });
});

test('a client that cannot be asked is told what would have been asked, and what to do', async () => {
  const before = done;
  const { isError, result } = await service.call('conformance', careful.name);
  expect(isError).toBe(true);
  expect(result.error).toMatchObject({ code: 'unsupported', outcome: 'not_applied' });
  expect(result.error.message).toContain('confirm');
  expect(done).toBe(before);
});
