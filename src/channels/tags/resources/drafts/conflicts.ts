import { z } from 'zod';
import { Failure, invalidArguments } from '../../../../errors.ts';
import type { TagsClient } from '../../client.ts';
import { Entity, type MergeConflict, SyncReply, type Version } from '../../wire.ts';
import type { Place } from '../containers/container.ts';
import { contentsOf, versionOf } from '../containers/contents.ts';
import { type Draft, statusOf } from '../containers/draft.ts';
import { latestOrNone } from '../containers/version.ts';
import { entityKey, keyOf, nameOf, objectIn, objectsIn } from '../objects/any-object.ts';
import { differenceOf } from '../objects/difference.ts';
import { UNREAD_NAMES } from '../objects/object-arguments.ts';

/** Which side of a conflict stands, by object: `{"tag 4": "ours"}`. */
export const Conflicts = z
  .record(z.string(), z.enum(['ours', 'theirs']))
  .describe('For a draft in conflict: {"tag 4": "ours" (the draft) or "theirs" (the newest version)}');
export type Conflicts = z.infer<typeof Conflicts>;

type ShownConflict = {
  object: string;
  name: string;
  /** Added, updated or deleted in the draft. */
  ours: string;
  theirs?: string;
  fields: Record<string, { ours: unknown; theirs: unknown }>;
};

/** An object that the draft and a newer version both changed. */
export interface OpenConflict {
  shown: ShownConflict;
  ours: Entity | undefined;
  theirs: Entity | undefined;
}

/** The conflicts of a draft as the platform tells them. */
export function conflictsIn(mergeConflict: readonly MergeConflict[]): OpenConflict[] {
  return mergeConflict.flatMap(({ entityInWorkspace: ours, entityInBaseVersion: theirs }) => opened(ours, theirs));
}

/**
 * The conflicts of a draft that has not taken in the newest version yet: the platform tells them only afterwards, and taking it in
 * is a change. Until then every object that the draft changed and the newest version has otherwise may be one; what the draft added
 * and no version knows is none.
 */
export async function likelyConflicts(client: TagsClient, place: Place, draft: Draft): Promise<OpenConflict[]> {
  const [status, latest] = await Promise.all([statusOf(client, draft), latestOrNone(client, place)]);
  if (status.mergeConflict.length > 0 || !latest) return conflictsIn(status.mergeConflict);
  const newest = await versionOf(client, place, latest.containerVersionId);
  return status.workspaceChange.flatMap((ours) => {
    const theirs = entityIn(newest, ours);
    return !theirs && ours.changeStatus === 'added' ? [] : opened(ours, theirs);
  });
}

/** The same object in a version; one that is not there is deleted there. */
function entityIn(version: Version, ours: Entity): Entity | undefined {
  const mine = objectIn(ours);
  const found = mine && objectsIn(contentsOf(version)).get(keyOf(mine));
  if (!mine || !found) return undefined;
  return Entity.parse({ changeStatus: 'updated', [entityKey(mine.kind)]: found.object });
}

function opened(ours: Entity | undefined, theirs: Entity | undefined): OpenConflict[] {
  const [mine, other] = [objectIn(ours), objectIn(theirs)];
  const known = mine ?? other;
  if (!known) return [];
  const [isGone, isGoneThere] = [ours?.changeStatus === 'deleted', theirs?.changeStatus === 'deleted'];
  const found = differenceOf(isGoneThere ? undefined : other, isGone ? undefined : mine, {
    before: UNREAD_NAMES,
    after: UNREAD_NAMES,
  });
  if (!found) return [];
  const fields = Object.entries(found.fields).map(([field, { from, to }]) => [
    field,
    { ours: to ?? null, theirs: from ?? null },
  ]);
  const shown = {
    object: keyOf(known),
    name: nameOf(known),
    ours: ours?.changeStatus ?? 'deleted',
    theirs: theirs?.changeStatus ?? 'deleted',
    fields: Object.fromEntries(fields),
  };
  return [{ shown, ours, theirs }];
}

/** Both sides, and the way to settle it. */
export function inConflict(place: Place, draft: Draft, open: readonly OpenConflict[], isSynced: boolean): Failure {
  const told = open.map(({ shown }) => conflictWords(shown));
  const sides = Object.fromEntries(open.map(({ shown }) => [shown.object, 'ours']));
  const call = JSON.stringify({
    container_id: place.container,
    tag_workspace_id: draft.id,
    name: '…',
    conflicts: sides,
  });
  const sent = isSynced ? 'The draft has taken in the newest version; its own changes stand.' : 'Nothing was sent.';
  return new Failure({
    code: 'conflict',
    message: `Since this draft began, a newer version was saved that changed the same: ${told.join('; ') || 'the platform does not tell what'}. No version was made. ${sent}`,
    problems: open.map(({ shown }) => ({
      field: `conflicts.${shown.object}`,
      message: `needs a side: ${conflictWords(shown)}`,
      allowed_values: ['ours', 'theirs'],
    })),
    nextStep: `Choose a side for each, "ours" (the draft) or "theirs" (the newest version), and call create_version ${call}.`,
  });
}

const WORDS_CHARACTERS_MAX = 200;

function conflictWords({ object, name, ours, theirs, fields }: ShownConflict): string {
  const told = Object.entries(fields).map(
    ([field, sides]) => `${field}: ours ${short(sides.ours)}, theirs ${short(sides.theirs)}`,
  );
  return `${object} "${name}" (ours ${ours}, theirs ${theirs}; ${told.join('; ')})`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > WORDS_CHARACTERS_MAX ? `${text.slice(0, WORDS_CHARACTERS_MAX)}…` : text;
}

/** Refuses names of objects that cannot be in conflict. */
export function checkSides(sides: Conflicts, open: readonly OpenConflict[]): void {
  const known = open.map(({ shown }) => shown.object);
  const wrong = Object.keys(sides).filter((object) => !known.includes(object));
  if (wrong.length > 0)
    throw invalidArguments(
      wrong.map((object) => ({
        field: `conflicts.${object}`,
        message: 'is not in conflict in this draft',
        allowed_values: known,
      })),
    );
}

/** Takes the newest version into the draft and settles each conflict with the chosen side; returns how many there were. */
export async function settle(client: TagsClient, place: Place, draft: Draft, sides: Conflicts): Promise<number> {
  const { mergeConflict } = await client.change('POST', `${draft.path}:sync`, SyncReply);
  const open = conflictsIn(mergeConflict);
  if (open.some(({ shown }) => !(shown.object in sides))) throw inConflict(place, draft, open, true);
  for (const [at, { shown, ours, theirs }] of open.entries()) {
    const stands = sides[shown.object] === 'ours' ? ours : theirs;
    const fingerprint = fingerprintOf(ours);
    const query = fingerprint === undefined ? {} : { fingerprint };
    await client
      .change('POST', `${draft.path}:resolve_conflict`, z.unknown(), { query, json: stands })
      .catch(afterSync(place, draft, at, open.length));
  }
  return open.length;
}

/** Of a failure after the draft was changed: it tells how far that went, because nothing takes it back. */
export function afterSync(place: Place, draft: Draft, settled: number, all: number) {
  return (error: unknown): never => {
    if (!(error instanceof Failure)) throw error;
    const message = error.details.message.replace(/[.]?$/, '.');
    const where = JSON.stringify({ container_id: place.container, tag_workspace_id: draft.id });
    throw new Failure({
      ...error.details,
      message: `${message} The draft has taken in the newest version, and ${settled} of ${all} conflicts are settled: look with get_tag_changes ${where}, then call create_version again with sides for those that are left.`,
      retryable: false,
      outcome: 'unknown',
    });
  };
}

function fingerprintOf(entity: Entity | undefined): string | undefined {
  const fingerprint = objectIn(entity)?.object.fingerprint;
  return typeof fingerprint === 'string' && fingerprint !== '' ? fingerprint : undefined;
}
