import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { WordedFault } from '../emulator.ts';
import { TOKEN_FAULTS } from '../google/oauth-error.ts';
import { grpcCode, StatusError } from '../google/status.ts';
import { pathOf } from '../request-parts.ts';

/** One entry of the platform's failure list. */
export interface AdsFault {
  /** `queryError.UNRECOGNIZED_FIELD` */
  code: `${string}.${string}`;
  message: string;
  trigger?: string | number | boolean;
  /** `operations[0].create.name`, in the protocol's own snake_case. */
  path?: string;
  details?: Record<string, unknown>;
}

/** A refusal by Ads itself, with its own list of faults. */
export class AdsError extends StatusError {
  readonly faults: readonly AdsFault[];

  constructor(...faults: AdsFault[]) {
    super(httpOf(faults[0]));
    this.faults = faults;
  }
}

export function adsError(
  code: AdsFault['code'],
  message: string,
  more: Omit<AdsFault, 'code' | 'message'> = {},
): AdsError {
  return new AdsError({ code, message, ...more });
}

function httpOf(fault: AdsFault | undefined): number {
  switch (fault?.code.split('.')[0]) {
    case 'authenticationError':
      return 401;
    case 'authorizationError':
    case 'operationAccessDeniedError':
    case 'resourceAccessDeniedError':
      return 403;
    case 'quotaError':
      return 429;
    case 'internalError':
      return 500;
    default:
      return 400;
  }
}

export interface ReplyContext {
  version: string;
  requestId: string;
}

/** The `error` object of every refusal. */
export function statusBody(error: StatusError, context: ReplyContext): Record<string, unknown> {
  return error.body(error instanceof AdsError ? [failureDetail(error.faults, context)] : undefined);
}

/** The `google.rpc.Status` that a partial failure carries: its code is the gRPC number, not HTTP's. */
export function partialFailureBody(faults: readonly AdsFault[], context: ReplyContext): Record<string, unknown> {
  const path = faults[0]?.path;
  return {
    code: grpcCode(httpOf(faults[0])),
    message: `Multiple errors in 'details'. First error: ${faults[0]?.message}${path ? `, at ${path}` : ''}`,
    details: [failureDetail(faults, context)],
  };
}

function failureDetail(faults: readonly AdsFault[], { version, requestId }: ReplyContext): Record<string, unknown> {
  return {
    '@type': `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`,
    errors: faults.map(faultBody),
    requestId,
  };
}

function faultBody({ code, message, trigger, path, details }: AdsFault): Record<string, unknown> {
  const [family, name] = code.split('.') as [string, string];
  return {
    errorCode: { [family]: name },
    message,
    ...(trigger !== undefined && { trigger: triggerBody(trigger) }),
    ...(path !== undefined && { location: { fieldPathElements: path.split('.').map(pathElement) } }),
    ...(details && { details }),
  };
}

function triggerBody(trigger: string | number | boolean): Record<string, unknown> {
  if (typeof trigger === 'string') return { stringValue: trigger };
  if (typeof trigger === 'boolean') return { booleanValue: trigger };
  return Number.isInteger(trigger) ? { int64Value: String(trigger) } : { doubleValue: trigger };
}

function pathElement(part: string): Record<string, unknown> {
  const [, fieldName, index] = /^([^[]+)(?:\[(\d+)\])?$/.exec(part) ?? [];
  return { fieldName: fieldName ?? part, ...(index !== undefined && { index: Number(index) }) };
}

const FAULTS: Record<WordedFault, () => StatusError> = {
  throttle: () =>
    adsError('quotaError.RESOURCE_TEMPORARILY_EXHAUSTED', 'Too many requests. Retry in 5 seconds.', {
      details: { quotaErrorDetails: { rateScope: 'ACCOUNT', rateName: 'Requests per second', retryDelay: '5s' } },
    }),
  expired_token: () => adsError('authenticationError.OAUTH_TOKEN_EXPIRED', 'OAuth token has expired.'),
  refused: () =>
    adsError('authorizationError.ACTION_NOT_PERMITTED', 'The role of the user does not permit this action.'),
  server_error: () => adsError('internalError.INTERNAL_ERROR', 'An internal error has occurred.'),
  unavailable: () => new StatusError(503),
};

/** The second interface has errors without the lists of the first. */
const DATA_MANAGER = '/v1/';

/** The stream wraps its errors in an array as it does its rows; the token endpoint has flat ones of its own. */
export function faultReply(kind: WordedFault, request: FastifyRequest) {
  const fault = FAULTS[kind]();
  const path = pathOf(request);
  const requestId = randomBytes(16).toString('base64url');
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'request-id': requestId };
  if (path === '/token') {
    const refusal = TOKEN_FAULTS[kind]();
    return { status: refusal.http, headers, body: JSON.stringify(refusal.body) };
  }
  if (path.startsWith(DATA_MANAGER)) {
    const status = new StatusError(fault.http);
    return { status: status.http, headers, body: JSON.stringify({ error: status.body() }) };
  }
  const version = /^\/(v\d+)\//.exec(path)?.[1] ?? 'v25';
  const body = { error: statusBody(fault, { version, requestId }) };
  return { status: fault.http, headers, body: JSON.stringify(path.endsWith(':searchStream') ? [body] : body) };
}
