import { ROLES, type Role } from '../auth/members.ts';
import { type Command, optional, required, UsageError } from './command.ts';
import { table } from './table.ts';
import { withHome } from './with-home.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';

export const member: Command = {
  name: 'member',
  takes: 'add|list|remove [ID]',
  summary: 'The people of the organization: of all its workspaces, or of one.',
  options: {
    email: { type: 'string', meaning: 'add: address', value: 'EMAIL' },
    role: { type: 'string', meaning: `add: ${ROLES.join(', ')} (default member)`, value: 'ROLE' },
    workspace: { type: 'string', meaning: 'add: only of this workspace', value: 'NAME' },
  },
  async run(given) {
    const [verb = '', id] = given.words;
    return withHome(given, async (home) => {
      const { id: organizationId } = await home.store.db
        .selectFrom('organizations')
        .select('id')
        .limit(1)
        .executeTakeFirstOrThrow();
      if (verb === 'add') {
        const role = optional(given, 'role') ?? 'member';
        if (!(ROLES as readonly string[]).includes(role))
          throw new UsageError(`--role is ${JSON.stringify(role)}; allowed: ${ROLES.join(', ')}.`);
        const email = required(given, 'email');
        if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
          throw new UsageError(`--email is ${JSON.stringify(email)}, which is no address.`);
        const named = optional(given, 'workspace');
        const workspaceId = named === undefined ? undefined : (await workspaceNamed(home, named)).id;
        const added = await home.members.add({
          organizationId,
          email,
          role: role as Role,
          actor: ACTOR,
          ...(workspaceId && { workspaceId }),
        });
        given.print(given.json ? JSON.stringify(added) : `Added ${added.email} as ${added.role} (${added.id}).`);
        return 0;
      }
      if (verb === 'list') {
        const members = await home.members.list(organizationId);
        given.print(
          given.json
            ? JSON.stringify({ members })
            : members.length === 0
              ? 'None yet. Add one: adhelm member add --email EMAIL'
              : table(
                  ['id', 'email', 'role', 'workspace'],
                  members.map((one) => [one.id, one.email, one.role, one.workspaceId ?? 'all']),
                ),
        );
        return 0;
      }
      if (verb !== 'remove') throw new UsageError('member takes one of: add, list, remove.');
      if (!id) throw new UsageError('Name the member by its id; adhelm member list shows them.');
      const removed = await home.members.remove(id, ACTOR);
      given.print(given.json ? JSON.stringify({ removed }) : removed ? 'Removed.' : 'There is no such member.');
      return removed ? 0 : 1;
    });
  },
};
