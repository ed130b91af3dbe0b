/**
 * How a channel's client talks to its platform. The sender behind it owns deadlines, retries, breakers, pacing and
 * pools; a client only says what it wants sent and whether that changes anything over there.
 */
export interface UpstreamRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whole address. Build its path with `pathOf` so that an id stays one segment. */
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** `read`: may be resent. `write`: resent only when the tool says that repeating it is safe. */
  effect: 'read' | 'write';
  /** Limits and breakers are kept per platform and account. */
  account?: string;
  deadlineMs?: number;
  bytesMax?: number;
}

export interface UpstreamReply {
  status: number;
  /** Lower-case names; a repeated header is joined by `, `. */
  headers: Record<string, string>;
  body: Buffer;
  /** An earlier sending of the same write may have arrived: "not found" or "exists already" can be our own doing. */
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
}

export type Credentials = Record<string, string | undefined>;

/** One tool call's session with a platform: bound to a connection, an abort signal and the tool's repeat rule. */
export interface PlatformSession {
  readonly mode: 'sandbox' | 'live';
  /** The channel's hosts by name (`api`, `oauth`, …); in sandbox mode all lead to the emulator. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The workspace's own folder, for what it keeps as files. */
  readonly folder: string;
  /** What the connection knows besides secrets, e.g. `login_customer_id`. */
  readonly options: Readonly<Record<string, string>>;
  send(request: UpstreamRequest): Promise<UpstreamReply>;
  stream(request: UpstreamRequest): Promise<UpstreamStream>;
  /** The connection's secrets, renewed when they are about to expire. */
  credentials(): Promise<Credentials>;
  /** Renew now, because the platform said that the token is no longer good. */
  renew(): Promise<Credentials>;
  /** A URL a caller gave us, in `field`: fetched only through the egress guard. */
  fetchPublic(url: string, limits: { bytesMax: number; field?: string }): Promise<UpstreamReply & { finalUrl: string }>;
  readonly signal: AbortSignal;
  now(): number;
}
