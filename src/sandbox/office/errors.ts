/** The platform's error envelope: google.rpc.Status over JSON. */
export class GoogleError extends Error {
  readonly httpStatus: number;
  readonly status: string;
  readonly details: readonly Record<string, unknown>[];
  readonly headers: Record<string, string>;

  constructor(
    httpStatus: number,
    status: string,
    message: string,
    { details = [], headers = {} }: { details?: Record<string, unknown>[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.httpStatus = httpStatus;
    this.status = status;
    this.details = details;
    this.headers = headers;
  }

  get body(): { error: Record<string, unknown> } {
    const { httpStatus, message, status, details } = this;
    return { error: { code: httpStatus, message, status, ...(details.length > 0 && { details }) } };
  }
}

const EXPECTED =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.';

export const invalidArgument = (message: string, details: Record<string, unknown>[] = []) =>
  new GoogleError(400, 'INVALID_ARGUMENT', message, { details });

export const fieldViolation = (field: string, message: string) =>
  invalidArgument(message, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description: message }] },
  ]);

export const notFound = () => new GoogleError(404, 'NOT_FOUND', 'Requested entity was not found.');

export const notShared = () => new GoogleError(403, 'PERMISSION_DENIED', 'The caller does not have permission');

export const officeFile = () =>
  new GoogleError(400, 'FAILED_PRECONDITION', 'This operation is not supported for this document');

export const missingCredentials = () =>
  new GoogleError(401, 'UNAUTHENTICATED', `Request is missing required authentication credential. ${EXPECTED}`, {
    details: [errorInfo('CREDENTIALS_MISSING')],
    headers: challenge(),
  });

export const badCredentials = (reason: 'ACCESS_TOKEN_EXPIRED' | 'ACCESS_TOKEN_TYPE_UNSUPPORTED') =>
  new GoogleError(401, 'UNAUTHENTICATED', `Request had invalid authentication credentials. ${EXPECTED}`, {
    details: [errorInfo(reason)],
    headers: challenge('invalid_token'),
  });

export const badApiKey = () =>
  invalidArgument('API key not valid. Please pass a valid API key.', [errorInfo('API_KEY_INVALID')]);

export const insufficientScopes = () =>
  new GoogleError(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.', {
    details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT')],
    headers: challenge('insufficient_scope'),
  });

export const quotaExceeded = () =>
  new GoogleError(
    429,
    'RESOURCE_EXHAUSTED',
    "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' of service 'sheets.googleapis.com' for consumer 'project_number:402713580916'.",
    {
      details: [
        errorInfo('RATE_LIMIT_EXCEEDED', {
          consumer: 'projects/402713580916',
          quota_metric: 'sheets.googleapis.com/read_requests',
          quota_limit: 'ReadRequestsPerMinutePerUser',
          quota_limit_value: '60',
        }),
        {
          '@type': 'type.googleapis.com/google.rpc.Help',
          links: [
            {
              description: 'Request a higher quota limit.',
              url: 'https://cloud.google.com/docs/quotas/help/request_increase',
            },
          ],
        },
      ],
    },
  );

export const internal = () => new GoogleError(500, 'INTERNAL', 'Internal error encountered.');

export const unavailable = () => new GoogleError(503, 'UNAVAILABLE', 'The service is currently unavailable.');

function errorInfo(reason: string, metadata: Record<string, string> = {}): Record<string, unknown> {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata: { service: 'sheets.googleapis.com', ...metadata },
  };
}

function challenge(error?: string): Record<string, string> {
  return { 'www-authenticate': `Bearer realm="https://accounts.google.com/"${error ? `, error="${error}"` : ''}` };
}
