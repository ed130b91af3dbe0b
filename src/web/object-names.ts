import type { z } from 'zod';
import { BoundedMap } from '../memory/bounded-map.ts';
import type { ActivityEntry } from './activity-entry.ts';
import { connectable } from './connecting.ts';
import type { WebParts } from './web-parts.ts';

type Entry = z.infer<typeof ActivityEntry>;

const KEPT = 50_000;
const names = new WeakMap<WebParts, BoundedMap<string, string>>();

/** Names of campaigns and other objects at platforms, as calls told them, kept while the process runs. */
function namesKnown(parts: WebParts): BoundedMap<string, string> {
  const known = names.get(parts) ?? new BoundedMap<string, string>(KEPT);
  names.set(parts, known);
  return known;
}

const keyOf = ({ workspaceId, channel }: Pick<Entry, 'workspaceId' | 'channel'>, id: string) =>
  [workspaceId, channel, id].join(' ');

/** An outcome holds ids and names under the same words: `ids.campaign` is called `names.campaign`. */
export function noteNames(
  parts: WebParts,
  place: Pick<Entry, 'workspaceId' | 'channel'>,
  ids: Record<string, unknown>,
  told: Record<string, unknown>,
): void {
  for (const [part, id] of Object.entries(ids)) {
    const name = told[part];
    if (typeof id !== 'string' || typeof name !== 'string') continue;
    const known = namesKnown(parts);
    // Entries are read newest first: the first name that is found is the present one.
    if (known.get(keyOf(place, id)) === undefined) known.set(keyOf(place, id), name);
  }
}

/** Whether the entry is called by an id only, though it is about something at a platform. */
export const lacksName = ({ channel, object, ids }: Entry): boolean =>
  channel !== null && object !== null && ids.includes(object);

/** Puts names in the place of ids, as far as they are known. */
export async function withNames(parts: WebParts, entries: readonly Entry[]): Promise<Entry[]> {
  const own = entries.flatMap(({ channel, object }) => (channel === null && object !== null ? [object] : []));
  const ownNames = await namesOfOwn(parts, own);
  const titles = new Map(connectable(parts).map(({ name, title }) => [name, title]));
  const nameOf = (entry: Entry): string | undefined => {
    const { object, detail } = entry;
    if (object === null) return undefined;
    if (lacksName(entry)) return namesKnown(parts).get(keyOf(entry, object));
    if (object.startsWith('con_')) return titles.get(String(detail?.channel));
    if (object.startsWith('link_')) return detail?.role === undefined ? undefined : `link for a ${String(detail.role)}`;
    return ownNames.get(object);
  };
  return entries.map((entry) => ({ ...entry, object: nameOf(entry) ?? entry.object }));
}

/** Keys, people, members and workspaces. */
async function namesOfOwn({ home: { store } }: WebParts, ids: readonly string[]): Promise<Map<string, string>> {
  const of = (prefix: string) => [...new Set(ids.filter((id) => id.startsWith(`${prefix}_`)))];
  const named = async (table: 'api_keys' | 'people' | 'workspaces', wanted: readonly string[]) =>
    wanted.length === 0 ? [] : store.db.selectFrom(table).select(['id', 'name']).where('id', 'in', wanted).execute();
  const members = of('mem');
  const found = await Promise.all([
    named('api_keys', of('key')),
    named('people', of('per')),
    named('workspaces', of('ws')),
    members.length === 0
      ? []
      : store.db.selectFrom('members').select(['id', 'email as name']).where('id', 'in', members).execute(),
  ]);
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}
