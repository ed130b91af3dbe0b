import type { z } from 'zod';
import type { Connections } from '../auth/connections.ts';
import type { ConnectionView } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import type { Spreadsheets } from '../sheets/spreadsheets.ts';
import type { Channel } from '../tools/channel.ts';
import { secretsHeld } from '../tools/credentials.ts';
import type { Tool } from '../tools/define-tool.ts';
import { realSleep, type Sleep } from '../upstream/backoff.ts';
import type { ChangeGuard } from '../upstream/captured-change.ts';
import { fetchPublic, type PublicReply } from '../upstream/egress-guard.ts';
import { PlatformCalls } from '../upstream/platform-calls.ts';
import { PlatformClock } from '../upstream/platform-clock.ts';
import type { Sender } from '../upstream/sender.ts';
import type {
  AnswerIn,
  Credentials,
  PlatformRequest,
  PlatformSession,
  UpstreamReply,
  UpstreamRequest,
  UpstreamStream,
} from '../upstream/session.ts';
import { renewOnce } from './renewals.ts';

/** A token this close to its end is renewed before it is used, unless the channel says otherwise. */
const RENEW_BEFORE_MS = 5 * 60_000;

export interface SessionFactory {
  sender: Sender;
  connections: Pick<Connections, 'credentials' | 'current' | 'saveCredentials'>;
  /** Where the sandbox's emulators listen, by channel. */
  sandboxOrigins: () => Readonly<Record<string, string>>;
  /** The spreadsheets a workspace keeps itself. */
  spreadsheetsOf(workspaceId: string, signal: AbortSignal): Spreadsheets;
  now(): number;
  /** Left out: real time passes. */
  sleep?: Sleep | undefined;
  /** Does a piece of work in one process at a time; left out: there is only this one. */
  exclusively?: (<T>(name: string, work: () => Promise<T>) => Promise<T>) | undefined;
}

/** What a session has to know of the call it is for. */
export type SessionTool = Pick<Tool, 'channel' | 'repeat'> & {
  urgent?: boolean;
  guard?: ChangeGuard | undefined;
};

/** One tool call's session to its platform. */
export function openSession(
  factory: SessionFactory,
  tool: SessionTool,
  workspaceId: string,
  connection: ConnectionView,
  signal: AbortSignal,
  keyId = '',
  clock = new PlatformClock(factory.now),
): PlatformSession {
  return new Session(factory, tool, workspaceId, connection, signal, keyId, clock);
}

/** A class and not a literal: every call makes one, and most use little of it. */
class Session implements PlatformSession {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  readonly hosts: PlatformSession['hosts'];
  readonly now: () => number;
  readonly platformNow: () => number;
  readonly #factory: SessionFactory;
  readonly #channel: Channel;
  readonly #connection: ConnectionView;
  readonly #calls: PlatformCalls;
  readonly #guard: ChangeGuard | undefined;

  constructor(
    factory: SessionFactory,
    { channel, repeat, urgent, guard }: SessionTool,
    workspaceId: string,
    connection: ConnectionView,
    signal: AbortSignal,
    keyId: string,
    clock: PlatformClock,
  ) {
    const { dialect } = channel;
    if (!dialect) throw new TypeError(`the ${channel.name} channel has no platform to talk to`);
    this.workspaceId = workspaceId;
    this.signal = signal;
    this.hosts = hostsOf(channel, connection, factory.sandboxOrigins());
    this.now = factory.now;
    this.platformNow = clock.now;
    this.#factory = factory;
    this.#channel = channel;
    this.#connection = connection;
    this.#guard = guard;
    this.#calls = new PlatformCalls({
      platform: channel.name,
      dialect,
      sender: factory.sender,
      signal,
      repeat,
      urgent,
      connectionId: connection.id,
      keyId,
      credentials: () => this.credentials(),
      secretsIn: (held) => secretsHeld(channel.credentials, held),
      renew: channel.renew && ((seen) => this.#renew(seen)),
      heard: clock.hear,
    });
  }

  wait(ms: number): Promise<void> {
    return (this.#factory.sleep ?? realSleep)(ms, this.signal);
  }

  get mode(): PlatformSession['mode'] {
    return this.#connection.mode;
  }

  get options(): PlatformSession['options'] {
    return this.#connection.options;
  }

  get accounts(): PlatformSession['accounts'] {
    return this.#connection.accounts;
  }

  ask<T>(request: PlatformRequest, schema: z.ZodType<T>): Promise<T> {
    return this.#calls.ask(request, schema);
  }

  change<T>(request: PlatformRequest, schema: z.ZodType<T>, answerIn?: AnswerIn): Promise<T> {
    const send = () => this.#calls.change(request, schema, answerIn);
    return this.#guard ? this.#guard(request, this).then(send) : send();
  }

  prepare<T>(request: PlatformRequest, schema: z.ZodType<T>): Promise<T> {
    const ask = () => this.#calls.ask(request, schema);
    return this.#guard ? this.#guard(request, this).then(ask) : ask();
  }

  open(request: PlatformRequest): Promise<UpstreamStream> {
    return this.#calls.open(request);
  }

  send(request: UpstreamRequest, secrets?: readonly string[]): Promise<UpstreamReply> {
    const send = () => this.#calls.send(request, secrets);
    return this.#guard && request.effect === 'write' ? this.#guard(request, this).then(send) : send();
  }

  spreadsheets(): Spreadsheets {
    return this.#factory.spreadsheetsOf(this.workspaceId, this.signal);
  }

  async credentials(): Promise<Credentials> {
    const { id, version } = this.#connection;
    const held = await this.#factory.connections.credentials(id, version);
    const { renew, renewBeforeMs = RENEW_BEFORE_MS } = this.#channel;
    if (!renew) return held;
    if (isUnused(held)) return this.#renew(held);
    const leftMs = held.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(held.expires_at) - this.now();
    if (leftMs > renewBeforeMs) return held;
    // While the old token is still good, a renewal that fails is no reason to fail the call.
    return leftMs > 0 ? this.#renew(held).catch(() => held) : this.#renew(held);
  }

  #renew(seen: Credentials): Promise<Credentials> {
    return renewOnce(this.#factory, this.#channel, this.#connection, this, seen);
  }

  fetchPublic(url: string, limits: { bytesMax: number; field?: string }): Promise<PublicReply> {
    return fetchPublic(url, { ...limits, signal: this.signal });
  }
}

function hostsOf(
  channel: Channel,
  connection: ConnectionView,
  sandbox: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (connection.mode === 'live') return channel.hosts;
  const origin = sandbox[channel.name];
  if (origin === undefined) {
    throw new Failure({
      code: 'upstream_unavailable',
      message: `This workspace's ${channel.name} connection leads to the sandbox, and the sandbox is not running.`,
      nextStep: 'Start the service with ADHELM_SANDBOX=on, or connect the channel to the platform itself.',
      retryable: true,
    });
  }
  const known = sandboxHosts.get(channel);
  if (known?.origin === origin) return known.hosts;
  const hosts = Object.fromEntries(Object.keys(channel.hosts).map((name) => [name, origin]));
  sandboxHosts.set(channel, { origin, hosts });
  return hosts;
}

/** All of a channel's hosts lead to the same place, for as long as the sandbox runs there. */
const sandboxHosts = new WeakMap<Channel, { origin: string; hosts: PlatformSession['hosts'] }>();

/** Connected with what gives tokens, but no token was asked for yet. */
function isUnused({ access_token, refresh_token, private_key }: Credentials): boolean {
  return access_token === undefined && (refresh_token ?? private_key) !== undefined;
}
