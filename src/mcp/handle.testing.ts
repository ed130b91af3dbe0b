import type { Principal } from '../auth/key-records.ts';
import type { Call, ToolReply } from '../pipeline/call.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import { META } from './eras.ts';
import { handleBody } from './handle.ts';
import type { Caller } from './request.ts';

export type CallTool = (name: string, args: unknown, call: Call) => Promise<ToolReply | undefined>;

export const echo: CallTool = async (name, args) =>
  name === 'echo' ? { json: JSON.stringify(args), isError: false } : undefined;

export function endpointWith(callTool: CallTool, more: Partial<Endpoint> = {}): Endpoint {
  return {
    address: 'test',
    title: 'Test',
    instructions: () => 'Echoes.',
    toolLike: (name) => (name === 'ehco' ? 'echo' : undefined),
    toolsets: [],
    admit: async () => undefined,
    toolList: () => '[]',
    callTool,
    maySpendLess: () => false,
    mirroredArguments: () => [],
    ...more,
  };
}

export function callerWith(more: Partial<Caller> = {}): Caller {
  const call = {
    principal: { id: 'key_1' } as Principal,
    requestId: 'req_1',
    readOnly: false,
    gone: () => new AbortController().signal,
    charge: async () => undefined,
  };
  return {
    call,
    narrowing: { readOnly: false, toolsets: [], channels: [] },
    headers: { version: undefined, method: undefined, name: undefined, parameter: () => undefined },
    speaksMcp: false,
    freshId: () => 'call_fresh',
    nextCall: async () => call.principal,
    ...more,
  };
}

export const VERSION = '2026-07-28';

/** A request of the newest revision, with the headers that belong to it. */
export function modern(method: string, params: Record<string, unknown> = {}, capabilities = {}) {
  const _meta = { [META.protocolVersion]: VERSION, [META.clientCapabilities]: capabilities };
  const name = (params.name ?? params.uri) as string | undefined;
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    caller: callerWith({ speaksMcp: true, headers: { version: VERSION, method, name, parameter: () => undefined } }),
  };
}

export async function ask(body: unknown, caller: Caller = callerWith(), endpoint: Endpoint = endpointWith(echo)) {
  const reply = await handleBody(endpoint, body, caller);
  return { ...reply, body: reply.body === undefined ? undefined : JSON.parse(reply.body) };
}

export const call = (more: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'echo', arguments: { a: 1 } },
  ...more,
});
