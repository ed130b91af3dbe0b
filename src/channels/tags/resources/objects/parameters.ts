import { isDeepStrictEqual } from 'node:util';
import type { Parameter } from '../../wire.ts';

/** A setting as callers see it: text, or lists and maps of it. Numbers and truth values are taken too. */
export type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };
export type PlainParameters = Readonly<Record<string, Plain>>;

/** The type that a key has in its template; undefined where we do not know the template or the key. */
export type TypeOfKey = (key: string) => string | undefined;

const NO_TYPES: TypeOfKey = () => undefined;

/** The platform's typed parameters as one plain object. */
export function plainOf(parameters: readonly Parameter[]): Record<string, Plain> {
  return Object.fromEntries(parameters.map((parameter) => [parameter.key ?? '', plainValue(parameter)]));
}

function plainValue({ type, value = '', list = [], map = [] }: Parameter): Plain {
  if (type === 'list') return list.map(plainValue);
  if (type === 'map') return plainOf(map);
  return type === 'boolean' && /^(true|false)$/.test(value) ? value === 'true' : value;
}

/** A plain value as the platform wants it; `type` where the template asks for another than the value shows. */
export function parameterOf(key: string | undefined, value: Plain, type?: string): Parameter {
  const named = key === undefined ? {} : { key };
  if (isList(value)) return { type: 'list', ...named, list: value.map((item) => parameterOf(undefined, item)) };
  if (typeof value === 'object')
    return { type: 'map', ...named, map: Object.entries(value).map(([name, item]) => parameterOf(name, item)) };
  return { type: scalarType(value, type), ...named, value: String(value) };
}

/** Plain parameters of a new object, typed by its template. */
export function parametersOf(plain: PlainParameters, typeOf: TypeOfKey = NO_TYPES): Parameter[] {
  return Object.entries(plain).map(([key, value]) => parameterOf(key, value, typeOf(key)));
}

/**
 * Changes over what is there: `null` takes a key away, a value that is as it was keeps its parameter to the letter, and everything
 * that is not named stays, with types and marks that a plain value does not show.
 */
export function mergedParameters(
  current: readonly Parameter[],
  change: Readonly<Record<string, Plain | null>>,
  typeOf: TypeOfKey = NO_TYPES,
): Parameter[] {
  const kept = current.flatMap((held) => {
    const wanted = Object.hasOwn(change, held.key ?? '') ? change[held.key ?? ''] : undefined;
    if (wanted === null) return [];
    return [wanted === undefined ? held : changedTo(held, wanted, typeOf(held.key ?? ''))];
  });
  const keys = new Set(current.map(({ key }) => key ?? ''));
  const added = Object.entries(change).flatMap(([key, value]) =>
    keys.has(key) || value === null ? [] : [parameterOf(key, value, typeOf(key))],
  );
  return [...kept, ...added];
}

/** A parameter with another value; a list keeps those of its items that are wanted as they are. */
function changedTo(held: Parameter, wanted: Plain, type: string | undefined): Parameter {
  if (isDeepStrictEqual(asText(plainValue(held)), asText(wanted))) return held;
  if (isList(wanted)) {
    const list = held.type === 'list' ? (held.list ?? []) : [];
    const pattern = list[0];
    const items = wanted.map(
      (item) => list.find((one) => isDeepStrictEqual(asText(plainValue(one)), asText(item))) ?? itemLike(pattern, item),
    );
    return { ...(held.type === 'list' ? held : named(held)), type: 'list', list: items };
  }
  if (typeof wanted === 'object') {
    if (held.type !== 'map') return parameterOf(held.key, wanted);
    const gone = (held.map ?? []).filter(({ key = '' }) => !Object.hasOwn(wanted, key));
    const nulls = Object.fromEntries(gone.map(({ key = '' }) => [key, null]));
    return { ...held, map: mergedParameters(held.map ?? [], { ...wanted, ...nulls }) };
  }
  if (held.type === 'list' || held.type === 'map') return parameterOf(held.key, wanted, type);
  return { ...held, type: scalarType(wanted, type ?? held.type), value: String(wanted) };
}

/** A new item of a list, typed like those that are there. */
function itemLike(pattern: Parameter | undefined, item: Plain): Parameter {
  if (pattern?.type !== 'map' || isList(item) || typeof item !== 'object')
    return parameterOf(undefined, item, pattern?.type);
  const types = new Map((pattern.map ?? []).map(({ key = '', type }) => [key, type]));
  return { type: 'map', map: parametersOf(item as PlainParameters, (key) => types.get(key)) };
}

const named = ({ key }: Parameter): Pick<Parameter, 'key'> => (key === undefined ? {} : { key });

/** The type that is asked for, as far as the value can have it: a truth value that comes from a variable is text. */
function scalarType(value: string | number | boolean, type: string | undefined): string {
  if (type === undefined || type === 'list' || type === 'map')
    return typeof value === 'boolean' ? 'boolean' : 'template';
  if (type === 'boolean') return /^(true|false)$/.test(String(value)) ? 'boolean' : 'template';
  if (type === 'integer') return /^-?\d+$/.test(String(value)) ? 'integer' : 'template';
  if (type === 'template' && typeof value === 'boolean') return 'boolean';
  return type;
}

/** `2` and `"2"`, `true` and `"true"` are the same on the platform. */
function asText(value: Plain): unknown {
  if (isList(value)) return value.map(asText);
  if (typeof value !== 'object') return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asText(item)]));
}

export function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}
