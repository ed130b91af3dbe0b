import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { findChannels } from '../build.ts';
import { type Command, optional, required, UsageError } from './command.ts';
import { withHome } from './with-home.ts';
import { workspaceNamed } from './workspace-named.ts';

export const connect: Command = {
  name: 'connect',
  takes: 'CHANNEL',
  summary:
    "Connects a workspace to a platform itself. The credentials come from a file; the channel's README says what stands in it.",
  options: {
    workspace: { type: 'string', meaning: 'Workspace, by name or id', value: 'NAME' },
    credentials: {
      type: 'string',
      meaning: 'JSON file with the tokens; sealed in the store, then no longer needed',
      value: 'FILE',
    },
    account: { type: 'string', meaning: 'Account that is used when a call names none', value: 'ID' },
    options: {
      type: 'string',
      meaning: 'What the connection knows besides, like login_customer_id=1234567890',
      value: 'LIST',
    },
  },
  async run(given) {
    const channel = await channelNamed(given.words[0]);
    const credentials = credentialsIn(required(given, 'credentials'));
    const options = optionsOf(optional(given, 'options') ?? '');
    const account = optional(given, 'account');
    return withHome(given, async (home) => {
      const { id: workspaceId, name } = await workspaceNamed(home, required(given, 'workspace'));
      const made = await home.connections.put({
        workspaceId,
        channel,
        mode: 'live',
        credentials,
        options,
        actor: 'command line',
        ...(account !== undefined && { account }),
      });
      given.print(
        given.json
          ? JSON.stringify({ connectionId: made.id, workspaceId })
          : `${name} is connected to the ${channel} platform. A running service follows within a second.`,
      );
      return 0;
    });
  },
};

async function channelNamed(name: string | undefined): Promise<string> {
  const { channels } = await findChannels();
  const known = channels.filter(({ needsConnection }) => needsConnection).map((channel) => channel.name);
  if (name !== undefined && known.includes(name)) return name;
  throw new UsageError(`connect takes a channel: ${known.join(', ')}.`);
}

function credentialsIn(file: string): Record<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError(`--credentials names ${JSON.stringify(file)}, which is not a readable JSON file.`);
  }
  const parsed = z.record(z.string(), z.string()).safeParse(value);
  if (!parsed.success)
    throw new UsageError('The credentials file must hold one JSON object whose values are all text.');
  return parsed.data;
}

function optionsOf(text: string): Record<string, string> {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([a-z_]+)=(.+)$/.exec(pair) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`--options holds ${JSON.stringify(pair)}; allowed: name=value, separated by commas.`);
      return [name, value];
    }),
  );
}
