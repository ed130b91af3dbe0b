import { type Rejection, RPC, recordOf } from './eras.ts';

/** A bigint where a number would have been rounded. */
export type MessageId = string | number | bigint;

/** One JSON-RPC message that can be acted on. */
export interface Message {
  /** Undefined: a notification, or a `tools/call` whose sender left the optional id out. */
  id: MessageId | undefined;
  method: string;
  params: Readonly<Record<string, unknown>> | undefined;
}

/** A posted response: nothing here ever asks a client anything, so it is only acknowledged. */
export type Parsed =
  | { kind: 'message'; message: Message }
  | { kind: 'response' }
  | { kind: 'rejected'; rejection: Rejection; id: MessageId | null };

export function parseMessage(body: unknown): Parsed {
  const message = recordOf(body);
  if (message === undefined) return notARequest('the body must be one JSON-RPC object', null);
  const { id, method, params } = message;
  const echo = isId(id) ? id : null;
  if (message.jsonrpc !== '2.0') return notARequest('`jsonrpc` must be "2.0"', echo);
  if (id !== undefined && !isId(id)) return notARequest(ID_RULE, null);
  if (method === undefined && id !== undefined && ('result' in message || 'error' in message))
    return { kind: 'response' };
  if (typeof method !== 'string') return notARequest('`method` must be text', echo);
  if (params !== undefined && recordOf(params) === undefined) return notARequest('`params` must be an object', echo);
  const meta = recordOf(params)?._meta;
  if (meta !== undefined && recordOf(meta) === undefined) return notARequest('`params._meta` must be an object', echo);
  return { kind: 'message', message: { id, method, params: recordOf(params) } };
}

/** An id is repeated in every message about its request, so it cannot be of any length. */
const ID_CHARACTERS_MAX = 1024;
const ID_RULE = `\`id\` must be text of at most ${ID_CHARACTERS_MAX} characters or a whole number of at most 19 digits`;

function isId(id: unknown): id is MessageId {
  if (typeof id === 'string') return id.length <= ID_CHARACTERS_MAX;
  return Number.isSafeInteger(id) || typeof id === 'bigint';
}

function notARequest(what: string, id: MessageId | null): Parsed {
  return {
    kind: 'rejected',
    id,
    rejection: { status: 400, code: RPC.invalidRequest, message: `Invalid Request: ${what}` },
  };
}
