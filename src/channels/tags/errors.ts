import { SECOND_MS } from '../../ambient.ts';
import type { Problem } from '../../errors.ts';
import type { Complaint } from '../../upstream/dialect.ts';
import { errorTable } from '../../upstream/error-table.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { type Condition, ErrorReply } from './wire.ts';

/** The platform's code is its status word, its subcode the reason it gives, or what we call its words where they tell more. */
export const ERRORS = errorTable(`
UNAUTHENTICATED | expired | The access token has ended | It lives for an hour | Reconnect the tags channel (adhelm connect tags)
PERMISSION_DENIED/insufficientPermissions,PERMISSION_DENIED/ACCESS_TOKEN_SCOPE_INSUFFICIENT | permission | The sign-in does not cover this | A box was not ticked when the person agreed | Reconnect the tags channel (adhelm connect tags) and agree to all that is asked
PERMISSION_DENIED/SERVICE_DISABLED,PERMISSION_DENIED/accessNotConfigured | permission | The Tag Manager interface is off | It was never switched on in the cloud project | Have the Tag Manager API switched on in the cloud project of the connection
PERMISSION_DENIED/rateLimitExceeded,PERMISSION_DENIED/userRateLimitExceeded,PERMISSION_DENIED/quotaExceeded | busy:60 | The quota is used up | The platform takes 15 requests a minute | Wait up to a minute, then call again
PERMISSION_DENIED/dailyLimitExceeded,RESOURCE_EXHAUSTED/dailyLimitExceeded | busy:60 | The quota of the day is used up | The platform takes 10,000 requests a day of one cloud project | If a minute does not help, call again tomorrow, or have the quota of the cloud project raised
PERMISSION_DENIED | permission | The connected user may not do this in this container | Rights are given container by container: read, edit, approve, publish | Have the connected user given the right in the container's user management
NOT_FOUND | missing | There is no such object, or no access to it | The id is wrong, of another kind (tag 3 and trigger 3 are unrelated), or out of the connected user's reach | Check the id with get_container or list_containers
INVALID_ARGUMENT/duplicateName | taken | The name is taken in this draft | Tags, triggers and variables each have unique names; enabled built-in variables take theirs too | Choose another name, or change what has it
INVALID_ARGUMENT/staleFingerprint,FAILED_PRECONDITION/staleFingerprint,ABORTED,ABORTED/conflict,ALREADY_EXISTS,FAILED_PRECONDITION/conflict | taken | Somebody changed the object in between | Its fingerprint is no longer the one that was read | Read it again, then decide which change stays
INVALID_ARGUMENT/workspaceLimit,FAILED_PRECONDITION/workspaceLimit,RESOURCE_EXHAUSTED/workspaceLimit | taken | The container has no room for another draft | A container that is not paid for holds three | Use a draft of list_tag_workspaces, or have one deleted in Tag Manager
INVALID_ARGUMENT/unsupportedContainer | request | This kind of container cannot do that | Google tags (G-…, AW-…, GT-…) have no drafts, tags or versions | Use a container whose id begins with GTM-; list_containers shows them
INVALID_ARGUMENT/unexplained | request | The platform refused and gave no reason | Seen for tags of templates that are still in use, for templates that do not compile and for versions that are deleted | Look with get_container at what depends on the object, and change one thing at a time
INVALID_ARGUMENT | request | The platform does not take a value | A required parameter of the template is missing or misspelt, or a value does not fit | Correct what the message names; it may name a parameter that was never sent
RESOURCE_EXHAUSTED | busy:60 | The quota is used up | The platform takes 15 requests a minute | Wait up to a minute, then call again
INTERNAL,UNAVAILABLE,DEADLINE_EXCEEDED | broken | The platform has a fault | It failed inside | Call again in a moment
`);

/** What a status means where the reply has no word of its own, as older replies of this platform. */
const WORDS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
};

/** The quota is counted by the minute: two waits of this length are one. */
const QUOTA_WAIT_MS = 30 * SECOND_MS;
const QUOTA_REASONS = /^(?:user)?rateLimitExceeded$|^quotaExceeded$|^dailyLimitExceeded$|^RATE_LIMIT_EXCEEDED$/i;

export function complaintOf({ status, json, headers }: UpstreamReply): Complaint | undefined {
  if (status >= 200 && status < 300) return undefined;
  const error = ErrorReply.safeParse(json).data?.error;
  const code = error?.status || (error && WORDS[status]);
  const reason = error && reasonOf(error, status);
  const isOverQuota = status === 429 || (status === 403 && QUOTA_REASONS.test(reason ?? ''));
  return {
    code: isOverQuota && reason !== 'dailyLimitExceeded' ? 'RESOURCE_EXHAUSTED' : code,
    subcode: reason,
    message: error?.message || `HTTP ${status}`,
    ...(isOverQuota && { waitMs: askedWait(headers['retry-after']) }),
    ...(error && { problems: problemsIn(error.message) }),
  };
}

/** A limit may be named in the list of errors or in a detail. */
function reasonOf({ message, errors, details }: ErrorReply['error'], status: number): string | undefined {
  if (status === 400 || status === 409 || status === 412) {
    if (/duplicate name/i.test(message)) return 'duplicateName';
    if (/fingerprint/i.test(message)) return 'staleFingerprint';
    if (/(maximum|limit).*workspaces|workspaces.*(maximum|limit)/i.test(message)) return 'workspaceLimit';
    if (/not supported for this type of container/i.test(message)) return 'unsupportedContainer';
    if (message === '' || message === 'Returned an error response for your request.') return 'unexplained';
  }
  const reasons = [...errors, ...details].flatMap(({ reason }) => reason ?? []);
  const detail = details.find(({ reason }) => reason)?.reason;
  return reasons.find((reason) => QUOTA_REASONS.test(reason)) ?? detail ?? reasons[0];
}

/** `vendorTemplate.parameter.eventName: The value must not be empty.` is about the parameter `eventName`. */
function problemsIn(message: string): Problem[] {
  const [, key, words] = /^vendorTemplate\.parameter\.([\w.]+): (.+)$/s.exec(message) ?? [];
  return key && words ? [{ field: `parameters.${key}`, message: words }] : [];
}

function askedWait(retryAfter: string | undefined): number {
  const askedMs = Number(retryAfter) * SECOND_MS;
  return askedMs > 0 ? askedMs : QUOTA_WAIT_MS;
}

const FILTERS = { filter: 'filter', autoEventFilter: 'auto_event_filter', customEventFilter: 'custom_event_filter' };

/** Conditions about nothing, which the platform answers with a fault of its own (500) instead of a refusal. */
export function filterProblems(body: unknown): Problem[] {
  if (typeof body !== 'object' || body === null) return [];
  const { changes, trigger } = body as { changes?: unknown; trigger?: unknown };
  const inside = [...(Array.isArray(changes) ? changes : []), ...(trigger ? [trigger] : [])];
  return [...inside.flatMap(filterProblems), ...Object.entries(FILTERS).flatMap((names) => problemsOf(body, names))];
}

function problemsOf(body: object, [field, argument]: [string, string]): Problem[] {
  const conditions = (body as Record<string, unknown>)[field];
  if (!Array.isArray(conditions)) return [];
  return (conditions as Partial<Condition>[]).flatMap(({ parameter = [] }, at) =>
    parameter.some(({ key, value }) => key === 'arg0' && value)
      ? []
      : [
          {
            field: `${argument}.${at}.variable`,
            message: 'is needed: the variable that is compared, such as {{Page URL}}',
          },
        ],
  );
}
