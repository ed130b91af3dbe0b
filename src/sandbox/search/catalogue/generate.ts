/**
 * Writes descriptors.txt from the platform's published protocol definitions, carried by a package that is only there for
 * development: `node src/sandbox/search/catalogue/generate.ts`.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resourceNamed } from './facts.ts';
import { queryable, roots } from './selection.ts';

interface Node {
  nested?: Record<string, Node>;
  fields?: Record<string, { type: string; rule?: string; keyType?: string; options?: Record<string, unknown> }>;
  oneofs?: Record<string, { oneof: string[] }>;
  values?: Record<string, number>;
}

const require = createRequire(import.meta.url);
const protocol: Node = require('google-ads-node/build/protos/protos.json');
const PACKAGE = 'google.ads.googleads.v25';

function find(path: string): Node | undefined {
  return path.split('.').reduce<Node | undefined>((node, name) => node?.nested?.[name], protocol);
}

/** Protocol names are relative to the message that uses them. */
function resolve(type: string, from: string): string {
  for (let scope = from; ; scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')))) {
    const candidate = scope === '' ? type : `${scope}.${type}`;
    if (find(candidate)) return candidate;
    if (scope === '') throw new Error(`${type} is used in ${from} but is nowhere defined`);
  }
}

const short = (path: string) => path.replace(`${PACKAGE}.`, '');
const SCALARS = new Set(['string', 'bool', 'int32', 'int64', 'uint64', 'double', 'float', 'bytes']);

function fieldLine(
  name: string,
  field: NonNullable<Node['fields']>[string],
  owner: string,
  visit: (p: string) => void,
) {
  const words = [name];
  if (SCALARS.has(field.type)) words.push(field.type);
  else if (field.type === 'google.protobuf.FieldMask') words.push('mask');
  else if (field.type.startsWith('google.') && !field.type.startsWith(PACKAGE)) words.push('other');
  else {
    const target = resolve(field.type, owner);
    visit(target);
    words.push(`${find(target)?.values ? 'enum' : 'message'}:${short(target)}`);
  }
  const options = field.options ?? {};
  const behaviour = String(options['(google.api.field_behavior)'] ?? '');
  if (field.rule === 'repeated') words.push('repeated');
  if (options.proto3_optional) words.push('optional');
  // The definitions call image_asset output only, although it is how an image is uploaded.
  const uploads = owner.endsWith('.resources.Asset') && name === 'image_asset';
  if (behaviour === 'OUTPUT_ONLY' && !uploads) words.push('output');
  if (behaviour === 'IMMUTABLE') words.push('immutable');
  if (options['(google.api.resource_reference).type']) words.push('name');
  return words.join(' ');
}

const blocks = new Map<string, string>();
function visit(path: string) {
  if (blocks.has(path)) return;
  const node = find(path);
  if (!node) throw new Error(`${path} is not defined`);
  blocks.set(path, '');
  if (node.values) {
    blocks.set(path, `enum ${short(path)} ${Object.keys(node.values).join(' ')}`);
    return;
  }
  const kept = Object.entries(node.fields ?? {}).filter(([name]) => roots.keeps(short(path), name));
  const lines = kept.map(([name, field]) => fieldLine(name, field, path, visit));
  for (const [name, { oneof }] of Object.entries(node.oneofs ?? {}))
    if (!name.startsWith('_')) lines.push(`oneof ${oneof.filter((f) => roots.keeps(short(path), f)).join(' ')}`);
  blocks.set(path, [`message ${short(path)}`, ...lines].join('\n'));
}

const pascal = (name: string) => name.replace(/(^|_)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());

for (const resource of queryable)
  for (const name of [resource, ...(resourceNamed(resource)?.attributed ?? [])])
    visit(`${PACKAGE}.resources.${pascal(name)}`);
for (const name of roots.messages) visit(`${PACKAGE}.${name}`);

writeFileSync(
  new URL('descriptors.txt', import.meta.url),
  [
    `# Made by generate.ts from the published ${PACKAGE} definitions. Do not edit.`,
    ...[...blocks.values()].sort(),
  ].join('\n\n'),
);
