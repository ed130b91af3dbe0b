import { openStore, type Store } from './store.ts';

export interface StorePlace {
  file: string;
  /** Of a PostgreSQL database; empty: the store is the file. */
  url: string;
  connectionsMax: number;
}

/** The store where the settings say it is. PostgreSQL's driver is loaded by those who use it. */
export async function openStoreAt({ file, url, connectionsMax }: StorePlace): Promise<Store> {
  if (url === '') return openStore({ file });
  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  return openPostgresStore({ url, connectionsMax });
}
