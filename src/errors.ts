/** What went wrong, in words a program can branch on. */
export const ERROR_CODES = [
  'invalid_arguments',
  'not_found',
  'permission_denied',
  'token_expired',
  'account_problem',
  'policy_rejected',
  'rate_limited',
  'upstream_unavailable',
  'outcome_unknown',
  'conflict',
  'over_limit',
  'cap_unverifiable',
  'unsupported',
  'approval_required',
  'stale',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Whether the requested change happened. */
export type Outcome = 'not_applied' | 'applied' | 'unknown';

/** One thing wrong with one argument. */
export interface Problem {
  field: string;
  message: string;
  allowed_values?: readonly (string | number | boolean)[];
  /** The lowest amount that would be taken, in major units. */
  at_least?: string;
}

/** The platform's own words about a failure. */
export interface UpstreamFault {
  code?: string | number;
  subcode?: string | number;
  message?: string;
  trace_id?: string;
}

export interface FailureDetails {
  code: ErrorCode;
  /** For the caller. Never holds anything internal. */
  message: string;
  /** What the reader does next, without opening another page. */
  nextStep: string;
  /** For the log only. */
  internal?: string;
  problems?: readonly Problem[];
  retryable?: boolean;
  retryAfterS?: number;
  outcome?: Outcome;
  upstream?: UpstreamFault;
  /** The plan that the call has become, or that it is about. */
  plan?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** The one error that a tool call fails with. Thrown where it is understood, formatted by `failureBody`. */
export class Failure extends Error {
  readonly details: FailureDetails;

  constructor(details: FailureDetails) {
    super(details.internal ?? details.message, { cause: details.cause });
    this.name = 'Failure';
    this.details = details;
  }

  get code(): ErrorCode {
    return this.details.code;
  }

  get retryable(): boolean {
    return this.details.retryable ?? false;
  }

  get outcome(): Outcome {
    return this.details.outcome ?? 'not_applied';
  }
}

/** The error object of the contract, in its documented order. */
export function failureBody(channel: string, failure: Failure): { error: Record<string, unknown> } {
  const { code, message, problems, retryAfterS, nextStep, upstream, plan } = failure.details;
  const first = problems?.[0];
  return {
    error: {
      channel,
      code,
      message,
      ...(first && { field: first.field }),
      ...(first?.allowed_values && { allowed_values: first.allowed_values }),
      ...(first?.at_least !== undefined && { at_least: first.at_least }),
      ...(problems && problems.length > 1 && { problems: toldOnce(problems) }),
      retryable: failure.retryable,
      ...(retryAfterS !== undefined && { retry_after_s: retryAfterS }),
      outcome: failure.outcome,
      next_step: nextStep,
      ...(upstream && { upstream }),
      ...(plan && { plan }),
    },
  };
}

/** The first problem's allowed values stand beside it already, and a list that several problems share is given once. */
function toldOnce(problems: readonly Problem[]): Problem[] {
  const told = new Set([JSON.stringify(problems[0]?.allowed_values)]);
  return problems.map((problem) => {
    const { allowed_values, ...rest } = problem;
    const list = JSON.stringify(allowed_values);
    if (told.has(list)) return rest;
    told.add(list);
    return problem;
  });
}

/** Listing more would not help a caller to correct them. */
const PROBLEMS_NAMED_MAX = 20;

/** Bad input: names every bad field at once, so that a model can correct itself in one go. */
export function invalidArguments(problems: readonly Problem[], nextStep?: string): Failure {
  const [first] = problems;
  const named = problems.slice(0, PROBLEMS_NAMED_MAX);
  const count =
    named.length < problems.length
      ? `${problems.length} arguments are wrong, the first ${named.length} of them`
      : `${problems.length} arguments are wrong`;
  return new Failure({
    code: 'invalid_arguments',
    message:
      problems.length === 1
        ? `\`${first?.field}\`: ${first?.message}`
        : `${count}: ${named.map((p) => `\`${p.field}\` ${p.message}`).join('; ')}`,
    problems: named,
    nextStep: nextStep ?? 'Correct the named arguments and call again. Nothing was changed.',
  });
}

export type HttpCode = 'BAD_REQUEST' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'INTERNAL_ERROR';

/** A refusal that HTTP answers itself, with the body `{error, code}`. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: HttpCode;
  readonly headers: Record<string, string>;

  constructor(status: number, code: HttpCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
