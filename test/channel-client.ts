import { afterAll } from 'vitest';
import { realAmbient } from '../src/ambient.ts';
import { openSession } from '../src/pipeline/open-session.ts';
import type { Channel } from '../src/tools/channel.ts';
import { createSender } from '../src/upstream/sender.ts';
import type { Sandboxed } from './sandboxed.ts';

/** A channel's client and the account it is configured for, for parts of a channel that no tool reaches. */
export function channelClient<Client>(channel: Channel<Client>, sandbox: Sandboxed) {
  const sender = createSender({ ambient: realAmbient });
  afterAll(() => sender.close());
  return async (workspace = 'Acme'): Promise<{ client: Client; account: string }> => {
    const { home, sandbox: platforms } = sandbox.service();
    const found = await home.directory.find(workspace);
    const connection = found?.connections.find((one) => one.channel === channel.name);
    if (!found || !connection) throw new Error(`${workspace} has no ${channel.name} connection`);
    const factory = {
      sender,
      connections: home.connections,
      sandboxOrigins: () => platforms.origins,
      spreadsheetsOf: () => {
        throw new Error('no spreadsheets here');
      },
      now: realAmbient.now,
    };
    const tool = { channel: channel as Channel, repeat: 'safe' as const };
    const session = openSession(factory, tool, found.id, connection, new AbortController().signal);
    return { client: channel.connect(session, {}), account: channel.account!.schema.parse(connection.account) };
  };
}
