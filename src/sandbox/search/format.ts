import { type Field, messageNamed } from './catalogue/messages.ts';
import type { Doc, Value } from './state.ts';

/** A kept resource in the platform's JSON: camelCase names, 64-bit numbers as text, presence as the protocol has it. */
export function messageToJson(message: string, doc: Doc): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const field of messageNamed(message).fields.values()) {
    const value = fieldToJson(field, doc[field.name]);
    if (value !== undefined) json[field.jsonName] = value;
  }
  return json;
}

/** `undefined` when the field stays out of the answer. */
export function fieldToJson(field: Field, value: Value): unknown {
  if (value === undefined || value === null) return undefined;
  if (field.repeated)
    return Array.isArray(value) && value.length > 0 ? value.map((item) => single(field, item)) : undefined;
  if (field.enumeration && value === 'UNSPECIFIED') return undefined;
  if (field.scalar && !field.optional && (value === '' || value === 0 || value === false)) return undefined;
  return single(field, value);
}

function single(field: Field, value: Value): unknown {
  if (field.message) return messageToJson(field.message, value as Doc);
  return field.scalar === 'int64' || field.scalar === 'uint64' ? String(value) : value;
}
