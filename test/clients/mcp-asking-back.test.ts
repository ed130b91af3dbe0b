import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** Cannot be undone, and says nothing about asking: the pipeline does. */
const destroyed: string[] = [];
const destroy = defineTool(channel, {
  name: 'destroy_thing',
  title: 'Destroy a thing',
  description: 'Destroys a thing for good.',
  toolset: 'fixtures',
  access: 'destructive',
  repeat: 'safe',
  input: z.strictObject({ thing: z.string() }),
  output: z.object({ destroyed: z.string() }),
  async run({ thing }) {
    destroyed.push(thing);
    return { destroyed: thing };
  },
});

beforeAll(async () => {
  service = await startTestService({
    emulators: [],
    extraEndpoints: (pipeline) => [conformanceEndpoint(pipeline, [careful, destroy])],
  });
});

afterAll(() => service.close());

async function modernCall(
  params: object,
  idempotencyKey: string,
  tool = careful.name,
  capabilities: object = { elicitation: {} },
) {
  const _meta = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: capabilities };
  const reply = await service.post(
    'conformance',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {}, ...params, _meta } },
    {
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': tool,
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
  expect(await modernCall(confirmed, 'once')).toMatchObject({
    structuredContent: { change: { id: 'change_1' }, replayed: true },
  });
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

describe('what cannot be undone', () => {
  const asked = (thing: string, more: object = {}, capabilities?: object) =>
    modernCall({ arguments: { thing }, ...more }, crypto.randomUUID(), destroy.name, capabilities);
  const yes = { inputResponses: { confirm: { action: 'accept', content: { confirm: true } } } };

  test('is put before the person behind a client that can ask, and done when confirmed', async () => {
    const question = await asked('vase');
    expect(question).toMatchObject({ resultType: 'input_required' });
    expect(JSON.stringify(question.inputRequests)).toContain('vase');
    expect(destroyed).toEqual([]);
    const done = await asked('vase', { ...yes, requestState: question.requestState });
    expect(done).toMatchObject({ resultType: 'complete', structuredContent: { destroyed: 'vase' } });
    expect(destroyed.splice(0)).toEqual(['vase']);
  });

  test.each([
    ['declined', { action: 'decline' }],
    ['cancelled', { action: 'cancel' }],
    ['answered no', { action: 'accept', content: { confirm: false } }],
  ])('is not done when %s', async (_, confirm) => {
    const { requestState } = await asked('jar');
    const refused = await asked('jar', { inputResponses: { confirm }, requestState });
    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused)).toContain('did not confirm');
    expect(destroyed).toEqual([]);
  });

  test('is asked again when the answer is for something else, or for no question', async () => {
    const { requestState } = await asked('cup');
    expect(await asked('house', { ...yes, requestState })).toMatchObject({ resultType: 'input_required' });
    expect(await asked('cup', yes)).toMatchObject({ resultType: 'input_required' });
    expect(destroyed).toEqual([]);
  });

  test('is done at once for who cannot be asked in a form', async () => {
    for (const capabilities of [{}, { elicitation: { url: {} } }])
      expect(await asked('plate', {}, capabilities)).toMatchObject({ resultType: 'complete' });
    await service.call('conformance', destroy.name, { thing: 'plate' });
    expect(destroyed.splice(0)).toHaveLength(3);
  });
});
