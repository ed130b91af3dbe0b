import { Failure, type Problem } from '../errors.ts';
import { type ErrorEntry, type ErrorKind, type ErrorTable, KINDS } from './error-table.ts';
import { EXPIRED, type Judgement, REFUSED } from './judgement.ts';
import type { Credentials, PlatformRequest, UpstreamReply, UpstreamRequest, Usage } from './session.ts';

/** What a platform complains of in a reply, in its own words. */
export interface Complaint {
  code?: string | number | undefined;
  subcode?: string | number | undefined;
  /** How the platform's own papers write the code, where that is neither of the two. */
  writtenAs?: string | number | undefined;
  /** Its words, best those meant for people. */
  message: string;
  traceId?: string | undefined;
  /** The arguments of ours it blames. */
  problems?: readonly Problem[];
  /** How long it asks us to stay away. */
  waitMs?: number | undefined;
  /** The kind of failure, where the code alone does not tell. */
  kind?: ErrorKind | undefined;
  /** The platform marks the failure as transient, which counts more than its code. */
  transient?: boolean | undefined;
}

/** What is true of one platform's replies and of nothing else. Deciding what follows from them is the session's. */
export interface Dialect {
  errors: ErrorTable;
  /** Adds the connection's secrets to a request; throws when it holds none. */
  authorize(request: UpstreamRequest, credentials: Credentials): UpstreamRequest;
  /** Undefined: the platform did what it was asked. A platform may complain with any status, 200 included. */
  complaint(reply: UpstreamReply): Complaint | undefined;
  /** What the platform calls an answer in its own logs. */
  trace?(reply: Pick<UpstreamReply, 'headers' | 'json'>): string | undefined;
  /**
   * What one connection's requests are counted under, where the platform counts by address or method and not by account: a
   * wait that it asks for holds back requests with the same name only.
   */
  quota?(request: PlatformRequest): string;
  /** The same change, only checked by the platform and not made; `checked` where it was before; undefined where it cannot be. */
  checkOnly?(request: PlatformRequest): PlatformRequest | 'checked' | undefined;
  /** How full the platform says our quota is, from its headers. */
  usage?(reply: Pick<UpstreamReply, 'status' | 'headers'>): Usage | undefined;
}

export function judge(table: ErrorTable, complaint: Complaint, status: number): Judgement {
  const { kind } = entryFor(table, complaint, status);
  if (kind === 'expired') return EXPIRED;
  if (kind === 'broken') return { is: 'broken', waitMs: complaint.waitMs };
  if (kind === 'busy' || kind === 'contended') return { is: 'busy', waitMs: complaint.waitMs };
  return REFUSED;
}

/** Where the platform names no wait. */
const BUSY_WAIT_S = 60;

/** The platform's complaint as our error, as if nothing but it had happened. */
export function failureOf(platform: string, table: ErrorTable, complaint: Complaint, status: number): Failure {
  const entry = entryFor(table, complaint, status);
  const { code, retry } = KINDS[entry.kind];
  const waitS =
    complaint.waitMs === undefined
      ? (entry.waitS ?? (entry.kind === 'busy' ? BUSY_WAIT_S : undefined))
      : Math.ceil(complaint.waitMs / 1000);
  const { problems = [] } = complaint;
  return new Failure({
    code,
    message: `The ${platform} platform ${entry.kind === 'broken' ? 'failed' : 'refused'}: ${wordsOf(complaint, problems)}`,
    nextStep: entry.nextStep,
    retryable: retry,
    ...(retry && waitS !== undefined && { retryAfterS: waitS }),
    ...(problems.length > 0 && { problems }),
    upstream: {
      code: complaint.writtenAs ?? complaint.code ?? status,
      ...(complaint.subcode !== undefined && !complaint.writtenAs && { subcode: complaint.subcode }),
      message: complaint.message,
      ...(complaint.traceId && { trace_id: complaint.traceId }),
    },
  });
}

function wordsOf({ message }: Complaint, problems: readonly Problem[]): string {
  if (new Set(problems.map((problem) => problem.message)).size < 2) return message;
  return `${problems.length} things: ${problems.map((one) => `\`${one.field}\` ${one.message}`).join('; ')}`;
}

function entryFor(table: ErrorTable, { code, subcode, kind, transient }: Complaint, status: number): ErrorEntry {
  const known = table.find(code, subcode);
  if (kind) return { ...(known ?? table.forStatus(status)), kind };
  if (known && known.kind !== 'request') return known;
  if (transient) return table.forStatus(503);
  return known ?? table.forStatus(status);
}
