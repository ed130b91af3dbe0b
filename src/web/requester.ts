import type { WorkspaceRecord } from '../auth/directory.ts';
import type { Principal } from '../auth/key-records.ts';
import type { Plan } from '../plans/plan.ts';
import type { Home } from '../process/home.ts';
import { People, type Person } from './people.ts';

/** The key or person that asked for a plan, with what it may do now; undefined: it may nothing there any more. */
export async function requesterOf(
  home: Home,
  { requester, workspaceId, organizationId }: Pick<Plan, 'requester' | 'organizationId' | 'workspaceId'>,
): Promise<Principal | undefined> {
  const key = await home.keyRing.principalOf(requester);
  if (key) return key;
  const row = await home.store.db
    .selectFrom('people')
    .select(['id', 'name', 'email'])
    .where('id', '=', requester)
    .executeTakeFirst();
  const person = row && (await new People(home.store, home.directory).personOf(row));
  const workspace = await home.directory.workspace(organizationId, workspaceId);
  return person?.roleIn(workspaceId) && workspace ? principalOf(person, workspace) : undefined;
}

export function principalOf(person: Person, workspace: WorkspaceRecord): Principal {
  return {
    kind: 'person',
    id: person.id,
    name: person.name,
    organizationId: person.organizationId,
    workspaceId: workspace.id,
    organizationWide: person.organizationRole !== undefined,
    channels: undefined,
    readOnly: person.roleIn(workspace.id) === 'viewer',
    ratePoints: undefined,
    workspacePoints: undefined,
    // Owners give keys the permission, so they have it.
    ...(person.roleIn(workspace.id) === 'owner' && { customHtml: true }),
  };
}
