import type { GrantRecord } from '../auth/grant-records.ts';
import type { Home } from '../process/home.ts';
import { type Given, optional } from './command.ts';
import { minute, withMoments } from './moments.ts';
import { table } from './table.ts';
import { withVerbs } from './verbs.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';

export const grant = withVerbs(
  {
    name: 'grant',
    takes: 'list|revoke [ID]',
    summary: 'Lists and revokes the access that people gave to clients by signing in.',
    options: {
      workspace: { type: 'string', meaning: 'list: workspace, by name or id', value: 'NAME' },
    },
  },
  {
    list: { options: ['workspace'], run: list },
    revoke: { options: [], asksFor: 'Name the grant by its id; adhelm grant list shows them.', run: revoke },
  },
);

async function list(home: Home, given: Given): Promise<number> {
  const named = optional(given, 'workspace');
  const workspace = named === undefined ? undefined : await workspaceNamed(home, named);
  const grants = await home.grants.list(workspace ? { workspaceId: workspace.id } : {});
  if (given.json) given.print(JSON.stringify({ grants: grants.map(withMoments) }));
  else
    given.print(
      grants.length
        ? table(
            ['id', 'workspace', 'client', 'to', 'person', 'status', 'access', 'channels', 'expires', 'last used'],
            grants.map(rowOf),
          )
        : 'No grants yet. A person makes one by connecting a client to this service and agreeing on its page.',
    );
  return 0;
}

async function revoke(home: Home, given: Given, id: string): Promise<number> {
  const revoked = await home.grants.revoke(id, ACTOR);
  given.print(
    given.json
      ? JSON.stringify({ revoked })
      : revoked
        ? 'Revoked. Its tokens stop working everywhere within one second.'
        : 'There is no such grant, or it was revoked before.',
  );
  return revoked ? 0 : 1;
}

function rowOf(one: GrantRecord): string[] {
  return [
    one.id,
    one.workspaceName,
    one.client.name,
    one.client.redirectHost,
    one.person.email ?? '–',
    one.status,
    one.readOnly ? 'read' : 'read-write',
    one.channels.join(', '),
    minute(one.expiresAt),
    minute(one.lastUsedAt),
  ];
}
