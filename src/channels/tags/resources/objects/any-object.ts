import type { BuiltInVariable, Entity, Folder, Tag, Template, Trigger, Variable } from '../../wire.ts';
import type { Contents, OtherObject } from '../containers/contents.ts';
import { KINDS, type ObjectKind, OTHER_KINDS } from '../containers/kinds.ts';
import { builtInName } from './built-ins.ts';

/** Any object of a container, with its kind. */
export type AnyObject =
  | { kind: 'tag'; object: Tag }
  | { kind: 'trigger'; object: Trigger }
  | { kind: 'variable'; object: Variable }
  | { kind: 'folder'; object: Folder }
  | { kind: 'template'; object: Template }
  | { kind: 'built_in_variable'; object: BuiltInVariable }
  | OtherObject;
export type AnyKind = AnyObject['kind'];

export const ANY_KINDS = [...(Object.keys(KINDS) as ObjectKind[]), 'built_in_variable'] as const;

/** Built-in variables have no id but their type. */
export function idOf({ kind, object }: AnyObject): string {
  return kind === 'built_in_variable' ? object.type : String(object[KINDS[kind].idField] ?? '');
}

/** `tag 4`: ids count within a kind. */
export function keyOf(one: AnyObject): string {
  return `${one.kind} ${idOf(one)}`;
}

export function nameOf(one: AnyObject): string {
  return one.object.name || (one.kind === 'built_in_variable' ? builtInName(one.object.type) : idOf(one));
}

/** The objects of a container by their keys. */
export function objectsIn(contents: Contents): Map<string, AnyObject> {
  const all: AnyObject[] = [
    ...contents.tags.map((object) => ({ kind: 'tag', object }) as const),
    ...contents.triggers.map((object) => ({ kind: 'trigger', object }) as const),
    ...contents.variables.map((object) => ({ kind: 'variable', object }) as const),
    ...contents.builtIns.map((object) => ({ kind: 'built_in_variable', object }) as const),
    ...contents.folders.map((object) => ({ kind: 'folder', object }) as const),
    ...contents.templates.map((object) => ({ kind: 'template', object }) as const),
    ...contents.others,
  ];
  return new Map(all.map((one) => [keyOf(one), one]));
}

/** The object that an entry of a draft's difference is about; undefined for kinds we know nothing of. */
export function objectIn(entity: Entity | undefined): AnyObject | undefined {
  const kind = ANY_KINDS.find((one) => entity?.[entityKey(one)] !== undefined);
  if (!entity || !kind) return undefined;
  const one = { kind, object: entity[entityKey(kind)] } as AnyObject;
  return OTHER_KINDS.some((other) => other === kind) ? Object.assign(one, { id: idOf(one) }) : one;
}

/** The field of such an entry that holds objects of a kind. */
export function entityKey(kind: AnyKind): string {
  return kind === 'built_in_variable' ? 'builtInVariable' : KINDS[kind].entityKey;
}
