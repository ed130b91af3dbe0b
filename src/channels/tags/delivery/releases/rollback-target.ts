import { Failure } from '../../../../errors.ts';
import type { TagsClient } from '../../client.ts';
import type { Place } from '../../resources/containers/container.ts';
import { versionOf } from '../../resources/containers/contents.ts';
import { isOlder, type LiveBefore, type OwnRecord } from '../../resources/containers/own-record.ts';
import { headersOf, versionWords } from '../../resources/containers/version.ts';
import type { Version } from '../../wire.ts';
import { wasLiveWords } from './publication.ts';

interface Sources {
  client: TagsClient;
  place: Place;
  live: Version | undefined;
  record: OwnRecord;
}

export interface Target {
  target: Version;
  /** Why it is this one. */
  chosen: string;
  /** Set where our own record has it as live before. */
  wasLive: LiveBefore | undefined;
}

/**
 * The version to go back to. The platform keeps no list of what was live when: our own record tells it where the present version
 * was published through us, and otherwise the newest older version is the likeliest.
 */
export async function chosenTarget({ client, place, live, record }: Sources, named?: string): Promise<Target> {
  if (!live)
    throw nothing(`Nothing is live in the container ${place.container}, so that there is nothing to go back from.`);
  const before = record.liveBefore(live.containerVersionId);
  if (named !== undefined && named !== before?.version) {
    return { target: await versionOf(client, place, named), chosen: 'It was named.', wasLive: undefined };
  }
  if (before) {
    const target = await versionOf(client, place, before.version);
    return { target, chosen: wasLiveWords(target, before), wasLive: before };
  }
  const older = (await headersOf(client, place))
    .filter(({ containerVersionId: id, deleted }) => !deleted && isOlder(id, live.containerVersionId))
    .toSorted((one, other) => (isOlder(one.containerVersionId, other.containerVersionId) ? 1 : -1));
  const [newest] = older;
  if (!newest) throw nothing(`There is no version before the live ${versionWords(live)} that is not deleted.`);
  return {
    target: await versionOf(client, place, newest.containerVersionId),
    chosen: `Version ${versionWords(newest)} is the newest one before the live ${versionWords(live)}. That it was ever live is not known: the present one was not published through this workspace.`,
    wasLive: undefined,
  };
}

function nothing(message: string): Failure {
  return new Failure({
    code: 'conflict',
    message: `${message} Nothing was sent.`,
    nextStep: 'See the versions with list_changes, deleted ones too, and name one as version_id.',
  });
}
