import { isObject } from '../../json.ts';
import { schemaError } from '../errors.ts';
import { isUrn } from '../format.ts';
import { NestedPatch } from '../restli/dispatch.ts';
import type { Patch, Row } from '../restli/resource.ts';

/** The platform's schema check of bodies: it finds all faults at once and answers 422. */
export interface Type {
  check(value: unknown, path: string): string[];
}

interface Field {
  type: Type;
  required?: boolean;
  readOnly?: boolean;
}
export type Fields = Readonly<Record<string, Field>>;

const ok: string[] = [];
const mismatch = (path: string, text: string) => [`${path} :: ${text}`];

export const text: Type = {
  check: (value, path) =>
    typeof value === 'string' ? ok : mismatch(path, `${JSON.stringify(value)} cannot be coerced to String`),
};
export const long: Type = {
  check: (value, path) =>
    Number.isInteger(value) ? ok : mismatch(path, `${JSON.stringify(value)} cannot be coerced to Long`),
};
export const flag: Type = {
  check: (value, path) =>
    typeof value === 'boolean' ? ok : mismatch(path, `${JSON.stringify(value)} cannot be coerced to Boolean`),
};
export const urn: Type = {
  check: (value, path) => (isUrn(value) ? ok : mismatch(path, `"${value}" is not a valid URN`)),
};
export const anything: Type = { check: () => ok };

export function symbol(...values: readonly string[]): Type {
  return {
    check: (value, path) => {
      if (typeof value !== 'string') return mismatch(path, 'enum type is not backed by a String');
      return values.includes(value) ? ok : mismatch(path, `"${value}" is not an enum symbol`);
    },
  };
}

export function array(item: Type): Type {
  return {
    check: (value, path) =>
      Array.isArray(value)
        ? value.flatMap((one, index) => item.check(one, `${path}/${index}`))
        : mismatch(path, 'array type is not backed by a DataList'),
  };
}

export function map(item: Type): Type {
  return {
    check: (value, path) =>
      isObject(value)
        ? Object.entries(value).flatMap(([key, one]) => item.check(one, `${path}/${key}`))
        : mismatch(path, 'map type is not backed by a DataMap'),
  };
}

export function record(fields: Fields): Type {
  return {
    check: (value, path) =>
      isObject(value) ? recordFaults(value, fields, path) : mismatch(path, 'record type is not backed by a DataMap'),
  };
}

/** Exactly one of several members. */
export function union(members: Readonly<Record<string, Type>>): Type {
  return {
    check: (value, path) => {
      if (!isObject(value)) return mismatch(path, 'union type is not backed by a DataMap');
      const entries = Object.entries(value);
      if (entries.length > 1) return mismatch(path, 'DataMap should have no more than one entry for a union type');
      return entries.flatMap(
        ([name, one]) =>
          members[name]?.check(one, `${path}/${name}`) ??
          mismatch(`${path}/${name}`, 'unrecognized field found but not allowed'),
      );
    },
  };
}

/** A URN of one of certain kinds. */
export function urnOf(...kinds: readonly string[]): Type {
  return {
    check: (value, path) => {
      const [, kind] = /^urn:\w+:(\w+):/.exec(String(value)) ?? [];
      if (kind === undefined) return urn.check(value, path);
      if (kinds.includes(kind)) return urn.check(value, path);
      const allowed = kinds.toSorted().join(', ');
      return mismatch(path, `reference value ${value} is of type ${kind}. Allowed URN types are ${allowed}`);
    },
  };
}

export const money = record({
  amount: { type: text, required: true },
  currencyCode: { type: text, required: true },
});

function recordFaults(value: Row, fields: Fields, path: string): string[] {
  const missing = Object.entries(fields)
    .filter(([name, { required }]) => required && value[name] === undefined)
    .map(([name]) => `${path}/${name} :: field is required but not found and has no default value`);
  return [...missing, ...Object.entries(value).flatMap(([name, one]) => fieldFaults(name, one, fields, path))];
}

function fieldFaults(name: string, value: unknown, fields: Fields, path: string): string[] {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return mismatch(`${path}/${name}`, 'unrecognized field found but not allowed');
  return field.type.check(value, `${path}/${name}`);
}

export function checkNew(body: Row, fields: Fields): void {
  const faults = faultsOfNew(body, fields);
  if (faults.length > 0) throw schemaError(faults);
}

export function faultsOfNew(body: Row, fields: Fields): string[] {
  const readOnly = Object.keys(body)
    .filter((name) => fields[name]?.readOnly)
    .map((name) => `/${name} :: ReadOnly field present in a create request`);
  return [...readOnly, ...recordFaults(body, fields, '')];
}

/** The object as it will be, when the change is well-formed. */
export function patched<T extends object>(stored: T, { set, remove }: Patch, fields: Fields): T {
  const merged = { ...stored } as Row;
  for (const [name, value] of Object.entries(set)) {
    merged[name] = value instanceof NestedPatch ? value.over(merged[name]) : value;
  }
  for (const name of remove) delete merged[name];
  const touched = [...Object.keys(set), ...remove];
  const faults = touched.flatMap((name) => {
    if (fields[name]?.readOnly) return [`/${name} :: ReadOnly field present in a partial update request`];
    if (!remove.includes(name)) return fieldFaults(name, merged[name], fields, '');
    return fields[name]?.required ? [`/${name} :: cannot delete a required field`] : [];
  });
  if (faults.length > 0) throw schemaError(faults);
  return merged as T;
}
