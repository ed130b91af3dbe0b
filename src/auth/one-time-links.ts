import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Ambient, newId, randomBase62 } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import type { Store } from '../store/store.ts';
import type { OneTimeLinkRow, Tables } from '../store/tables.ts';
import type { Secrets } from '../vault/secrets.ts';
import type { Role } from './members.ts';

type Purpose = OneTimeLinkRow['purpose'];

export interface NewLink {
  purpose: Purpose;
  organizationId: string;
  workspaceId?: string | undefined;
  email?: string | undefined;
  role: Role;
  lifeMs: number;
  actor: string;
}

export interface LinkRecord {
  id: string;
  organizationId: string;
  workspaceId: string | undefined;
  email: string | undefined;
  role: Role;
  createdBy: string;
  createdAt: number;
  expiresAt: number;
}

const LISTED_MAX = 1_000;

/** Links that let one person in, once: to set the service up, or on an invitation. */
export class OneTimeLinks {
  readonly #store: Store;
  readonly #key: Buffer;
  readonly #audit: Audit;
  readonly #ambient: Ambient;

  constructor(store: Store, secrets: Secrets, audit: Audit, ambient: Ambient) {
    this.#store = store;
    this.#key = secrets.webKey;
    this.#audit = audit;
    this.#ambient = ambient;
  }

  /** Returns the secret, which is never shown again. */
  async create(input: NewLink): Promise<{ secret: string; expiresAt: number }> {
    const { purpose, organizationId, workspaceId, email, role, lifeMs, actor } = input;
    const secret = randomBase62(this.#ambient, 40);
    const id = newId(this.#ambient, 'link');
    const now = this.#ambient.now();
    const expiresAt = now + lifeMs;
    await this.#store.transaction(async (tx) => {
      await tx
        .insertInto('one_time_links')
        .values({
          id,
          purpose,
          digest: this.#digest(secret),
          organization_id: organizationId,
          workspace_id: workspaceId ?? null,
          email: email ?? null,
          role,
          created_by: actor,
          created_at: now,
          expires_at: expiresAt,
          used_at: null,
        })
        .execute();
      this.#audit.append({
        organizationId,
        actor,
        action: `${purpose}.link`,
        phase: 'event',
        detail: { id, role, expiresAt },
        ...(workspaceId !== undefined && { workspaceId }),
      });
    });
    return { secret, expiresAt };
  }

  /** Undefined for an unknown, used, withdrawn or expired link, without saying which. */
  async find(purpose: Purpose, secret: string): Promise<LinkRecord | undefined> {
    const row = await this.#open()
      .where('purpose', '=', purpose)
      .where('digest', '=', this.#digest(secret))
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** Two uses of the same link at once: one of them gets it. */
  async use(tx: Transaction<Tables>, id: string): Promise<boolean> {
    const used = await tx
      .updateTable('one_time_links')
      .set({ used_at: this.#ambient.now() })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return used !== undefined;
  }

  /** Links that can still be used, oldest first, among the last thousand that were made. */
  async list(purpose: Purpose, organizationId: string): Promise<LinkRecord[]> {
    const rows = await this.#open()
      .where('purpose', '=', purpose)
      .where('organization_id', '=', organizationId)
      .orderBy('created_at', 'desc')
      .limit(LISTED_MAX)
      .execute();
    return rows.map(toRecord).reverse();
  }

  /** False when there was no such open invitation. */
  async withdraw(organizationId: string, id: string, actor: string): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      const row = await tx
        .deleteFrom('one_time_links')
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .where('used_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!row) return false;
      const entry = { organizationId, actor, action: 'invitation.withdraw', phase: 'event', detail: { id } } as const;
      this.#audit.append(entry);
      return true;
    });
  }

  #open() {
    return this.#store.db
      .selectFrom('one_time_links')
      .selectAll()
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#ambient.now());
  }

  #digest(secret: string): string {
    return createHmac('sha256', this.#key).update(`link ${secret}`).digest('hex');
  }
}

function toRecord(row: OneTimeLinkRow): LinkRecord {
  return {
    id: row.id,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id ?? undefined,
    email: row.email ?? undefined,
    role: row.role as Role,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
