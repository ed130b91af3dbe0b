import { z } from 'zod';
import { defineTool, type ToolContext } from '../../../tools/define-tool.ts';
import { FILL_IN, ReadyCall } from '../../../tools/ready-call.ts';
import { channel } from '../channel.ts';
import type { TagsClient } from '../client.ts';
import { answered, recordOf, releaseOf, releaseOutput } from '../delivery/releases/release.ts';
import { ContainerId, type Place, placeOf } from '../resources/containers/container.ts';
import { type Draft, DraftId, draftOf, statusOf } from '../resources/containers/draft.ts';
import { latestOrNone, versionsBetween } from '../resources/containers/version.ts';
import { likelyConflicts } from '../resources/drafts/conflicts.ts';
import { type DraftPreview, likelyCauses, previewAndLive } from '../resources/drafts/draft-preview.ts';
import { Environment, type Version, type VersionHeader } from '../wire.ts';

export default defineTool(channel, {
  name: 'preview_version',
  title: 'Preview a draft',
  description:
    'Compiles a draft without saving it: whether it compiles, conflicts with both sides, everything that would go out against what is live now and whose it is, code in full, warnings, how to see it in a browser. Changes nothing.',
  toolset: 'versions',
  access: 'read',
  repeat: 'safe',
  scopes: ['tagmanager.readonly', 'tagmanager.edit.containerversions'],
  input: z.strictObject({ container_id: ContainerId, tag_workspace_id: DraftId }),
  output: z.object({
    container_id: z.string(),
    tag_workspace_id: z.string(),
    compiles: z.boolean(),
    causes: z.array(z.string()).describe('Of a draft that does not compile, as far as found'),
    conflicts: z
      .array(z.looseObject({ object: z.string() }))
      .describe('With a newer version: fields {field: {ours, theirs}}; which side stands: create_version {conflicts}'),
    live_version_id: z.string().nullable(),
    latest_version_id: z.string().nullable(),
    draft_changes: z.number().describe('Objects that this draft itself changed'),
    ...releaseOutput,
    see_it: z.object({ how: z.string(), environments: z.array(z.looseObject({})) }),
    next: ReadyCall.optional(),
  }),
  async run({ container_id, tag_workspace_id }, context) {
    const { client } = context;
    const place = await placeOf(container_id, context);
    const draft = await draftOf(client, place, tag_workspace_id);
    const [{ preview, live }, latest, { workspaceChange }, seeIt] = await Promise.all([
      previewAndLive(client, place, draft),
      latestOrNone(client, place),
      statusOf(client, draft),
      waysToSee(client, place, draft),
    ]);
    const conflicts = preview.state === 'conflict' ? await likelyConflicts(client, place, draft) : [];
    return {
      container_id: place.container,
      tag_workspace_id: draft.id,
      compiles: preview.state === 'compiles',
      causes: preview.state === 'fails' ? await likelyCauses(client, draft) : [],
      conflicts: conflicts.map(({ shown }) => shown),
      live_version_id: live?.containerVersionId ?? null,
      latest_version_id: latest?.containerVersionId ?? null,
      draft_changes: workspaceChange.length,
      ...(await released(context, place, { preview, live, latest })),
      see_it: seeIt,
      ...(preview.state === 'compiles' && workspaceChange.length > 0 && { next: saving(place, draft) }),
    };
  },
});

interface Read {
  preview: DraftPreview;
  live: Version | undefined;
  latest: VersionHeader | undefined;
}

/** A draft begins from the newest version: what was saved there and is not live goes out with it. */
async function released(context: ToolContext<TagsClient>, place: Place, { preview, live, latest }: Read) {
  if (!preview.version) return { goes_out: [], goes_out_too: [], warnings: [] };
  const { client } = context;
  const record = await recordOf(context, place, live, preview.version);
  const newest = latest?.containerVersionId;
  const isSaved = newest !== undefined && newest !== (live?.containerVersionId ?? '0');
  const between = isSaved ? await versionsBetween(client, place, live, newest) : [];
  const saved = isSaved && latest ? [...between, latest] : between;
  return answered(await releaseOf({ live, next: preview.version, between: saved, now: context.now() }, record));
}

async function waysToSee(client: TagsClient, place: Place, draft: Draft) {
  const environments = await client.every(`${place.path}/environments`, 'environment', Environment);
  const page = `https://tagmanager.google.com/#/container/${draft.path}`;
  return {
    how: `Open ${page} signed in to Tag Manager and press Preview; an environment shows its version on its own address by the link that Tag Manager gives for it.`,
    environments: environments
      .filter(({ type, workspaceId }) => type !== 'workspace' || workspaceId === draft.id)
      .map(({ name, type, url, containerVersionId }) => ({
        name,
        type,
        ...(url && { url }),
        ...(containerVersionId && { version_id: containerVersionId }),
      })),
  };
}

function saving(place: Place, draft: Draft) {
  return {
    tool: 'create_version',
    arguments: { container_id: place.container, tag_workspace_id: draft.id, name: FILL_IN },
    purpose: 'Save it as a version; nothing goes live by that',
  };
}
