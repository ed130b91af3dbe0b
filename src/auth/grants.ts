import type { Transaction } from 'kysely';
import { type Ambient, newId } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { Secrets } from '../vault/secrets.ts';
import { type GrantFilter, type GrantRecord, type LiveGrant, listGrants, liveGrant } from './grant-records.ts';
import { newKey } from './key-format.ts';
import type { KeyRing } from './key-ring.ts';
import { type SecretDigest, secretDigest } from './secret-digest.ts';

export interface NewGrant {
  workspaceId: string;
  personId: string;
  client: { id: string; name: string; redirectHost: string };
  resource: string;
  channels: readonly string[];
  readOnly: boolean;
  expiresAt: number;
  /** Left out: the deployment's own limit. */
  ratePoints?: number;
}

/** Access that people gave to clients by signing in: a key without a secret, with a client and a person. */
export class Grants {
  readonly #store: Store;
  readonly #keyRing: KeyRing;
  readonly #audit: Audit;
  readonly #ambient: Ambient;
  /** What is stored of codes and tokens. */
  readonly digest: SecretDigest;

  constructor(store: Store, secrets: Secrets, keyRing: KeyRing, audit: Audit, ambient: Ambient) {
    this.#store = store;
    this.#keyRing = keyRing;
    this.#audit = audit;
    this.#ambient = ambient;
    this.digest = secretDigest(secrets);
  }

  async create(input: NewGrant): Promise<string> {
    const { workspaceId, personId, client, resource, channels, readOnly, expiresAt, ratePoints } = input;
    const id = newId(this.#ambient, 'grt');
    const now = this.#ambient.now();
    await this.#store.transaction(async (tx) => {
      await tx
        .insertInto('api_keys')
        .values({
          id,
          workspace_id: workspaceId,
          name: client.name,
          // Of a secret that is thrown away here, so that no text that anybody presents is this key.
          digest: this.digest(newKey(this.#ambient)),
          last_four: '',
          channels: JSON.stringify(channels),
          read_only: readOnly ? 1 : 0,
          organization_wide: 0,
          rate_points: ratePoints ?? null,
          created_at: now,
          created_by: personId,
          expires_at: expiresAt,
          revoked_at: null,
          last_used_at: null,
          replaces: null,
          personal_data: 0,
          custom_html: 0,
        })
        .execute();
      await tx
        .insertInto('grants')
        .values({
          id,
          person_id: personId,
          client_id: client.id,
          client_name: client.name,
          redirect_host: client.redirectHost,
          resource,
        })
        .execute();
      await tx
        .updateTable('oauth_clients')
        .set({ used_at: now })
        .where('id', '=', client.id)
        .where('used_at', 'is', null)
        .execute();
      this.#audit.append({
        workspaceId,
        actor: personId,
        action: 'grant.create',
        phase: 'event',
        detail: { id, client, resource, channels, read_only: readOnly, expires_at: expiresAt, rate_points: ratePoints },
      });
    });
    return id;
  }

  list(filter: GrantFilter = {}): Promise<GrantRecord[]> {
    return listGrants(this.#store.db, filter, this.#ambient.now());
  }

  async find(id: string): Promise<GrantRecord | undefined> {
    return (await this.list({ id }))[0];
  }

  /** Undefined when it was revoked, has expired, or the person has left the workspace. */
  async live(id: string): Promise<LiveGrant | undefined> {
    const grant = await liveGrant(this.#store.db, id);
    return grant?.expiresAt !== undefined && grant.expiresAt <= this.#ambient.now() ? undefined : grant;
  }

  /** False when there is no such grant, or it was revoked before. */
  async revoke(id: string, actor: string): Promise<boolean> {
    if (!(await this.find(id))) return false;
    return this.#keyRing.revoke(id, actor, 'grant.revoke');
  }
}

/**
 * Revokes the grants of an address whose person has no role left in the grant's workspace, so that coming back to the
 * workspace does not bring them back. Call it after the membership was removed, in the same transaction.
 */
export async function revokeLostGrants(
  tx: Transaction<Tables>,
  audit: Audit,
  { email, actor, now }: { email: string; actor: string; now: number },
): Promise<void> {
  const held = await tx
    .selectFrom('grants')
    .innerJoin('people', 'people.id', 'grants.person_id')
    .innerJoin('api_keys', 'api_keys.id', 'grants.id')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['grants.id', 'api_keys.workspace_id', 'workspaces.organization_id'])
    .where('people.email', '=', email)
    .where('api_keys.revoked_at', 'is', null)
    .execute();
  if (held.length === 0) return;
  const roles = await tx
    .selectFrom('members')
    .select(['organization_id', 'workspace_id'])
    .where('email', '=', email)
    .execute();
  for (const { id, workspace_id, organization_id } of held) {
    const isMember = roles.some(
      (role) =>
        role.organization_id === organization_id && (role.workspace_id === null || role.workspace_id === workspace_id),
    );
    if (isMember) continue;
    await tx.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', id).execute();
    audit.append({ workspaceId: workspace_id, actor, action: 'grant.revoke', phase: 'event', detail: { id } });
  }
}
