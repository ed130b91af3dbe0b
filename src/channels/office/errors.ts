import { Failure } from '../../errors.ts';
import { wrongRange } from '../../sheets/a1.ts';
import type { Complaint } from '../../upstream/dialect.ts';
import { errorTable } from '../../upstream/error-table.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { ErrorReply } from './wire.ts';

/** The platform's code is its status word, its subcode the reason it gives. */
export const ERRORS = errorTable(`
PERMISSION_DENIED/ACCESS_TOKEN_SCOPE_INSUFFICIENT | permission | The connection may not read spreadsheets | That was not agreed to at sign-in | Reconnect the office channel and allow it to read spreadsheets
PERMISSION_DENIED/SERVICE_DISABLED | permission | The Sheets interface is off | It was never switched on in the cloud project | Have the Sheets interface switched on in the cloud project of the connection
PERMISSION_DENIED | permission | The spreadsheet is not shared with the connection | Its owner gave no access | Share the spreadsheet with the connected user or service account, then ask again
FAILED_PRECONDITION | version | The id is an uploaded office file | Only spreadsheets of the platform itself can be read | Save it as a spreadsheet on the platform, or import the file here
UNAUTHENTICATED | expired | The access token has ended | It lives for an hour | Reconnect the office channel (adhelm connect office)
NOT_FOUND | missing | There is no such spreadsheet | The id is wrong, or it was deleted | Check the id: it is the part after /spreadsheets/d/ in the address
RESOURCE_EXHAUSTED | busy:60 | The quota of reads is used up | At most 60 reads a minute and user | Wait up to a minute and ask again
INTERNAL,UNAVAILABLE,DEADLINE_EXCEEDED | broken | The platform has a fault | It failed inside | Ask again in a moment
`);

export function complaintOf({ status, json }: UpstreamReply): Complaint | undefined {
  if (status === 200) return undefined;
  const error = ErrorReply.safeParse(json).data?.error;
  return {
    code: error?.status || undefined,
    subcode: error?.details.find((detail) => detail.reason)?.reason,
    message: error?.message || `HTTP ${status}`,
  };
}

/** The platform words an unknown tab and a range it cannot read alike. */
export function isUnreadableRange(error: unknown): error is Failure {
  return error instanceof Failure && /^Unable to parse range/.test(error.details.upstream?.message ?? '');
}

/** A refusal that is about the range names the argument the range came in. */
export function asRangeProblem(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'invalid_arguments') return error;
  const words = error.details.upstream?.message ?? '';
  return /range|grid limits/i.test(words) ? wrongRange(`was refused by the platform: ${words}.`) : error;
}
