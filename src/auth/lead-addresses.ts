import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Ambient, DAY_MS, randomBase62 } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { Secrets } from '../vault/secrets.ts';
import type { Vault } from '../vault/vault.ts';
import { type SecretDigest, secretDigest } from './secret-digest.ts';

/** What an address begins with; its token follows. */
export const LEAD_PUSH_PATH = '/pushes/leads/';
/** As a token in an address looks. */
export const LEAD_TOKEN = /^[0-9A-Za-z]{43}$/;
const TOKEN_LENGTH = 43;
const SHARED_LENGTH = 32;
/** Longer than any platform repeats a message. */
const REPEATS_DAYS = 7;

/** An address that a platform sends "there is a new lead" to. */
export interface LeadAddress {
  token: string;
  /** Made with the address; given to the platform as verify token or shared key. */
  shared: string;
}

export interface LeadAddressPlace {
  organizationId: string;
  workspaceId: string;
  channel: string;
  shared: string;
}

/** One address for each connection, made on demand. The store holds a digest of its token, and the token sealed. */
export class LeadAddresses {
  readonly #store: Store;
  readonly #vault: Vault;
  readonly #audit: Audit;
  readonly #ambient: Ambient;
  readonly #digest: SecretDigest;

  constructor(store: Store, vault: Vault, secrets: Secrets, audit: Audit, ambient: Ambient) {
    this.#store = store;
    this.#vault = vault;
    this.#audit = audit;
    this.#ambient = ambient;
    this.#digest = secretDigest(secrets);
  }

  /** The address of a connection, the same for all who ask at once. `anew` replaces it, and the old one stops working. */
  async give(workspaceId: string, channel: string, actor: string, { anew = false } = {}): Promise<LeadAddress> {
    const known = anew ? undefined : await rowOf(this.#store.db, workspaceId, channel);
    if (known) return this.#open(workspaceId, channel, known.secrets);
    const made: LeadAddress = {
      token: randomBase62(this.#ambient, TOKEN_LENGTH),
      shared: randomBase62(this.#ambient, SHARED_LENGTH),
    };
    const row = {
      workspace_id: workspaceId,
      channel,
      digest: this.#digest(made.token),
      secrets: await this.#vault.seal(workspaceId, contextOf(channel), JSON.stringify(made)),
      created_at: this.#ambient.now(),
      created_by: actor,
    };
    const earlier = await this.#store.transaction(async (tx) => {
      const given = anew ? undefined : await rowOf(tx, workspaceId, channel);
      if (given) return given;
      await tx
        .insertInto('lead_addresses')
        .values(row)
        .onConflict((conflict) => conflict.columns(['workspace_id', 'channel']).doUpdateSet(row))
        .execute();
      this.#audit.append({ workspaceId, actor, action: 'leads.address', phase: 'event', detail: { channel, anew } });
      return undefined;
    });
    return earlier ? this.#open(workspaceId, channel, earlier.secrets) : made;
  }

  /** Undefined for what was never given out, or is not any more. */
  async find(token: string): Promise<LeadAddressPlace | undefined> {
    const row = await this.#store.db
      .selectFrom('lead_addresses')
      .innerJoin('workspaces', 'workspaces.id', 'lead_addresses.workspace_id')
      .select(['workspace_id', 'channel', 'secrets', 'organization_id'])
      .where('digest', '=', this.#digest(token))
      .where('archived_at', 'is', null)
      .executeTakeFirst();
    if (!row) return undefined;
    const { workspace_id: workspaceId, organization_id: organizationId, channel } = row;
    const { shared } = await this.#open(workspaceId, channel, row.secrets);
    return { organizationId, workspaceId, channel, shared };
  }

  /** Notes what a message told of; false when all of it was told before. */
  async isNews({ workspaceId, channel }: LeadAddressPlace, marks: readonly string[]): Promise<boolean> {
    const seen_at = this.#ambient.now();
    const rows = [...new Set(marks)].map((mark) => ({
      workspace_id: workspaceId,
      channel,
      // Hashed, because a platform may make a mark of anything, as long as it likes.
      mark: createHash('sha256').update(mark).digest('base64url'),
      seen_at,
    }));
    return this.#store.transaction(async (tx) => {
      let count = 0n;
      for (const row of rows) {
        const { numInsertedOrUpdatedRows = 0n } = await tx
          .insertInto('lead_pushes')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        count += numInsertedOrUpdatedRows;
      }
      return count > 0n;
    });
  }

  /** Forgets messages that no platform repeats any more. */
  async removeOld(): Promise<void> {
    const before = this.#ambient.now() - REPEATS_DAYS * DAY_MS;
    await this.#store.transaction(async (tx) => {
      await tx.deleteFrom('lead_pushes').where('seen_at', '<', before).execute();
    });
  }

  async #open(workspaceId: string, channel: string, sealed: Uint8Array): Promise<LeadAddress> {
    return JSON.parse(await this.#vault.open(workspaceId, contextOf(channel), sealed));
  }
}

function contextOf(channel: string): string {
  return `lead address ${channel}`;
}

function rowOf(db: Kysely<Tables>, workspaceId: string, channel: string) {
  return db
    .selectFrom('lead_addresses')
    .select('secrets')
    .where('workspace_id', '=', workspaceId)
    .where('channel', '=', channel)
    .executeTakeFirst();
}
