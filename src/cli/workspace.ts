import { rmSync } from 'node:fs';
import { workspaceFolder } from '../process/data-files.ts';
import type { Home } from '../process/home.ts';
import { isCurrency } from '../tools/money.ts';
import { type Given, optional, required, UsageError } from './command.ts';
import { requireYes, YES } from './confirmation.ts';
import { organizationId } from './organization-id.ts';
import { pointsOf } from './points.ts';
import { table } from './table.ts';
import { withVerbs } from './verbs.ts';
import { archivedWorkspaceNamed, workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';
const WHICH = 'Name the workspace, by name or id:';
const NAME_LENGTH_MAX = 100;

export const workspace = withVerbs(
  {
    name: 'workspace',
    takes: 'create|list|rename|quota|archive|unarchive|delete [NAME|ID]',
    summary:
      'Makes, lists, renames, limits, archives and deletes workspaces. Each has its own keys and its own connection to every channel.',
    options: {
      name: { type: 'string', meaning: 'create, rename: its name', value: 'NAME' },
      currency: { type: 'string', meaning: 'create: its currency (default USD)', value: 'CODE' },
      'rate-points': {
        type: 'string',
        meaning: 'quota: points per window for all its keys together, or none',
        value: 'NUMBER',
      },
      archived: { type: 'boolean', meaning: 'list: those that were archived' },
      yes: { ...YES, meaning: `delete: ${YES.meaning}` },
    },
  },
  {
    create: { options: ['name', 'currency'], run: create },
    list: { options: ['archived'], run: list },
    rename: { options: ['name'], asksFor: `${WHICH} adhelm workspace rename Acme --name "Acme Europe"`, run: rename },
    quota: {
      options: ['rate-points'],
      asksFor: `${WHICH} adhelm workspace quota Acme --rate-points 20000`,
      run: quota,
    },
    archive: { options: [], asksFor: `${WHICH} adhelm workspace archive Acme`, run: archive },
    unarchive: { options: [], asksFor: `${WHICH} adhelm workspace unarchive Acme`, run: unarchive },
    delete: { options: ['yes'], asksFor: `${WHICH} adhelm workspace delete Acme --yes`, run: remove },
  },
);

async function create(home: Home, given: Given): Promise<number> {
  const name = nameOf(given);
  const currency = optional(given, 'currency') ?? 'USD';
  if (!isCurrency(currency))
    throw new UsageError(`--currency is ${JSON.stringify(currency)}; allowed: the ISO code of a currency, like EUR.`);
  const made = await home.directory.createWorkspace({ organizationId: await organizationId(home), name, currency });
  given.print(
    given.json
      ? JSON.stringify({ workspaceId: made.id })
      : `Made ${made.id}. Connect a channel: adhelm connect CHANNEL --workspace ${made.id}`,
  );
  return 0;
}

async function rename(home: Home, given: Given, which: string): Promise<number> {
  const name = nameOf(given);
  const workspace = await workspaceNamed(home, which);
  await home.directory.renameWorkspace(workspace, name, ACTOR);
  given.print(given.json ? JSON.stringify({ workspaceId: workspace.id, name }) : `${workspace.name} is now ${name}.`);
  return 0;
}

async function quota(home: Home, given: Given, which: string): Promise<number> {
  const text = required(given, 'rate-points');
  const ratePoints = text === 'none' ? null : pointsOf(text, 'none');
  const workspace = await workspaceNamed(home, which);
  await home.directory.changeQuota(workspace, ratePoints, ACTOR);
  given.print(
    given.json
      ? JSON.stringify({ workspaceId: workspace.id, ratePoints })
      : ratePoints === null
        ? `${workspace.name} has no quota: each of its keys has its own limit.`
        : `The keys of ${workspace.name} may together spend ${ratePoints} points in ${given.settings.rateWindowS} seconds. A running service follows within a second.`,
  );
  return 0;
}

async function archive(home: Home, given: Given, which: string): Promise<number> {
  const workspace = await workspaceNamed(home, which);
  await home.directory.archiveWorkspace(workspace, ACTOR);
  given.print(
    given.json
      ? JSON.stringify({ workspaceId: workspace.id, archived: true })
      : `${workspace.name} is archived. Its keys stop working everywhere within one second, and the tokens of its connections are erased; its audit entries stay.`,
  );
  return 0;
}

async function unarchive(home: Home, given: Given, which: string): Promise<number> {
  const workspace = await archivedWorkspaceNamed(home, which);
  await home.directory.unarchiveWorkspace(workspace, ACTOR);
  const keys = await activeKeys(home, workspace.id);
  given.print(
    given.json
      ? JSON.stringify({ workspaceId: workspace.id, archived: false, activeKeys: keys })
      : `${workspace.name} is in use again, and ${keys} of its keys work. Connect its channels: adhelm connect CHANNEL --workspace ${workspace.id}`,
  );
  return 0;
}

/** An archived workspace of that name, or else one in use. */
async function remove(home: Home, given: Given, which: string): Promise<number> {
  const workspace = (await home.directory.find(which, { archived: true })) ?? (await workspaceNamed(home, which));
  const { id: workspaceId, name } = workspace;
  const keys = (await home.keyRing.list({ workspaceId })).length;
  requireYes(
    given,
    `${name} (${workspaceId}) would be deleted with its ${keys} keys, its connections and their tokens, its members, spreadsheets and kept replies; the audit log keeps its entries.`,
  );
  await home.directory.deleteWorkspace(workspace, ACTOR);
  rmSync(workspaceFolder(given.settings, workspaceId), { recursive: true, force: true });
  given.print(
    given.json
      ? JSON.stringify({ workspaceId, deleted: true })
      : `${name} is deleted. The audit log keeps its entries (docs/operations.md); backups made before still hold the rest.`,
  );
  return 0;
}

async function activeKeys(home: Home, workspaceId: string): Promise<number> {
  return (await home.keyRing.list({ workspaceId })).filter(({ status }) => status === 'active').length;
}

function nameOf(given: Given): string {
  const name = required(given, 'name').trim();
  if (name !== '' && name.length <= NAME_LENGTH_MAX) return name;
  throw new UsageError(`--name takes 1 to ${NAME_LENGTH_MAX} characters.`);
}

async function list(home: Home, given: Given): Promise<number> {
  const organization = await organizationId(home);
  const found = given.options.archived
    ? await home.directory.archivedWorkspaces(organization)
    : await home.directory.workspaces(organization);
  const all = found.map(({ id, name, currency, ratePoints, connections }) => ({
    workspaceId: id,
    name,
    currency,
    ...(ratePoints !== undefined && { ratePoints }),
    channels: connections.map(({ channel }) => channel),
  }));
  if (given.json) given.print(JSON.stringify({ workspaces: all }));
  else {
    const rows = all.map((one) => [
      one.workspaceId,
      one.name,
      one.currency,
      String(one.ratePoints ?? '–'),
      one.channels.join(', '),
    ]);
    given.print(table(['id', 'name', 'currency', 'quota', 'connected'], rows));
  }
  return 0;
}
