import type { Ambient } from '../ambient.ts';
import type { Store } from '../store/store.ts';
import { dataKeyContext, type MasterKeys, OneMasterKey, ROOT } from './master-keys.ts';
import { storedRoot } from './root-secret.ts';

/** Few enough that writers of other processes do not wait long. */
const DATA_KEYS_A_COMMIT = 200;

interface Rotation {
  store: Store;
  /** Opens what the key before has wrapped. */
  keys: MasterKeys;
  master: Buffer;
  ambient: Ambient;
  /** Called in the transaction that begins it, to leave a trace. */
  record(): void;
  /** Called after every commit. */
  onProgress?(rewrapped: number): void;
}

/**
 * Wraps the root secret and then every data key by another master key, while services go on. The root comes first: from
 * its commit on, every process wraps new data keys by the new key too. Cut off anywhere, it goes on where it was when it
 * is run again, because each key tells by itself what it is wrapped by.
 */
export async function rotateMasterKey(rotation: Rotation): Promise<number> {
  const { store, keys, ambient, onProgress } = rotation;
  const next = new OneMasterKey(rotation.master);
  await store.transaction(async (tx) => {
    const stored = (await storedRoot(tx))!;
    if (next.hasWrapped(ROOT, stored)) return;
    const wrapped = next.wrap(ROOT, keys.unwrap(ROOT, stored), ambient);
    await tx.updateTable('root_secret').set({ wrapped }).where('id', '=', 1).execute();
    rotation.record();
  });
  let rewrapped = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const done = await rewrapSome({ store, keys, ambient }, next, after);
    rewrapped += done.rewrapped;
    after = done.last;
    onProgress?.(rewrapped);
  }
  return rewrapped;
}

function rewrapSome(
  { store, keys, ambient }: Pick<Rotation, 'store' | 'keys' | 'ambient'>,
  next: OneMasterKey,
  after: string,
): Promise<{ rewrapped: number; last: string | undefined }> {
  return store.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('data_keys')
      .select(['workspace_id', 'wrapped'])
      .where('workspace_id', '>', after)
      .orderBy('workspace_id')
      .limit(DATA_KEYS_A_COMMIT)
      .execute();
    let rewrapped = 0;
    for (const { workspace_id, wrapped } of rows) {
      const context = dataKeyContext(workspace_id);
      if (next.hasWrapped(context, wrapped)) continue;
      const anew = next.wrap(context, keys.unwrap(context, wrapped), ambient);
      await tx.updateTable('data_keys').set({ wrapped: anew }).where('workspace_id', '=', workspace_id).execute();
      rewrapped += 1;
    }
    return { rewrapped, last: rows.length === DATA_KEYS_A_COMMIT ? rows.at(-1)!.workspace_id : undefined };
  });
}
