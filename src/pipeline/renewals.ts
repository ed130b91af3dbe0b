import type { Connections } from '../auth/connections.ts';
import type { ConnectionView } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import { unlessAborted } from '../event-loop/abortable-wait.ts';
import type { Channel } from '../tools/channel.ts';
import { secretsHeld } from '../tools/credentials.ts';
import { PlatformCalls } from '../upstream/platform-calls.ts';
import type { Sender } from '../upstream/sender.ts';
import type { Credentials, PlatformSession } from '../upstream/session.ts';

interface Means {
  sender: Sender;
  connections: Pick<Connections, 'current' | 'saveCredentials'>;
  now(): number;
  /** One process at a time; left out: there is only this one. */
  exclusively?: (<T>(name: string, work: () => Promise<T>) => Promise<T>) | undefined;
}

/** For a whole renewal, which serves several calls: each waits under its own deadline and may leave early. */
const RENEWAL_DEADLINE_MS = 30_000;

/** Renewals under way, so that forty calls with one expired token ask for one new one. */
const underWay = new Map<string, Promise<Credentials>>();

/**
 * New credentials for a connection. Calls that need them at the same time share one request, in this process and in others. `seen`
 * are those that the platform refused: where the store already holds others, those are returned. `signal` ends the waiting, not the
 * renewal.
 */
export function renewOnce(
  means: Means,
  channel: Channel,
  connection: ConnectionView,
  { hosts, signal }: Pick<PlatformSession, 'hosts' | 'signal'>,
  seen?: Credentials,
): Promise<Credentials> {
  let renewal = underWay.get(connection.id);
  if (!renewal) {
    const work = () => renew(means, channel, connection, hosts, seen);
    const once = means.exclusively?.(`renewal:${connection.id}`, work) ?? work();
    renewal = once.finally(() => underWay.delete(connection.id));
    underWay.set(connection.id, renewal);
  }
  return unlessAborted(renewal, signal);
}

async function renew(
  { connections, sender, now }: Means,
  channel: Channel,
  { id }: ConnectionView,
  hosts: PlatformSession['hosts'],
  seen: Credentials | undefined,
): Promise<Credentials> {
  // Not the version of the caller's view, which may be older: the new token would not be saved, and soon renewed again.
  const { credentials: held, version } = await connections.current(id);
  if (seen && held.access_token !== undefined && held.access_token !== seen.access_token) return held;
  if (!channel.renew || !channel.dialect) throw notRenewable(channel);
  const signal = AbortSignal.timeout(RENEWAL_DEADLINE_MS);
  const calls = new PlatformCalls({
    platform: channel.name,
    dialect: channel.dialect,
    sender,
    signal,
    repeat: 'never',
    connectionId: id,
    credentials: async () => held,
    secretsIn: (secrets) => secretsHeld(channel.credentials, secrets),
  });
  const fresh = await channel.renew(held, { hosts, now, send: calls.send.bind(calls) }).catch((error: unknown) => {
    throw signal.aborted && !(error instanceof Failure) ? tookTooLong(channel, error) : error;
  });
  // A reconnect that came in between has better credentials than this renewal of the old ones.
  return (await connections.saveCredentials(id, fresh, version)) ? fresh : (await connections.current(id)).credentials;
}

function notRenewable({ name }: Channel): Failure {
  return new Failure({
    code: 'token_expired',
    message: `The ${name} connection's token is no longer good, and this platform gives no way to renew it unattended.`,
    nextStep: `Reconnect the ${name} channel (adhelm connect ${name}).`,
  });
}

function tookTooLong({ name }: Channel, cause: unknown): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message: `The ${name} platform gave no new access token in time.`,
    nextStep: 'Nothing was sent. Call again in a moment.',
    retryable: true,
    cause,
  });
}
