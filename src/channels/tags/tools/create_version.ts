import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine, text } from '../../../tools/fields.ts';
import { isFilledIn, NOT_FILLED_IN, ReadyCall } from '../../../tools/ready-call.ts';
import { channel } from '../channel.ts';
import { shownInPlan } from '../delivery/releases/publication.ts';
import { answered, asDifference, recordOf, releaseOf, releaseOutput } from '../delivery/releases/release.ts';
import { makeVersion } from '../delivery/releases/version-making.ts';
import { ContainerId, placeOf } from '../resources/containers/container.ts';
import { DraftId, draftOf } from '../resources/containers/draft.ts';
import { shownVersion, VersionOutput, versionsBetween } from '../resources/containers/version.ts';
import {
  afterSync,
  Conflicts,
  checkSides,
  inConflict,
  likelyConflicts,
  settle,
} from '../resources/drafts/conflicts.ts';
import { likelyCauses, previewAndLive, uncompiled } from '../resources/drafts/draft-preview.ts';

export default defineTool(channel, {
  name: 'create_version',
  title: 'Save a draft as a version',
  description:
    'Makes a version of a draft, with everything in it, whoever wrote it. Nothing goes live: that is publish_version. The draft ends; the answer names the new one in its place. A draft in conflict with a newer version is refused with both sides.',
  toolset: 'versions',
  access: 'write',
  repeat: 'never',
  scopes: ['tagmanager.readonly', 'tagmanager.edit.containerversions'],
  input: z.strictObject({
    container_id: ContainerId,
    tag_workspace_id: DraftId,
    name: oneLine(255).refine(isFilledIn, NOT_FILLED_IN).describe('Name of the version'),
    notes: text(10_000).optional().describe('What it is for'),
    conflicts: Conflicts.optional(),
  }),
  output: z.object({
    container_id: z.string(),
    version: VersionOutput,
    live: z.boolean().describe('Always false: publish_version makes it live'),
    live_version_id: z.string().nullable(),
    new_tag_workspace_id: z.string().optional().describe('The draft to go on with'),
    notes: z.array(z.string()),
    ...releaseOutput,
    publish: ReadyCall,
  }),
  look: ({ container_id }) => ({ tool: 'list_changes', arguments: { container_id } }),
  async run({ container_id, tag_workspace_id, name, notes, conflicts = {} }, context) {
    const { client } = context;
    const place = await placeOf(container_id, context);
    const draft = await draftOf(client, place, tag_workspace_id);
    const { preview, live } = await previewAndLive(client, place, draft);
    if (preview.state === 'fails') throw uncompiled(await likelyCauses(client, draft));
    const shown = { before: {} as Record<string, unknown>, wanted: { version: name } as Record<string, unknown> };
    let told = (error: unknown): never => {
      throw error;
    };
    if (preview.state === 'conflict') {
      const open = await likelyConflicts(client, place, draft);
      if (Object.keys(conflicts).length === 0) throw inConflict(place, draft, open, false);
      checkSides(conflicts, open);
      shown.wanted.conflicts = conflicts;
      const count = await shownInPlan(shown, () => settle(client, place, draft, conflicts));
      told = afterSync(place, draft, count, count);
    } else checkSides(conflicts, []);
    const record = await recordOf(context, place, live, preview.version).catch(told);
    if (preview.version) {
      const planned = asDifference(
        await releaseOf({ live, next: preview.version, between: [], now: context.now() }, record),
      );
      Object.assign(shown.before, planned.before);
      Object.assign(shown.wanted, planned.wanted);
    }
    const made = await shownInPlan(shown, () =>
      makeVersion({ client, place, draft, name, notes, preview: preview.version }),
    ).catch(told);
    const { version } = made;
    const id = version.containerVersionId;
    const between = await versionsBetween(client, place, live, id);
    const release = await releaseOf({ live, next: version, between, version: id, now: context.now() }, record);
    return {
      container_id: place.container,
      version: shownVersion(version),
      live: false,
      live_version_id: live?.containerVersionId ?? null,
      ...(made.newDraft && { new_tag_workspace_id: made.newDraft }),
      notes: [
        `Nothing is live yet: visitors still get ${live ? `version ${live.containerVersionId}` : 'nothing'}.`,
        ...made.notes,
      ],
      ...answered(release),
      publish: {
        tool: 'publish_version',
        arguments: { container_id: place.container, version_id: id, fingerprint: version.fingerprint },
        purpose: 'Make it live: visitors get it then',
      },
    };
  },
});
