import { readFileSync } from 'node:fs';
import { realAmbient } from '../ambient.ts';
import { findChannels } from '../build.ts';
import type { Settings } from '../config.ts';
import { type Candidate, tryConnection } from '../pipeline/check-connection.ts';
import { checkedAccount, checkedCredentials, checkedOptions } from '../pipeline/check-credentials.ts';
import { readGrants } from '../process/first-start.ts';
import type { Home } from '../process/home.ts';
import type { Channel, Identity } from '../tools/channel.ts';
import { createSender } from '../upstream/sender.ts';
import { type Command, type Given, optional, required, UsageError } from './command.ts';
import { sandboxControl, sandboxOrigins } from './sandbox-control.ts';
import { table } from './table.ts';
import { withHome } from './with-home.ts';
import { workspaceNamed } from './workspace-named.ts';

/** Long enough to walk through thousands of accounts. */
const PATIENCE_MS = 120_000;

export const connect: Command = {
  name: 'connect',
  takes: 'CHANNEL',
  summary: 'Connects a workspace to a platform. The platform is asked first, and what it refuses is not stored.',
  options: {
    workspace: { type: 'string', meaning: 'Workspace, by name or id', value: 'NAME' },
    credentials: {
      type: 'string',
      meaning:
        'JSON file with the tokens, as docs/connecting.md lists them; sealed in the store, then no longer needed',
      value: 'FILE',
    },
    account: { type: 'string', meaning: 'Account that is used when a call names none', value: 'ID' },
    accounts: {
      type: 'string',
      meaning: 'The only accounts calls may name, separated by commas (default: all that the tokens reach)',
      value: 'IDS',
    },
    options: {
      type: 'string',
      meaning: 'What the connection knows besides, like login_customer_id=1234567890',
      value: 'LIST',
    },
    sandbox: {
      type: 'boolean',
      meaning: 'To the running sandbox instead; without --credentials as a company that it was made with',
    },
  },
  async run(given) {
    const channel = await channelNamed(given.words[0]);
    const wanted = required(given, 'workspace');
    return withHome(given, async (home) => {
      const { id: workspaceId, name } = await workspaceNamed(home, wanted);
      const candidate = await candidateOf(given, channel, name);
      const { identity, credentials } = await tried(home, given.settings, channel, workspaceId, candidate);
      const { mode, options, account } = candidate;
      const fence = fenceOf(channel, optional(given, 'accounts'), account);
      const { id: connectionId } = await home.connections.put({
        workspaceId,
        channel: channel.name,
        mode,
        credentials,
        options,
        identity: identity?.who,
        actor: 'command line',
        ...(account !== undefined && { account }),
        ...(fence && { accounts: fence }),
      });
      const { who = null, accounts = [] } = identity ?? {};
      given.print(
        given.json
          ? JSON.stringify({ connectionId, workspaceId, who, account: account ?? null, accounts })
          : report(name, channel, account, identity),
      );
      return 0;
    });
  },
};

async function channelNamed(name: string | undefined): Promise<Channel> {
  const { channels } = await findChannels();
  const known = channels.filter(({ needsConnection }) => needsConnection);
  const channel = known.find((one) => one.name === name);
  if (channel) return channel;
  throw new UsageError(`connect takes a channel: ${known.map((one) => one.name).join(', ')}.`);
}

/** The configured account is always inside. */
function fenceOf(channel: Channel, text: string | undefined, configured: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const ids = text.split(',').map((id) => checkedAccount(channel, id.trim()));
  return [...new Set(configured === undefined ? ids : [configured, ...ids])];
}

/** What the caller wants to connect with, every field of it checked. */
async function candidateOf(given: Given, channel: Channel, workspace: string): Promise<Candidate> {
  const sandbox = given.options.sandbox === true;
  const file = optional(given, 'credentials');
  const wish =
    sandbox && file === undefined
      ? await seededGrant(given.settings, channel.name, workspace)
      : { credentials: jsonIn(file ?? required(given, 'credentials')) };
  const account = optional(given, 'account') ?? wish.account;
  const options = optional(given, 'options');
  return {
    mode: sandbox ? 'sandbox' : 'live',
    credentials: checkedCredentials(channel, wish.credentials),
    options: checkedOptions(channel, options === undefined ? (wish.options ?? {}) : optionsOf(options)),
    account: account === undefined ? undefined : checkedAccount(channel, account),
  };
}

interface Wish {
  credentials: unknown;
  options?: Record<string, string>;
  account?: string;
}

async function seededGrant(settings: Settings, channel: string, workspace: string): Promise<Wish> {
  const grants = (await grantsIn(sandboxControl(settings)))[channel] ?? [];
  const grant = grants.find(({ company }) => company === workspace) ?? grants[0];
  if (grant) return grant;
  throw new UsageError(`The sandbox has no ${channel} platform yet.`);
}

async function grantsIn(control: string | undefined): ReturnType<typeof readGrants> {
  try {
    if (control !== undefined) return await readGrants(control);
  } catch {
    // The error below says what to do; why a local connection was refused does not help.
  }
  throw new UsageError('No sandbox answers. It runs beside the service: npm start');
}

async function tried(home: Home, settings: Settings, channel: Channel, workspaceId: string, candidate: Candidate) {
  const origins = candidate.mode === 'sandbox' ? await sandboxOrigins(sandboxControl(settings)) : {};
  const sender = createSender({ ambient: realAmbient });
  const sessions = {
    sender,
    sandboxOrigins: () => origins,
    spreadsheetsOf: home.spreadsheetsOf,
    now: realAmbient.now,
  };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return tryConnection(sessions, channel, workspaceId, candidate, signal).finally(() => sender.close());
}

function report(
  workspace: string,
  { name, account: accounted }: Channel,
  account?: string,
  identity?: Identity,
): string {
  if (!identity)
    return `${workspace} holds ${name} credentials now. They were not tried: the ${name} channel has no tools yet.`;
  const { who, accounts } = identity;
  const rows = accounts.map((one) => [
    one.id === account ? '→' : '',
    one.id,
    one.name ?? '',
    one.currency ?? '',
    one.status ?? '',
  ]);
  return [
    `${workspace} is connected to the ${name} platform as ${who}. A running service follows within a second.`,
    ...(rows.length > 0 ? ['', table(['', 'account', 'name', 'currency', 'status'], rows)] : []),
    ...(accounted && account === undefined
      ? ['', `Calls have to name one in ${accounted.argument}; connect again with --account ID to configure one.`]
      : []),
  ].join('\n');
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError(`--credentials names ${JSON.stringify(file)}, which is not a readable JSON file.`);
  }
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
