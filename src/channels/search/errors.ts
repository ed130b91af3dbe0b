import { type ErrorCode, Failure } from '../../errors.ts';
import type { UpstreamReply } from '../../upstream/line.ts';
import { ErrorReply } from './wire.ts';

interface Meaning {
  code: ErrorCode;
  nextStep: string;
  retryable?: boolean;
}

/** What the platform's codes mean for the caller: by exact value first, then by family, then by HTTP status. */
const BY_VALUE: Readonly<Record<string, Meaning>> = {
  OAUTH_TOKEN_EXPIRED: { code: 'token_expired', nextStep: 'Reconnect the search channel in the workspace settings.' },
  OAUTH_TOKEN_REVOKED: { code: 'token_expired', nextStep: 'The user withdrew consent. Reconnect the search channel.' },
  OAUTH_TOKEN_INVALID: { code: 'token_expired', nextStep: 'Reconnect the search channel in the workspace settings.' },
  CUSTOMER_NOT_FOUND: { code: 'not_found', nextStep: 'Check customer_id: no such account exists.' },
  USER_PERMISSION_DENIED: {
    code: 'permission_denied',
    nextStep:
      'The connected user cannot reach this customer. If it is under a manager account, pass that manager as login_customer_id; otherwise have access granted.',
  },
  CUSTOMER_NOT_ENABLED: {
    code: 'account_problem',
    nextStep: 'The account is closed or not set up. Use another customer_id or reactivate it.',
  },
  RESOURCE_TEMPORARILY_EXHAUSTED: {
    code: 'rate_limited',
    nextStep: 'Wait a few seconds and call again.',
    retryable: true,
  },
  RESOURCE_EXHAUSTED: {
    code: 'rate_limited',
    nextStep: "The platform's allowance is used up. Wait for the time given.",
    retryable: true,
  },
  REQUESTED_METRICS_FOR_MANAGER: {
    code: 'invalid_arguments',
    nextStep: 'A manager account has no metrics. Use one of its client accounts.',
  },
};

const BY_FAMILY: Readonly<Record<string, Meaning>> = {
  authenticationError: { code: 'token_expired', nextStep: 'Reconnect the search channel in the workspace settings.' },
  authorizationError: {
    code: 'permission_denied',
    nextStep: 'Have the connected user given access to what was asked for.',
  },
  quotaError: { code: 'rate_limited', nextStep: 'Wait and call again.', retryable: true },
  policyFindingError: {
    code: 'policy_rejected',
    nextStep: 'Change what the policy objects to; repeating it will not help.',
  },
  policyViolationError: {
    code: 'policy_rejected',
    nextStep: 'Change what the policy objects to; repeating it will not help.',
  },
  internalError: {
    code: 'upstream_unavailable',
    nextStep: 'The platform has a fault. Call again in a moment.',
    retryable: true,
  },
};

const BY_STATUS: Readonly<Record<number, Meaning>> = {
  401: { code: 'token_expired', nextStep: 'Reconnect the search channel in the workspace settings.' },
  403: {
    code: 'permission_denied',
    nextStep: 'Have the connected user and the cloud project given access to the Ads API.',
  },
  404: {
    code: 'unsupported',
    nextStep: 'This version of the platform interface is gone or the address is unknown: update the service.',
  },
  429: { code: 'rate_limited', nextStep: 'Wait and call again.', retryable: true },
  501: {
    code: 'unsupported',
    nextStep: 'This version of the platform interface has been switched off: update the service.',
  },
};

const REFUSED: Meaning = {
  code: 'invalid_arguments',
  nextStep: 'Correct what the platform objects to and call again.',
};
const BROKEN: Meaning = {
  code: 'upstream_unavailable',
  nextStep: 'The platform has a fault. Call again in a moment.',
  retryable: true,
};

/** A reply that was not a success, as our error. */
export function failureOf(reply: UpstreamReply): Failure {
  const body = errorOf(reply);
  const details = body?.error.details.find((detail) => detail.errors.length > 0);
  const first = details?.errors[0];
  const [family, value] = Object.entries(first?.errorCode ?? {})[0] ?? [];
  const meaning =
    BY_VALUE[value ?? ''] ??
    BY_FAMILY[family ?? ''] ??
    BY_STATUS[reply.status] ??
    (reply.status >= 500 ? BROKEN : REFUSED);
  const words = first?.message || body?.error.message || `HTTP ${reply.status}`;
  const retryAfterS = retryDelayS(first?.details?.quotaErrorDetails?.retryDelay);
  const field = fieldOf(first?.location?.fieldPathElements);
  return new Failure({
    code: meaning.code,
    message: `The search platform refused: ${words}`,
    nextStep: meaning.nextStep,
    retryable: meaning.retryable ?? false,
    ...(retryAfterS !== undefined && { retryAfterS }),
    ...(field && { problems: [{ field, message: words }] }),
    upstream: {
      code: value ? `${family}.${value}` : reply.status,
      message: words,
      ...traceOf(details?.requestId ?? reply.headers['request-id']),
    },
  });
}

export function isExpiredToken(reply: UpstreamReply): boolean {
  if (reply.status !== 401) return false;
  const codes = errorOf(reply)?.error.details.flatMap(({ errors }) =>
    errors.flatMap(({ errorCode }) => Object.values(errorCode)),
  );
  return codes === undefined || codes.length === 0 || codes.includes('OAUTH_TOKEN_EXPIRED');
}

/** Every endpoint answers with one object; the stream wraps it into a list. */
function errorOf({ body }: UpstreamReply): ErrorReply | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return ErrorReply.safeParse(Array.isArray(value) ? value[0] : value).data;
  } catch {
    return undefined;
  }
}

function fieldOf(path: readonly { fieldName: string; index?: number | undefined }[] | undefined): string | undefined {
  return path?.map(({ fieldName, index }) => (index === undefined ? fieldName : `${fieldName}[${index}]`)).join('.');
}

function retryDelayS(text: string | undefined): number | undefined {
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(text ?? '')?.[1]);
  return Number.isFinite(seconds) ? Math.ceil(seconds) : undefined;
}

function traceOf(requestId: string | undefined): { trace_id?: string } {
  return requestId ? { trace_id: requestId } : {};
}
