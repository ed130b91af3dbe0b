import type { FastifyRequest } from 'fastify';
import { badRequest, StatusError } from '../../google/status.ts';
import { bodyJson } from '../../request-parts.ts';
import { type Field, type Message, messageNamed, snakeCase } from '../catalogue/messages.ts';
import type { Doc, Value } from '../state.ts';

interface Violation {
  field: string;
  description: string;
}

/** Parses a body as Google's front end does: unknown fields are refused there, each by its path. */
export function readBody(request: FastifyRequest, message: string): Doc {
  const json = bodyJson(request, () => new StatusError(400, 'Invalid JSON payload received. Unexpected token.'));
  const violations: Violation[] = [];
  const doc = readMessage(messageNamed(message), json, '', violations);
  if (violations.length > 0) {
    const text = violations.map(({ description }) => description).join('\n');
    throw new StatusError(400, text, [badRequest(violations)]);
  }
  return doc;
}

function readMessage(message: Message, json: unknown, path: string, violations: Violation[]): Doc {
  const doc: Doc = {};
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    violations.push(invalid(path, message.name, json));
    return doc;
  }
  for (const [name, value] of Object.entries(json)) {
    const field = message.byJsonName.get(name) ?? message.fields.get(name);
    if (!field) {
      violations.push({
        field: path,
        description: `Invalid JSON payload received. Unknown name "${name}"${path && ` at '${path}'`}: Cannot find field.`,
      });
      continue;
    }
    if (value === null) continue;
    doc[field.name] = readField(field, value, path === '' ? field.name : `${path}.${field.name}`, violations);
  }
  checkOneofs(message, doc, path, violations);
  return doc;
}

function checkOneofs(message: Message, doc: Doc, path: string, violations: Violation[]): void {
  for (const oneof of message.oneofs) {
    const [first, second] = oneof.filter((name) => doc[name] !== undefined);
    if (first === undefined || second === undefined) continue;
    violations.push({
      field: path,
      description: `Invalid value at '${path}' (oneof), oneof field is already set by '${first}'. Cannot set '${second}'`,
    });
  }
}

function readField(field: Field, json: unknown, path: string, violations: Violation[]): Value {
  if (!field.repeated) return readSingle(field, json, path, violations);
  if (Array.isArray(json)) return json.map((item, index) => readSingle(field, item, `${path}[${index}]`, violations));
  violations.push(invalid(path, 'repeated', json));
  return [];
}

function readSingle(field: Field, json: unknown, path: string, violations: Violation[]): Value {
  if (field.message) return readMessage(messageNamed(field.message), json, path, violations);
  const value = field.enumeration ? readEnum(field.enumeration, json) : readScalar(field.scalar!, json);
  if (value === undefined)
    violations.push(invalid(path, field.enumeration ? 'enum' : `TYPE_${field.scalar!.toUpperCase()}`, json));
  return value;
}

function readEnum(names: readonly string[], json: unknown): string | undefined {
  return typeof json === 'string' && names.includes(json) ? json : undefined;
}

function readScalar(scalar: NonNullable<Field['scalar']>, json: unknown): Value {
  switch (scalar) {
    case 'bool':
      return typeof json === 'boolean' ? json : undefined;
    case 'int32':
    case 'int64':
    case 'uint64': {
      const number = typeof json === 'string' && /^-?\d+$/.test(json) ? Number(json) : json;
      return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
    }
    case 'double':
    case 'float': {
      const number = typeof json === 'string' && json.trim() !== '' ? Number(json) : json;
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
    }
    case 'bytes':
      return typeof json === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(json) ? json : undefined;
    case 'mask':
      return typeof json === 'string' ? readMask(json) : undefined;
    default:
      return typeof json === 'string' ? json : undefined;
  }
}

function readMask(text: string): string[] {
  return text
    .split(',')
    .map((path) => snakeCase(path.trim()))
    .filter((path) => path !== '');
}

function invalid(path: string, type: string, json: unknown): Violation {
  return { field: path, description: `Invalid value at '${path}' (${type}), ${JSON.stringify(json)}` };
}
