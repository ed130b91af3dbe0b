import type { ShownChange } from '../tools/history-desk.ts';
import type { Pipeline } from './call.ts';

/** What keys and people are called. One that is gone has its id only. */
export async function namesOfActors(
  { store: { db } }: Pipeline,
  actors: readonly string[],
): Promise<(id: string) => ShownChange['who']> {
  const of = (prefix: string) => [...new Set(actors.filter((id) => id.startsWith(prefix)))];
  const [keys, people] = [of('key_'), of('per_')];
  const found = [
    ...(keys.length > 0
      ? await db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', keys).execute()
      : []),
    ...(people.length > 0
      ? await db.selectFrom('people').select(['id', 'name']).where('id', 'in', people).execute()
      : []),
  ];
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return (id) => {
    const name = names.get(id);
    const kind = id.startsWith('key_') ? 'key' : id.startsWith('per_') ? 'person' : 'service';
    return { id, kind, ...(name !== null && name !== undefined && { name }) };
  };
}
