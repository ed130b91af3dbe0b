import type { ConnectionView } from '../auth/directory.ts';
import type { Channel, Identity, ReachableAccount } from '../tools/channel.ts';
import type { Credentials } from '../upstream/session.ts';
import { refusedConnection } from './check-credentials.ts';
import { openSession, type SessionFactory } from './open-session.ts';

/** Asks the platform which user a connection belongs to, the way a tool would. Undefined while the channel has no connector. */
export async function checkConnection(
  factory: SessionFactory,
  channel: Channel,
  workspaceId: string,
  connection: ConnectionView,
  signal: AbortSignal,
): Promise<Identity | undefined> {
  if (!channel.identify) return undefined;
  const session = openSession(factory, { channel, repeat: 'safe' }, workspaceId, connection, signal);
  return channel.identify(channel.connect(session, {}));
}

/** A connection that is in no store yet. Its fields have been checked. */
export interface Candidate {
  mode: ConnectionView['mode'];
  credentials: Credentials;
  options: Readonly<Record<string, string>>;
  account?: string | undefined;
}

/** Trials share nothing with each other, nor with a connection that is stored. */
let trials = 0;

/** Tries a connection before it is stored. What comes back is to be stored: a platform may give new tokens for old ones. */
export async function tryConnection(
  factory: Omit<SessionFactory, 'connections'>,
  channel: Channel,
  workspaceId: string,
  { mode, credentials, options, account }: Candidate,
  signal: AbortSignal,
): Promise<{ identity: Identity | undefined; credentials: Credentials }> {
  let held = channel.renew ? withoutToken(credentials) : credentials;
  const connections = {
    credentials: async () => held,
    current: async () => ({ version: 1, credentials: held }),
    saveCredentials: async (_: string, fresh: Credentials) => {
      held = fresh;
      return true;
    },
  };
  trials += 1;
  const connection = { id: `trial ${trials}`, channel: channel.name, mode, options, version: 1 };
  const identity = await checkConnection({ ...factory, connections }, channel, workspaceId, connection, signal);
  if (!identity) return { identity, credentials };
  if (account !== undefined) requireAccount(channel, account, identity.accounts);
  return { identity, credentials: { ...identity.learnt, ...held } };
}

/** A connection lives by what renews its token, so that is what is tried, and not a token that ends within the hour. */
function withoutToken(credentials: Credentials): Credentials {
  const { access_token, expires_at, ...lasting } = credentials;
  return (lasting.refresh_token ?? lasting.private_key) ? lasting : credentials;
}

/** How many accounts an error names before it stops being a help. */
const NAMED_MAX = 50;

function requireAccount({ name }: Channel, account: string, reachable: readonly ReachableAccount[]): void {
  if (reachable.some(({ id }) => id === account)) return;
  const ids = reachable.slice(0, NAMED_MAX).map(({ id }) => id);
  const more = reachable.length > ids.length ? ` and ${reachable.length - ids.length} more` : '';
  throw refusedConnection(
    [
      {
        field: 'account',
        message: `is ${account}, which is none of the accounts this ${name} connection reaches: ${ids.join(', ') || 'none'}${more}`,
        allowed_values: ids,
      },
    ],
    'Connect again with one of these.',
  );
}
