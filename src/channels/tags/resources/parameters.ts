import type { Parameter } from '../wire.ts';

/** A setting as callers see it: text, or lists and maps of it. Numbers and truth values are taken too. */
export type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };

/** The platform's typed parameters as one plain object. */
export function plainOf(parameters: readonly Parameter[]): Record<string, Plain> {
  return Object.fromEntries(parameters.map((parameter) => [parameter.key ?? '', plainValue(parameter)]));
}

function plainValue({ type, value = '', list = [], map = [] }: Parameter): Plain {
  if (type === 'list') return list.map(plainValue);
  if (type === 'map') return plainOf(map);
  return type === 'boolean' ? value === 'true' : value;
}

/** A plain value as the platform wants it; `type` where the template asks for another than the value shows. */
export function parameterOf(key: string | undefined, value: Plain, type?: string): Parameter {
  const named = key === undefined ? {} : { key };
  if (isList(value)) return { type: 'list', ...named, list: value.map((item) => parameterOf(undefined, item)) };
  if (typeof value === 'object') {
    return { type: 'map', ...named, map: Object.entries(value).map(([name, item]) => parameterOf(name, item)) };
  }
  const plain = typeof value === 'boolean' ? 'boolean' : 'template';
  return { type: type ?? plain, ...named, value: String(value) };
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}
