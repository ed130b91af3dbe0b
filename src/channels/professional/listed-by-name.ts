import type { ProfessionalClient } from './client.ts';
import type { Params } from './restli.ts';

/** All that an account may hold. */
const ALL = 5000;

interface Asked {
  name: string | undefined;
  limit: number;
  cursor: string | undefined;
  /** What else narrows the list. */
  search: Params;
  account: string;
}

/** The platform finds whole names only. Where nothing has the name, what has it in its own is shown, and the reply says so. */
export async function listedByName<T extends { name: string }>(
  client: ProfessionalClient,
  path: string,
  schema: Parameters<typeof client.list<T>>[1],
  { name, limit, cursor, search, account }: Asked,
): Promise<{ items: T[]; next_cursor?: string; notes?: string[] }> {
  const ask = (more: Params, most: number) =>
    client.list(path, schema, {
      limit: most,
      cursor,
      params: { q: 'search', search: { ...search, ...more } },
      account,
    });
  const found = await ask(name === undefined ? {} : { name: { values: [name] } }, limit);
  if (name === undefined || found.items.length > 0) return found;
  const wanted = name.toLowerCase();
  const all = (await ask({}, ALL)).items.filter((one) => one.name.toLowerCase().includes(wanted));
  if (all.length === 0) return found;
  return { items: all.slice(0, limit), notes: [`Nothing is called exactly "${name}"; these have it in their name.`] };
}
