import type { FastifyRequest } from 'fastify';
import type { Emulator, WordedFault } from '../emulator.ts';
import { TOKEN_FAULTS } from '../google/oauth-error.ts';
import { badRequest, type Detail, errorInfo as infoOf, StatusError } from '../google/status.ts';
import { pathOf } from '../request-parts.ts';

const EXPECTED =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.';

export const invalidArgument = (message: string, details: Detail[] = []) => new StatusError(400, message, details);

export const fieldViolation = (field: string, message: string) =>
  invalidArgument(message, [badRequest([{ field, description: message }])]);

export const notFound = () => new StatusError(404);

export const notShared = () => new StatusError(403);

export const officeFile = () =>
  new StatusError(400, 'This operation is not supported for this document', [], { status: 'FAILED_PRECONDITION' });

export const missingCredentials = () =>
  new StatusError(
    401,
    `Request is missing required authentication credential. ${EXPECTED}`,
    [errorInfo('CREDENTIALS_MISSING')],
    challenge(),
  );

export const badCredentials = (reason: 'ACCESS_TOKEN_EXPIRED' | 'ACCESS_TOKEN_TYPE_UNSUPPORTED') =>
  new StatusError(
    401,
    `Request had invalid authentication credentials. ${EXPECTED}`,
    [errorInfo(reason)],
    challenge('invalid_token'),
  );

export const badApiKey = () =>
  invalidArgument('API key not valid. Please pass a valid API key.', [errorInfo('API_KEY_INVALID')]);

export const insufficientScopes = () =>
  new StatusError(
    403,
    'Request had insufficient authentication scopes.',
    [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT')],
    challenge('insufficient_scope'),
  );

const quotaExceeded = () =>
  new StatusError(
    429,
    "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' of service 'sheets.googleapis.com' for consumer 'project_number:402713580916'.",
    [
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
  );

const FAULTS: Record<WordedFault, () => StatusError> = {
  throttle: quotaExceeded,
  expired_token: () => badCredentials('ACCESS_TOKEN_EXPIRED'),
  refused: notShared,
  server_error: () => new StatusError(500),
  unavailable: () => new StatusError(503),
};

export function faultReply(kind: WordedFault, request: FastifyRequest): ReturnType<Emulator['faultReply']> {
  if (pathOf(request) === '/token') {
    const error = TOKEN_FAULTS[kind]();
    return { status: error.http, body: JSON.stringify(error.body) };
  }
  const error = FAULTS[kind]();
  return { status: error.http, headers: error.headers, body: errorText(error) };
}

/** The platform indents its errors. */
export function errorText(error: StatusError): string {
  return JSON.stringify({ error: error.body() }, null, 2);
}

function errorInfo(reason: string, metadata?: Record<string, string>): Detail {
  return infoOf('sheets.googleapis.com', reason, metadata);
}

function challenge(error?: string): { headers: Record<string, string> } {
  const realm = `Bearer realm="https://accounts.google.com/"${error ? `, error="${error}"` : ''}`;
  return { headers: { 'www-authenticate': realm } };
}
