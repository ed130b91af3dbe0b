import { describe, expect, test, vi } from 'vitest';
import { HttpError } from '../errors.ts';
import type { Call } from '../pipeline/call.ts';
import { META } from './eras.ts';
import { ask, type CallTool, call, callerWith, echo, endpointWith, modern, VERSION } from './handle.testing.ts';
import { mayPause } from './handle.ts';

describe('a plain call', () => {
  test('gets the envelope of the contract and nothing besides', async () => {
    const text = { type: 'text', text: '{"a":1}' };
    expect(await ask(call())).toEqual({ status: 200, body: { jsonrpc: '2.0', id: 1, result: { content: [text] } } });
  });

  test('gets structured content too when it speaks MCP', async () => {
    const { body } = await ask(call(), callerWith({ speaksMcp: true }));
    expect(body.result).toEqual({ content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } });
  });

  test('without an id is answered with a fresh one', async () => {
    expect((await ask(call({ id: undefined }))).body).toMatchObject({ id: 'call_fresh', result: {} });
  });

  test('of an unknown tool, and an unknown method, are errors under a good status', async () => {
    expect(await ask(call({ params: { name: 'no' } }))).toMatchObject({
      status: 200,
      body: { error: { code: -32602 } },
    });
    const { body } = await ask(call({ params: { name: 'ehco' } }));
    expect((body as { error: { message: string } }).error.message).toContain('Did you mean echo?');
    expect(await ask(call({ method: 'no' }))).toMatchObject({ status: 200, body: { error: { code: -32601 } } });
  });

  test('hands the idempotency key over, from the header before the body', async () => {
    const seen = vi.fn(echo);
    const params = { name: 'echo', _meta: { idempotency_key: 'in body' } };
    await ask(call({ params }), callerWith(), endpointWith(seen));
    const caller = callerWith();
    await ask(
      call({ params }),
      { ...caller, call: { ...caller.call, idempotencyKey: 'in header' } },
      endpointWith(seen),
    );
    // Handed over as a wrong one, which is refused: without a key a repeat would be made twice.
    await ask(call({ params: { name: 'echo', _meta: { idempotency_key: 7 } } }), callerWith(), endpointWith(seen));
    expect(seen.mock.calls.map(([, , given]) => given.idempotencyKey)).toEqual(['in body', 'in header', '']);
  });

  test('without a name, and what is no message, are refused', async () => {
    const run = vi.fn(echo);
    const refused = (params: object) => ask(call({ params }), callerWith(), endpointWith(run));
    expect((await refused({})).body.error.message).toContain('`name` must be the name of a tool');
    expect(run).not.toHaveBeenCalled();
    expect(await ask({ id: 1 })).toMatchObject({ status: 400, body: { id: 1, error: { code: -32600 } } });
  });

  test('of a version that is not spoken is refused', async () => {
    const headers = { ...callerWith().headers, version: '1999-01-01' };
    for (const message of [call(), { jsonrpc: '2.0', method: 'notifications/initialized' }])
      expect(await ask(message, callerWith({ headers }))).toMatchObject({
        status: 400,
        body: { error: { code: -32000 } },
      });
  });

  test('that failed says so, and repeats its failure as text only', async () => {
    const fails = async () => ({ json: '{"error":"no"}', isError: true });
    const { body } = await ask(call(), callerWith({ speaksMcp: true }), endpointWith(fails));
    expect(body.result).toEqual({ content: [{ type: 'text', text: '{"error":"no"}' }], isError: true });
  });

  test('of a tool that makes content of its own gets that content', async () => {
    const content = [{ type: 'image', data: 'AA==', mimeType: 'image/png' }];
    const draws = async () => ({
      json: '{}',
      isError: false,
      rich: { content, isError: false, structured: undefined },
    });
    expect((await ask(call(), callerWith(), endpointWith(draws))).body.result).toEqual({ content });
  });

  test('lets a refusal of HTTP through to HTTP', async () => {
    const refuse = async () => {
      throw new HttpError(403, 'FORBIDDEN', 'no');
    };
    await expect(ask(call(), callerWith(), endpointWith(refuse))).rejects.toThrow(HttpError);
  });
});

describe('progress', () => {
  const worker: CallTool = async (_name, _args, { progress }) => {
    for (const done of [1, 1, 0, 2]) progress?.(done, 2, `step ${done}`);
    return { json: '{}', isError: false };
  };
  const asking = call({ params: { name: 'w', _meta: { progressToken: 'p' } } });

  test('goes out ahead of the result, and only ever grows', async () => {
    const notify = vi.fn<(message: string) => void>();
    await ask(asking, callerWith({ notify }), endpointWith(worker));
    expect(notify.mock.calls.map(([message]) => JSON.parse(message).params)).toEqual([
      { progressToken: 'p', progress: 1, total: 2, message: 'step 1' },
      { progressToken: 'p', progress: 2, total: 2, message: 'step 2' },
    ]);
  });

  test('is refused by name under a token that every message would repeat at length', async () => {
    const notify = vi.fn<(message: string) => void>();
    const seen = vi.fn(worker);
    const under = (progressToken: unknown) =>
      ask(call({ params: { name: 'w', _meta: { progressToken } } }), callerWith({ notify }), endpointWith(seen));
    const { body } = await under('p'.repeat(1_025));
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('progressToken') });
    expect([seen.mock.calls.length, notify.mock.calls.length]).toEqual([0, 0]);
    expect((await under('p'.repeat(1_024))).body).toHaveProperty('result');
    expect(notify).toHaveBeenCalled();
  });

  test('costs nothing when the client did not ask for it or cannot take it', async () => {
    const notify = vi.fn<(message: string) => void>();
    await ask(call(), callerWith({ notify }), endpointWith(worker));
    await ask(asking, callerWith(), endpointWith(worker));
    expect(notify).not.toHaveBeenCalled();
  });
});

describe('a notification', () => {
  test.each(['notifications/initialized', 'notifications/cancelled', 'made/up'])(
    '%s is taken and not answered',
    async (method) => {
      expect(await ask({ jsonrpc: '2.0', method })).toEqual({ status: 202, body: undefined });
    },
  );

  test('that is an answer to a question is taken and not answered', async () => {
    expect(await ask({ jsonrpc: '2.0', id: 1, result: {} })).toEqual({ status: 202, body: undefined });
  });

  test('is refused where the key has no business', async () => {
    const admit = async () => {
      throw new HttpError(403, 'FORBIDDEN', 'no');
    };
    for (const message of [{ method: 'n' }, { id: 1, method: 'no/such' }, { id: 1, method: 'ping' }])
      await expect(ask({ jsonrpc: '2.0', ...message }, callerWith(), endpointWith(echo, { admit }))).rejects.toThrow(
        'no',
      );
  });
});

describe('a batch', () => {
  const ping = { jsonrpc: '2.0', id: 'p', method: 'ping' };
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' };

  test('is answered request by request, and pays for each', async () => {
    const charge = vi.fn<Call['charge']>();
    const caller = callerWith();
    const reply = await ask([ping, note, call()], { ...caller, call: { ...caller.call, charge } });
    expect(reply.body.map(({ id }: { id: unknown }) => id)).toEqual(['p', 1]);
    expect(charge.mock.calls).toEqual([
      [1, false],
      [1, false],
    ]);
  });

  test('of a caller who has gone is not carried on with', async () => {
    const left = new AbortController();
    const run = vi.fn(async () => {
      left.abort();
      return { json: '{}', isError: false };
    });
    const caller = callerWith();
    await ask([call(), call()], { ...caller, call: { ...caller.call, gone: () => left.signal } }, endpointWith(run));
    expect(run).toHaveBeenCalledOnce();
  });

  test('answers a message that HTTP would refuse by itself, but fails as a whole where the service does', async () => {
    const throws = (error: Error) => endpointWith(() => Promise.reject(error));
    const { body } = await ask([ping, call()], callerWith(), throws(new HttpError(403, 'FORBIDDEN', 'no')));
    expect(body).toMatchObject([{ result: {} }, { error: { message: 'no', data: { code: 'FORBIDDEN' } } }]);
    await expect(ask([ping, call()], callerWith(), throws(new Error('lost')))).rejects.toThrow('lost');
  });

  test('of notifications alone is only taken', async () => {
    expect(await ask([note, note])).toEqual({ status: 202, body: undefined });
  });

  test.each([
    ['empty', []],
    ['too long', Array(101).fill(ping)],
    ['holding a batch', [[ping]]],
    ['holding a modern request', [modern('tools/list').body]],
  ])('%s is refused as a whole', async (_what, batch) => {
    expect(await ask(batch)).toMatchObject({ status: 400, body: { id: null, error: { code: -32600 } } });
  });

  test('of an unknown version is refused as a whole', async () => {
    const headers = { ...callerWith().headers, version: VERSION };
    expect(await ask([ping], callerWith({ headers }))).toMatchObject({
      status: 400,
      body: { error: { code: -32000 } },
    });
  });
});

describe('a modern request', () => {
  test('is signed, typed and, for a list, dated', async () => {
    const { body, caller } = modern('tools/list');
    expect((await ask(body, caller)).body.result).toEqual({
      tools: [],
      ttlMs: 60_000,
      cacheScope: 'private',
      resultType: 'complete',
      _meta: { [META.serverInfo]: { name: 'adhelm-test', title: 'Adhelm: Test', version: '1.0.0' } },
    });
  });

  test.each(['initialize', 'ping', 'logging/setLevel', 'completion/complete', 'no/such'])(
    '%s is not found',
    async (method) => {
      const { body, caller } = modern(method);
      expect(await ask(body, caller)).toMatchObject({ status: 404, body: { id: 1, error: { code: -32601 } } });
    },
  );

  test('whose header contradicts its body is refused', async () => {
    const { body, caller } = modern('tools/list');
    const headers = { ...caller.headers, method: 'tools/call' };
    expect(await ask(body, { ...caller, headers })).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
  });

  test('to listen is acknowledged as empty and ended', async () => {
    const { body, caller } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const reply = await ask(body, caller);
    expect(reply.stream?.map((message) => JSON.parse(message))).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta: { [META.subscriptionId]: 1 }, notifications: {} },
      },
    ]);
    expect(reply.body.result._meta).toMatchObject({ [META.subscriptionId]: 1 });
  });

  test('to listen to what is no object is refused', async () => {
    for (const notifications of [undefined, [], 'all', null]) {
      const { body, caller } = modern('subscriptions/listen', { notifications });
      expect((await ask(body, caller)).body).toMatchObject({ id: 1, error: { code: -32602 } });
    }
  });

  test('has to repeat in headers what its tool wants repeated', async () => {
    const endpoint = endpointWith(echo, { mirroredArguments: () => [{ header: 'A', path: ['a'] }] });
    const { body, caller } = modern('tools/call', { name: 'echo', arguments: { a: 1 } });
    expect(await ask(body, caller, endpoint)).toMatchObject({ status: 400, body: { id: 1, error: { code: -32020 } } });
    const headers = { ...caller.headers, parameter: (name: string) => (name === 'A' ? '1' : undefined) };
    expect(await ask(body, { ...caller, headers }, endpoint)).toMatchObject({ status: 200, body: { result: {} } });
  });
});

describe('lists', () => {
  test.each([
    ['prompts/list', 'prompts'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
  ])('%s is empty rather than unknown where there is nothing', async (method, name) => {
    expect((await ask({ jsonrpc: '2.0', id: 1, method })).body.result).toEqual({ [name]: [] });
  });

  test.each(['tools/list', 'prompts/list'])('%s knows no cursor, since none is given out', async (method) => {
    expect((await ask({ jsonrpc: '2.0', id: 1, method, params: { cursor: 'x' } })).body).toMatchObject({
      error: { code: -32602 },
    });
  });
});

describe('prompts, resources and completions', () => {
  const endpoint = endpointWith(echo, {
    prompts: { list: () => [], get: async ({ name }) => (name === 'greet' ? { messages: [] } : undefined) },
    resources: {
      list: () => [],
      templates: () => [],
      read: async ({ uri }) => (uri === 'a:b' ? { contents: [] } : undefined),
    },
    complete: async () => ({ completion: { values: [] } }),
  });

  test.each([
    ['prompts/get', { name: 'greet' }, { messages: [] }],
    ['resources/read', { uri: 'a:b' }, { contents: [] }],
    ['completion/complete', { ref: {}, argument: { value: '' } }, { completion: { values: [] } }],
  ])('%s is answered by the address that has it', async (method, params, result) => {
    expect((await ask({ jsonrpc: '2.0', id: 1, method, params }, callerWith(), endpoint)).body).toMatchObject({
      result,
    });
  });

  test.each([
    ['prompts/get', {}, '`name` must be'],
    ['prompts/get', { name: 'part' }, 'Unknown prompt: part'],
    ['prompts/get', { name: 'greet', inputResponses: 7 }, '`inputResponses` must hold'],
    ['resources/read', {}, '`uri` must be'],
    ['resources/read', { uri: 'a:c' }, 'Resource not found: a:c'],
    ['completion/complete', { ref: 'greet', argument: { value: '' } }, '`ref` must name'],
    ['completion/complete', { ref: {}, argument: {} }, '`ref` must name'],
  ])('%s of %j is refused', async (method, params, words) => {
    const { body, caller } = modern(method, params);
    expect((await ask(body, caller, endpoint)).body).toMatchObject({
      id: 1,
      error: { code: -32602, message: expect.stringContaining(words) },
    });
  });
});

test('a call that stops spending may be sent without points, also where it names no arguments', () => {
  const isObject = (args: unknown) => typeof args === 'object' && args !== null;
  const endpoint = endpointWith(echo, { maySpendLess: (name, args) => name === 'stop' && isObject(args) });
  const calling = (params: unknown) => mayPause(endpoint, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  for (const args of [{ arguments: {} }, {}]) expect(calling({ name: 'stop', ...args })).toBe(true);
  for (const params of [{ name: 'echo' }, { name: 7 }, {}, undefined]) expect(calling(params)).toBe(false);
  for (const other of [{ method: 'prompts/get', params: { name: 'stop' } }, { result: {} }])
    expect(mayPause(endpoint, { jsonrpc: '2.0', id: 1, ...other })).toBe(false);
});
