import { META } from '../../src/mcp/eras.ts';
import type { WireRequest } from './outcome.ts';

export const MODERN = '2026-07-28';
export const LEGACY = '2025-11-25';
const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const CAPABILITIES = {};

export type Json = Record<string, unknown>;

export function envelope(more: Json = {}): Json {
  return {
    [META.protocolVersion]: MODERN,
    [META.clientCapabilities]: CAPABILITIES,
    [META.clientInfo]: { name: 'differential', version: '1' },
    ...more,
  };
}

/** A request of the newest revision with everything it should have; `headers` and `message` change it. */
export function modern(
  name: string,
  method: string,
  params: Json = {},
  { headers = {}, message = {} }: { headers?: Record<string, string | undefined>; message?: Json } = {},
): WireRequest {
  const named = params.name ?? params.uri;
  const standard = {
    ...JSON_TYPE,
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(typeof named === 'string' && { 'mcp-name': named }),
    ...headers,
  };
  return {
    name: `modern: ${name}`,
    headers: defined(standard),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: envelope(), ...params }, ...message }),
  };
}

export function legacy(
  name: string,
  method: string,
  params?: Json,
  { headers = {}, message = {} }: { headers?: Record<string, string | undefined>; message?: Json } = {},
): WireRequest {
  return {
    name: `legacy: ${name}`,
    headers: defined({ ...JSON_TYPE, 'mcp-protocol-version': LEGACY, ...headers }),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params && { params }), ...message }),
  };
}

export function raw(name: string, body: string, headers: Record<string, string | undefined> = {}): WireRequest {
  return { name, headers: defined({ ...JSON_TYPE, ...headers }), body };
}

function defined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** What a client of the older versions begins with. */
export const HELLO = { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'differential', version: '1' } };

/** Every method either era knows, and one that none does. */
export const METHODS: readonly (readonly [string, Json])[] = [
  ['initialize', HELLO],
  ['ping', {}],
  ['server/discover', {}],
  ['tools/list', {}],
  ['tools/call', { name: 'test_simple_text', arguments: {} }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'test_simple_prompt' }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'test://static-text' }],
  ['subscriptions/listen', { notifications: {} }],
  ['logging/setLevel', { level: 'info' }],
  ['resources/subscribe', { uri: 'test://static-text' }],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' }, argument: { name: 'arg1', value: '' } },
  ],
  ['sampling/createMessage', {}],
  ['no/such/method', {}],
];
