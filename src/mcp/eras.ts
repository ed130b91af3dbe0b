import { clipped } from '../text/clean-text.ts';

/** All knowledge of protocol versions, their headers and their envelope lives in this file. */

const LEGACY_VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
const NEWEST_LEGACY = '2025-11-25';
export const MODERN_VERSIONS = ['2026-07-28'] as const;

/** From this revision on, versions are claimed per request; revisions are dates and compare as text. */
const FIRST_MODERN = '2026-07-28';

export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

export const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  badVersionHeader: -32000,
  legacyResourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** The request headers the protocol knows, as they came. */
export interface ProtocolHeaders {
  version: string | undefined;
  method: string | undefined;
  name: string | undefined;
  /** `Mcp-Param-…`, which repeats an argument. */
  parameter(name: string): string | undefined;
}

export interface Rejection {
  status: number;
  code: number;
  message: string;
  data?: unknown;
}

export type Era = { kind: 'legacy' } | { kind: 'modern'; version: string; capabilities: Params };

export type Params = Readonly<Record<string, unknown>>;

/** Which era a request belongs to, read from its body; headers only confirm it. */
export function eraOf(method: string, params: Params | undefined, headers: ProtocolHeaders): Era | Rejection {
  const meta = claimIn(params);
  if (method === 'initialize' && !claimsModern(meta)) {
    return isModern(headers.version)
      ? mismatch(
          `initialize belongs to the older versions, but the MCP-Protocol-Version header names ${headers.version}`,
        )
      : { kind: 'legacy' };
  }
  if (meta !== undefined) {
    const problem = envelopeProblem(meta);
    return problem === undefined ? modernEra(method, meta, headers) : badEnvelope(problem);
  }
  if (isModern(headers.version)) {
    return badEnvelope(
      `the MCP-Protocol-Version header names ${headers.version}, but params._meta lacks ${META.protocolVersion}`,
    );
  }
  return { kind: 'legacy' };
}

/** A notification needs no envelope: it may claim its version in the body or leave that to the header. */
export function notificationEra(method: string, params: Params | undefined, headers: ProtocolHeaders): Era | Rejection {
  const meta = claimIn(params);
  if (meta !== undefined) {
    return typeof meta[META.protocolVersion] === 'string'
      ? modernEra(method, meta, headers)
      : badEnvelope(`${META.protocolVersion}: must be text`);
  }
  return isModern(headers.version)
    ? modernEra(method, { [META.protocolVersion]: headers.version }, headers)
    : { kind: 'legacy' };
}

function modernEra(method: string, meta: Params, headers: ProtocolHeaders): Era | Rejection {
  const version = meta[META.protocolVersion] as string;
  if (headers.version !== undefined && headers.version !== version) {
    return mismatch(`the body names protocol version ${version}, the MCP-Protocol-Version header ${headers.version}`);
  }
  if (headers.method !== undefined && headers.method !== method) {
    return mismatch(`the body names the method ${method}, the Mcp-Method header ${headers.method}`);
  }
  if (!(MODERN_VERSIONS as readonly string[]).includes(version)) {
    return {
      status: 400,
      code: RPC.unsupportedVersion,
      message: `Unsupported protocol version: ${version}`,
      data: { supported: MODERN_VERSIONS, requested: clipped(version, 100) },
    };
  }
  return { kind: 'modern', version, capabilities: recordOf(meta[META.clientCapabilities]) ?? {} };
}

/** What a modern request must have beside its body: the standard headers, equal to what the body says. */
export function standardHeaders(
  method: string,
  params: Params | undefined,
  headers: ProtocolHeaders,
): Rejection | undefined {
  if (headers.version === undefined) return mismatch('the required MCP-Protocol-Version header is missing');
  if (headers.method === undefined) return mismatch('the required Mcp-Method header is missing');
  const member = NAME_HEADER_MIRRORS.get(method);
  if (member === undefined) return undefined;
  const named = params?.[member];
  const decoded = headers.name === undefined ? undefined : decodeHeader(headers.name.trim());
  if (headers.name !== undefined && decoded === undefined) return mismatch('the Mcp-Name header holds broken base64');
  if (typeof named !== 'string' || decoded === named) return undefined;
  return decoded === undefined
    ? mismatch(`the required Mcp-Name header is missing; the body names ${named}`)
    : mismatch(`the body names ${named}, the Mcp-Name header ${decoded}`);
}

/** Arguments that a header repeats must be repeated, and equal; what was not given needs no header. */
export function parameterHeaders(
  mirrored: readonly { header: string; path: readonly string[] }[],
  args: unknown,
  headers: ProtocolHeaders,
): Rejection | undefined {
  for (const { header, path } of mirrored) {
    const given = path.reduce<unknown>((value, name) => recordOf(value)?.[name], args);
    if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') continue;
    const repeated = headers.parameter(header);
    if (repeated === undefined) return mismatch(`the required Mcp-Param-${header} header is missing`);
    const decoded = decodeHeader(repeated.trim());
    if (decoded === undefined) return mismatch(`the Mcp-Param-${header} header holds broken base64`);
    const equal =
      typeof given === 'number' && DECIMAL.test(decoded) ? Number(decoded) === given : decoded === `${given}`;
    if (!equal) return mismatch(`${path.join('.')} is not what the Mcp-Param-${header} header says`);
  }
  return undefined;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A version header on an older request must be one we speak; none means 2025-03-26. */
export function legacyHeader(method: string | undefined, headers: ProtocolHeaders): Rejection | undefined {
  if (method === 'initialize' || headers.version === undefined) return undefined;
  if ((LEGACY_VERSIONS as readonly string[]).includes(headers.version)) return undefined;
  return {
    status: 400,
    code: RPC.badVersionHeader,
    message: `Bad Request: Unsupported protocol version ${headers.version} (supported versions: ${LEGACY_VERSIONS.join(', ')})`,
  };
}

/** The version an `initialize` agrees on: the client's when we know it, else our newest. */
export function agreedVersion(params: Params | undefined): string {
  const wanted = params?.protocolVersion;
  return (LEGACY_VERSIONS as readonly unknown[]).includes(wanted) ? (wanted as string) : NEWEST_LEGACY;
}

/** The body member that the Mcp-Name header repeats, by method. */
const NAME_HEADER_MIRRORS = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

function envelopeProblem(meta: Params): string | undefined {
  if (typeof meta[META.protocolVersion] !== 'string') return `${META.protocolVersion}: must be text`;
  if (!(META.clientCapabilities in meta)) return `${META.clientCapabilities}: missing`;
  if (recordOf(meta[META.clientCapabilities]) === undefined) return `${META.clientCapabilities}: must be an object`;
  const info = meta[META.clientInfo];
  if (info === undefined) return undefined;
  const { name, version } = recordOf(info) ?? {};
  return typeof name === 'string' && typeof version === 'string'
    ? undefined
    : `${META.clientInfo}: must have name and version`;
}

/** Plain text, or `=?base64?…?=` for what a header cannot carry. */
function decodeHeader(value: string): string | undefined {
  const wrapped = /^=\?base64\?(.*)\?=$/s.exec(value)?.[1];
  if (wrapped === undefined) return value;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(wrapped) || wrapped.length % 4 !== 0) return undefined;
  return Buffer.from(wrapped, 'base64').toString('utf8');
}

export function invalidParams(message: string): Rejection {
  return { status: 200, code: RPC.invalidParams, message: `Invalid params: ${message}` };
}

export function unknownMethod(method: string, era: Era): Rejection {
  return {
    status: era.kind === 'modern' ? 404 : 200,
    code: RPC.methodNotFound,
    message: `Method not found: ${method}`,
  };
}

export function unknownResource(uri: unknown, era: Era): Rejection {
  const code = era.kind === 'modern' ? RPC.invalidParams : RPC.legacyResourceNotFound;
  return {
    status: 200,
    code,
    message: `Resource not found: ${String(uri)}`,
    data: { uri: clipped(String(uri), 2000) },
  };
}

/** The metadata of a message that claims a version of its own. */
function claimIn(params: Params | undefined): Params | undefined {
  const meta = recordOf(params?._meta);
  return meta !== undefined && META.protocolVersion in meta ? meta : undefined;
}

function claimsModern(meta: Params | undefined): boolean {
  return meta !== undefined && envelopeProblem(meta) === undefined && isModern(meta[META.protocolVersion]);
}

function isModern(version: unknown): boolean {
  return typeof version === 'string' && version >= FIRST_MODERN;
}

function mismatch(what: string): Rejection {
  return { status: 400, code: RPC.headerMismatch, message: `Bad Request: headers and body disagree: ${what}` };
}

function badEnvelope(what: string): Rejection {
  return {
    status: 400,
    code: RPC.invalidParams,
    message: `Invalid _meta envelope for protocol revision ${FIRST_MODERN}: ${what}`,
  };
}

export function recordOf(value: unknown): Params | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : undefined;
}
