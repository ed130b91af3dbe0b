import { HttpError } from '../errors.ts';
import { READ_POINTS } from '../limits/prices.ts';
import { REPLY_BYTES_MAX } from '../pipeline/bound-reply.ts';
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
export async function handleBody(endpoint: Endpoint, body: unknown, caller: Caller): Promise<Reply> {
  return Array.isArray(body) ? handleBatch(endpoint, body, caller) : handleOne(endpoint, body, caller, REPLY_BYTES_MAX);
}

export const unparsable: Reply = {
  status: 400,
  body: errorText(null, { code: RPC.parse, message: 'Parse error: the body is not valid JSON' }),
};

async function handleOne(endpoint: Endpoint, body: unknown, caller: Caller, replyBytesMax: number): Promise<Reply> {
  const parsed = parseMessage(body);
  if (parsed.kind === 'response') return { status: 202, body: undefined };
  if (parsed.kind === 'rejected') return rejected(parsed.rejection, parsed.id);
  const { message } = parsed;
  const isNotification = message.id === undefined && !ANSWERED_WITHOUT_ID.has(message.method);
  const era = (isNotification ? notificationEra : eraOf)(message.method, message.params, caller.headers);
  if ('code' in era) return rejected(era, message.id ?? null);
  return isNotification ? acknowledge(endpoint, era, caller) : answer(endpoint, message, era, caller, replyBytesMax);
}

/** The plain contract calls the id of a tool call optional, and its sender waits for the answer all the same. */
const ANSWERED_WITHOUT_ID: ReadonlySet<string> = new Set(['tools/call']);

async function acknowledge(endpoint: Endpoint, era: Era, caller: Caller): Promise<Reply> {
  const refusal = era.kind === 'legacy' ? legacyHeader(undefined, caller.headers) : undefined;
  if (refusal) return rejected(refusal, null);
  await endpoint.admit(caller.call.principal);
  return { status: 202, body: undefined };
}

async function answer(
  endpoint: Endpoint,
  message: Message,
  era: Era,
  caller: Caller,
  replyBytesMax: number,
): Promise<Reply> {
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
  const result = await method.run({ endpoint, id, params: message.params ?? {}, era, caller, replyBytesMax });
  if ('code' in result) return rejected(result, id);
  return { status: 200, body: resultText(id, result, era, endpoint), stream: result.stream };
}

/** Every answer to one message except a tool's result fits into this. */
const MEMBER_BYTES_MIN = 65_536;

/**
 * Batches exist in 2025-03-26 only; a modern request has no place in one. All replies share the size of one reply, so
 * room is kept for telling each message at least that it was not carried out.
 */
async function handleBatch(endpoint: Endpoint, messages: readonly unknown[], caller: Caller): Promise<Reply> {
  const refusal = legacyHeader(undefined, caller.headers);
  if (refusal) return rejected(refusal, null);
  const problem = batchProblem(messages);
  if (problem) return rejected({ status: 400, code: RPC.invalidRequest, message: `Invalid Request: ${problem}` }, null);
  const { notify: _, ...quiet } = caller;
  const replies: string[] = [];
  const refusals = messages.map(noRoomFor);
  let left = refusals.reduce((room, text) => room - sizeOf(text), REPLY_BYTES_MAX - '[]'.length);
  for (const [index, message] of messages.entries()) {
    if (caller.call.gone().aborted) break;
    const noRoom = refusals[index] ?? '';
    left += sizeOf(noRoom);
    const { body } =
      left < MEMBER_BYTES_MIN ? { body: noRoom } : await partOfBatch(endpoint, message, index, quiet, left);
    if (body === undefined) continue;
    // A tool's result was made to fit; only a list of tools or prompts can be too long here.
    const reply = sizeOf(body) <= left ? body : noRoom;
    replies.push(reply);
    left -= sizeOf(reply);
  }
  return replies.length === 0 ? { status: 202, body: undefined } : { status: 200, body: `[${replies.join()}]` };
}

function sizeOf(reply: string): number {
  return Buffer.byteLength(reply) + ','.length;
}

function noRoomFor(message: unknown): string {
  const explanation = 'The replies of this batch leave no room for this one within 1 MiB. Send the message by itself.';
  return errorText(idOf(message), { code: RPC.internal, message: explanation });
}

/**
 * Each message is a call of its own, and its key is checked again. An HTTP error becomes the answer to this message only:
 * the ones before it may have been carried out.
 */
async function partOfBatch(
  endpoint: Endpoint,
  message: unknown,
  index: number,
  caller: Caller,
  replyBytesMax: number,
): Promise<Reply> {
  try {
    if (index === 0) return await handleOne(endpoint, message, caller, replyBytesMax);
    const principal = await caller.nextCall();
    await caller.call.charge(READ_POINTS, mayPause(endpoint, message));
    const call = { ...caller.call, principal, requestId: `${caller.call.requestId}-${index + 1}` };
    return await handleOne(endpoint, message, { ...caller, call }, replyBytesMax);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { message: text, code } = error;
    return rejected({ status: 200, code: RPC.internal, message: text, data: { code } }, idOf(message));
  }
}

/** Whether a message is a call that may make less money flow; a key without points may still send it. */
export function mayPause(endpoint: Endpoint, message: unknown): boolean {
  const parsed = parseMessage(message);
  if (parsed.kind !== 'message' || parsed.message.method !== 'tools/call') return false;
  const { name, arguments: args } = parsed.message.params ?? {};
  return typeof name === 'string' && endpoint.maySpendLess(name, args ?? {});
}

function idOf(message: unknown): MessageId | null {
  const parsed = parseMessage(message);
  return parsed.kind === 'message' ? (parsed.message.id ?? null) : null;
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
