import type { FastifyRequest } from 'fastify';
import type { Emulator, WordedFault } from '../emulator.ts';
import { TOKEN_FAULTS } from '../google/oauth-error.ts';
import { type Detail, errorInfo as infoOf, StatusError } from '../google/status.ts';
import { pathOf } from '../request-parts.ts';

const PROJECT = '627180394451';

/** A refusal in the older envelope of Google's APIs, which tells a reason besides the status. */
export class TagsError extends StatusError {
  readonly reason: string;
  /** The reason's own text, where it differs from the message. */
  readonly #listed: string | undefined;
  readonly #domain: string;

  constructor(
    http: number,
    reason: string,
    message?: string,
    more: { details?: readonly Detail[]; status?: string; listed?: string; domain?: string } = {},
  ) {
    super(http, message, more.details ?? [], more.status === undefined ? {} : { status: more.status });
    this.reason = reason;
    this.#listed = more.listed;
    this.#domain = more.domain ?? 'global';
  }

  override body(): Detail {
    const { code, message, status, details } = super.body();
    const errors = [{ message: this.#listed ?? message, domain: this.#domain, reason: this.reason }];
    return { code, message, errors, status, ...(details !== undefined && { details }) };
  }
}

export const badRequest = (message: string) => new TagsError(400, 'badRequest', message);

/** The platform's text where it gives no reason. */
export const UNEXPLAINED = 'Returned an error response for your request.';
export const unexplained = () => badRequest(UNEXPLAINED);

/** Wrong id, id of another kind and lack of access are not told apart. */
export const notFound = () => new TagsError(404, 'notFound', 'Not found or permission denied.');

export const forbidden = () => new TagsError(403, 'forbidden', 'The caller does not have permission');

export const insufficientScopes = () =>
  new TagsError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', {
    listed: 'Insufficient Permission',
    details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT')],
  });

export const badCredentials = (reason: string) =>
  new TagsError(401, 'authError', undefined, { listed: 'Invalid Credentials', details: [errorInfo(reason)] });

export const internal = () => new TagsError(500, 'backendError', 'Internal error encountered.');

export function staleFingerprint(status: '409' | '400'): TagsError {
  const message = 'The fingerprint does not match that of the stored entity.';
  return status === '409' ? new TagsError(409, 'conflict', message, { status: 'ABORTED' }) : badRequest(message);
}

const LIMITS = {
  minute: { limit: 'Queries per minute per user', reason: 'rateLimitExceeded' },
  day: { limit: 'Queries per day', reason: 'dailyLimitExceeded' },
};

export function quotaExceeded(span: keyof typeof LIMITS, status: '429' | '403'): TagsError {
  const { limit, reason } = LIMITS[span];
  const message = `Quota exceeded for quota metric 'Queries' and limit '${limit}' of service 'tagmanager.googleapis.com' for consumer 'project_number:${PROJECT}'.`;
  // The documented refusal is of the older kind, without details.
  if (status === '403') return new TagsError(403, reason, message, { domain: 'usageLimits' });
  const details = [
    errorInfo('RATE_LIMIT_EXCEEDED', {
      consumer: `projects/${PROJECT}`,
      quota_metric: 'tagmanager.googleapis.com/default',
      quota_limit: limit,
    }),
  ];
  return new TagsError(429, reason, message, { details });
}

const FAULTS: Record<WordedFault, () => TagsError> = {
  throttle: () => quotaExceeded('minute', '429'),
  expired_token: () => badCredentials('ACCESS_TOKEN_EXPIRED'),
  refused: forbidden,
  server_error: internal,
  unavailable: () => new TagsError(503, 'backendError'),
};

export function faultReply(kind: WordedFault, request: FastifyRequest): ReturnType<Emulator['faultReply']> {
  if (pathOf(request) === '/token') {
    const error = TOKEN_FAULTS[kind]();
    return { status: error.http, body: JSON.stringify(error.body) };
  }
  const error = FAULTS[kind]();
  return { status: error.http, body: errorText(error) };
}

/** The platform indents its errors. */
export function errorText(error: StatusError): string {
  return JSON.stringify({ error: error.body() }, null, 2);
}

function errorInfo(reason: string, metadata?: Record<string, string>): Detail {
  return infoOf('tagmanager.googleapis.com', reason, metadata);
}
