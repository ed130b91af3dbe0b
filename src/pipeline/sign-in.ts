import type { ConnectionView } from '../auth/directory.ts';
import type { Channel } from '../tools/channel.ts';
import type { SignInSession } from '../upstream/token-grant.ts';
import { openSession, type SessionFactory } from './open-session.ts';

let sessions = 0;

/** A session with a platform's sign-in pages, before there is a connection. */
export function signInSession(
  factory: Omit<SessionFactory, 'connections'>,
  channel: Channel,
  workspaceId: string,
  mode: ConnectionView['mode'],
  signal: AbortSignal,
): SignInSession {
  const nothing = async () => ({ version: 1, credentials: {} });
  const connections = { credentials: async () => ({}), current: nothing, saveCredentials: async () => true };
  sessions += 1;
  const connection = { id: `sign-in ${sessions}`, channel: channel.name, mode, options: {}, version: 1 };
  return openSession({ ...factory, connections }, { channel, repeat: 'never' }, workspaceId, connection, signal);
}
