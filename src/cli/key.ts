import { realAmbient } from '../ambient.ts';
import { findChannels } from '../build.ts';
import { type Home, openHome } from '../home.ts';
import { type Command, type Given, optional, required, UsageError } from './command.ts';
import { durationMs, momentMs } from './duration.ts';
import { table } from './table.ts';

const ACTOR = 'command line';

export const key: Command = {
  name: 'key',
  takes: 'create|list|roll|revoke [ID]',
  summary: 'Makes, lists, replaces and revokes API keys. A key is shown once, when it is made.',
  options: {
    workspace: { type: 'string', meaning: 'Workspace, by name or id', value: 'NAME' },
    name: { type: 'string', meaning: 'What the key is for', value: 'NAME' },
    channels: { type: 'string', meaning: 'Only these channels, separated by commas', value: 'LIST' },
    'read-only': { type: 'boolean', meaning: 'May read, may not change anything' },
    'organization-wide': { type: 'boolean', meaning: 'May name any workspace of the organization' },
    expires: { type: 'string', meaning: 'When it ends: 30d, 12h or a date', value: 'WHEN' },
    overlap: { type: 'string', meaning: 'roll: how long the old key still works (default 24h)', value: 'TIME' },
    'rate-points': { type: 'string', meaning: 'Points per window for this key', value: 'NUMBER' },
  },
  async run(given) {
    const [verb = '', id] = given.words;
    const action = ACTIONS[verb];
    if (!action) throw new UsageError(`key takes one of: ${Object.keys(ACTIONS).join(', ')}.`);
    const home = await openHome(given.settings, realAmbient);
    try {
      return await action(home, given, id);
    } finally {
      await home.close();
    }
  },
};

type Action = (home: Home, given: Given, id: string | undefined) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = { create, list, roll, revoke };

async function create(home: Home, given: Given): Promise<number> {
  const workspace = await workspaceNamed(home, required(given, 'workspace'));
  const channels = await channelsOf(given);
  const expires = optional(given, 'expires');
  const ratePoints = optional(given, 'rate-points');
  if (ratePoints !== undefined && !/^[1-9]\d{0,8}$/.test(ratePoints)) {
    throw new UsageError(`--rate-points is ${JSON.stringify(ratePoints)}; allowed: a whole number above zero.`);
  }
  const made = await home.keyRing.create({
    workspaceId: workspace.id,
    name: optional(given, 'name') ?? 'unnamed',
    readOnly: given.options['read-only'] === true,
    organizationWide: given.options['organization-wide'] === true,
    actor: ACTOR,
    ...(channels && { channels }),
    ...(expires !== undefined && { expiresAt: momentMs(expires, 'expires', Date.now()) }),
    ...(ratePoints !== undefined && { ratePoints: Number(ratePoints) }),
  });
  given.print(
    given.json
      ? JSON.stringify(made)
      : `${made.key}\n\nShown this once. If it is lost, revoke it (${made.id}) and make another.`,
  );
  return 0;
}

async function list(home: Home, given: Given): Promise<number> {
  const named = optional(given, 'workspace');
  const workspace = named === undefined ? undefined : await workspaceNamed(home, named);
  const keys = await home.keyRing.list(workspace ? { workspaceId: workspace.id } : {});
  if (given.json) {
    given.print(JSON.stringify({ keys }));
    return 0;
  }
  const rows = keys.map((one) => [
    one.id,
    one.name,
    `…${one.lastFour}`,
    one.status,
    one.readOnly ? 'read' : 'read-write',
    one.channels?.join(',') ?? 'all',
    moment(one.expiresAt),
    moment(one.lastUsedAt),
  ]);
  given.print(
    rows.length
      ? table(['id', 'name', 'key', 'status', 'access', 'channels', 'expires', 'last used'], rows)
      : 'No keys yet. Make one: adhelm key create --workspace NAME --name NAME',
  );
  return 0;
}

async function roll(home: Home, given: Given, id: string | undefined): Promise<number> {
  const rolled = await home.keyRing.roll(needId(id), {
    overlapMs: durationMs(optional(given, 'overlap') ?? '24h', 'overlap'),
    actor: ACTOR,
  });
  given.print(
    given.json
      ? JSON.stringify(rolled)
      : `${rolled.key}\n\nShown this once. The old key works until ${new Date(rolled.previousExpiresAt).toISOString()}.`,
  );
  return 0;
}

async function revoke(home: Home, given: Given, id: string | undefined): Promise<number> {
  const revoked = await home.keyRing.revoke(needId(id), ACTOR);
  given.print(
    given.json
      ? JSON.stringify({ revoked })
      : revoked
        ? 'Revoked. It stops working everywhere within one second.'
        : 'There is no such key, or it was revoked before.',
  );
  return revoked ? 0 : 1;
}

async function workspaceNamed(home: Home, named: string) {
  const found = await home.directory.find(named);
  if (found) return found;
  const rows = await home.store.db.selectFrom('workspaces').select('name').execute();
  throw new UsageError(
    `There is no workspace ${JSON.stringify(named)}. There are: ${rows.map((row) => row.name).join(', ') || 'none yet; start the service once'}.`,
  );
}

async function channelsOf(given: Given): Promise<string[] | undefined> {
  const text = optional(given, 'channels');
  if (text === undefined) return undefined;
  const { channels } = await findChannels();
  const known = channels.map(({ name }) => name);
  const wanted = text.split(',').map((name) => name.trim());
  const wrong = wanted.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new UsageError(`--channels names ${JSON.stringify(wrong)}; allowed: ${known.join(', ')}.`);
  return wanted;
}

function needId(id: string | undefined): string {
  if (id) return id;
  throw new UsageError('Name the key by its id; adhelm key list shows them.');
}

function moment(at: number | undefined): string {
  return at === undefined ? '–' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
