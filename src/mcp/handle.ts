import { HttpError } from '../errors.ts';
import { READ_POINTS } from '../limits/prices.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import {
  type Era,
  eraOf,
  legacyHeader,
  META,
  notificationEra,
  type Rejection,
  RPC,
  recordOf,
  standardHeaders,
  unknownMethod,
} from './eras.ts';
import { type Message, type MessageId, parseMessage } from './message.ts';
import { METHODS } from './methods.ts';
import type { Caller } from './request.ts';
import { errorText, resultText } from './wire.ts';

export interface Reply {
  status: number;
  /** Undefined: an empty body. */
  body: string | undefined;
  /** Messages that go out as a stream, before the body. */
  stream?: readonly string[] | undefined;
}

const BATCH_MAX = 100;

/** One parsed HTTP body in, one reply out. Knows no HTTP beyond the status number. */
export function handleBody(endpoint: Endpoint, body: unknown, caller: Caller): Reply | Promise<Reply> {
  return Array.isArray(body) ? handleBatch(endpoint, body, caller) : handleOne(endpoint, body, caller);
}

export const unparsable: Reply = {
  status: 400,
  body: errorText(null, { code: RPC.parse, message: 'Parse error: the body is not valid JSON' }),
};

function handleOne(endpoint: Endpoint, body: unknown, caller: Caller): Reply | Promise<Reply> {
  const parsed = parseMessage(body);
  if (parsed.kind === 'response') return { status: 202, body: undefined };
  if (parsed.kind === 'rejected') return rejected(parsed.rejection, parsed.id);
  const { message } = parsed;
  const isNotification = message.id === undefined && !ANSWERED_WITHOUT_ID.has(message.method);
  const era = (isNotification ? notificationEra : eraOf)(message.method, message.params, caller.headers);
  if ('code' in era) return rejected(era, message.id ?? null);
  return isNotification ? acknowledge(endpoint, era, caller) : answer(endpoint, message, era, caller);
}

/** The plain contract calls the id of a tool call optional, and its sender waits for the answer all the same. */
const ANSWERED_WITHOUT_ID: ReadonlySet<string> = new Set(['tools/call']);

async function acknowledge(endpoint: Endpoint, era: Era, caller: Caller): Promise<Reply> {
  const refusal = era.kind === 'legacy' ? legacyHeader(undefined, caller.headers) : undefined;
  if (refusal) return rejected(refusal, null);
  await endpoint.admit(caller.call.principal);
  return { status: 202, body: undefined };
}

async function answer(endpoint: Endpoint, message: Message, era: Era, caller: Caller): Promise<Reply> {
  const id = message.id ?? caller.freshId();
  const refusal =
    era.kind === 'modern'
      ? standardHeaders(message.method, message.params, caller.headers)
      : legacyHeader(message.method, caller.headers);
  if (refusal) return rejected(refusal, id);

  const method = METHODS.get(message.method);
  if (method === undefined || (method.era !== undefined && method.era !== era.kind)) {
    await endpoint.admit(caller.call.principal);
    return rejected(unknownMethod(message.method, era), id);
  }
  if (message.method !== 'tools/call') await endpoint.admit(caller.call.principal);
  const result = await method.run({ endpoint, id, params: message.params ?? {}, era, caller });
  if ('code' in result) return rejected(result, id);
  return { status: 200, body: resultText(id, result, era), stream: result.stream };
}

/** Batches exist in 2025-03-26 only; a modern request has no place in one. */
async function handleBatch(endpoint: Endpoint, messages: readonly unknown[], caller: Caller): Promise<Reply> {
  const refusal = legacyHeader(undefined, caller.headers);
  if (refusal) return rejected(refusal, null);
  const problem = batchProblem(messages);
  if (problem) return rejected({ status: 400, code: RPC.invalidRequest, message: `Invalid Request: ${problem}` }, null);
  const { notify: _, ...quiet } = caller;
  const replies: string[] = [];
  for (const [index, message] of messages.entries()) {
    const reply = await partOfBatch(endpoint, message, index, quiet);
    if (reply.body !== undefined) replies.push(reply.body);
  }
  return replies.length === 0 ? { status: 202, body: undefined } : { status: 200, body: `[${replies.join()}]` };
}

/** What HTTP would refuse by itself is refused here for its own message only: the others may have been carried out. */
async function partOfBatch(endpoint: Endpoint, message: unknown, index: number, caller: Caller): Promise<Reply> {
  try {
    if (index > 0) await caller.call.charge(READ_POINTS);
    return await handleOne(endpoint, message, caller);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const parsed = parseMessage(message);
    const id = parsed.kind === 'message' ? (parsed.message.id ?? null) : null;
    return rejected({ status: 200, code: RPC.internal, message: error.message, data: { code: error.code } }, id);
  }
}

function batchProblem(messages: readonly unknown[]): string | undefined {
  if (messages.length === 0) return 'the batch is empty';
  if (messages.length > BATCH_MAX) return `a batch holds at most ${BATCH_MAX} messages`;
  for (const body of messages) {
    if (parseMessage(body).kind === 'rejected') return 'the batch holds something that is not a message';
    const meta = recordOf(recordOf(recordOf(body)?.params)?._meta);
    if (meta && META.protocolVersion in meta) return 'batches ended before protocol revision 2026-07-28';
  }
  return undefined;
}

function rejected(rejection: Rejection, id: MessageId | null): Reply {
  return { status: rejection.status, body: errorText(id, rejection) };
}
