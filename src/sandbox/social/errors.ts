import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { WordedFault } from '../emulator.ts';
import { pathOf } from '../request-parts.ts';
import { splitPath } from './graph/path.ts';

/** A refusal as the platform words it: a code, often a subcode, and for business rules a title and text for people. */
export class GraphError extends Error {
  readonly code: number;
  readonly details: GraphErrorDetails;

  constructor(code: number, message: string, details: GraphErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return this.details.status ?? usualStatus(this.code);
  }

  body(traceId: string): { error: Record<string, unknown> } {
    const { subcode, type, title, userMessage, blame, transient, data } = this.details;
    return {
      error: {
        message: this.message,
        type: type ?? 'OAuthException',
        code: this.code,
        ...(subcode !== undefined && { error_subcode: subcode }),
        is_transient: transient ?? false,
        ...(title !== undefined && { error_user_title: title }),
        ...(userMessage !== undefined && { error_user_msg: userMessage }),
        ...(blame !== undefined && { error_data: { blame_field_specs: [blame] } }),
        ...(data !== undefined && { error_data: data }),
        fbtrace_id: traceId,
      },
    };
  }
}

export interface GraphErrorDetails {
  status?: number;
  subcode?: number;
  type?:
    | 'OAuthException'
    | 'GraphMethodException'
    | 'GraphBatchException'
    | 'FacebookApiException'
    | 'SandboxException';
  title?: string;
  userMessage?: string;
  /** Path of the field the platform blames. */
  blame?: string[];
  data?: Record<string, unknown>;
  transient?: boolean;
}

function usualStatus(code: number): number {
  if (code === 1 || code === 2) return 500;
  if (code === 803) return 404;
  if (code === 10 || (code >= 200 && code <= 299)) return 403;
  return 400;
}

export function badParameter(message: string, blame?: string): GraphError {
  return new GraphError(100, `(#100) ${message}`, blame === undefined ? {} : { blame: [blame] });
}

/** A business rule was broken: the platform says only "Invalid parameter" and explains itself to the user. Not every rule has a subcode. */
export function ruleBroken(
  subcode: number | undefined,
  title: string,
  userMessage: string,
  blame?: string[],
): GraphError {
  return new GraphError(100, 'Invalid parameter', {
    title,
    userMessage,
    ...(subcode !== undefined && { subcode }),
    ...(blame && { blame }),
  });
}

export function missingObject(id: string, verb: 'get' | 'post' | 'delete'): GraphError {
  const message = `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`;
  return new GraphError(100, message, { subcode: 33, type: 'GraphMethodException' });
}

/** Not the platform's word: a caller must not take a gap of the sandbox for a mistake of its own. */
export function sandboxLacks(what: string): GraphError {
  return new GraphError(501, `The sandbox does not have ${what}. The platform does.`, {
    status: 501,
    type: 'SandboxException',
  });
}

export function unknownPath(path: string): GraphError {
  return new GraphError(2500, `Unknown path components: /${path}`);
}

export function refusal(error: GraphError): { status: number; headers: Record<string, string>; body: unknown } {
  const challenge = `OAuth "Facebook Platform" "invalid_token" "${error.message.replaceAll('"', "'")}"`;
  return {
    status: error.status,
    headers: error.code === 190 ? { 'www-authenticate': challenge } : {},
    body: error.body(newTraceId()),
  };
}

export function newTraceId(): string {
  return `A${randomBytes(16).toString('base64url')}`;
}

const BUSY = { status: 400, transient: true };
const ACCOUNT_BUSY = 'There have been too many calls to this ad-account. Wait a bit and try again.';

/** Throttling is HTTP 400, with another code for each kind of use: which one follows from the path. */
function throttleFor(path: string): GraphError {
  const [node = '', edge = ''] = splitPath(path).segments;
  if (edge === 'accounts' || edge === 'promote_pages')
    return new GraphError(32, '(#32) Page request limit reached', BUSY);
  if (edge === 'insights') return new GraphError(80000, ACCOUNT_BUSY, { ...BUSY, subcode: 2446079 });
  if (edge === 'customaudiences' || edge === 'users')
    return new GraphError(80003, ACCOUNT_BUSY, { ...BUSY, subcode: 2446079 });
  if (node.startsWith('act_')) return new GraphError(80004, ACCOUNT_BUSY, { ...BUSY, subcode: 2446079 });
  if (node === 'me') return new GraphError(17, '(#17) User request limit reached', { ...BUSY, subcode: 2446079 });
  if (edge !== '')
    return new GraphError(613, '(#613) Calls to this api have exceeded the rate limit.', { ...BUSY, subcode: 1487742 });
  return new GraphError(4, '(#4) Application request limit reached', BUSY);
}

function errorFor(kind: WordedFault, path: string): GraphError {
  switch (kind) {
    case 'throttle':
      return throttleFor(path);
    case 'expired_token':
      return new GraphError(190, 'Error validating access token: Session has expired.', { subcode: 463 });
    case 'refused':
      return new GraphError(200, '(#200) Permissions error');
    case 'server_error':
      return new GraphError(1, 'An unknown error occurred', { status: 500, transient: true });
    case 'unavailable':
      return new GraphError(2, 'Service temporarily unavailable', { status: 503, transient: true });
  }
}

export function faultReply(kind: WordedFault, request: FastifyRequest) {
  const path = pathOf(request);
  const error = errorFor(kind, path);
  const headers = {
    'content-type': 'application/json; charset=UTF-8',
    ...(kind === 'throttle' && fullCounters(path)),
  };
  return { status: error.status, headers, body: JSON.stringify(error.body(newTraceId())) };
}

function fullCounters(path: string): Record<string, string> {
  const account = /act_(\d+)/.exec(path)?.[1];
  const usage = { call_count: 100, total_cputime: 100, total_time: 100 };
  if (account === undefined) return { 'x-app-usage': JSON.stringify(usage) };
  const type = path.endsWith('/insights')
    ? 'ads_insights'
    : path.endsWith('/customaudiences')
      ? 'custom_audience'
      : 'ads_management';
  const row = { type, ...usage, estimated_time_to_regain_access: 1, ads_api_access_tier: 'standard_access' };
  return { 'x-business-use-case-usage': JSON.stringify({ [account]: [row] }) };
}
