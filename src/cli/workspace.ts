import { type Command, optional, required, UsageError } from './command.ts';
import { table } from './table.ts';
import { withHome } from './with-home.ts';

export const workspace: Command = {
  name: 'workspace',
  takes: 'create|list',
  summary: 'Makes and lists workspaces. Each has its own keys and its own connection to every channel.',
  options: {
    name: { type: 'string', meaning: 'create: its name', value: 'NAME' },
    currency: { type: 'string', meaning: 'create: its currency (default USD)', value: 'CODE' },
  },
  async run(given) {
    const [verb = ''] = given.words;
    if (verb !== 'create' && verb !== 'list') throw new UsageError('workspace takes one of: create, list.');
    return withHome(given, async (home) => {
      const organization = await home.store.db
        .selectFrom('organizations')
        .select('id')
        .limit(1)
        .executeTakeFirstOrThrow();
      if (verb === 'create') {
        const currency = optional(given, 'currency') ?? 'USD';
        if (!/^[A-Z]{3}$/.test(currency))
          throw new UsageError(
            `--currency is ${JSON.stringify(currency)}; allowed: a code of three capitals, like EUR.`,
          );
        const made = await home.directory.createWorkspace({
          organizationId: organization.id,
          name: required(given, 'name'),
          currency,
        });
        given.print(
          given.json
            ? JSON.stringify({ workspaceId: made.id })
            : `Made ${made.id}. Connect a channel: adhelm connect CHANNEL --workspace ${made.id}`,
        );
        return 0;
      }
      const all = await home.directory.workspaces(organization.id);
      given.print(
        given.json
          ? JSON.stringify({
              workspaces: all.map(({ id, name, currency, connections }) => ({
                workspaceId: id,
                name,
                currency,
                channels: connections.map(({ channel }) => channel),
              })),
            })
          : table(
              ['id', 'name', 'currency', 'connected'],
              all.map(({ id, name, currency, connections }) => [
                id,
                name,
                currency,
                connections.map(({ channel }) => channel).join(', '),
              ]),
            ),
      );
      return 0;
    });
  },
};
