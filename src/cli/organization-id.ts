import type { Home } from '../process/home.ts';

/** A data folder holds one organization, made by the first start. */
export async function organizationId({ store }: Home): Promise<string> {
  return (await store.db.selectFrom('organizations').select('id').limit(1).executeTakeFirstOrThrow()).id;
}
