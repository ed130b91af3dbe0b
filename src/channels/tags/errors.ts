import type { Complaint } from '../../upstream/dialect.ts';
import { errorTable } from '../../upstream/error-table.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { ErrorReply } from './wire.ts';

/** The platform's code is its status word, its subcode the reason it gives, or what we call its words where they tell more. */
export const ERRORS = errorTable(`
UNAUTHENTICATED | expired | The access token has ended | It lives for an hour | Reconnect the tags channel (adhelm connect tags)
PERMISSION_DENIED/insufficientPermissions,PERMISSION_DENIED/ACCESS_TOKEN_SCOPE_INSUFFICIENT | permission | The sign-in does not cover this | A box was not ticked when the person agreed | Reconnect the tags channel (adhelm connect tags) and agree to all that is asked
PERMISSION_DENIED/SERVICE_DISABLED,PERMISSION_DENIED/accessNotConfigured | permission | The Tag Manager interface is off | It was never switched on in the cloud project | Have the Tag Manager API switched on in the cloud project of the connection
PERMISSION_DENIED/rateLimitExceeded,PERMISSION_DENIED/userRateLimitExceeded,PERMISSION_DENIED/quotaExceeded | busy:60 | The quota is used up | The platform takes 15 requests a minute | Wait up to a minute, then call again
PERMISSION_DENIED/dailyLimitExceeded | busy:3600 | The quota of the day is used up | The platform takes 10,000 requests a day | Call again tomorrow, or have the quota of the cloud project raised
PERMISSION_DENIED | permission | The connected user may not do this in this container | Rights are given container by container: read, edit, approve, publish | Have the connected user given the right in the container's user management
NOT_FOUND | missing | There is no such object, or no access to it | The id is wrong, of another kind (tag 3 and trigger 3 are unrelated), or out of the connected user's reach | Check the id with get_container or list_containers
INVALID_ARGUMENT/duplicateName | taken | The name is taken in this draft | Tags, triggers and variables each have unique names; enabled built-in variables take theirs too | Choose another name, or change what has it
INVALID_ARGUMENT/staleFingerprint,ABORTED,ABORTED/conflict,ALREADY_EXISTS,FAILED_PRECONDITION/conflict | taken | Somebody changed the object in between | Its fingerprint is no longer the one that was read | Read it again, then decide which change stays
INVALID_ARGUMENT | request | The platform does not take a value | A required parameter of the template is missing or misspelt, or a value does not fit | Correct what the message names; it may name a parameter that was never sent
RESOURCE_EXHAUSTED | busy:60 | The quota is used up | The platform takes 15 requests a minute | Wait up to a minute, then call again
INTERNAL,UNAVAILABLE,DEADLINE_EXCEEDED | broken | The platform has a fault | It failed inside | Call again in a moment
`);

export function complaintOf({ status, json }: UpstreamReply): Complaint | undefined {
  if (status === 200 || status === 204) return undefined;
  const error = ErrorReply.safeParse(json).data?.error;
  return {
    code: error?.status || undefined,
    subcode: error && subcodeOf(error),
    message: error?.message || `HTTP ${status}`,
  };
}

function subcodeOf({ message, errors, details }: ErrorReply['error']): string | undefined {
  if (/duplicate name/i.test(message)) return 'duplicateName';
  if (/fingerprint/i.test(message)) return 'staleFingerprint';
  return details.find(({ reason }) => reason)?.reason ?? errors.find(({ reason }) => reason)?.reason;
}
