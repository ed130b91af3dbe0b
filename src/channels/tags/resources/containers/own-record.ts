import type { HistoryDesk, RememberedChange } from '../../../../tools/history-desk.ts';
import type { Place } from './container.ts';

/** How far back the record is read: it is looked through in memory. */
const CHANGES_MAX = 1_000;

/** What this workspace's own record tells about one container. The platform itself does not tell who changed what. */
export interface OwnRecord {
  /** Who changed an object between two versions, as far as these were made here; undefined: not through us. */
  authorOf(kind: string, id: string, between: { live: string | undefined; version?: string }): string | undefined;
  /** Who saved a version. */
  makerOf(version: string): string | undefined;
  /** Whether drafts began from an older version again before the target was made, so that it has nothing of this one. */
  isTakenBack(version: string, target: string | undefined): boolean;
  /** What was live before a version was published. */
  liveBefore(version: string): LiveBefore | undefined;
}

export interface LiveBefore {
  version: string;
  /** When the later one took its place, and by whom. */
  at: string;
  by: string;
}

/** `publicId`: the `GTM-…`, by which calls may have named the container. */
export async function ownRecord(history: HistoryDesk, place: Place, publicId: string | undefined): Promise<OwnRecord> {
  const names = [place.container, place.named, ...(publicId ? [publicId] : [])];
  const changes = (await history.remembered('tags', CHANGES_MAX)).filter(({ args }) =>
    names.includes(String(args.container_id)),
  );
  return new Book(changes);
}

/** Newest first. */
class Book implements OwnRecord {
  readonly #changes: readonly RememberedChange[];

  constructor(changes: readonly RememberedChange[]) {
    this.#changes = changes;
  }

  authorOf(kind: string, id: string, { live, version }: { live: string | undefined; version?: string }) {
    const after = live === undefined ? undefined : this.#making(live)?.at;
    const before = version === undefined ? undefined : this.#making(version)?.at;
    const change = this.#changes.find(
      (one) =>
        isAbout(one, kind, id) && (after === undefined || one.at > after) && (before === undefined || one.at <= before),
    );
    return change && nameOf(change);
  }

  makerOf(version: string) {
    const making = this.#making(version);
    return making && nameOf(making);
  }

  liveBefore(version: string) {
    for (const change of this.#changes) {
      const { from, to } = change.applied.live_version ?? {};
      const isForward = change.tool === 'publish_version' && to === version && typeof from === 'string';
      if (isForward && isOlder(from, version)) return { version: from, at: change.at, by: nameOf(change) };
    }
    return undefined;
  }

  isTakenBack(version: string, target: string | undefined) {
    return this.#changes.some(({ tool, applied }) => {
      const { from, to } = applied.latest_version ?? {};
      if (tool !== 'roll_back' || typeof from !== 'string' || typeof to !== 'string') return false;
      return isOlder(to, version) && !isOlder(from, version) && (target === undefined || isOlder(from, target));
    });
  }

  #making(version: string): RememberedChange | undefined {
    return this.#changes.find(({ tool, ids }) => tool === 'create_version' && ids.version === version);
  }
}

/** Versions are numbered in the order they were made in. */
export function isOlder(version: string, than: string): boolean {
  return numberOf(version) < numberOf(than);
}

export function numberOf(version: string): bigint {
  return /^\d+$/.test(version) ? BigInt(version) : 0n;
}

const OF_VERSIONS = ['create_version', 'publish_version', 'roll_back', 'create_tag_workspace'];

function isAbout({ args, ids, rows, tool }: RememberedChange, kind: string, id: string): boolean {
  if (OF_VERSIONS.includes(tool)) return false;
  if (ids[kind] === id || args[`${kind}_id`] === id) return true;
  return (args.kind === kind && args.id === id) || rows.some((row) => row.id === id && row.level === kind);
}

function nameOf({ who, at }: RememberedChange): string {
  const name = who.name ?? (who.kind === 'person' ? 'a person' : who.kind === 'key' ? 'an agent' : 'the service');
  return `${name}, through Adhelm at ${at}`;
}
