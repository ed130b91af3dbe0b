import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { ROOT } from './command-line.ts';

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const server = read('server.json');
const manifest = read('package.json');
const schema = read('test/start/fixtures/mcp-registry/server.schema.json');
const isValid = new Ajv({
  strict: false,
  formats: { uri: (text: string) => URL.canParse(text), 'uri-template': true },
}).compile(schema);

test('server.json holds by the schema that it names', () => {
  expect(server.$schema).toBe(schema.$id);
  isValid(server);
  expect(isValid.errors ?? []).toEqual([]);
  expect(isValid({ ...server, description: 'x'.repeat(101) })).toBe(false);
  expect(isValid({ ...server, name: 'adhelm' })).toBe(false);
});

test('server.json tells of this version, and the package names itself the same', () => {
  const [{ identifier, version, transport, packageArguments }] = server.packages;
  expect([identifier, version, server.version, server.name]).toEqual([
    manifest.name,
    manifest.version,
    manifest.version,
    manifest.mcpName,
  ]);
  // What stands in braces is filled in from an argument or a variable.
  const known = [
    ...packageArguments.map(({ name }: { name?: string }) => name),
    ...transport.headers.flatMap(({ variables }: { variables: object }) => Object.keys(variables)),
  ];
  const used = JSON.stringify(transport).match(/(?<=\{)[-\w]+(?=\})/g)!;
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});
