import { realAmbient } from '../ambient.ts';
import type { ConnectionView } from '../auth/directory.ts';
import { findChannels } from '../build.ts';
import { Failure } from '../errors.ts';
import { checkConnection } from '../pipeline/check-connection.ts';
import type { Home } from '../process/home.ts';
import type { Channel, Identity } from '../tools/channel.ts';
import { createSender } from '../upstream/sender.ts';
import { organizationId } from './organization-id.ts';
import { sandboxOrigins } from './sandbox-control.ts';

/** What a platform said to a connection. */
interface PlatformAnswer {
  workspace: string;
  connection: ConnectionView;
  found?: string;
  failure?: Failure;
}

const PATIENCE_MS = 15_000;

/** Asks every platform through every connection, the way a tool would: with its tokens, renewed if they must be. */
export async function askPlatforms(home: Home, control?: string): Promise<PlatformAnswer[]> {
  const { channels } = await findChannels();
  const workspaces = await home.directory.workspaces(await organizationId(home));
  const origins = await sandboxOrigins(control);
  const sender = createSender({ ambient: realAmbient });
  const sessions = {
    sender,
    connections: home.connections,
    sandboxOrigins: () => origins,
    spreadsheetsOf: home.spreadsheetsOf,
    now: realAmbient.now,
  };
  const ask = async (channel: Channel, workspaceId: string, connection: ConnectionView) => {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      return { found: inWords(await checkConnection(sessions, channel, workspaceId, connection, signal)) };
    } catch (error) {
      return { failure: error instanceof Failure ? error : unexpected(channel, error) };
    }
  };
  const answers = workspaces.flatMap(({ id, name, connections }) =>
    connections.map(async (connection) => {
      const channel = channels.find((one) => one.name === connection.channel);
      return {
        workspace: name,
        connection,
        ...(channel ? await ask(channel, id, connection) : { found: inWords(undefined) }),
      };
    }),
  );
  return Promise.all(answers).finally(() => sender.close());
}

function inWords(identity: Identity | undefined): string {
  if (!identity) return 'no tools yet';
  const { who, accounts } = identity;
  return `${who}${accounts.length > 0 ? `; ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'} reachable` : ''}`;
}

function unexpected({ name }: Channel, error: unknown): Failure {
  return new Failure({
    code: 'internal',
    message: `The platform could not be asked (${error instanceof Error ? error.message : String(error)}).`,
    nextStep: `Connect it again with credentials that are whole: adhelm connect ${name} --workspace NAME --credentials FILE`,
  });
}
