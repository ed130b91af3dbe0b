import type { IncomingHttpHeaders } from 'node:http';

/** The head of a request that can be read in one way only. */
export interface PlainHead {
  url: string;
  headers: IncomingHttpHeaders;
  /** Of the head, and of the body behind it. */
  headBytes: number;
  bodyBytes: number;
}

/** What is longer may be too long; that is for Node to say. */
const HEAD_BYTES_MAX = 8192;

/** No other method, version, line end, character, folded or nameless line. */
const HEAD = /^POST (\/[\x21-\x7e]*) HTTP\/1\.1\r\n(?:[\w-]+:[\x20-\x7e]*\r\n)+$/;
/** Written in the one way there is to write it. */
const LENGTH = /^(?:0|[1-9]\d{0,8})$/;
const BEARER = /^Bearer [\x21-\x7e]+$/i;

/** Where something stands that differs from call to call: the length, and the key where many share a connection. */
interface Gap {
  isKey: boolean;
  start: number;
  end: number;
}

interface Read extends Pick<PlainHead, 'url' | 'headers'> {
  gaps: Gap[];
}

/**
 * Reads a head that is all there and has nothing special about it: every header once, a length, and nothing that asks for
 * another way of framing. Undefined for everything else, which is not refused but left to Node's parser.
 */
function readPlainHead(text: string): Read | undefined {
  if (!HEAD.test(text)) return undefined;
  let at = text.indexOf('\r\n') + 2;
  const url = text.slice('POST '.length, at - ' HTTP/1.1\r\n'.length);
  const headers: IncomingHttpHeaders = {};
  const gaps: Gap[] = [];
  while (at < text.length) {
    const colon = text.indexOf(':', at);
    const lineEnd = text.indexOf('\r\n', colon);
    const name = text.slice(at, colon).toLowerCase();
    // Given twice, or the name of something every object has.
    if (headers[name] !== undefined) return undefined;
    const value = text.slice(colon + 1, lineEnd).trim();
    const valueAt = text.indexOf(value, colon);
    const end = valueAt + value.length;
    if (name === 'content-length') gaps.push({ isKey: false, start: valueAt, end });
    if (name === 'authorization' && BEARER.test(value))
      gaps.push({ isKey: true, start: valueAt + 'Bearer '.length, end });
    headers[name] = value;
    at = lineEnd + 2;
  }
  const { host, connection = 'keep-alive', expect, upgrade } = headers;
  // The old name of `Connection`, which Node heeds as well.
  const isSpecial = headers['transfer-encoding'] ?? expect ?? upgrade ?? headers['proxy-connection'];
  if (host === undefined || isSpecial !== undefined || connection.toLowerCase() !== 'keep-alive') return undefined;
  return LENGTH.test(headers['content-length'] ?? '') ? { url, headers, gaps } : undefined;
}

interface Remembered extends Pick<PlainHead, 'url' | 'headers'> {
  /** Each with what stands before it. */
  gaps: readonly { isKey: boolean; before: Buffer }[];
  behind: Buffer;
}

/** Of one connection: every call on it has the same head but for what stands in the gaps, so the rest is looked at once. */
export class PlainHeads {
  #last: Remembered | undefined;

  read(bytes: Buffer): PlainHead | undefined {
    return this.#again(bytes) ?? this.#anew(bytes);
  }

  #again(bytes: Buffer): PlainHead | undefined {
    const last = this.#last;
    if (last === undefined) return undefined;
    let { authorization } = last.headers;
    let length = '';
    let at = 0;
    for (const { isKey, before } of last.gaps) {
      if (!standsAt(bytes, at, before)) return undefined;
      const start = at + before.length;
      at = isKey ? endOfRun(bytes, start, FIRST_PRINTABLE, LAST_PRINTABLE) : endOfRun(bytes, start, ZERO, NINE);
      if (at === start) return undefined;
      if (isKey) authorization = bytes.toString('latin1', start - 'Bearer '.length, at);
      else length = bytes.toString('latin1', start, at);
    }
    const headBytes = at + last.behind.length;
    if (!LENGTH.test(length) || headBytes > HEAD_BYTES_MAX || !standsAt(bytes, at, last.behind)) return undefined;
    const headers = { ...last.headers, 'content-length': length, authorization };
    return { url: last.url, headers, headBytes, bodyBytes: Number(length) };
  }

  #anew(bytes: Buffer): PlainHead | undefined {
    const headBytes = bytes.indexOf('\r\n\r\n') + 4;
    if (headBytes < 4 || headBytes > HEAD_BYTES_MAX) return undefined;
    const head = readPlainHead(bytes.toString('latin1', 0, headBytes - 2));
    if (head === undefined) return undefined;
    const { url, headers, gaps } = head;
    this.#last = { url, headers, ...between(gaps, Buffer.from(bytes.subarray(0, headBytes))) };
    return { url, headers, headBytes, bodyBytes: Number(headers['content-length']) };
  }
}

function between(gaps: readonly Gap[], bytes: Buffer): Pick<Remembered, 'gaps' | 'behind'> {
  const endBefore = (index: number) => gaps[index - 1]?.end ?? 0;
  return {
    gaps: gaps.map(({ isKey, start }, index) => ({ isKey, before: bytes.subarray(endBefore(index), start) })),
    behind: bytes.subarray(endBefore(gaps.length)),
  };
}

const [ZERO, NINE] = [0x30, 0x39];
const [FIRST_PRINTABLE, LAST_PRINTABLE] = [0x21, 0x7e];

function endOfRun(bytes: Buffer, start: number, first: number, last: number): number {
  let at = start;
  while (at < bytes.length && (bytes[at] as number) >= first && (bytes[at] as number) <= last) at++;
  return at;
}

function standsAt(bytes: Buffer, at: number, part: Buffer): boolean {
  const end = at + part.length;
  return end <= bytes.length && part.compare(bytes, at, end) === 0;
}
