import { type ErrorCode, Failure, type Problem, type UpstreamFault } from '../../errors.ts';
import { unknownOutcome } from '../../upstream/failures.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { type ErrorEntry, type ErrorKind, lookUpError } from './error-table.ts';
import { usageOf } from './usage.ts';
import { ErrorReply, type PlatformError } from './wire-answers.ts';

/** What a kind of failure is called in our own errors. */
export const OUR_CODE: Readonly<Record<ErrorKind, ErrorCode>> = {
  transient: 'upstream_unavailable',
  limit: 'rate_limited',
  token: 'token_expired',
  permission: 'permission_denied',
  request: 'invalid_arguments',
  missing: 'not_found',
  policy: 'policy_rejected',
  account: 'account_problem',
  version: 'unsupported',
};

export const isRetryable = (kind: ErrorKind): boolean => kind === 'transient' || kind === 'limit';

/** What is known of a change that failed: whether repeating it is harmless, and how to find out if it happened. */
export interface Attempted {
  repeatSafe: boolean;
  check?: string;
}

/** The platform's error in a reply, if there is one: it can come with any status, 200 included. */
export function errorIn({ status }: Pick<UpstreamReply, 'status'>, body: unknown): PlatformError | undefined {
  const said = ErrorReply.safeParse(body).data?.error;
  if (said) return said;
  return status >= 200 && status < 300 ? undefined : { message: `HTTP ${status}`, code: status };
}

/** An error of the platform as ours. `attempted` is set when it answered a change. */
export function failureOf(error: PlatformError, reply: UpstreamReply, attempted?: Attempted): Failure {
  const entry = meaningOf(error, reply.status);
  const words = wordsOf(error);
  const upstream = faultOf(error);
  if (attempted && entry.kind === 'transient') {
    return unknownOutcome({
      ...attempted,
      seen: `The social platform failed while working on it (${words}).`,
      upstream,
    });
  }
  const waitS = entry.kind === 'limit' ? secondsToWait(entry, reply) : undefined;
  return new Failure({
    code: OUR_CODE[entry.kind],
    message: `The social platform refused: ${words}`,
    nextStep: entry.fix.endsWith('.') ? entry.fix : `${entry.fix}.`,
    retryable: isRetryable(entry.kind),
    ...(waitS !== undefined && { retryAfterS: waitS }),
    ...problemsOf(error, words),
    upstream,
  });
}

/** The platform's word for a page too large to build, which it says under the code for "unknown". */
export function isTooMuchData(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { code, message = '' } = error.details.upstream ?? {};
  return code === 1 && /reduce the amount of data/i.test(message);
}

const UNKNOWN: Omit<ErrorEntry, 'code'> = {
  kind: 'request',
  meaning: '',
  cause: '',
  fix: 'Correct what the platform objects to; get_social_error_codes has its codes',
};

function meaningOf(error: PlatformError, status: number): Omit<ErrorEntry, 'code'> {
  const known = lookUpError(error.code, error.error_subcode);
  if (known && known.kind !== 'request') return known;
  if (error.is_transient || (status >= 500 && !known)) return lookUpError(2)!;
  return known ?? UNKNOWN;
}

/** The platform sends no Retry-After; its usage headers are the only word on when to come back. */
function secondsToWait({ waitS = 60 }: Pick<ErrorEntry, 'waitS'>, reply: UpstreamReply): number {
  const waitMs = usageOf(reply)?.waitMs;
  return waitMs === undefined ? waitS : Math.ceil(waitMs / 1000);
}

function wordsOf({ message, error_user_title, error_user_msg }: PlatformError): string {
  const forPeople = [error_user_title, error_user_msg].filter(Boolean).join(': ');
  return forPeople || message;
}

function faultOf({ code, error_subcode, message, fbtrace_id }: PlatformError): UpstreamFault {
  return {
    code,
    ...(error_subcode !== undefined && { subcode: error_subcode }),
    message,
    ...(fbtrace_id && { trace_id: fbtrace_id }),
  };
}

/** What the platform calls otherwise than our arguments do. */
const OUR_NAMES: Readonly<Record<string, string>> = {
  adset_id: 'ad_set_id',
  creative: 'creative_id',
  'object_story_spec.page_id': 'page_id',
  'object_story_spec.instagram_user_id': 'photo_network_actor_id',
  'object_story_spec.link_data.link': 'link_url',
  'object_story_spec.link_data.picture': 'picture',
  'object_story_spec.link_data.image_hash': 'image_hash',
  'object_story_spec.video_data.video_id': 'video_id',
  'object_story_spec.video_data.image_url': 'picture',
  'object_story_spec.video_data.image_hash': 'image_hash',
  scope: 'scopes',
  file_url: 'video_url',
  targeting_spec: 'targeting',
};

function ourName(path: readonly (string | number)[]): string {
  const theirs = path.join('.');
  return OUR_NAMES[theirs] ?? theirs.replace(/^targeting_spec\./, 'targeting.').replace(/^asset_feed_spec\./, '');
}

/** Which field is to blame: named in `error_data`, or only in the text, as in `(#100) Param bid_amount must be …`. */
function problemsOf(error: PlatformError, message: string): { problems?: Problem[] } {
  const blamed = error.error_data?.blame_field_specs?.map(ourName) ?? [];
  const named = /\b(?:[Pp]aram|[Pp]arameter|field) \(?(\w+)\)?/.exec(error.message)?.[1];
  const fields = blamed.length > 0 ? blamed : named?.includes('_') ? [named] : [];
  return fields.length > 0 ? { problems: fields.map((field) => ({ field, message })) } : {};
}
