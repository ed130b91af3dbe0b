import { realAmbient } from '../ambient.ts';
import type { ConnectionView } from '../auth/directory.ts';
import { findChannels } from '../build.ts';
import type { Settings } from '../config.ts';
import { Failure } from '../errors.ts';
import { type Home, workspaceFolder } from '../home.ts';
import { openSession, type SessionFactory } from '../pipeline/open-session.ts';
import type { Channel } from '../tools/channel.ts';
import { createSender } from '../upstream/sender.ts';
import { organizationId } from './organization-id.ts';

/** What a platform said to a connection. */
export interface PlatformAnswer {
  workspace: string;
  channel: string;
  mode: ConnectionView['mode'];
  found?: string;
  failure?: Failure;
}

const PATIENCE_MS = 15_000;

/** Asks every platform through every connection, the way a tool would: with its tokens, renewed if they must be. */
export async function askPlatforms(home: Home, settings: Settings, control?: string): Promise<PlatformAnswer[]> {
  const sender = createSender({ ambient: realAmbient });
  const origins = control === undefined ? {} : await sandboxOrigins(control);
  const factory: SessionFactory = {
    sender,
    connections: home.connections,
    sandboxOrigins: () => origins,
    folderOf: (workspaceId) => workspaceFolder(settings, workspaceId),
    now: realAmbient.now,
  };
  try {
    const { channels, byAddress } = await findChannels();
    const workspaces = await home.directory.workspaces(await organizationId(home));
    return await Promise.all(
      workspaces.flatMap(({ id, name, connections }) =>
        connections.map(async (connection) => {
          const channel = channels.find((one) => one.name === connection.channel);
          const about = { workspace: name, channel: connection.channel, mode: connection.mode };
          const hasTools = (byAddress.get(channel?.servedAt ?? connection.channel) ?? []).length > 0;
          if (!channel || !hasTools) return { ...about, found: 'no tools yet' };
          return { ...about, ...(await ask(factory, channel, id, connection)) };
        }),
      ),
    );
  } finally {
    await sender.close();
  }
}

async function ask(
  factory: SessionFactory,
  channel: Channel,
  workspaceId: string,
  connection: ConnectionView,
): Promise<Pick<PlatformAnswer, 'found' | 'failure'>> {
  try {
    const credentials = await factory.connections.credentials(connection.id);
    if (connection.mode === 'live' && Object.keys(credentials).length === 0) return { found: 'own files only' };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const session = openSession(factory, { channel, repeat: 'safe' }, workspaceId, connection, signal);
    if (channel.account) {
      const accounts = await channel.account.choices(channel.connect(session, {}));
      return { found: `${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'} reachable` };
    }
    if (!channel.renew) return { found: 'connected; this platform has nothing to ask without an account' };
    const fresh = await channel.renew(credentials, session);
    await factory.connections.saveCredentials(connection.id, fresh, connection.version);
    return { found: 'signed in' };
  } catch (error) {
    return { failure: error instanceof Failure ? error : unexpected(channel, error) };
  }
}

function unexpected({ name }: Channel, error: unknown): Failure {
  return new Failure({
    code: 'internal',
    message: `The platform could not be asked (${error instanceof Error ? error.message : String(error)}).`,
    nextStep: `Connect it again with credentials that are whole: adhelm connect ${name} --workspace NAME --credentials FILE`,
  });
}

async function sandboxOrigins(control: string): Promise<Record<string, string>> {
  try {
    const reply = await fetch(control, { signal: AbortSignal.timeout(2_000) });
    return ((await reply.json()) as { origins: Record<string, string> }).origins;
  } catch {
    return {};
  }
}
