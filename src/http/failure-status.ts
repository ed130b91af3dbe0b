import { type ErrorCode, type Failure, HttpError } from '../errors.ts';
import { cleanText } from '../text/clean-text.ts';

type Refusal = ConstructorParameters<typeof HttpError>;

/** The HTTP status and code of a failure at a plain REST address. */
const BY_CODE: Readonly<Record<ErrorCode, [Refusal[0], Refusal[1]]>> = {
  invalid_arguments: [400, 'BAD_REQUEST'],
  unsupported: [400, 'BAD_REQUEST'],
  conflict: [400, 'BAD_REQUEST'],
  stale: [400, 'BAD_REQUEST'],
  approval_required: [403, 'FORBIDDEN'],
  policy_rejected: [403, 'FORBIDDEN'],
  permission_denied: [403, 'FORBIDDEN'],
  token_expired: [403, 'FORBIDDEN'],
  account_problem: [403, 'FORBIDDEN'],
  over_limit: [403, 'FORBIDDEN'],
  cap_unverifiable: [403, 'FORBIDDEN'],
  not_found: [404, 'NOT_FOUND'],
  rate_limited: [429, 'RATE_LIMITED'],
  upstream_unavailable: [503, 'INTERNAL_ERROR'],
  outcome_unknown: [503, 'INTERNAL_ERROR'],
  internal: [500, 'INTERNAL_ERROR'],
};

/** Problems name fields as the caller did: query parameters and arguments share one schema. */
export function httpErrorOf({ code, details }: Failure): HttpError {
  const [status, httpCode] = BY_CODE[code];
  const again: Record<string, string> =
    status === 429 || status === 503 ? { 'Retry-After': String(details.retryAfterS ?? 5) } : {};
  const wrong = details.problems
    ?.map(({ field, message }) => `\`${field}\` ${message}${/[.?!]$/.test(message) ? '' : '.'}`)
    .join(' ');
  return new HttpError(status, httpCode, cleanText(`${wrong ?? details.message} ${details.nextStep}`), again);
}
