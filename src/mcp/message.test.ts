import { describe, expect, test } from 'vitest';
import { parseMessage } from './message.ts';

const whole = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'c' } };

describe('parseMessage', () => {
  test('takes a request as it is', () => {
    expect(parseMessage(whole)).toEqual({
      kind: 'message',
      message: { id: 1, method: 'tools/list', params: { cursor: 'c' } },
    });
  });

  test.each(['', 'text', 'x'.repeat(1024), 0, -1, Number.MAX_SAFE_INTEGER])('keeps the id %j with its type', (id) => {
    expect(parseMessage({ ...whole, id })).toMatchObject({ message: { id } });
  });

  test.each([null, 1.5, true, {}, [], 2 ** 53, 'x'.repeat(1025)])('refuses the id %j and does not repeat it', (id) => {
    expect(parseMessage({ ...whole, id })).toMatchObject({ kind: 'rejected', id: null, rejection: { code: -32600 } });
  });

  test('leaves an absent id absent', () => {
    expect(parseMessage({ jsonrpc: '2.0', method: 'x' })).toMatchObject({ message: { id: undefined } });
  });

  test.each([
    [{ ...whole, jsonrpc: '1.0' }],
    [{ ...whole, method: 7 }],
    [{ ...whole, method: undefined }],
    [{ ...whole, params: [] }],
    [{ ...whole, params: null }],
    [{ ...whole, params: { _meta: null } }],
    [{ ...whole, params: { _meta: [] } }],
  ])('refuses %j and says whose request it was', (body) => {
    expect(parseMessage(body)).toMatchObject({
      kind: 'rejected',
      id: 1,
      rejection: { status: 400, code: -32600 },
    });
  });

  test.each([null, 7, 'text', true, undefined, []])('refuses %j, which is no object', (body) => {
    expect(parseMessage(body)).toMatchObject({ kind: 'rejected', id: null, rejection: { code: -32600 } });
  });

  test.each([
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 'a', error: { code: 1, message: 'no' } },
  ])('knows a response', (body) => {
    expect(parseMessage(body)).toEqual({ kind: 'response' });
  });
});
