import type { Tag, Trigger, Variable } from '../../wire.ts';
import type { Contents } from '../containers/contents.ts';
import { builtInName, builtInType, isAlwaysThere } from './built-ins.ts';
import { type Names, namesIn } from './names.ts';
import { plainOf } from './parameters.ts';
import { type Named, REFERENCE, type Uses, usesIn } from './references.ts';

/** A container with what every rule asks of it, prepared once. */
export interface View {
  contents: Contents;
  names: Names;
  uses: Uses;
  now: number;
  isServer: boolean;
  variableNamed(name: string): Variable | undefined;
  tagNamed(name: string): Tag | undefined;
  /** Whether a reference to this name leads to something. */
  isThere(variable: string): boolean;
  /** The type of a built-in variable of that name which is not switched on. */
  switchedOff(variable: string): string | undefined;
  /** A text with constants in the place of their references; undefined where it refers to any other variable. */
  resolved(text: string): string | undefined;
}

/** Constants may refer to constants; more than this is a circle. */
const DEPTH_MAX = 5;

export async function viewOf(contents: Contents, { now, isServer }: Pick<View, 'now' | 'isServer'>): Promise<View> {
  const variables = new Map(contents.variables.map((variable) => [variable.name, variable]));
  const tags = new Map(contents.tags.map((tag) => [tag.name, tag]));
  const builtIns = new Set(contents.builtIns.flatMap(({ type, name }) => [name, builtInName(type)]));
  const isThere = (name: string) => isAlwaysThere(name) || variables.has(name) || builtIns.has(name);
  const resolved = (text: string, depth = 0): string | undefined => {
    let isPlain = true;
    const plain = text.replaceAll(REFERENCE, (_, name: string) => {
      const variable = variables.get(name.trim());
      const value = variable?.type === 'c' ? String(plainOf(variable.parameter).value ?? '') : undefined;
      const inner = value === undefined || depth >= DEPTH_MAX ? undefined : resolved(value, depth + 1);
      isPlain &&= inner !== undefined;
      return inner ?? '';
    });
    return isPlain ? plain : undefined;
  };
  return {
    contents,
    names: namesIn(contents),
    uses: await usesIn(contents),
    now,
    isServer,
    variableNamed: (name) => variables.get(name),
    tagNamed: (name) => tags.get(name),
    isThere,
    switchedOff: (name) => (isThere(name) ? undefined : builtInType(name, isServer)),
    resolved: (text) => resolved(text),
  };
}

export function asNamed(object: Tag | Trigger | Variable): Named {
  const { name } = object;
  if ('tagId' in object) return { kind: 'tag', id: String(object.tagId), name };
  if ('triggerId' in object) return { kind: 'trigger', id: String(object.triggerId), name };
  return { kind: 'variable', id: String(object.variableId), name };
}

/** A trigger by its id, also a built-in one and one that is gone. */
export function triggerById(id: string, { names }: View): Named {
  return { kind: 'trigger', id, name: names.triggerName(id) };
}

/** `“Purchase”`, as sentences name an object. */
export function quoted({ name }: { name: string }): string {
  return `“${name}”`;
}
