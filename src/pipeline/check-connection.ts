import type { ConnectionView } from '../auth/directory.ts';
import type { Channel, Identity, ReachableAccount } from '../tools/channel.ts';
import type { Credentials } from '../upstream/session.ts';
import { refusedConnection } from './check-credentials.ts';
import { openSession, type SessionFactory } from './open-session.ts';

/** Asks the platform whose a connection is and reads its account: a sign-in can work while the account refuses. */
export async function checkConnection(...asked: Asked): Promise<Identity | undefined> {
  const identity = await identify(...asked);
  await readAccount(...asked);
  return identity;
}

type Asked = [
  factory: SessionFactory,
  channel: Channel,
  workspaceId: string,
  connection: ConnectionView,
  signal: AbortSignal,
];

/** Asks the platform which user a connection belongs to, the way a tool would. Undefined while the channel has no connector. */
export async function identify(...asked: Asked): Promise<Identity | undefined> {
  const [, channel] = asked;
  return channel.identify?.(clientOf(...asked));
}

/** Reads the account that calls without one are about. A channel without reports has none. */
export async function readAccount(...asked: Asked): Promise<void> {
  const [, { reporting }, , { account }] = asked;
  if (account !== undefined) await reporting?.account(clientOf(...asked), account);
}

function clientOf(...[factory, channel, workspaceId, connection, signal]: Asked): unknown {
  return channel.connect(openSession(factory, { channel, repeat: 'safe' }, workspaceId, connection, signal), {});
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

interface Trial {
  factory: SessionFactory;
  connection: ConnectionView;
  /** The credentials after the trial: a platform may give new tokens for old ones. */
  held(): Credentials;
}

function trialOf(
  factory: Omit<SessionFactory, 'connections'>,
  channel: Channel,
  { mode, credentials, options }: Candidate,
): Trial {
  let held = credentials;
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
  return { factory: { ...factory, connections }, connection, held: () => held };
}

/** Tries a connection before it is stored. What comes back is to be stored: a platform may give new tokens for old ones. */
export async function tryConnection(
  factory: Omit<SessionFactory, 'connections'>,
  channel: Channel,
  workspaceId: string,
  candidate: Candidate,
  signal: AbortSignal,
): Promise<{ identity: Identity | undefined; credentials: Credentials }> {
  const { credentials, account } = candidate;
  const tried = { ...candidate, credentials: channel.renew ? withoutToken(credentials) : credentials };
  const trial = trialOf(factory, channel, tried);
  const identity = await identify(trial.factory, channel, workspaceId, trial.connection, signal);
  if (!identity) return { identity, credentials };
  if (account !== undefined) requireAccount(channel, account, identity.accounts);
  return { identity, credentials: { ...identity.learnt, ...trial.held() } };
}

/** Reads one account with a connection that was tried and is not stored yet. What comes back is to be stored. */
export async function tryAccount(
  factory: Omit<SessionFactory, 'connections'>,
  channel: Channel,
  workspaceId: string,
  candidate: Candidate & { account: string },
  signal: AbortSignal,
): Promise<Credentials> {
  const trial = trialOf(factory, channel, candidate);
  const connection = { ...trial.connection, account: candidate.account };
  await readAccount(trial.factory, channel, workspaceId, connection, signal);
  return trial.held();
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
