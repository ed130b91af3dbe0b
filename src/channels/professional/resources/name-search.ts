import { collectHeld } from '../../../tools/listing.ts';
import { searchText } from '../../../tools/lookup-text.ts';
import type { ProfessionalClient } from '../client.ts';
import type { Params } from '../wire.ts';
import { type Ends, endsWithin } from './schedule.ts';

/** The most objects of a kind in an account. */
const ALL = 5000;

interface Asked {
  name: string | undefined;
  /** Between which times they end, by which the platform cannot search. */
  ends: Ends;
  limit: number;
  cursor: string | undefined;
  /** Further search criteria. */
  search: Params;
  account: string;
}

/**
 * Lists by name and by end, out of all there are: the platform cannot search by end. The platform matches whole names only; when none
 * does, names that contain the text are listed, with a note.
 */
export async function listedByName<T extends { name: string; runSchedule?: { end?: number | undefined } | undefined }>(
  client: ProfessionalClient,
  path: string,
  schema: Parameters<typeof client.list<T>>[1],
  { name, ends, limit, cursor, search, account }: Asked,
): Promise<{ items: T[]; next_cursor?: string; notes?: string[] }> {
  const paramsOf = (more: Params) => ({ q: 'search', search: { ...search, ...more } });
  const keeps = endsWithin(ends);
  if (name === undefined && !keeps) return client.list(path, schema, { limit, cursor, params: paramsOf({}), account });
  const all = async (more: Params) => {
    const { items } = await client.list(path, schema, { limit: ALL, params: paramsOf(more), account });
    return keeps ? items.filter(keeps) : items;
  };
  const named = await all(name === undefined ? {} : { name: { values: [name] } });
  const wanted = searchText(name ?? '');
  const exact = name === undefined || named.length > 0;
  const found = exact ? named : (await all({})).filter((one) => searchText(one.name).includes(wanted));
  const page = await collectHeld({ limit, cursor, scope: [path, search, name, ends] }, async () => found);
  if (exact || found.length === 0) return page;
  return { ...page, notes: [`Nothing is called exactly "${name}"; these have it in their name.`] };
}
