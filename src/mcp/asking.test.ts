import { describe, expect, test, vi } from 'vitest';
import type { Principal } from '../auth/key-records.ts';
import { InputRequired } from '../tools/input-required.ts';
import { ask, call, callerWith, echo, endpointWith, modern } from './handle.testing.ts';

describe('a call that asks back', () => {
  const stateSeal = {
    seal: (state: string, context: string) => `${context}|${state}`,
    open: (sealed: string, context: string) =>
      sealed.startsWith(`${context}|`) ? sealed.slice(context.length + 1) : undefined,
  };
  const requests = { name: { method: 'elicitation/create', params: { message: 'Who?' } } } as const;
  const asker = endpointWith(
    async (_name, _args, { conversation }) =>
      conversation?.state === 'asked'
        ? { json: JSON.stringify(conversation.answers), isError: false }
        : { json: 'null', isError: false, asks: new InputRequired(requests, 'asked') },
    { stateSeal },
  );
  const can = { elicitation: {} };

  test('gets the question, and with its answer and the sealed state the result', async () => {
    const first = modern('tools/call', { name: 'ask' }, can);
    const { result } = (await ask(first.body, first.caller, asker)).body;
    expect(result).toMatchObject({ resultType: 'input_required', inputRequests: requests });
    const inputResponses = { name: { action: 'accept' } };
    const second = modern('tools/call', { name: 'ask', inputResponses, requestState: result.requestState }, can);
    expect((await ask(second.body, second.caller, asker)).body.result).toMatchObject({
      resultType: 'complete',
      structuredContent: inputResponses,
    });
  });

  test('without state gives none out, and with state needs a seal', async () => {
    const { body, caller } = modern('tools/call', { name: 'ask' }, can);
    const asks = (state: string | undefined) => async () => ({
      json: 'null',
      isError: false,
      asks: new InputRequired(requests, state),
    });
    const { result } = (await ask(body, caller, endpointWith(asks(undefined), { stateSeal }))).body;
    expect(result).toHaveProperty('inputRequests');
    expect(result).not.toHaveProperty('requestState');
    await expect(ask(body, caller, endpointWith(asks('asked')))).rejects.toThrow('needs an address with a seal');
  });

  test('is refused when its client cannot be asked', async () => {
    const { body, caller } = modern('tools/call', { name: 'ask' });
    expect(await ask(body, caller, asker)).toMatchObject({
      status: 400,
      body: { error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } } },
    });
  });

  test.each([
    ['state made up', { name: 'ask', requestState: 'asked' }],
    ['state that is no text', { name: 'ask', requestState: 7 }],
    ['answers that are no objects', { name: 'ask', inputResponses: { name: 7 } }],
    ['no map of answers', { name: 'ask', inputResponses: null }],
  ])('never reaches the tool with %s', async (_what, params) => {
    const { body, caller } = modern('tools/call', params, can);
    const run = vi.fn(echo);
    expect(await ask(body, caller, endpointWith(run, { stateSeal }))).toMatchObject({
      body: { error: { code: -32602 } },
    });
    expect(run).not.toHaveBeenCalled();
  });

  test('gets its state back for the same tool and the same key only', async () => {
    const first = modern('tools/call', { name: 'ask' }, can);
    const { requestState } = (await ask(first.body, first.caller, asker)).body.result;
    const again = modern('tools/call', { name: 'ask', requestState }, can);
    expect((await ask(again.body, again.caller, asker)).body).toHaveProperty('result');
    const elsewhere = modern('tools/call', { name: 'other', requestState }, can);
    expect((await ask(elsewhere.body, elsewhere.caller, asker)).body).toMatchObject({ error: { code: -32602 } });
    const stranger = { ...again.caller.call, principal: { id: 'key_2' } as Principal };
    expect((await ask(again.body, { ...again.caller, call: stranger }, asker)).body).toMatchObject({
      error: { code: -32602 },
    });
  });

  test('of an older version has no conversation', async () => {
    const run = vi.fn(echo);
    await ask(call({ params: { name: 'echo', inputResponses: {} } }), callerWith(), endpointWith(run));
    expect(run.mock.calls[0]?.[2].conversation).toBeUndefined();
  });
});
