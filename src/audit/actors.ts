import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.ts';

export type ActorKind = 'key' | 'person' | 'service';

/** How the ids of actors begin. A client that a person signed in (`grt_`) acts as a key does, and is stored as one. */
export const ID_STARTS: Readonly<Record<'key' | 'person', readonly string[]>> = {
  key: ['key_', 'grt_'],
  person: ['per_'],
};

/** Keys, clients and people by their ids. One that is gone has no name; an id of another kind is the service itself. */
export async function actorsWithIds(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<(id: string) => { id: string; kind: ActorKind; name?: string }> {
  const of = (kind: ActorKind) => [...new Set(ids.filter((id) => kindOf(id) === kind))];
  const [keys, people] = [of('key'), of('person')];
  const found = await Promise.all([
    keys.length > 0 ? db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', keys).execute() : [],
    people.length > 0 ? db.selectFrom('people').select(['id', 'name']).where('id', 'in', people).execute() : [],
  ]);
  const names = new Map(found.flat().map(({ id, name }) => [id, name]));
  return (id) => {
    const name = names.get(id);
    return { id, kind: kindOf(id), ...(name !== undefined && { name }) };
  };
}

function kindOf(id: string): ActorKind {
  if (ID_STARTS.key.some((start) => id.startsWith(start))) return 'key';
  return ID_STARTS.person.some((start) => id.startsWith(start)) ? 'person' : 'service';
}
