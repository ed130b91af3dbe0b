import fc from 'fast-check';
import { anyCall, type ListedTool } from './calls.ts';
import { anyJson, nastyText, weighted } from './json-texts.ts';

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether its key is one of ours. */
  authorized: boolean;
}

/** Every request there could be, sane ones first, with one of `keys` or with something that only looks like one. */
export function anyRequest(keys: readonly string[], tools: readonly ListedTool[]): fc.Arbitrary<FuzzRequest> {
  const call = anyCall(tools);
  return fc
    .record({ call, body: bodyOf(call.map(({ message }) => message)), key: anyKey(keys), method, oddPath, oddHeaders })
    .map(({ call, body, key, method, oddPath, oddHeaders }) => ({
      method,
      path: oddPath ?? call.path,
      body: method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : (body ?? Buffer.from(call.message)),
      headers: { authorization: key.header, 'content-type': 'application/json', ...Object.fromEntries(oddHeaders) },
      authorized: key.authorized,
    }));
}

const usual = fc.constant(undefined);

/** Undefined: the call's own message, as it is. */
function bodyOf(message: fc.Arbitrary<string>): fc.Arbitrary<Buffer | undefined> {
  const texts = fc.oneof(
    fc.array(message, { maxLength: 4 }).map((all) => `[${all.join()}]`),
    fc.tuple(message, fc.nat()).map(([whole, end]) => whole.slice(0, end % (whole.length + 1))),
    fc.tuple(message, nastyText).map(([whole, tail]) => whole + tail),
    message.map((whole) => `\ufeff${whole}`),
    message.map((whole) => whole.replace('{', '{"jsonrpc":"1.0",')),
    anyJson,
  );
  const bytes = fc.oneof(
    fc.tuple(message, fc.nat(), fc.nat(255)).map(([whole, at, byte]) => flipped(Buffer.from(whole), at, byte)),
    message.map((whole) => Buffer.from(whole, 'utf16le')),
    fc.uint8Array({ maxLength: 64 }).map((all) => Buffer.from(all)),
  );
  return weighted<Buffer | undefined>([24, usual], [5, texts.map((text) => Buffer.from(text))], [1, bytes]);
}

function flipped(bytes: Buffer, at: number, byte: number): Buffer {
  bytes[at % bytes.length] = byte;
  return bytes;
}

const PATHS = [
  '/social/mcp',
  '/professional/mcp',
  '/video/mcp',
  '/office/mcp',
  '/search/mcp?read_only=true',
  '/rehearsal/mcp?toolsets=reading',
  '/rehearsal/mcp?toolsets[]=x&read_only=1&read_only=2',
  '/search/mcp?%ff=%zz',
  '/office/sheets/read',
  '/office/sheets/read?spreadsheetId=../../x&range=A1',
  '/office/sheets/read?id=%00&id=2',
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/nope',
  '/search/mcp/',
  '/%zz',
  '/%00',
  '//',
  '/search%2fmcp',
  '/__proto__/mcp',
  '/constructor',
  '/search/../etc/passwd',
  '/SEARCH/MCP',
];

const oddPath = weighted<string | undefined>(
  [15, usual],
  [1, fc.constantFrom(...PATHS)],
  [1, fc.webPath().map((path) => `/${path.replace(/^\/+/, '')}`)],
);

const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'SEARCH'];
const method = weighted([30, fc.constant('POST')], [1, fc.constantFrom(...METHODS)]);

const headerValue = fc.string({
  unit: fc.constantFrom(...' !"#%&()*+,-./09:;<=>?@AZ[]^_az{|}~\u00e9\u00ff'),
  maxLength: 30,
});

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: ['application/json, text/event-stream', 'text/event-stream', 'text/csv', '*/*', ''],
  'mcp-protocol-version': ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', '1999-01-01', '__proto__'],
  'mcp-method': ['tools/call', 'tools/list', 'x'],
  'mcp-name': ['echo', '=?base64?ZWNobw==?=', '=?base64?%%?=', 'x'],
  'idempotency-key': ['k1', 'k2', '', '__proto__', 'k'.repeat(500)],
  'content-type': ['text/plain', 'application/json; charset=utf-16', 'application/jsonx', '', 'multipart/form-data'],
  'content-encoding': ['gzip', 'br', 'identity'],
  origin: ['https://evil.example', 'null', 'http://localhost:1', '://'],
  host: ['localhost', 'evil.example', '127.0.0.1:1', '[::1]'],
  'x-mcp-readonly': ['true', '1', 'x'],
  'x-mcp-toolsets': ['reading', 'a,,b'],
  'x-request-id': ['mine'],
  'x-http-method-override': ['DELETE'],
  'x-forwarded-for': ['1.2.3.4'],
  'mcp-session-id': ['s'],
  'last-event-id': ['5'],
  cookie: ['a=b'],
};

/** The values that a header is known for, and others; a client cannot send just any host. */
const oddHeader = fc
  .constantFrom(...Object.entries(HEADERS))
  .chain(([name, known]) =>
    fc.tuple(fc.constant(name), weighted([4, fc.constantFrom(...known)], [name === 'host' ? 0 : 1, headerValue])),
  );

const oddHeaders = weighted<[string, string][]>(
  [5, fc.constant([])],
  [1, fc.array(oddHeader, { minLength: 1, maxLength: 4 })],
);

function anyKey(keys: readonly string[]): fc.Arbitrary<{ header: string; authorized: boolean }> {
  const ours = fc.constantFrom(...keys);
  const wrong = fc.oneof(
    fc.tuple(ours, fc.nat()).map(([key, at]) => `Bearer ${misspelt(key, at)}`),
    ours.map((key) => `Basic ${key}`),
    ours,
    headerValue.map((value) => `Bearer ${value}`),
    fc.constantFrom('', 'Bearer', 'Bearer sk_live_', 'Bearer __proto__', `Bearer sk_live_${'0'.repeat(5_000)}`),
  );
  return weighted<{ header: string; authorized: boolean }>(
    [15, ours.map((key) => ({ header: `Bearer ${key}`, authorized: true }))],
    [1, wrong.map((header) => ({ header, authorized: false }))],
  );
}

function misspelt(key: string, at: number): string {
  const place = at % key.length;
  return key.slice(0, place) + (key[place] === 'a' ? 'b' : 'a') + key.slice(place + 1);
}
