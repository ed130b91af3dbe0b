import { isDeepStrictEqual } from 'node:util';
import {
  ALL_KINDS,
  type Conflict,
  type Content,
  type Doc,
  type Entity,
  emptyContent,
  idOf,
  type Kind,
} from '../state/shapes.ts';

export type ChangeStatus = 'none' | 'added' | 'deleted' | 'updated';

export interface Change {
  kind: Kind;
  status: ChangeStatus;
  /** As it is now; a deleted one as it was. */
  entity: Entity;
}

/** What a workspace has that its version has not, and the other way round. */
export function changesBetween(before: Content, after: Content): Change[] {
  return ALL_KINDS.flatMap((kind) => {
    const [old, now] = [byId(kind, before), byId(kind, after)];
    const present = [...now].flatMap(([id, entity]): Change[] => {
      const was = old.get(id);
      if (!was) return [{ kind, status: 'added', entity }];
      return isSame(was, entity) ? [] : [{ kind, status: 'updated', entity }];
    });
    const gone = [...old].filter(([id]) => !now.has(id));
    return [...present, ...gone.map(([, entity]): Change => ({ kind, status: 'deleted', entity }))];
  });
}

export function statusOf(before: Entity | undefined, after: Entity | undefined): ChangeStatus {
  if (!before) return after ? 'added' : 'none';
  if (!after) return 'deleted';
  return isSame(before, after) ? 'none' : 'updated';
}

/**
 * A version taken into a workspace. Where only one side changed an entity, that side's form stands; where both did, each its own
 * way, the workspace keeps its own form and the pair is a conflict.
 */
export function merge(base: Content, ours: Content, theirs: Content): { content: Content; conflicts: Conflict[] } {
  const content = emptyContent();
  const conflicts: Conflict[] = [];
  for (const kind of ALL_KINDS) {
    const [before, own, other] = [byId(kind, base), byId(kind, ours), byId(kind, theirs)];
    for (const id of new Set([...other.keys(), ...own.keys(), ...before.keys()])) {
      const [was, here, there] = [before.get(id), own.get(id), other.get(id)];
      const taken = equal(here, was) || equal(here, there) ? there : here;
      if (taken === here && !equal(there, was) && !equal(here, there)) {
        conflicts.push({ key: kind.key, id, ...(was && { before: was }), ...(there && { theirs: there }) });
      }
      if (taken) content[kind.key].push(taken);
    }
  }
  return { content, conflicts };
}

function byId(kind: Kind, content: Content): Map<string, Entity> {
  return new Map(content[kind.key].map((entity) => [idOf(kind, entity), entity]));
}

function equal(a: Entity | undefined, b: Entity | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSame(a, b);
}

/** The fingerprint tells of a write, not of a difference. */
function isSame({ fingerprint: _a, ...a }: Doc, { fingerprint: _b, ...b }: Doc): boolean {
  return isDeepStrictEqual(a, b);
}
