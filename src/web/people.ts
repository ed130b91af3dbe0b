import { type ActorKind, actorsWithIds } from '../audit/actors.ts';
import { type Directory, LISTED_MAX, type WorkspaceRecord } from '../auth/directory.ts';
import { isAtLeast, type Role } from '../auth/members.ts';
import { Turns } from '../event-loop/turns.ts';
import type { Store } from '../store/store.ts';

/** A signed-in person with their roles in the organization and its workspaces. */
export interface Person {
  id: string;
  name: string;
  email: string;
  totp: boolean;
  organizationId: string;
  /** Undefined: a member of single workspaces only. */
  organizationRole: Role | undefined;
  /** Workspaces with a membership of their own, besides any role in the whole organization. */
  workspaceIds: readonly string[];
  /** Undefined: the person has no role there. It does not tell whether such a workspace exists. */
  roleIn(workspaceId: string): Role | undefined;
}

export interface Actor {
  kind: ActorKind;
  id: string;
  name: string;
}

interface SignedIn {
  id: string;
  name: string;
  email: string;
  twoFactorEnabled?: boolean | null | undefined;
}

/** Joins the user of a better-auth session, found by e-mail address, with the roles in our `members` table. */
export class People {
  readonly #store: Store;
  readonly #directory: Directory;

  constructor(store: Store, directory: Directory) {
    this.#store = store;
    this.#directory = directory;
  }

  /** Undefined: the account can still sign in, but all its memberships were removed. */
  async personOf({ id, name, email, twoFactorEnabled }: SignedIn): Promise<Person | undefined> {
    const rows = await this.#store.db
      .selectFrom('members')
      .select(['organization_id', 'workspace_id', 'role'])
      .where('email', '=', email)
      .orderBy('created_at')
      .execute();
    const [first] = rows;
    if (!first) return undefined;
    const own = rows.filter((row) => row.organization_id === first.organization_id);
    const roles = new Map(own.map((row) => [row.workspace_id, row.role as Role]));
    const organizationRole = roles.get(null);
    return {
      id,
      name,
      email,
      totp: twoFactorEnabled === true,
      organizationId: first.organization_id,
      organizationRole,
      workspaceIds: [...roles.keys()].filter((workspaceId) => workspaceId !== null),
      roleIn: (workspaceId) => higher(roles.get(workspaceId), organizationRole),
    };
  }

  /** Those in use, with the person's role in each; as many as one reply holds. */
  async workspacesOf(person: Person): Promise<{ record: WorkspaceRecord; role: Role }[]> {
    const found = await this.#open(person);
    return found.flatMap((record) => {
      const role = record && person.roleIn(record.id);
      return role ? [{ record, role }] : [];
    });
  }

  async #open(person: Person): Promise<readonly (WorkspaceRecord | undefined)[]> {
    const { organizationId, organizationRole, workspaceIds } = person;
    if (organizationRole) return (await this.#directory.list(organizationId)).workspaces;
    const own: (WorkspaceRecord | undefined)[] = [];
    const turns = new Turns();
    for (const id of workspaceIds.slice(0, LISTED_MAX)) {
      own.push(await this.#directory.workspace(organizationId, id));
      await turns.pause();
    }
    return own;
  }

  /** Actors of the audit log and makers of keys by their ids; one that is gone is called by its id. */
  async actors(ids: readonly string[]): Promise<(id: string) => Actor> {
    const actor = await actorsWithIds(this.#store.db, ids);
    return (id) => ({ name: id, ...actor(id) });
  }
}

function higher(one: Role | undefined, other: Role | undefined): Role | undefined {
  return other === undefined || isAtLeast(one, other) ? one : other;
}
