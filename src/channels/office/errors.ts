import { type ErrorCode, Failure } from '../../errors.ts';
import { wrongRange } from '../../sheets/a1.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { ErrorReply } from './wire.ts';

interface Meaning {
  code: ErrorCode;
  nextStep: string;
  retryable?: boolean;
}

const BY_REASON: Readonly<Record<string, Meaning>> = {
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: {
    code: 'permission_denied',
    nextStep: 'Reconnect the office channel and allow it to read spreadsheets.',
  },
  SERVICE_DISABLED: {
    code: 'permission_denied',
    nextStep: 'Have the Sheets interface switched on in the cloud project of the connection.',
  },
};

const BY_STATUS: Readonly<Record<number, Meaning>> = {
  401: { code: 'token_expired', nextStep: 'Reconnect the office channel in the workspace settings.' },
  403: {
    code: 'permission_denied',
    nextStep: 'Share the spreadsheet with the connected user or service account, then ask again.',
  },
  404: { code: 'not_found', nextStep: 'Check the id: it is the part after /spreadsheets/d/ in the address.' },
  429: { code: 'rate_limited', nextStep: 'Wait up to a minute and ask again.', retryable: true },
};

const UPLOADED_FILE: Meaning = {
  code: 'unsupported',
  nextStep: 'The id is an uploaded office file. Save it as a spreadsheet on the platform, or import the file here.',
};
const REFUSED: Meaning = { code: 'invalid_arguments', nextStep: 'Correct what the platform objects to and ask again.' };
const BROKEN: Meaning = {
  code: 'upstream_unavailable',
  nextStep: 'The platform has a fault. Ask again in a moment.',
  retryable: true,
};

export function failureOf(reply: UpstreamReply): Failure {
  const error = errorOf(reply);
  const reason = error?.details.find((detail) => detail.reason)?.reason;
  const words = error?.message || `HTTP ${reply.status}`;
  if (reply.status === 400 && /range|grid limits/i.test(words))
    return wrongRange(`was refused by the platform: ${words}.`);
  const meaning =
    BY_REASON[reason ?? ''] ??
    (error?.status === 'FAILED_PRECONDITION' ? UPLOADED_FILE : BY_STATUS[reply.status]) ??
    (reply.status >= 500 ? BROKEN : REFUSED);
  return new Failure({
    code: meaning.code,
    message: `The office platform refused: ${words}`,
    nextStep: meaning.nextStep,
    retryable: meaning.retryable ?? false,
    upstream: { code: reason ?? error?.status ?? reply.status, message: words },
  });
}

/** The platform words an unknown tab and a range it cannot read alike. */
export function isUnreadableRange(reply: UpstreamReply): boolean {
  return reply.status === 400 && /^Unable to parse range/.test(errorOf(reply)?.message ?? '');
}

function errorOf({ body }: UpstreamReply) {
  try {
    return ErrorReply.safeParse(JSON.parse(body.toString('utf8'))).data?.error;
  } catch {
    return undefined;
  }
}
