import type { Transaction } from 'kysely';
import { type Ambient, newId } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { Failure } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';

/** From least to most. */
export const ROLES = ['viewer', 'member', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export interface Member {
  id: string;
  email: string;
  role: Role;
  /** Undefined: of the whole organization. */
  workspaceId?: string;
}

export function isAtLeast(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The people of an organization. They sign in to the web application; programs and agents use keys. */
export class Members {
  readonly #store: Store;
  readonly #audit: Audit;
  readonly #ambient: Ambient;

  constructor(store: Store, audit: Audit, ambient: Ambient) {
    this.#store = store;
    this.#audit = audit;
    this.#ambient = ambient;
  }

  async add(input: {
    organizationId: string;
    workspaceId?: string;
    email: string;
    role: Role;
    actor: string;
  }): Promise<Member> {
    const { organizationId, workspaceId, role, actor } = input;
    const email = input.email.trim().toLowerCase();
    const id = newId(this.#ambient, 'mem');
    await this.#store.transaction(async (tx) => {
      const known = await tx
        .selectFrom('members')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('email', '=', email)
        .where('workspace_id', workspaceId === undefined ? 'is' : '=', workspaceId ?? null)
        .executeTakeFirst();
      if (known) throw memberAlready(email);
      const row = { id, organization_id: organizationId, workspace_id: workspaceId ?? null, email, role };
      await tx
        .insertInto('members')
        .values({ ...row, created_at: this.#ambient.now() })
        .execute();
      this.#audit.append({
        organizationId,
        actor,
        action: 'member.add',
        phase: 'event',
        detail: { id, role },
        ...(workspaceId !== undefined && { workspaceId }),
      });
    });
    return { id, email, role, ...(workspaceId !== undefined && { workspaceId }) };
  }

  async list(organizationId: string): Promise<Member[]> {
    const rows = await this.#store.db
      .selectFrom('members')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      email: row.email,
      role: row.role as Role,
      ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
    }));
  }

  /** False when there is no such member. An organization keeps an owner. */
  async changeRole(organizationId: string, id: string, role: Role, actor: string): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      const row = await tx
        .updateTable('members')
        .set({ role })
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .returning('workspace_id')
        .executeTakeFirst();
      if (!row) return false;
      await requireOwner(tx, organizationId);
      this.#audit.append({
        organizationId,
        actor,
        action: 'member.role',
        phase: 'event',
        detail: { id, role },
        ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
      });
      return true;
    });
  }

  /** False when there is no such member. */
  async remove(id: string, actor: string): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      const row = await tx
        .deleteFrom('members')
        .where('id', '=', id)
        .returning(['organization_id', 'workspace_id', 'role'])
        .executeTakeFirst();
      if (!row) return false;
      const organizationId = row.organization_id;
      if (row.role === 'owner' && row.workspace_id === null) await requireOwner(tx, organizationId);
      this.#audit.append({ organizationId, actor, action: 'member.remove', phase: 'event', detail: { id } });
      return true;
    });
  }
}

/** Only once somebody has signed in: before, the command line is the way in. */
async function requireOwner(tx: Transaction<Tables>, organizationId: string): Promise<void> {
  const owner = await tx
    .selectFrom('members')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workspace_id', 'is', null)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst();
  if (owner) return;
  throw new Failure({
    code: 'conflict',
    message: 'Nobody would be an owner of the organization any more.',
    nextStep: 'Make somebody else an owner first. Nothing was changed.',
  });
}

function memberAlready(email: string): Failure {
  return new Failure({
    code: 'conflict',
    message: `${email} is a member there already.`,
    nextStep: 'Remove the member first to give another role. Nothing was changed.',
  });
}
