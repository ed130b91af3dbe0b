import type { ConnectionView } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import type { Spreadsheets } from '../sheets/spreadsheets.ts';
import type { Channel } from '../tools/channel.ts';
import { secretsHeld } from '../tools/credentials.ts';
import type { Tool } from '../tools/define-tool.ts';
import { fetchPublic } from '../upstream/egress-guard.ts';
import { platformCalls } from '../upstream/platform-calls.ts';
import { PlatformClock } from '../upstream/platform-clock.ts';
import type { Sender } from '../upstream/sender.ts';
import type { Credentials, PlatformSession } from '../upstream/session.ts';
import type { Connections } from '../vault/connections.ts';
import { renewOnce } from './renewals.ts';

/** A token this close to its end is renewed before it is used, unless the channel says otherwise. */
const RENEW_BEFORE_MS = 5 * 60_000;

export interface SessionFactory {
  sender: Sender;
  connections: Pick<Connections, 'credentials' | 'saveCredentials'>;
  /** Where the sandbox's emulators listen, by channel. */
  sandboxOrigins: () => Readonly<Record<string, string>>;
  /** The spreadsheets a workspace keeps itself. */
  spreadsheetsOf(workspaceId: string, signal: AbortSignal): Spreadsheets;
  now(): number;
  /** Does a piece of work in one process at a time; left out: there is only this one. */
  exclusively?: (<T>(name: string, work: () => Promise<T>) => Promise<T>) | undefined;
}

/** One tool call's session to its platform. */
export function openSession(
  factory: SessionFactory,
  { channel, repeat }: Pick<Tool, 'channel' | 'repeat'>,
  workspaceId: string,
  connection: ConnectionView,
  signal: AbortSignal,
  keyId = '',
  clock = new PlatformClock(factory.now),
): PlatformSession {
  const hosts = hostsOf(channel, connection, factory.sandboxOrigins());
  const { dialect } = channel;
  if (!dialect) throw new TypeError(`the ${channel.name} channel has no platform to talk to`);
  const renew = (seen: Credentials) => renewOnce(factory, channel, connection, { hosts, signal }, seen);
  const calls = platformCalls({
    platform: channel.name,
    dialect,
    sender: clock.listeningTo(factory.sender),
    signal,
    repeat,
    connectionId: connection.id,
    keyId,
    credentials: () => session.credentials(),
    secretsIn: (held) => secretsHeld(channel.credentials, held),
    renew: channel.renew && renew,
  });
  const session: PlatformSession = {
    ...calls,
    mode: connection.mode,
    hosts,
    workspaceId,
    spreadsheets: () => factory.spreadsheetsOf(workspaceId, signal),
    options: connection.options,
    accounts: connection.accounts,
    signal,
    now: factory.now,
    platformNow: clock.now,
    async credentials() {
      const held = await factory.connections.credentials(connection.id, connection.version);
      const leftMs =
        held.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(held.expires_at) - factory.now();
      if (channel.renew && isUnused(held)) return renew(held);
      if (!channel.renew || leftMs > (channel.renewBeforeMs ?? RENEW_BEFORE_MS)) return held;
      // While the old token is still good, a renewal that fails is no reason to fail the call.
      return leftMs > 0 ? renew(held).catch(() => held) : renew(held);
    },
    fetchPublic: (url, limits) => fetchPublic(url, { ...limits, signal }),
  };
  return session;
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
  return Object.fromEntries(Object.keys(channel.hosts).map((name) => [name, origin]));
}

/** Connected with what gives tokens, but no token was asked for yet. */
function isUnused({ access_token, refresh_token, private_key }: Credentials): boolean {
  return access_token === undefined && (refresh_token ?? private_key) !== undefined;
}
