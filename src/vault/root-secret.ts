import type { Ambient } from '../ambient.ts';
import type { Store } from '../store/store.ts';
import { dataKeyContext, type MasterKeys, OneMasterKey, ROOT } from './master-keys.ts';
import { unreadableSecret } from './unreadable-secret.ts';

const ROOT_BYTES = 32;

/**
 * The secret that the service's own secrets are derived from, wrapped by the master key, so that the master key can be
 * replaced. A store from before has none yet: its root is the master key it was made with.
 */
export async function openRootSecret(
  store: Store,
  keys: MasterKeys,
  masters: readonly Buffer[],
  ambient: Ambient,
): Promise<Buffer> {
  const stored = (await storedRoot(store.db)) ?? (await createRoot(store, masters, ambient));
  try {
    return keys.unwrap(ROOT, stored);
  } catch (error) {
    throw unreadableSecret('the root secret was not wrapped by this master key', error);
  }
}

export async function storedRoot(db: Pick<Store['db'], 'selectFrom'>): Promise<Uint8Array | undefined> {
  return (await db.selectFrom('root_secret').select('wrapped').where('id', '=', 1).executeTakeFirst())?.wrapped;
}

/** Of several processes that do it at once, all take the first one's. */
function createRoot(store: Store, masters: readonly Buffer[], ambient: Ambient): Promise<Uint8Array> {
  return store.transaction(async (tx) => {
    const known = await storedRoot(tx);
    if (known) return known;
    const sealed = await tx.selectFrom('data_keys').selectAll().limit(1).executeTakeFirst();
    const original = sealed
      ? masters.find((master) => hasWrapped(master, sealed.workspace_id, sealed.wrapped))
      : masters[0];
    if (!original) throw unreadableSecret('the store was made with another master key');
    const root = sealed ? original : ambient.randomBytes(ROOT_BYTES);
    const wrapped = new OneMasterKey(original).wrap(ROOT, root, ambient);
    await tx.insertInto('root_secret').values({ id: 1, wrapped }).execute();
    return wrapped;
  });
}

function hasWrapped(master: Buffer, workspaceId: string, wrapped: Uint8Array): boolean {
  return new OneMasterKey(master).hasWrapped(dataKeyContext(workspaceId), wrapped);
}
