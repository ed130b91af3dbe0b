import { type Directory, LISTED_MAX, type WorkspaceRecord } from '../auth/directory.ts';
import { isAtLeast, type Role } from '../auth/members.ts';
import { Turns } from '../event-loop/turns.ts';
import type { Store } from '../store/store.ts';

/** Somebody who is signed in, and what they may do. */
export interface Person {
  id: string;
  name: string;
  email: string;
  totp: boolean;
  organizationId: string;
  /** Undefined: a member of single workspaces only. */
  organizationRole: Role | undefined;
  /** Those they are a member of by themselves. */
  workspaceIds: readonly string[];
  /** Undefined: the workspace does not concern them, whether it is there or not. */
  roleIn(workspaceId: string): Role | undefined;
}

export interface Actor {
  kind: 'key' | 'person' | 'service';
  id: string;
  name: string;
}

interface SignedIn {
  id: string;
  name: string;
  email: string;
  twoFactorEnabled?: boolean | null | undefined;
}

/** People as the web application knows them: who signed in, by better-auth; what they may do, by their memberships. */
export class People {
  readonly #store: Store;
  readonly #directory: Directory;

  constructor(store: Store, directory: Directory) {
    this.#store = store;
    this.#directory = directory;
  }

  /** Undefined: signed in, and a member of nothing any more. */
  async personOf({ id, name, email, twoFactorEnabled }: SignedIn): Promise<Person | undefined> {
    const rows = await this.#store.db
      .selectFrom('members')
      .select(['organization_id', 'workspace_id', 'role'])
      .where('email', '=', email.toLowerCase())
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

  /** Who stands behind the ids that the audit log and the keys name. */
  async actors(ids: readonly string[]): Promise<(id: string) => Actor> {
    const wanted = [...new Set(ids)];
    const [keys, people] =
      wanted.length === 0
        ? [[], []]
        : await Promise.all([
            this.#store.db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', wanted).execute(),
            this.#store.db.selectFrom('people').select(['id', 'name']).where('id', 'in', wanted).execute(),
          ]);
    const known = new Map<string, Actor>([
      ...keys.map((key): [string, Actor] => [key.id, { kind: 'key', ...key }]),
      ...people.map((person): [string, Actor] => [person.id, { kind: 'person', ...person }]),
    ]);
    return (id) => known.get(id) ?? { kind: 'service', id, name: id };
  }
}

function higher(one: Role | undefined, other: Role | undefined): Role | undefined {
  return other === undefined || isAtLeast(one, other) ? one : other;
}
