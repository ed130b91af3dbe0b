import type { TagsClient } from '../../client.ts';
import type { Version, VersionHeader } from '../../wire.ts';
import type { Place } from './container.ts';
import { latestHeader, liveOrNone } from './version.ts';

export interface VersionsNow {
  /** What drafts begin from. */
  latest: VersionHeader;
  /** What visitors get; undefined where nothing was ever published. */
  live: Version | undefined;
  /** Versions were saved since the live one: the next publication brings them to visitors. */
  warning: string | undefined;
}

/** The newest version and the published one, which differ after a version was saved and not published; two requests. */
export async function versionsNow(client: TagsClient, place: Place): Promise<VersionsNow> {
  const [latest, live] = await Promise.all([latestHeader(client, place), liveOrNone(client, place)]);
  return { latest, live, warning: warningOf(latest, live) };
}

function warningOf(latest: VersionHeader, live: Version | undefined): string | undefined {
  const [newest, published] = [latest.containerVersionId, live?.containerVersionId];
  if (newest === published) return undefined;
  const name = latest.name ? ` (${latest.name})` : '';
  return published === undefined
    ? `Nothing was ever published: publishing this draft also publishes what version ${newest}${name} holds.`
    : `Version ${published} is live, and drafts begin from version ${newest}${name}: publishing this draft also publishes what was saved and not published since. list_changes tells what that is.`;
}
