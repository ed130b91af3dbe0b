import { Failure } from '../../../../errors.ts';
import type { TagsClient } from '../../client.ts';
import type { MergeConflict, Version, VersionReply, WorkspaceStatus } from '../../wire.ts';
import type { Place } from '../containers/container.ts';
import { type Contents, contentsOf, listedObjects, NO_CONTENTS, versionOf } from '../containers/contents.ts';
import { type Draft, statusOf } from '../containers/draft.ts';
import { type VersionsNow, versionsNow } from '../containers/versions-now.ts';
import { type AnyObject, idOf, keyOf, nameOf, objectIn, objectsIn } from '../objects/any-object.ts';
import { type Difference, differenceOf } from '../objects/difference.ts';
import { type Names, namesIn } from '../objects/names.ts';

/** All that can be told of a draft: what is in it, what visitors get instead, and what stands between the two. */
export interface DraftState {
  now: VersionsNow;
  /** What publishing it takes to visitors: its own changes over the latest version. */
  toLive: { before: Contents; after: Contents };
  /** Its own changes over the version that it began from. */
  changes: Difference[];
  conflicts: Conflict[];
  /** Versions were made since it began: they are taken in when a version is made of it. */
  isBehind: boolean;
}

/** The same object, changed in the draft and in a version made since. */
type Conflict = {
  /** As create_version takes it. */
  object: string;
  kind: string;
  id: string;
  name: string;
  /** What each side did to it. */
  in_draft: string;
  in_version: string;
  fields: Record<string, { in_version?: unknown; in_draft?: unknown }>;
};

interface BothNames {
  before: Names;
  after: Names;
}

/** Six to eight requests, most of them at once. */
export async function draftState(client: TagsClient, place: Place, draft: Draft): Promise<DraftState> {
  const [status, now, lists] = await Promise.all([
    statusOf(client, draft),
    versionsNow(client, place),
    listedObjects(client, draft),
  ]);
  const latest = contentsOf(await latestVersion(client, place, now));
  const changed = status.workspaceChange.flatMap((entity) => {
    const one = objectIn(entity);
    return one ? [{ change: entity.changeStatus, one }] : [];
  });
  const before = objectsIn(latest);
  const after = appliedTo(latest, changed);
  const names = { before: namesIn(latest), after: namesIn(after) };
  const open = status.mergeConflict.map((conflict) => conflictOf(conflict, names));
  const unseen = open.length === 0 ? await conflictsToCome(client, draft, status, before, names) : [];
  return {
    now,
    toLive: { before: now.live ? contentsOf(now.live) : NO_CONTENTS, after },
    changes: changed.flatMap(({ change, one }) => {
      const old = change === 'added' ? undefined : (before.get(keyOf(one)) ?? one);
      return differenceOf(old, change === 'deleted' ? undefined : one, names) ?? [];
    }),
    conflicts: [...open, ...unseen],
    isBehind:
      unseen.length > 0 ||
      isBehind(before, objectsIn({ ...NO_CONTENTS, ...lists }), new Set(changed.map(({ one }) => keyOf(one)))),
  };
}

/**
 * Objects that the draft and a version made since both changed: the platform shows them as conflicts only once the draft has taken
 * that version in, but says before that a preview of the draft meets some.
 */
async function conflictsToCome(
  client: TagsClient,
  { path }: Draft,
  { workspaceChange }: WorkspaceStatus,
  latest: ReadonlyMap<string, AnyObject>,
  names: BothNames,
): Promise<Conflict[]> {
  const changed = workspaceChange.filter(
    ({ changeStatus }) => changeStatus === 'updated' || changeStatus === 'deleted',
  );
  if (changed.length === 0) return [];
  const { syncStatus } = await client.preview(path).catch((error: unknown): VersionReply => {
    if (error instanceof Failure && error.code === 'permission_denied') return {};
    throw error;
  });
  if (!syncStatus?.mergeConflict) return [];
  return changed.map((entity) => {
    const one = objectIn(entity);
    const ours = entity.changeStatus === 'deleted' ? undefined : one;
    return conflictBetween(entity.changeStatus, ours, 'not told', one && latest.get(keyOf(one)), names);
  });
}

async function latestVersion(client: TagsClient, place: Place, { latest, live }: VersionsNow): Promise<Version> {
  const isLive = live?.containerVersionId === latest.containerVersionId;
  return isLive ? live : versionOf(client, place, latest.containerVersionId);
}

/**
 * The platform does not tell which version a draft began from. Objects that the draft did not change are as in the latest
 * version, unless the draft began from an older one.
 */
function isBehind(
  latest: ReadonlyMap<string, AnyObject>,
  held: ReadonlyMap<string, AnyObject>,
  changed: ReadonlySet<string>,
): boolean {
  const isCompared = ({ kind }: AnyObject) => kind === 'tag' || kind === 'trigger' || kind === 'variable';
  const differs = (key: string) => latest.get(key)?.object.fingerprint !== held.get(key)?.object.fingerprint;
  const keys = [...held.keys(), ...[...latest].flatMap(([key, one]) => (isCompared(one) ? [key] : []))];
  return keys.some((key) => !changed.has(key) && differs(key));
}

/** Contents with a draft's changes over them. */
function appliedTo(contents: Contents, changed: readonly { change: string; one: AnyObject }[]): Contents {
  const all = objectsIn(contents);
  for (const { change, one } of changed) {
    if (change === 'deleted') all.delete(keyOf(one));
    else all.set(keyOf(one), one);
  }
  const of = <K extends AnyObject['kind']>(kind: K) =>
    [...all.values()].flatMap((one) =>
      one.kind === kind ? [one.object as Extract<AnyObject, { kind: K }>['object']] : [],
    );
  return {
    tags: of('tag'),
    triggers: of('trigger'),
    variables: of('variable'),
    builtIns: of('built_in_variable'),
    folders: of('folder'),
    templates: of('template'),
    others: [...all.values()].filter((one) => 'id' in one),
  };
}

function conflictOf(
  { entityInWorkspace: ours, entityInBaseVersion: theirs }: MergeConflict,
  names: BothNames,
): Conflict {
  const side = (entity: typeof ours) => (entity?.changeStatus === 'deleted' ? undefined : objectIn(entity));
  const known = objectIn(ours) ?? objectIn(theirs);
  const shown = conflictBetween(ours?.changeStatus, side(ours), theirs?.changeStatus, side(theirs), names);
  return { ...shown, ...(known && aboutOf(known)) };
}

function conflictBetween(
  inDraft: string | undefined,
  ours: AnyObject | undefined,
  inVersion: string | undefined,
  theirs: AnyObject | undefined,
  names: BothNames,
): Conflict {
  const known = ours ?? theirs;
  const difference = differenceOf(theirs, ours, names);
  const fields = Object.entries(difference?.fields ?? {}).map(([field, { from, to }]) => [
    field,
    { in_version: from, in_draft: to },
  ]);
  return {
    ...(known ? aboutOf(known) : { object: '', kind: 'object', id: '', name: '' }),
    in_draft: inDraft ?? 'not told',
    in_version: inVersion ?? 'not told',
    fields: Object.fromEntries(fields),
  };
}

function aboutOf(one: AnyObject) {
  return { object: keyOf(one), kind: one.kind, id: idOf(one), name: nameOf(one) };
}
