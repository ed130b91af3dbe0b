import type { Answer, WireRequest } from './outcome.ts';
import { HELLO } from './requests.ts';

type Json = Record<string, unknown>;

/** Where we understand a request that the reference refuses: ours must answer as the reference does when asked properly. */
export interface Lenience {
  reason: string;
  when(request: WireRequest, message: Json): boolean;
  properly(request: WireRequest, message: Json): WireRequest;
}

/** Where we answer the same request differently, on purpose. */
export interface Difference {
  reason: string;
  when(request: WireRequest, message: Json): boolean;
  ours: { status: number; kind: Answer['kind'] };
  theirs: { status: number; kind: Answer['kind'] };
}

const BOTH = 'application/json, text/event-stream';
const MEMBERS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];
const isMessage = ({ jsonrpc, method }: Json) => jsonrpc === '2.0' && typeof method === 'string';
const rewritten = (request: WireRequest, message: Json) => ({ ...request, body: JSON.stringify(message) });
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const holdsRecords = (value: unknown) => isRecord(value) && Object.values(value).every(isRecord);
const paramsOf = ({ params }: Json) => (isRecord(params) ? params : {});

export const LENIENCES: readonly Lenience[] = [
  {
    reason: 'a plain client sends no Accept header, and gets JSON',
    when: ({ verb, headers }) => verb === undefined && headers.accept !== BOTH,
    properly: (request) => ({ ...request, headers: { ...request.headers, accept: BOTH } }),
  },
  {
    reason: 'a tool call without an id is answered: the plain contract calls the id optional',
    when: (_request, message) => isMessage(message) && message.method === 'tools/call' && message.id === undefined,
    properly: (request, message) => rewritten(request, { ...message, id: 'left out' }),
  },
  {
    reason: 'members that JSON-RPC does not know are ignored, so that a newer client is understood',
    when: (_request, message) => isMessage(message) && Object.keys(message).some((name) => !MEMBERS.includes(name)),
    properly: (request, message) =>
      rewritten(request, Object.fromEntries(Object.entries(message).filter(([name]) => MEMBERS.includes(name)))),
  },
  {
    reason: 'an initialize that does not introduce its client is answered: the key says who it is',
    when: (_request, message) =>
      message.method === 'initialize' && message.id !== undefined && message.params === undefined,
    properly: (request, message) => rewritten(request, { ...message, params: HELLO }),
  },
  {
    reason: 'arguments that are null are none: some languages write an absent object so',
    when: (_request, message) => message.method === 'tools/call' && paramsOf(message).arguments === null,
    properly: (request, message) => rewritten(request, { ...message, params: { ...paramsOf(message), arguments: {} } }),
  },
];

const has = (method: string, wrong: (params: Json) => boolean) => (_request: WireRequest, message: Json) =>
  message.method === method && wrong(paramsOf(message));

export const DIFFERENCES: readonly Difference[] = [
  ...[405, 415].map((status) => ({
    reason: 'what HTTP itself refuses has the contract’s body {error, code} on every address',
    when: () => true,
    ours: { status, kind: 'no JSON-RPC' as const },
    theirs: { status, kind: -32000 },
  })),
  {
    reason: 'bad arguments are told in the result, where a model reads them, even when they are no object',
    when: has('tools/call', ({ arguments: args }) => args !== undefined && !isRecord(args)),
    ours: { status: 200, kind: 'tool error' },
    theirs: { status: 200, kind: -32602 },
  },
  ...(
    [
      ['prompts/get', ({ name }: Json) => typeof name !== 'string'],
      ['resources/read', ({ uri }: Json) => typeof uri !== 'string'],
      ['completion/complete', ({ ref }: Json) => !isRecord(ref)],
      ['tools/list', ({ cursor }: Json) => cursor !== undefined && typeof cursor !== 'string'],
    ] as const
  ).map(([method, wrong]) => ({
    reason: 'malformed params are the caller’s fault, not an internal error',
    when: has(method, wrong),
    ours: { status: 200, kind: -32602 },
    theirs: { status: 200, kind: -32603 },
  })),
  {
    reason: 'a notification that is wrong in two ways is told about its headers first, as a request is',
    when: ({ headers }, message) => message.id === undefined && headers['mcp-method'] !== message.method,
    ours: { status: 400, kind: -32020 },
    theirs: { status: 400, kind: -32022 },
  },
  {
    reason: 'a cursor nobody gave out is an error, as the specification asks',
    when: has('tools/list', ({ cursor }) => typeof cursor === 'string'),
    ours: { status: 200, kind: -32602 },
    theirs: { status: 200, kind: 'result' },
  },
  {
    reason: 'the older revisions have a code of their own for a resource that is not there',
    when: has('resources/read', ({ uri }) => typeof uri === 'string'),
    ours: { status: 200, kind: -32002 },
    theirs: { status: 200, kind: -32602 },
  },
  {
    reason: 'answers that are no objects are refused whatever the tool would make of them',
    when: has('tools/call', ({ inputResponses: answers }) => answers !== undefined && !holdsRecords(answers)),
    ours: { status: 200, kind: -32602 },
    theirs: { status: 200, kind: 'result' },
  },
  {
    reason: 'state that was not given out for this call never reaches a tool',
    when: has('tools/call', ({ requestState }) => requestState !== undefined),
    ours: { status: 200, kind: -32602 },
    theirs: { status: 200, kind: 'result' },
  },
];
