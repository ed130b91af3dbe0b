import type { z } from 'zod';
import type { Spreadsheets } from '../sheets/spreadsheets.ts';
import type { Judgement } from './judgement.ts';

/**
 * How a channel's client talks to its platform. The session behind it owns tokens, deadlines, retries, breakers, pacing,
 * pools and the judging of replies; a client only says what it wants sent and whether that changes anything over there.
 */
export interface UpstreamRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whole address. Build its path with `pathOf` so that an id stays one segment. */
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** `read`: may be resent. `write`: resent only when the tool says that repeating it is safe. */
  effect: 'read' | 'write';
  /** Limits and breakers are kept per platform and account; the connection stands in where none is named. */
  account?: string;
  /** What the platform counts the request under, where that is not the account: see `Dialect.quota`. */
  quota?: string;
  deadlineMs?: number;
  bytesMax?: number;
  pace?: Pace;
  /** The argument behind a field of this request that the platform blames. Undefined: the caller gave nothing of the kind. */
  argumentOf?(field: string): string | undefined;
}

/** How often the platform lets one of its addresses be called, where it publishes that. */
export interface Pace {
  /** What shares the pace, e.g. the address. */
  name: string;
  requests: number;
  perMs: number;
  /** Counted by the application, of which a service has one: all accounts of all connections share it. */
  perApplication?: true;
}

/** A request as a client states it: the effect follows from how it is sent, a JSON body from `json`. */
export type PlatformRequest = Omit<UpstreamRequest, 'effect' | 'quota'> & {
  json?: unknown;
  /** The platform can be asked to check this change without making it: see `Dialect.checkOnly`. */
  isCheckable?: boolean;
};

export interface UpstreamReply {
  status: number;
  /** Lower-case names; a repeated header is joined by `, `. */
  headers: Record<string, string>;
  body: Buffer;
  /** The body as JSON, read once; undefined when it is none. */
  json?: unknown;
  judgement?: Judgement;
  /** An earlier sending of the same write may have arrived: a refusal can be our own doing. */
  mayBeSecond?: true;
}

/** A platform's reply whose body comes in pieces, for answers too large to hold. */
export interface UpstreamStream {
  status: number;
  headers: Record<string, string>;
  body: AsyncIterable<Buffer>;
}

/** How hard the platform says it is being used, read from its headers: 1 is the limit. */
export interface Usage {
  fraction: number;
  /** Set when the platform told us to stay away until this much time has passed. */
  waitMs?: number;
  /** When that wait is over by the platform's own clock, where it tells its time. */
  endsAt?: number;
}

/** Where in a reply the answer stands, for platforms that do not put it into the body. */
export type AnswerIn = (reply: UpstreamReply) => unknown;

export type Credentials = Record<string, string | undefined>;

/** One tool call's session with a platform: bound to a connection, an abort signal and the tool's repeat rule. */
export interface PlatformSession {
  readonly mode: 'sandbox' | 'live';
  /** The channel's hosts by name (`api`, `oauth`, …); in sandbox mode all lead to the emulator. */
  readonly hosts: Readonly<Record<string, string>>;
  /** Whom the call is for: each gets the same share of what is scarce. */
  readonly workspaceId: string;
  /** The spreadsheets the workspace keeps itself. */
  spreadsheets(): Spreadsheets;
  /** What the connection knows besides secrets, e.g. `login_customer_id`. */
  readonly options: Readonly<Record<string, string>>;
  /** The accounts the workspace is fenced to, as they were configured; undefined: no fence. */
  readonly accounts?: readonly string[] | undefined;
  /** A question: signed, resent when that helps, its refusal thrown as our error, its answer in the shape asked for. */
  ask<T>(request: PlatformRequest, schema: z.ZodType<T>): Promise<T>;
  /**
   * The one changing request of a tool. An answer that leaves the outcome open is thrown as `outcome_unknown`; a refusal
   * that may answer our own second sending is one of those, with the refusal as its cause.
   */
  change<T>(request: PlatformRequest, schema: z.ZodType<T>, answerIn?: AnswerIn): Promise<T>;
  /** Makes something invisible that a change needs, such as a job to be filled and run. Resent like a read. */
  prepare<T>(request: PlatformRequest, schema: z.ZodType<T>): Promise<T>;
  /** A question whose answer is read while it comes. */
  open(request: PlatformRequest): Promise<UpstreamStream>;
  /** Sent without a token and returned unjudged, for the platform's sign-in pages. `secrets` never come back in a complaint. */
  send(request: UpstreamRequest, secrets?: readonly string[]): Promise<UpstreamReply>;
  /** The connection's secrets, renewed when they are about to expire. */
  credentials(): Promise<Credentials>;
  /** A URL a caller gave us, in `field`: fetched only through the egress guard. */
  fetchPublic(url: string, limits: { bytesMax: number; field?: string }): Promise<UpstreamReply & { finalUrl: string }>;
  readonly signal: AbortSignal;
  /** Lets time pass before the platform is asked again; rejects when the call ends first. */
  wait(ms: number): Promise<void>;
  now(): number;
  /** The platform's clock, as the `Date` of its last reply told it; ours until it has said anything. */
  platformNow(): number;
}
