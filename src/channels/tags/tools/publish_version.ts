import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { ReadyCall } from '../../../tools/ready-call.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { publicationShown, publish, shownInPlan, TAKES_BACK } from '../delivery/releases/publication.ts';
import { answered, recordOf, releaseOf, releaseOutput } from '../delivery/releases/release.ts';
import { ContainerId, type Place, placeOf } from '../resources/containers/container.ts';
import { versionOf } from '../resources/containers/contents.ts';
import { isOlder } from '../resources/containers/own-record.ts';
import {
  liveOrNone,
  shownVersion,
  VersionId,
  VersionOutput,
  versionsBetween,
  versionWords,
} from '../resources/containers/version.ts';
import type { Version } from '../wire.ts';

export default defineTool(channel, {
  name: 'publish_version',
  title: 'Publish a version',
  description:
    'Makes a saved version live: visitors of the website get it within minutes. Everything that differs from live goes out, whoever changed it; preview: true shows it. Taken back by roll_back.',
  toolset: 'versions',
  access: 'write',
  repeat: 'safe',
  activates: true,
  takesBack: TAKES_BACK,
  scopes: ['tagmanager.readonly', 'tagmanager.publish'],
  input: z.strictObject({
    container_id: ContainerId,
    version_id: VersionId,
    fingerprint: z.string().optional().describe('Of the version; refused where it has another by now'),
  }),
  output: z.object({
    container_id: z.string(),
    version: VersionOutput,
    already_live: z.boolean(),
    ...writeReport,
    notes: z.array(z.string()),
    ...releaseOutput,
    take_back: ReadyCall.optional(),
  }),
  turns: ({ container_id }) => [`live ${container_id}`],
  look: ({ container_id }) => ({ tool: 'get_container', arguments: { container_id } }),
  async run({ container_id, version_id, fingerprint }, context) {
    const { client } = context;
    const place = await placeOf(container_id, context);
    const [live, target] = await Promise.all([liveOrNone(client, place), versionOf(client, place, version_id)]);
    refuseUnmeant(target, place, fingerprint);
    const nothing = { goes_out: [], goes_out_too: [], warnings: [] };
    const told = { container_id: place.container, version: shownVersion(target) };
    if (live?.containerVersionId === version_id) {
      const notes = [`Version ${versionWords(target)} is live already: nothing was sent.`];
      return { ...told, already_live: true, applied: {}, not_applied: [], notes, ...nothing };
    }
    const record = await recordOf(context, place, live, target);
    const between = await versionsBetween(client, place, live, version_id);
    const release = await releaseOf({ live, next: target, between, version: version_id, now: context.now() }, record);
    const before = live && record.liveBefore(live.containerVersionId);
    const wasLive = before?.version === version_id ? before : undefined;
    const goingBack = live && isOlder(version_id, live.containerVersionId) ? backWords(target, live) : undefined;
    const shown = publicationShown({ live, target }, release, { wasLive, goingBack });
    const report = await shownInPlan(shown, () => publish({ client, place, live, target }));
    return {
      ...told,
      already_live: false,
      ...report,
      notes: [...(goingBack === undefined ? [] : [goingBack]), ...resultNotes(report, target)],
      ...answered(release),
      ...(live && report.not_applied.length === 0 && { take_back: takeBack(place, live) }),
    };
  },
});

function refuseUnmeant(target: Version, place: Place, fingerprint: string | undefined): void {
  const { containerVersionId: id, deleted } = target;
  if (fingerprint !== undefined && fingerprint !== target.fingerprint) {
    throw new Failure({
      code: 'conflict',
      message: `Version ${versionWords(target)} has the fingerprint ${target.fingerprint} by now, not ${fingerprint}: somebody changed it. Nothing was sent.`,
      problems: [
        { field: 'fingerprint', message: `is not that of the version any more, which is ${target.fingerprint}` },
      ],
      nextStep: `Look at what would go out with publish_version {"container_id":"${place.container}","version_id":"${id}","preview":true}, then decide.`,
    });
  }
  if (deleted) {
    throw invalidArguments(
      [{ field: 'version_id', message: `names version ${versionWords(target)}, which is deleted` }],
      `Nothing was sent. To make a deleted version live again: roll_back {"container_id":"${place.container}","version_id":"${id}"}.`,
    );
  }
}

function backWords(target: Version, live: Version): string {
  return `Version ${versionWords(target)} is older than the live ${versionWords(live)}: this goes back, and new drafts still begin from the newest version. roll_back does both.`;
}

function resultNotes({ not_applied }: { not_applied: readonly string[] }, target: Version): string[] {
  if (not_applied.length > 0)
    return [`The platform accepted it, and version ${versionWords(target)} is not live all the same.`];
  return ['Visitors get it when the script in their browsers is older than some minutes.'];
}

function takeBack(place: Place, live: Version) {
  return {
    tool: 'roll_back',
    arguments: { container_id: place.container, version_id: live.containerVersionId },
    purpose: `Make version ${versionWords(live)} live again, which was live before`,
  };
}
