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
const LENGTH = /^\d{1,9}$/;

/**
 * Reads a head that is all there and has nothing special about it: every header once, a length, and nothing that asks for
 * another way of framing. Undefined for everything else, which is not refused but left to Node's parser.
 */
export function readPlainHead(bytes: Buffer): PlainHead | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0 || end > HEAD_BYTES_MAX) return undefined;
  const text = bytes.toString('latin1', 0, end + 2);
  if (!HEAD.test(text)) return undefined;
  let at = text.indexOf('\r\n') + 2;
  const url = text.slice('POST '.length, at - ' HTTP/1.1\r\n'.length);
  const headers: IncomingHttpHeaders = {};
  while (at < text.length) {
    const colon = text.indexOf(':', at);
    const lineEnd = text.indexOf('\r\n', colon);
    const name = text.slice(at, colon).toLowerCase();
    // Given twice, or the name of something every object has.
    if (headers[name] !== undefined) return undefined;
    headers[name] = text.slice(colon + 1, lineEnd).trim();
    at = lineEnd + 2;
  }
  const length = headers['content-length'];
  if (length === undefined || !LENGTH.test(length) || headers.host === undefined) return undefined;
  if (headers['transfer-encoding'] !== undefined || headers.expect !== undefined || headers.upgrade !== undefined)
    return undefined;
  if (headers.connection !== undefined && headers.connection.toLowerCase() !== 'keep-alive') return undefined;
  return { url, headers, headBytes: end + 4, bodyBytes: Number(length) };
}
