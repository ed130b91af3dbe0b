import type { ErrorCode } from '../errors.ts';

/** The kinds of platform errors. Code, blame and retry follow from the kind. */
export type ErrorKind = keyof typeof KINDS;

interface Kind {
  /** What our own errors call it. */
  code: ErrorCode;
  /** Whose move it is. */
  fault: 'caller' | 'connection' | 'account' | 'platform' | 'service';
  /** The same call can work later, unchanged. */
  retry: boolean;
}

export const KINDS = {
  /** Too much at once. Nothing was carried out. */
  busy: { code: 'rate_limited', fault: 'platform', retry: true },
  /** The platform failed while it worked on it: whether it carried it out is open. */
  broken: { code: 'upstream_unavailable', fault: 'platform', retry: true },
  /** Another change holds the object at this moment. */
  contended: { code: 'conflict', fault: 'platform', retry: true },
  /** The token has ended: a renewed one may do. */
  expired: { code: 'token_expired', fault: 'connection', retry: false },
  /** The token cannot be renewed: a person has to sign in. */
  token: { code: 'token_expired', fault: 'connection', retry: false },
  permission: { code: 'permission_denied', fault: 'connection', retry: false },
  request: { code: 'invalid_arguments', fault: 'caller', retry: false },
  missing: { code: 'not_found', fault: 'caller', retry: false },
  taken: { code: 'conflict', fault: 'caller', retry: false },
  policy: { code: 'policy_rejected', fault: 'caller', retry: false },
  account: { code: 'account_problem', fault: 'account', retry: false },
  /** Our software is too old for the platform. */
  version: { code: 'unsupported', fault: 'service', retry: false },
} as const satisfies Record<string, Kind>;

/** One of a platform's error codes, with what it means to us. */
export interface ErrorEntry {
  code: string;
  subcode?: string;
  kind: ErrorKind;
  /** Seconds to wait when the platform itself names no time. */
  waitS?: number;
  meaning: string;
  cause: string;
  nextStep: string;
}

export interface ErrorTable {
  readonly entries: readonly ErrorEntry[];
  /** The entry that fits best, by the code first: a subcode refines its own code, and never turns a wait into a mistake. */
  find(code: string | number | undefined, subcode?: string | number): ErrorEntry | undefined;
  findSubcode(subcode: string | number): ErrorEntry | undefined;
  /** For a reply that names no code of the table: by its HTTP status. */
  forStatus(status: number): ErrorEntry;
}

/** Whole ranges of codes can share a meaning, and the platform may add codes to them: `200-299`. */
const RANGE = /^(\d+)-(\d+)$/;

/**
 * A table is text, a row an error: `code/subcode | kind | meaning | cause | next step`. Several codes share a row by commas;
 * `busy:300` names the seconds to wait; `http/404` stands for a status without a known code.
 */
export function errorTable(rows: string): ErrorTable {
  const entries = rows.trim().split('\n').flatMap(entriesOf);
  const byKey = new Map(entries.map((entry) => [keyOf(entry.code, entry.subcode), entry]));
  const bySubcode = new Map(entries.flatMap((entry) => (entry.subcode ? [[entry.subcode, entry] as const] : [])));
  const findCode = (code: string): ErrorEntry | undefined => {
    const inRange = entries.find((entry) => isWithin(entry.code, code));
    return byKey.get(code) ?? (inRange && { ...inRange, code });
  };
  return {
    entries: entries.filter(({ code }) => code !== 'http'),
    find(code, subcode) {
      if (code === undefined) return undefined;
      const exact = subcode === undefined ? undefined : byKey.get(keyOf(String(code), String(subcode)));
      const general = exact ?? findCode(String(code));
      if (general && general.kind !== 'request') return general;
      if (exact) return exact;
      // Some subcodes arrive under a code other than the documented one.
      return (subcode === undefined ? undefined : bySubcode.get(String(subcode))) ?? general;
    },
    findSubcode: (subcode) => bySubcode.get(String(subcode)),
    forStatus: (status) => byKey.get(`http/${status}`) ?? ordinary(status),
  };
}

function entriesOf(row: string): ErrorEntry[] {
  const [codes = '', kind = '', meaning = '', cause = '', nextStep = ''] = row.split(' | ');
  const [name, waitS] = kind.split(':');
  if (!(name! in KINDS) || nextStep === '') throw new TypeError(`not a row of an error table: ${row}`);
  return codes.split(',').map((pair) => {
    const [code = '', subcode] = pair.split('/');
    return {
      code,
      ...(subcode !== undefined && { subcode }),
      kind: name as ErrorKind,
      ...(waitS !== undefined && { waitS: Number(waitS) }),
      meaning,
      cause,
      nextStep: nextStep.endsWith('.') ? nextStep : `${nextStep}.`,
    };
  });
}

function keyOf(code: string, subcode: string | undefined): string {
  return subcode === undefined ? code : `${code}/${subcode}`;
}

function isWithin(range: string, code: string): boolean {
  const [, from, to] = RANGE.exec(range) ?? [];
  return Number(code) >= Number(from) && Number(code) <= Number(to);
}

const STATUS_KINDS: Readonly<Record<number, ErrorKind>> = {
  401: 'expired',
  403: 'permission',
  404: 'missing',
  408: 'broken',
  409: 'taken',
  426: 'version',
  429: 'busy',
  501: 'version',
};

const NEXT_STEPS: Partial<Record<ErrorKind, string>> = {
  broken: 'The platform has a fault. Call again in a moment.',
  busy: 'Wait and call again.',
  expired: "Reconnect the channel (adhelm connect); the connection's token is no longer good.",
  permission: 'Have the connected user given access to what was asked for.',
  missing: 'Check the id, and that the connection reaches its account.',
  taken: 'It exists already, or was changed meanwhile. Read it before deciding.',
  version: 'This version of the platform interface has been switched off: update the service.',
};

function isRedirection(status: number): boolean {
  return status >= 300 && status < 400;
}

function ordinary(status: number): ErrorEntry {
  // A redirection is not the platform's own word: something else answered, or it was done and is to be seen elsewhere.
  const kind = STATUS_KINDS[status] ?? (status >= 500 || isRedirection(status) ? 'broken' : 'request');
  return {
    code: String(status),
    kind,
    meaning: `HTTP ${status}`,
    cause: 'The platform gave no code of its own',
    nextStep: NEXT_STEPS[kind] ?? 'Correct what the platform objects to and call again. Nothing was changed.',
  };
}
