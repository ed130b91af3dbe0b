import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Ambient, newId } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { Failure } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { MemberRow, Tables } from '../store/tables.ts';
import { revokeLostGrants } from './grants.ts';

/** From least to most. */
export const ROLES = ['viewer', 'member', 'approver', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export interface Member {
  id: string;
  email: string;
  role: Role;
  /** Undefined: a member of the whole organization. */
  workspaceId?: string;
}

export function isAtLeast(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Rows read in one turn of the event loop. */
const PAGE = 500;

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
    /** The person who takes the role with an account of this address. Left out: the role is given to the address. */
    personId?: string;
  }): Promise<Member> {
    const { organizationId, workspaceId, role, actor, personId } = input;
    const email = input.email.trim().toLowerCase();
    const id = newId(this.#ambient, 'mem');
    await this.#store.transaction(async (tx) => {
      const known = await membership(tx, organizationId, email, workspaceId).executeTakeFirst();
      if (known) throw memberAlready(email);
      if (personId === undefined) await requireProvenAddress(tx, email);
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

  /** All of them, oldest first. */
  async list(organizationId: string): Promise<Member[]> {
    const all: Member[] = [];
    for await (const some of this.pages(organizationId)) all.push(...some);
    return all;
  }

  /** Oldest first, in pages, so that other work gets the event loop between them. */
  async *pages(organizationId: string): AsyncGenerator<Member[]> {
    let rows: MemberRow[] = [];
    do {
      rows = await this.#rowsAfter(organizationId, rows.at(-1));
      yield rows.map(toMember);
      await nextTurn();
    } while (rows.length === PAGE);
  }

  /** The membership of one person in the organization, or in one workspace of it. */
  async find(organizationId: string, email: string, workspaceId?: string): Promise<Member | undefined> {
    const row = await membership(this.#store.db, organizationId, email, workspaceId).executeTakeFirst();
    return row && toMember(row);
  }

  /** Whether an address has any role in the organization, or in a workspace of it. */
  async holdsRole(organizationId: string, email: string): Promise<boolean> {
    const row = await this.#store.db
      .selectFrom('members')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
    return row !== undefined;
  }

  #rowsAfter(organizationId: string, after: MemberRow | undefined): Promise<MemberRow[]> {
    let query = this.#store.db
      .selectFrom('members')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE);
    if (after) query = query.where(sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`);
    return query.execute();
  }

  /** False when there is no such member. The last owner of an organization cannot be removed. */
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
  async remove(organizationId: string, id: string, actor: string): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      const row = await tx
        .deleteFrom('members')
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .returning(['workspace_id', 'role', 'email'])
        .executeTakeFirst();
      if (!row) return false;
      if (row.role === 'owner' && row.workspace_id === null) await requireOwner(tx, organizationId);
      await revokeLostGrants(tx, this.#audit, { email: row.email, actor, now: this.#ambient.now() });
      this.#audit.append({ organizationId, actor, action: 'member.remove', phase: 'event', detail: { id } });
      return true;
    });
  }

  /**
   * Erases a person's account, sessions, second factor, memberships, invitations and usage counts. The audit log holds
   * no address, only the person's id. False when nothing was known of the address.
   */
  async erase(organizationId: string, address: string, actor: string): Promise<boolean> {
    const email = address.trim().toLowerCase();
    return this.#store.transaction(async (tx) => {
      const person = await tx.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst();
      const memberships = await tx
        .deleteFrom('members')
        .where('email', '=', email)
        .returning(['id', 'role', 'workspace_id'])
        .execute();
      const links = await tx.deleteFrom('one_time_links').where('email', '=', email).returning('id').execute();
      if (!person && memberships.length + links.length === 0) return false;
      if (memberships.some(({ role, workspace_id }) => role === 'owner' && workspace_id === null))
        await requireOwner(tx, organizationId);
      await revokeLostGrants(tx, this.#audit, { email, actor, now: this.#ambient.now() });
      if (person) {
        // Sessions, passwords and second factors go with their person.
        await tx.deleteFrom('people').where('id', '=', person.id).execute();
        await tx.deleteFrom('usage_counts').where('key_id', '=', person.id).execute();
      }
      const detail = { id: person?.id ?? null, memberships: memberships.map(({ id }) => id) };
      this.#audit.append({ organizationId, actor, action: 'person.erase', phase: 'event', detail });
      return true;
    });
  }
}

function membership(db: Kysely<Tables>, organizationId: string, email: string, workspaceId: string | undefined) {
  return db
    .selectFrom('members')
    .selectAll()
    .where('email', '=', email)
    .where('organization_id', '=', organizationId)
    .where('workspace_id', workspaceId === undefined ? 'is' : '=', workspaceId ?? null);
}

function toMember({ id, email, role, workspace_id }: MemberRow): Member {
  return { id, email, role: role as Role, ...(workspace_id !== null && { workspaceId: workspace_id }) };
}

/** Only once a person has signed in: before, the command line is the way in. */
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

/** An address that was typed and not proven may belong to another person, so no role is given to it. */
async function requireProvenAddress(tx: Transaction<Tables>, email: string): Promise<void> {
  const person = await tx.selectFrom('people').select('email_verified').where('email', '=', email).executeTakeFirst();
  if (!person || person.email_verified) return;
  throw new Failure({
    code: 'conflict',
    message: `The account of ${email} was made with a link that did not name this address, so it may be another person's.`,
    nextStep: 'Invite this address on the Members page: the link proves whose it is. Nothing was changed.',
  });
}

function memberAlready(email: string): Failure {
  return new Failure({
    code: 'conflict',
    message: `${email} is a member there already.`,
    nextStep: 'Remove the member first to give another role. Nothing was changed.',
  });
}
