import { readFileSync } from 'node:fs';

type Scalar = 'string' | 'bool' | 'int32' | 'int64' | 'uint64' | 'double' | 'float' | 'bytes' | 'mask';

/** One field of a message of the platform's protocol. */
export interface Field {
  name: string;
  jsonName: string;
  scalar?: Scalar;
  enumeration?: readonly string[];
  message?: string;
  repeated: boolean;
  /** Has presence: a zero that was set is sent. */
  optional: boolean;
  outputOnly: boolean;
  immutable: boolean;
  resourceName: boolean;
}

export interface Message {
  name: string;
  fields: ReadonlyMap<string, Field>;
  byJsonName: ReadonlyMap<string, Field>;
  oneofs: readonly (readonly string[])[];
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function messageOfResource(resource: string): string {
  return `resources.${camelCase(`_${resource}`)}`;
}

const blocks = readFileSync(new URL('descriptors.txt', import.meta.url), 'utf8')
  .split('\n\n')
  .map((block) => block.split('\n').map((line) => line.split(' ').filter((word) => word !== '')));

const enumerations = new Map<string, readonly string[]>();
const messages = new Map<string, Message>();

for (const [head] of blocks) if (head?.[0] === 'enum') enumerations.set(head[1]!, head.slice(2));
for (const [head, ...lines] of blocks) {
  if (head?.[0] === 'message') messages.set(head[1]!, readMessage(head[1]!, lines));
}

function readMessage(name: string, lines: string[][]): Message {
  const fields = lines.filter((line) => line[0] !== 'oneof' || line[1]?.includes(':')).map(readField);
  return {
    name,
    fields: new Map(fields.map((field) => [field.name, field])),
    byJsonName: new Map(fields.map((field) => [field.jsonName, field])),
    oneofs: lines.filter((line) => line[0] === 'oneof').map((line) => line.slice(1)),
  };
}

function readField([name = '', type = '', ...marks]: string[]): Field {
  const [kind, target] = type.split(':') as [string, string?];
  return {
    name,
    jsonName: camelCase(name),
    ...(kind === 'enum' && { enumeration: enumerations.get(target!) }),
    ...(kind === 'message' && { message: target }),
    ...(target === undefined && { scalar: kind as Scalar }),
    repeated: marks.includes('repeated'),
    optional: marks.includes('optional'),
    outputOnly: marks.includes('output'),
    immutable: marks.includes('immutable'),
    resourceName: marks.includes('name'),
  };
}

export function messageNamed(name: string): Message {
  const message = messages.get(name);
  if (!message) throw new Error(`no message ${name} in the descriptors`);
  return message;
}
