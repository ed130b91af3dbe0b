import { ROLES, type Role } from '../auth/members.ts';
import type { Home } from '../process/home.ts';
import { type Given, optional, required, UsageError } from './command.ts';
import { organizationId } from './organization-id.ts';
import { table } from './table.ts';
import { withVerbs } from './verbs.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';

export const member = withVerbs(
  {
    name: 'member',
    takes: 'add|list|remove [ID]',
    summary: 'The people of the organization: of all its workspaces, or of one.',
    options: {
      email: { type: 'string', meaning: 'add: address', value: 'EMAIL' },
      role: { type: 'string', meaning: `add: ${ROLES.join(', ')} (default member)`, value: 'ROLE' },
      workspace: { type: 'string', meaning: 'add: only of this workspace', value: 'NAME' },
    },
  },
  {
    add: { options: ['email', 'role', 'workspace'], run: add },
    list: { options: [], run: list },
    remove: { options: [], asksFor: 'Name the member by its id; adhelm member list shows them.', run: remove },
  },
);

async function add(home: Home, given: Given): Promise<number> {
  const email = required(given, 'email');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new UsageError(`--email is ${JSON.stringify(email)}, which is no address.`);
  const named = optional(given, 'workspace');
  const workspaceId = named === undefined ? undefined : (await workspaceNamed(home, named)).id;
  const added = await home.members.add({
    organizationId: await organizationId(home),
    email,
    role: roleOf(given),
    actor: ACTOR,
    ...(workspaceId && { workspaceId }),
  });
  given.print(given.json ? JSON.stringify(added) : `Added ${added.email} as ${added.role} (${added.id}).`);
  return 0;
}

async function list(home: Home, given: Given): Promise<number> {
  const members = await home.members.list(await organizationId(home));
  if (given.json) given.print(JSON.stringify({ members }));
  else if (members.length === 0) given.print('None yet. Add one: adhelm member add --email EMAIL');
  else {
    const rows = members.map((one) => [one.id, one.email, one.role, one.workspaceId ?? 'all']);
    given.print(table(['id', 'email', 'role', 'workspace'], rows));
  }
  return 0;
}

async function remove(home: Home, given: Given, id: string): Promise<number> {
  const removed = await home.members.remove(await organizationId(home), id, ACTOR);
  given.print(given.json ? JSON.stringify({ removed }) : removed ? 'Removed.' : 'There is no such member.');
  return removed ? 0 : 1;
}

function roleOf(given: Given): Role {
  const role = optional(given, 'role') ?? 'member';
  const known = ROLES.find((one) => one === role);
  if (known) return known;
  throw new UsageError(`--role is ${JSON.stringify(role)}; allowed: ${ROLES.join(', ')}.`);
}
