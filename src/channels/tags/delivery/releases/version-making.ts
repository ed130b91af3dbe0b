import { Failure } from '../../../../errors.ts';
import { isGone, readBack } from '../../../../tools/read-back.ts';
import { CapturedChange } from '../../../../upstream/captured-change.ts';
import type { TagsClient } from '../../client.ts';
import type { Place } from '../../resources/containers/container.ts';
import { versionOf } from '../../resources/containers/contents.ts';
import { type Draft, draftsOf, statusOf } from '../../resources/containers/draft.ts';
import { isOlder } from '../../resources/containers/own-record.ts';
import { latestOrNone, versionWords } from '../../resources/containers/version.ts';
import { conflictsIn, inConflict } from '../../resources/drafts/conflicts.ts';
import { likelyCauses, uncompiled } from '../../resources/drafts/draft-preview.ts';
import { type Version, VersionReply, Workspace } from '../../wire.ts';
import { outgoingOf } from './outgoing.ts';

interface Making {
  client: TagsClient;
  place: Place;
  draft: Draft;
  name: string;
  notes: string | undefined;
  /** The draft as it compiles, where it was looked at. */
  preview: Version | undefined;
}

interface Made {
  version: Version;
  /** The draft that stands in the place of the old one; undefined: not known. */
  newDraft: string | undefined;
  notes: string[];
}

/**
 * Makes a version. Status 200 is no success by itself: without a version in the answer the draft did not compile, met a conflict
 * or had no changes. An answer that was lost is looked for and never asked for again: the draft is gone once the version is made.
 */
export async function makeVersion(making: Making): Promise<Made> {
  const { client, place, draft, name, notes } = making;
  const json = { name, ...(notes !== undefined && { notes }) };
  let reply: VersionReply;
  try {
    reply = await client.change('POST', `${draft.path}:create_version`, VersionReply, { json });
  } catch (error) {
    if (error instanceof CapturedChange || !(error instanceof Failure) || error.outcome !== 'unknown') throw error;
    return found(making, error);
  }
  const { containerVersion, compilerError, syncStatus, newWorkspacePath } = reply;
  if (compilerError) throw uncompiled(await likelyCauses(client, draft).catch(() => []));
  if (syncStatus?.mergeConflict) throw await conflictMet(making);
  if (!containerVersion) return unmade(making);
  const id = containerVersion.containerVersionId;
  const version = await readBack(`The version ${id} was made`, () => versionOf(client, place, id));
  return { version, newDraft: newWorkspacePath?.split('/').at(-1), notes: [] };
}

async function conflictMet({ client, place, draft }: Making): Promise<Failure> {
  const { mergeConflict } = await statusOf(client, draft).catch(() => ({ mergeConflict: [] }));
  return inConflict(place, draft, conflictsIn(mergeConflict), true);
}

/** An answer without a version: a draft that is still there had nothing to save. */
async function unmade(making: Making): Promise<Made> {
  const { client, place, draft } = making;
  const isConsumed = await isGone(() => client.get(draft.path, Workspace));
  if (isConsumed) return found(making, lost());
  const latest = await latestOrNone(client, place).catch(() => undefined);
  throw new Failure({
    code: 'conflict',
    message: `The draft ${draft.id} has no changes${latest ? ` over version ${versionWords(latest)}` : ''}, so that there is nothing to save. No version was made, and the draft is kept.`,
    nextStep: latest
      ? `Change something in the draft first, or publish the newest version: publish_version {"container_id":"${place.container}","version_id":"${latest.containerVersionId}"}.`
      : 'Change something in the draft first.',
    outcome: 'not_applied',
  });
}

function lost(): Failure {
  return new Failure({
    code: 'outcome_unknown',
    message:
      "The platform's answer names no version, and the draft is gone. It is not known which version was made of it.",
    nextStep: 'Look at the versions of the container before making another.',
    outcome: 'unknown',
  });
}

/** The version of a lost answer: the newest one has the name and the contents of the draft, and the draft is gone. */
async function found({ client, place, draft, name, preview }: Making, open: Failure): Promise<Made> {
  try {
    const isConsumed = await isGone(() => client.get(draft.path, Workspace));
    const latest = isConsumed ? await latestOrNone(client, place) : undefined;
    if (latest?.name !== name) throw open;
    const version = await versionOf(client, place, latest.containerVersionId);
    if (preview && (await outgoingOf(preview, version)).length > 0) throw open;
    const notes = ["The platform's answer was lost; the version was found by its name and its contents."];
    return { version, newDraft: await successorOf(client, place, draft), notes };
  } catch {
    throw open;
  }
}

/** The only draft that is newer than the one that is gone. */
async function successorOf(client: TagsClient, place: Place, draft: Draft): Promise<string | undefined> {
  const newer = (await draftsOf(client, place)).filter(({ workspaceId }) => isOlder(draft.id, workspaceId));
  return newer.length === 1 ? newer[0]!.workspaceId : undefined;
}
