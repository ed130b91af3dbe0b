import { createHmac } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Ambient } from '../ambient.ts';
import type { Store } from '../store/store.ts';
import { NOT_KEPT } from './artifacts.ts';

/** Clients that registered themselves (RFC 7591). */
export class RegisteredClients implements Adapter {
  readonly #store: Store;
  readonly #ambient: Ambient;
  readonly #key: Buffer;
  readonly consume = NOT_KEPT.consume;
  readonly findByUid = NOT_KEPT.findByUid;
  readonly findByUserCode = NOT_KEPT.findByUserCode;
  readonly revokeByGrantId = NOT_KEPT.revokeByGrantId;

  constructor(store: Store, ambient: Ambient, key: Buffer) {
    this.#store = store;
    this.#ambient = ambient;
    this.#key = key;
  }

  /** Derived from the client's id, so that no secret has to be stored. */
  secretOf(id: string): string {
    return createHmac('sha256', this.#key).update(`client ${id}`).digest('base64url');
  }

  async upsert(id: string, { client_secret: _, ...metadata }: AdapterPayload): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await tx
        .insertInto('oauth_clients')
        .values({ id, metadata: JSON.stringify(metadata), created_at: this.#ambient.now(), used_at: null })
        .execute();
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#row(id);
    if (!row) return undefined;
    const metadata = JSON.parse(row.metadata) as AdapterPayload;
    const hasSecret = metadata.token_endpoint_auth_method?.startsWith('client_secret') ?? false;
    return { ...metadata, ...(hasSecret && { client_secret: this.secretOf(id) }) };
  }

  async firstSeen(id: string): Promise<number | undefined> {
    return (await this.#row(id))?.created_at;
  }

  async destroy(id: string): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await tx.deleteFrom('oauth_clients').where('id', '=', id).execute();
    });
  }

  #row(id: string) {
    return this.#store.db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();
  }
}
