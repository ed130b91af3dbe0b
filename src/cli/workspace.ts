import type { Home } from '../process/home.ts';
import { type Given, optional, required, UsageError } from './command.ts';
import { organizationId } from './organization-id.ts';
import { table } from './table.ts';
import { withVerbs } from './verbs.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';
const WHICH = 'Name the workspace, by name or id:';
const NAME_LENGTH_MAX = 100;

export const workspace = withVerbs(
  {
    name: 'workspace',
    takes: 'create|list|rename|archive [NAME|ID]',
    summary:
      'Makes, lists, renames and archives workspaces. Each has its own keys and its own connection to every channel.',
    options: {
      name: { type: 'string', meaning: 'create, rename: its name', value: 'NAME' },
      currency: { type: 'string', meaning: 'create: its currency (default USD)', value: 'CODE' },
    },
  },
  {
    create: { options: ['name', 'currency'], run: create },
    list: { options: [], run: list },
    rename: { options: ['name'], asksFor: `${WHICH} adhelm workspace rename Acme --name "Acme Europe"`, run: rename },
    archive: { options: [], asksFor: `${WHICH} adhelm workspace archive Acme`, run: archive },
  },
);

async function create(home: Home, given: Given): Promise<number> {
  const name = nameOf(given);
  const currency = optional(given, 'currency') ?? 'USD';
  if (!/^[A-Z]{3}$/.test(currency))
    throw new UsageError(`--currency is ${JSON.stringify(currency)}; allowed: a code of three capitals, like EUR.`);
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

async function archive(home: Home, given: Given, which: string): Promise<number> {
  const workspace = await workspaceNamed(home, which);
  await home.directory.archiveWorkspace(workspace, ACTOR);
  given.print(
    given.json
      ? JSON.stringify({ workspaceId: workspace.id, archived: true })
      : `${workspace.name} is archived. Its keys stop working everywhere within one second; its audit entries stay.`,
  );
  return 0;
}

function nameOf(given: Given): string {
  const name = required(given, 'name').trim();
  if (name !== '' && name.length <= NAME_LENGTH_MAX) return name;
  throw new UsageError(`--name takes 1 to ${NAME_LENGTH_MAX} characters.`);
}

async function list(home: Home, given: Given): Promise<number> {
  const all = (await home.directory.workspaces(await organizationId(home))).map(
    ({ id, name, currency, connections }) => ({
      workspaceId: id,
      name,
      currency,
      channels: connections.map(({ channel }) => channel),
    }),
  );
  if (given.json) given.print(JSON.stringify({ workspaces: all }));
  else {
    const rows = all.map((one) => [one.workspaceId, one.name, one.currency, one.channels.join(', ')]);
    given.print(table(['id', 'name', 'currency', 'connected'], rows));
  }
  return 0;
}
