import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Ambient } from '../ambient.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { dataKeyContext } from './master-keys.ts';
import { storedRoot } from './root-secret.ts';
import { openBytes, sealBytes } from './sealing.ts';
import type { Secrets } from './secrets.ts';
import { unreadableSecret as unreadable } from './unreadable-secret.ts';

const DATA_KEY_BYTES = 32;
const DATA_KEYS_KEPT = 10_000;

/**
 * Seals text under its workspace's own data key, with a context that names its row: it can be opened only in that
 * place. The store holds the data keys, each wrapped by the master key, which the store does not hold.
 */
export class Vault {
  readonly #store: Store;
  readonly #secrets: Secrets;
  readonly #ambient: Ambient;
  /** Key objects: creating one for every call would cost more than the sealing. */
  readonly #dataKeys = new BoundedMap<string, KeyObject>(DATA_KEYS_KEPT);

  constructor(store: Store, secrets: Secrets, ambient: Ambient) {
    this.#store = store;
    this.#secrets = secrets;
    this.#ambient = ambient;
  }

  /** Inside a transaction hand in its `tx`: the first seal of a workspace writes its data key. */
  async seal(workspaceId: string, context: string, plain: string, tx?: Transaction<Tables>): Promise<Buffer> {
    const key = (await this.#committedKey(workspaceId)) ?? (await this.#createKey(workspaceId, tx));
    return sealBytes(key, context, Buffer.from(plain), this.#ambient);
  }

  /** With `tx`, also text sealed in a transaction that shares its commit. */
  async open(workspaceId: string, context: string, sealed: Uint8Array, tx?: Transaction<Tables>): Promise<string> {
    const key = (await this.#committedKey(workspaceId)) ?? (tx && (await this.#storedKey(tx, workspaceId)));
    if (!key) throw unreadable(`workspace ${workspaceId} has no data key`);
    try {
      return openBytes(key, context, sealed).toString();
    } catch (error) {
      throw unreadable(`what lies at ${context} of workspace ${workspaceId} was not sealed for that place`, error);
    }
  }

  /** Gives a workspace its data key before anything is sealed for it, so that a wrong master key is noticed from then on. */
  async prepare(workspaceId: string): Promise<void> {
    if (!(await this.#committedKey(workspaceId))) await this.#createKey(workspaceId, undefined);
  }

  /** Throws when the store was made with another master key: better at the start than at the first call. */
  async checkMasterKey(): Promise<void> {
    const row = await this.#store.db.selectFrom('data_keys').selectAll().limit(1).executeTakeFirst();
    if (row) this.#unwrap(row.workspace_id, row.wrapped);
  }

  /** Read outside any transaction, so that only a committed key is cached. */
  async #committedKey(workspaceId: string): Promise<KeyObject | undefined> {
    const known = this.#dataKeys.get(workspaceId);
    if (known) return known;
    const key = await this.#storedKey(this.#store.db, workspaceId);
    if (key) this.#dataKeys.set(workspaceId, key);
    return key;
  }

  async #storedKey(db: Kysely<Tables>, workspaceId: string): Promise<KeyObject | undefined> {
    const row = await db
      .selectFrom('data_keys')
      .select('wrapped')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return row && this.#unwrap(workspaceId, row.wrapped);
  }

  /**
   * In a transaction, so that no rotation of the master key ends between the look at the root and the new data key. Two
   * processes that create it at once both end up with the stored one.
   */
  async #createKey(workspaceId: string, tx: Transaction<Tables> | undefined): Promise<KeyObject> {
    if (!tx) return this.#store.transaction((own) => this.#createKey(workspaceId, own));
    const fresh = this.#ambient.randomBytes(DATA_KEY_BYTES);
    const wrapped = this.#wrap(workspaceId, fresh, await storedRoot(tx));
    await tx
      .insertInto('data_keys')
      .values({ workspace_id: workspaceId, wrapped, created_at: this.#ambient.now() })
      .onConflict((conflict) => conflict.column('workspace_id').doNothing())
      .execute();
    return (await this.#storedKey(tx, workspaceId))!;
  }

  #wrap(workspaceId: string, fresh: Buffer, root: Uint8Array | undefined): Buffer {
    try {
      return this.#secrets.wrap(dataKeyContext(workspaceId), fresh, root);
    } catch (error) {
      throw unreadable('the root secret was not wrapped by this master key', error);
    }
  }

  #unwrap(workspaceId: string, wrapped: Uint8Array): KeyObject {
    try {
      return createSecretKey(this.#secrets.unwrap(dataKeyContext(workspaceId), wrapped));
    } catch (error) {
      throw unreadable(`the data key of workspace ${workspaceId} was not wrapped by this master key`, error);
    }
  }
}
