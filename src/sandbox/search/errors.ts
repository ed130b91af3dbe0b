/** One entry of the platform's failure list (reference 7.1). */
export interface AdsFault {
  /** `queryError.UNRECOGNIZED_FIELD` */
  code: `${string}.${string}`;
  message: string;
  trigger?: string | number | boolean;
  /** `operations[0].create.name`, in the protocol's own snake_case. */
  path?: string;
  details?: Record<string, unknown>;
}

const CANONICAL: Record<number, { status: string; grpc: number; message: string }> = {
  400: { status: 'INVALID_ARGUMENT', grpc: 3, message: 'Request contains an invalid argument.' },
  401: {
    status: 'UNAUTHENTICATED',
    grpc: 16,
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  },
  403: { status: 'PERMISSION_DENIED', grpc: 7, message: 'The caller does not have permission' },
  404: { status: 'NOT_FOUND', grpc: 5, message: 'Requested entity was not found.' },
  429: { status: 'RESOURCE_EXHAUSTED', grpc: 8, message: 'Resource has been exhausted (e.g. check quota).' },
  500: { status: 'INTERNAL', grpc: 13, message: 'Internal error encountered.' },
  501: { status: 'UNIMPLEMENTED', grpc: 12, message: 'Operation is not implemented, or supported, or enabled.' },
  503: { status: 'UNAVAILABLE', grpc: 14, message: 'The service is currently unavailable.' },
};

/** Anything the platform would answer with a `google.rpc.Status`. */
export class StatusError extends Error {
  readonly http: number;
  readonly details: readonly Record<string, unknown>[];

  constructor(http: number, message?: string, details: readonly Record<string, unknown>[] = []) {
    super(message ?? CANONICAL[http]?.message ?? 'Unknown');
    this.http = http;
    this.details = details;
  }
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

/** The `{code, message, status, details}` object of every error answer. */
export function statusBody(error: StatusError, context: ReplyContext): Record<string, unknown> {
  const details = error instanceof AdsError ? [failureDetail(error.faults, context)] : error.details;
  return {
    code: error.http,
    message: error.message,
    status: CANONICAL[error.http]?.status ?? 'UNKNOWN',
    ...(details.length > 0 && { details }),
  };
}

/** The `google.rpc.Status` that a partial failure carries: its code is the gRPC number, not HTTP's. */
export function partialFailureBody(faults: readonly AdsFault[], context: ReplyContext): Record<string, unknown> {
  const shape = CANONICAL[httpOf(faults[0])];
  const path = faults[0]?.path;
  return {
    code: shape?.grpc ?? 3,
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
