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

interface Read extends Pick<PlainHead, 'url' | 'headers'> {
  /** Where the length stands. */
  lengthAt: number;
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
  let lengthAt = 0;
  while (at < text.length) {
    const colon = text.indexOf(':', at);
    const lineEnd = text.indexOf('\r\n', colon);
    const name = text.slice(at, colon).toLowerCase();
    // Given twice, or the name of something every object has.
    if (headers[name] !== undefined) return undefined;
    const value = text.slice(colon + 1, lineEnd).trim();
    if (name === 'content-length') lengthAt = text.indexOf(value, colon);
    headers[name] = value;
    at = lineEnd + 2;
  }
  const { host, connection = 'keep-alive', expect, upgrade } = headers;
  // The old name of `Connection`, which Node heeds as well.
  const isSpecial = headers['transfer-encoding'] ?? expect ?? upgrade ?? headers['proxy-connection'];
  if (host === undefined || isSpecial !== undefined || connection.toLowerCase() !== 'keep-alive') return undefined;
  return LENGTH.test(headers['content-length'] ?? '') ? { url, headers, lengthAt } : undefined;
}

interface Remembered extends Pick<PlainHead, 'url' | 'headers'> {
  /** What stands before and behind the digits of the length. */
  before: Buffer;
  behind: Buffer;
}

/** Of one connection: a program sends the same head with every call but for the length, so it is looked at once. */
export class PlainHeads {
  #last: Remembered | undefined;

  read(bytes: Buffer): PlainHead | undefined {
    return this.#again(bytes) ?? this.#anew(bytes);
  }

  #again(bytes: Buffer): PlainHead | undefined {
    const last = this.#last;
    if (last === undefined || !standsAt(bytes, 0, last.before)) return undefined;
    const start = last.before.length;
    let at = start;
    let bodyBytes = 0;
    for (; isDigit(bytes[at]); at++) bodyBytes = 10 * bodyBytes + (bytes[at] as number) - ZERO;
    const length = String(bodyBytes);
    // Other digits than these stand there: none, zeros before them, or too many.
    if (at - start !== length.length || !standsAt(bytes, at, last.behind)) return undefined;
    const headers = { ...last.headers, 'content-length': length };
    return { url: last.url, headers, headBytes: at + last.behind.length, bodyBytes };
  }

  #anew(bytes: Buffer): PlainHead | undefined {
    const headBytes = bytes.indexOf('\r\n\r\n') + 4;
    if (headBytes < 4 || headBytes > HEAD_BYTES_MAX) return undefined;
    const head = readPlainHead(bytes.toString('latin1', 0, headBytes - 2));
    if (head === undefined) return undefined;
    const { url, headers, lengthAt } = head;
    const length = headers['content-length'] as string;
    const copy = Buffer.from(bytes.subarray(0, headBytes));
    const [before, behind] = [copy.subarray(0, lengthAt), copy.subarray(lengthAt + length.length)];
    this.#last = { url, headers, before, behind };
    return { url, headers, headBytes, bodyBytes: Number(length) };
  }
}

const [ZERO, NINE] = [0x30, 0x39];

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

function standsAt(bytes: Buffer, at: number, part: Buffer): boolean {
  const end = at + part.length;
  return end <= bytes.length && part.compare(bytes, at, end) === 0;
}
