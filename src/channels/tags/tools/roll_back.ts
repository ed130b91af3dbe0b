import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { ReadyCall } from '../../../tools/ready-call.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { publicationShown, TAKES_BACK } from '../delivery/releases/publication.ts';
import { answered, recordOf, releaseOf, releaseOutput } from '../delivery/releases/release.ts';
import { rolledBack } from '../delivery/releases/rollback.ts';
import { chosenTarget } from '../delivery/releases/rollback-target.ts';
import { ContainerId, placeOf } from '../resources/containers/container.ts';
import { latestOrNone, liveOrNone, shownVersion, VersionId, VersionOutput } from '../resources/containers/version.ts';

export default defineTool(channel, {
  name: 'roll_back',
  title: 'Go back to an earlier version',
  description:
    'Makes an earlier version live again in one call, by default the one that was live before: brings it back if deleted, publishes it, and lets new drafts begin from it. Going back to what was live before waits for no approval.',
  toolset: 'versions',
  access: 'write',
  repeat: 'safe',
  activates: true,
  takesBack: TAKES_BACK,
  scopes: [
    'tagmanager.readonly',
    'tagmanager.publish',
    'tagmanager.edit.containers',
    'tagmanager.edit.containerversions',
  ],
  input: z.strictObject({
    container_id: ContainerId,
    version_id: VersionId.optional().describe('Default: the version that was live before'),
  }),
  output: z.object({
    container_id: z.string(),
    version: VersionOutput,
    chosen: z.string().describe('Why this version'),
    ...writeReport,
    steps: z.array(z.looseObject({ step: z.string(), outcome: z.string() })),
    notes: z.array(z.string()),
    ...releaseOutput,
    next: ReadyCall.optional().describe('Finishes what was left'),
  }),
  turns: ({ container_id }) => [`live ${container_id}`],
  look: ({ container_id }) => ({ tool: 'get_container', arguments: { container_id } }),
  async run({ container_id, version_id }, context) {
    const { client } = context;
    const place = await placeOf(container_id, context);
    const [live, latest] = await Promise.all([liveOrNone(client, place), latestOrNone(client, place)]);
    const record = await recordOf(context, place, live);
    const { target, chosen, wasLive } = await chosenTarget({ client, place, live, record }, version_id);
    const release = await releaseOf({ live, next: target, between: [], now: context.now() }, record);
    const shown = publicationShown({ live, target }, release, { wasLive });
    const ended = await rolledBack({ client, place, live, latest, target, shown });
    return {
      container_id: place.container,
      version: shownVersion(ended.version),
      chosen,
      ...ended.told,
      ...answered(release),
    };
  },
});
