import { collectHeld } from '../../../tools/listing.ts';
import type { ProfessionalClient } from '../client.ts';
import type { Params } from '../wire.ts';

/** The most objects of a kind in an account. */
const ALL = 5000;

interface Asked {
  name: string | undefined;
  limit: number;
  cursor: string | undefined;
  /** Further search criteria. */
  search: Params;
  account: string;
}

/** Lists by name. The platform matches whole names only; when none does, names that contain the text are listed, with a note. */
export async function listedByName<T extends { name: string }>(
  client: ProfessionalClient,
  path: string,
  schema: Parameters<typeof client.list<T>>[1],
  { name, limit, cursor, search, account }: Asked,
): Promise<{ items: T[]; next_cursor?: string; notes?: string[] }> {
  const paramsOf = (more: Params) => ({ q: 'search', search: { ...search, ...more } });
  if (name === undefined) return client.list(path, schema, { limit, cursor, params: paramsOf({}), account });
  const all = async (more: Params) =>
    (await client.list(path, schema, { limit: ALL, params: paramsOf(more), account })).items;
  const named = await all({ name: { values: [name] } });
  const wanted = name.toLowerCase();
  const found = named.length > 0 ? named : (await all({})).filter((one) => one.name.toLowerCase().includes(wanted));
  const page = await collectHeld({ limit, cursor, scope: [path, search, name] }, () => found);
  if (found === named || found.length === 0) return page;
  return { ...page, notes: [`Nothing is called exactly "${name}"; these have it in their name.`] };
}
