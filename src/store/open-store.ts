import { openStore, type Store } from './store.ts';

export interface StorePlace {
  file: string;
  /** The address of a PostgreSQL database; empty: the store is the file. */
  url: string;
  connectionsMax: number;
}

/** The store that the settings name. PostgreSQL's driver is loaded only where it is used. */
export async function openStoreAt({ file, url, connectionsMax }: StorePlace): Promise<Store> {
  if (url === '') return openStore({ file });
  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  return openPostgresStore({ url, connectionsMax });
}
