import type { Endpoint } from '../pipeline/endpoint.ts';
import { cleanText, clipped } from '../text/clean-text.ts';
import { BACKSLASH, QUOTE } from '../text/json-bytes.ts';
import { type Era, META } from './eras.ts';
import type { MessageId } from './message.ts';

/** A client may have added several of our addresses and has to tell them apart by name. */
export function serverInfoOf({ address, title }: Pick<Endpoint, 'address' | 'title'>) {
  return { name: address === '' ? 'adhelm' : `adhelm-${address}`, title: `Adhelm: ${title}`, version: '1.0.0' };
}

export interface Result {
  /** The inside of the result object, already JSON: a large tool reply is written once and never parsed again. */
  members: string;
  /** Left out: `complete`. */
  resultType?: 'complete' | 'input_required';
  meta?: Readonly<Record<string, unknown>>;
  /** Messages that go out ahead of the result. */
  stream?: readonly string[];
}

/** A whole result message. In the modern era it also names its kind and its server. */
export function resultText(id: MessageId, result: Result, era: Era, endpoint: Endpoint): string {
  const own = era.kind === 'legacy' ? '' : modernMembers(result, endpoint);
  const inside = own && result.members ? `${result.members},${own}` : own || result.members;
  return `{"jsonrpc":"2.0","id":${idText(id)},"result":{${inside}}}`;
}

function modernMembers({ resultType = 'complete', meta }: Omit<Result, 'members'>, endpoint: Endpoint): string {
  const server = senderOf.get(endpoint) ?? membersOf({ [META.serverInfo]: serverInfoOf(endpoint) });
  senderOf.set(endpoint, server);
  return `"resultType":"${resultType}","_meta":{${meta ? `${membersOf(meta)},` : ''}${server}}`;
}

/** Name and version of the server, the same for every result of an address. */
const senderOf = new WeakMap<Endpoint, string>();

const MESSAGE_CHARACTERS_MAX = 2000;

/** Messages repeat names from the caller, which may be long and hold invisible characters. */
export function errorText(
  id: MessageId | null,
  { code, message, data }: { code: number; message: string; data?: unknown },
): string {
  const error = {
    code,
    message: clipped(cleanText(message), MESSAGE_CHARACTERS_MAX),
    ...(data !== undefined && { data }),
  };
  return `{"jsonrpc":"2.0","id":${idText(id)},"error":${JSON.stringify(error)}}`;
}

function idText(id: MessageId | null): string {
  return typeof id === 'bigint' ? String(id) : JSON.stringify(id);
}

export function notificationText(method: string, params: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

/** The members of an object as JSON, without its braces. */
export function membersOf(object: Record<string, unknown>): string {
  return JSON.stringify(object).slice(1, -1);
}

const QUOTED_CHARACTERS_MAX = 65_536;
const plain = Buffer.allocUnsafeSlow(2 * QUOTED_CHARACTERS_MAX);
const escaped = Buffer.allocUnsafeSlow(2 * QUOTED_CHARACTERS_MAX);

/**
 * What JSON.stringify wrote, as a string inside JSON. Quoting it by JSON.stringify again takes longer than anything else done
 * for a short reply; in JSON text only quotes and backslashes are left to escape.
 */
export function quoted(json: string): string {
  const isAscii = json.length <= QUOTED_CHARACTERS_MAX && plain.write(json) === json.length;
  if (!isAscii) return JSON.stringify(json);
  let length = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = plain[at] as number;
    if (byte === QUOTE || byte === BACKSLASH) escaped[length++] = BACKSLASH;
    escaped[length++] = byte;
  }
  return `"${escaped.toString('latin1', 0, length)}"`;
}
