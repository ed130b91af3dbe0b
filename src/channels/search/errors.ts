import { Failure, type Problem } from '../../errors.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { BROKEN, BY_FAMILY, BY_STATUS, BY_VALUE, type Meaning, REFUSED } from './error-meanings.ts';
import { argumentOf } from './field-names.ts';
import { type AdsError, ErrorReply } from './wire.ts';

type Status = ErrorReply['error'];

/** A reply that was not a success, as our error. */
export function failureOf(reply: UpstreamReply): Failure {
  const status = errorOf(reply)?.error;
  const details = status?.details.find((detail) => detail.errors.length > 0);
  const errors = details?.errors ?? [];
  const [first] = errors;
  const meaning = meaningOf(first, reply.status);
  const words = wordsOf(first) || status?.message || `HTTP ${reply.status}`;
  const retryAfterS = retryDelayS(first?.details?.quotaErrorDetails?.retryDelay);
  const problems = errors.flatMap(problemOf);
  const { family, value } = codeOf(first);
  return new Failure({
    code: meaning.code,
    message:
      problems.length > 1
        ? `The search platform refused ${problems.length} things: ${problems.map(({ field, message }) => `\`${field}\` ${message}`).join('; ')}`
        : `The search platform refused: ${words}`,
    nextStep: meaning.nextStep,
    retryable: meaning.retryable ?? false,
    ...(retryAfterS !== undefined && { retryAfterS }),
    ...(problems.length > 0 && { problems }),
    upstream: {
      code: value ? `${family}.${value}` : (status?.details.find(({ reason }) => reason)?.reason ?? reply.status),
      message: words,
      ...traceOf(details?.requestId ?? reply.headers['request-id']),
    },
  });
}

export interface RowError {
  code: string;
  message: string;
}

/** The errors of a call that went through in part, by the operation they belong to. */
export function errorsByOperation(status: Status | undefined): Map<number, RowError> {
  const byOperation = new Map<number, RowError>();
  for (const error of status?.details.flatMap(({ errors }) => errors) ?? []) {
    const index = error.location?.fieldPathElements.find(({ fieldName }) =>
      /^(?:mutate_)?operations$/.test(fieldName),
    )?.index;
    if (index === undefined || byOperation.has(index)) continue;
    byOperation.set(index, { code: codeOf(error).value ?? 'UNKNOWN', message: wordsOf(error) });
  }
  return byOperation;
}

export function isExpiredToken(reply: UpstreamReply): boolean {
  if (reply.status !== 401) return false;
  const codes = errorOf(reply)?.error.details.flatMap(({ errors }) => errors.map((error) => codeOf(error).value));
  return codes === undefined || codes.length === 0 || codes.includes('OAUTH_TOKEN_EXPIRED');
}

function meaningOf(error: AdsError | undefined, status: number): Meaning {
  const { family, value } = codeOf(error);
  return BY_VALUE[value ?? ''] ?? BY_FAMILY[family ?? ''] ?? BY_STATUS[status] ?? (status >= 500 ? BROKEN : REFUSED);
}

/** A code is an object with one entry: the family it belongs to and its name in it. */
function codeOf(error: AdsError | undefined): { family?: string; value?: string } {
  const [entry] = Object.entries(error?.errorCode ?? {});
  return entry ? { family: entry[0], value: entry[1] } : {};
}

function wordsOf(error: AdsError | undefined): string {
  const topics = error?.details?.policyFindingDetails?.policyTopicEntries.map(({ topic }) => topic) ?? [];
  return `${error?.message ?? ''}${topics.length > 0 ? ` (policy: ${topics.join(', ')})` : ''}`;
}

function problemOf(error: AdsError): Problem[] {
  const field = argumentOf(error.location?.fieldPathElements ?? []);
  return field === undefined ? [] : [{ field, message: wordsOf(error) }];
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

function retryDelayS(text: string | undefined): number | undefined {
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(text ?? '')?.[1]);
  return Number.isFinite(seconds) ? Math.ceil(seconds) : undefined;
}

function traceOf(requestId: string | undefined): { trace_id?: string } {
  return requestId ? { trace_id: requestId } : {};
}
