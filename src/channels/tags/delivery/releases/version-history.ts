import { DAY_MS } from '../../../../ambient.ts';
import type { TagsClient } from '../../client.ts';
import type { Place } from '../../resources/containers/container.ts';
import { contentsOf, NO_CONTENTS, versionOf } from '../../resources/containers/contents.ts';
import { headersOf } from '../../resources/containers/version.ts';
import { type VersionsNow, versionsNow } from '../../resources/containers/versions-now.ts';
import { type Difference, differencesBetween } from '../../resources/objects/difference.ts';
import { namesIn } from '../../resources/objects/names.ts';
import type { Version } from '../../wire.ts';

/** Each is one of fifteen requests a minute, and so is the one before the last. */
const VERSIONS_A_PAGE = 3;
/** Fingerprints are times in practice; a number that cannot be one is not told as one. */
const EARLIEST_TIME = Date.UTC(2012, 0, 1);

/** What versions changed, each over the one before it by number, newest first; eight requests at most. */
export async function historyPage(client: TagsClient, place: Place, position: string | undefined, limit: number) {
  const [headers, now] = await Promise.all([keptVersions(client, place), versionsNow(client, place)]);
  const [wanted, from] = position === undefined ? [headers[0], 0] : (JSON.parse(position) as [string, number]);
  const start = position === undefined ? 0 : headers.indexOf(wanted as string);
  const read = reader(client, place, now);
  const changes: ReturnType<typeof shownChange>[] = [];
  const versions: ReturnType<typeof shownVersion>[] = [];
  let next: [string, number] | undefined;
  for (let at = Math.max(start, 0); at < headers.length; at++) {
    next = [headers[at]!, at === start ? from : 0];
    if (versions.length === VERSIONS_A_PAGE || changes.length === limit) break;
    const after = await read(headers[at]!);
    const before = at + 1 < headers.length ? await read(headers[at + 1]!) : undefined;
    const all = await changesOf(before, after);
    const shown = all.slice(next[1], next[1] + limit - changes.length);
    changes.push(...shown.map((change) => shownChange(after, change)));
    versions.push(shownVersion(after, before, now, client.session.platformNow()));
    const left = next[1] + shown.length;
    next = left < all.length ? [headers[at]!, left] : undefined;
    if (next) break;
  }
  return { changes, versions, ...(next && { next: JSON.stringify(next) }) };
}

/** Ids of the versions that are not deleted, newest first. */
async function keptVersions(client: TagsClient, place: Place): Promise<string[]> {
  const headers = await headersOf(client, place);
  const kept = headers.filter(({ deleted }) => !deleted).map(({ containerVersionId }) => containerVersionId);
  return kept.sort((one, other) => Number(other) - Number(one));
}

/** Every version once: it is compared with the one before and with the one after it. */
function reader(client: TagsClient, place: Place, { live }: VersionsNow): (id: string) => Promise<Version> {
  const known = new Map<string, Promise<Version>>(live && [[live.containerVersionId, Promise.resolve(live)]]);
  return (id) => {
    const version = known.get(id) ?? versionOf(client, place, id);
    known.set(id, version);
    return version;
  };
}

function changesOf(before: Version | undefined, after: Version): Promise<Difference[]> {
  const [old, now] = [before ? contentsOf(before) : NO_CONTENTS, contentsOf(after)];
  return differencesBetween(old, now, { before: namesIn(old), after: namesIn(now) });
}

function shownChange({ containerVersionId }: Version, { change, kind, id, name, words, fields }: Difference) {
  return { version_id: containerVersionId, operation: change, what: kind, id, name, words, changed: fields };
}

function shownVersion(version: Version, before: Version | undefined, { latest, live }: VersionsNow, now: number) {
  const { containerVersionId: id, name, description } = version;
  const madeAt = Number(version.fingerprint);
  const isTime = madeAt > EARLIEST_TIME && madeAt < now + DAY_MS;
  return {
    version_id: id,
    ...(name && { name }),
    ...(description && { notes: description }),
    ...(isTime && { time: new Date(madeAt).toISOString() }),
    ...(before && { compared_with: before.containerVersionId }),
    is_live: id === live?.containerVersionId,
    is_latest: id === latest.containerVersionId,
  };
}
