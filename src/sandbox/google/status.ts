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

export type Detail = Record<string, unknown>;

/** Anything a Google API answers with a `google.rpc.Status`. */
export class StatusError extends Error {
  readonly http: number;
  readonly details: readonly Detail[];
  readonly headers: Record<string, string>;
  /** Where the HTTP status alone does not tell, such as FAILED_PRECONDITION. */
  readonly #status: string | undefined;

  constructor(
    http: number,
    message?: string,
    details: readonly Detail[] = [],
    { status, headers = {} }: { status?: string; headers?: Record<string, string> } = {},
  ) {
    super(message ?? CANONICAL[http]?.message ?? 'Unknown');
    this.http = http;
    this.details = details;
    this.headers = headers;
    this.#status = status;
  }

  /** The `{code, message, status, details}` object of every error answer. */
  body(details: readonly Detail[] = this.details): Detail {
    return {
      code: this.http,
      message: this.message,
      status: this.#status ?? CANONICAL[this.http]?.status ?? 'UNKNOWN',
      ...(details.length > 0 && { details }),
    };
  }
}

/** The number gRPC has for what HTTP answers with this status. */
export function grpcCode(http: number): number {
  return CANONICAL[http]?.grpc ?? 3;
}

export function errorInfo(service: string, reason: string, metadata: Record<string, string> = {}): Detail {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata: { service, ...metadata },
  };
}

export function badRequest(violations: readonly { field: string; description: string }[]): Detail {
  return { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations };
}
