import type { Home } from '../home.ts';
import { type Given, optional, required, UsageError } from './command.ts';
import { organizationId } from './organization-id.ts';
import { table } from './table.ts';
import { withVerbs } from './verbs.ts';

export const workspace = withVerbs(
  {
    name: 'workspace',
    takes: 'create|list',
    summary: 'Makes and lists workspaces. Each has its own keys and its own connection to every channel.',
    options: {
      name: { type: 'string', meaning: 'create: its name', value: 'NAME' },
      currency: { type: 'string', meaning: 'create: its currency (default USD)', value: 'CODE' },
    },
  },
  { create: { options: ['name', 'currency'], run: create }, list: { options: [], run: list } },
);

async function create(home: Home, given: Given): Promise<number> {
  const name = required(given, 'name');
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
