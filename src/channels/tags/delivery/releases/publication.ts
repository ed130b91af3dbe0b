import { Failure } from '../../../../errors.ts';
import { changeAndReadBack } from '../../../../tools/read-back.ts';
import type { WriteReport } from '../../../../tools/write-report.ts';
import { CapturedChange } from '../../../../upstream/captured-change.ts';
import type { TagsClient } from '../../client.ts';
import type { Place } from '../../resources/containers/container.ts';
import type { LiveBefore } from '../../resources/containers/own-record.ts';
import { liveOrNone, versionWords } from '../../resources/containers/version.ts';
import { type Version, VersionReply } from '../../wire.ts';
import { asDifference, type Release } from './release.ts';

/** In a difference: the version is the one that our own record has as live before. Such a change is a cut. */
export const TAKES_BACK = 'was_live';

interface Publication {
  client: TagsClient;
  place: Place;
  live: Version | undefined;
  /** With the fingerprint it has now. */
  target: Version;
}

/**
 * Publishes a version and looks what is live then. The platform answers a version that does not compile with status 200 and
 * keeps what was live.
 */
export async function publish({ client, place, live, target }: Publication): Promise<WriteReport> {
  const id = target.containerVersionId;
  const query = { fingerprint: target.fingerprint || undefined };
  let compiled = true;
  const { report } = await changeAndReadBack({
    done: `The version ${id} was published`,
    before: { live_version: live?.containerVersionId ?? null },
    wanted: { live_version: id },
    send: async () => {
      const reply = await client.change('POST', `${place.path}/versions/${id}:publish`, VersionReply, { query });
      compiled = reply.compilerError !== true;
    },
    read: async () => ({ live_version: (await liveOrNone(client, place))?.containerVersionId ?? null }),
  });
  if (!compiled && report.not_applied.length > 0) throw uncompiled(target, live);
  return report;
}

function uncompiled(target: Version, live: Version | undefined): Failure {
  const now = live ? `version ${versionWords(live)} is live as before` : 'nothing is live, as before';
  return new Failure({
    code: 'conflict',
    message: `The platform could not compile version ${versionWords(target)} and did not publish it; ${now}.`,
    nextStep:
      'The platform tells no reason. Mend the tags in a draft (preview_version names likely causes), then make and publish a new version.',
    outcome: 'not_applied',
  });
}

/** Notes what a plan of this change shows, on the change that was kept instead of sent. */
export async function shownInPlan<T>(
  shown: { before: Readonly<Record<string, unknown>>; wanted: Readonly<Record<string, unknown>> },
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof CapturedChange) Object.assign(error, shown);
    throw error;
  }
}

export interface Shown {
  before: Record<string, unknown>;
  wanted: Record<string, unknown>;
}

/** In words what changes for visitors, for the person who agrees to it. */
export function publicationShown(
  { live, target }: Pick<Publication, 'live' | 'target'>,
  release: Release,
  notes: { wasLive: LiveBefore | undefined; goingBack?: string | undefined },
): Shown {
  const { before, wanted } = asDifference(release);
  const { name } = target;
  return {
    before: { live_version: live?.containerVersionId ?? null, ...before, ...(name && { name }) },
    wanted: {
      live_version: target.containerVersionId,
      ...(notes.wasLive && { [TAKES_BACK]: wasLiveWords(target, notes.wasLive) }),
      ...(notes.goingBack !== undefined && { going_back: notes.goingBack }),
      ...wanted,
    },
  };
}

export function wasLiveWords(target: Pick<Version, 'containerVersionId' | 'name'>, { at, by }: LiveBefore): string {
  return `Version ${versionWords(target)} was live until the present one was published (${by.includes(at) ? by : `${by} at ${at}`}).`;
}

export type Step = {
  step: 'undelete' | 'publish' | 'set_latest';
  outcome: 'applied' | 'not_applied' | 'unknown' | 'not_needed';
  why?: string;
};
