import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findChannels } from '../../src/build.ts';
import { describeTool } from '../../src/pipeline/describe.ts';
import { isListed } from '../../src/pipeline/endpoint.ts';
import type { Tool } from '../../src/tools/define-tool.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const sources = filesBelow(SRC).filter((file) => file.endsWith('.ts'));
const code = sources.filter((file) => !file.endsWith('.test.ts'));

/** What a file imports, as paths from src; packages are left out. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
    relative(SRC, resolve(dirname(file), path ?? '')),
  );
}

function offences(of: (file: string) => boolean, mayNotImport: (imported: string, file: string) => boolean): string[] {
  return code
    .map((file) => [relative(SRC, file), file] as const)
    .filter(([path]) => of(path))
    .flatMap(([path, file]) =>
      importsOf(file)
        .filter((imported) => mayNotImport(imported, path))
        .map((imported) => `${path} → ${imported}`),
    );
}

const layer = (path: string) => path.split('/')[0] ?? '';
const part = (path: string) => path.split('/').slice(0, 2).join('/');

test('a channel imports no other channel, and nothing of the store, the edge, the protocol or the command line', () => {
  expect(
    offences(
      (path) => layer(path) === 'channels',
      (imported, file) =>
        ['store', 'http', 'mcp', 'cli', 'auth', 'vault', 'audit', 'limits', 'idempotency', 'sandbox'].includes(
          layer(imported),
        ) ||
        (layer(imported) === 'channels' && part(imported) !== part(file)),
    ),
  ).toEqual([]);
});

test('the sandbox shares no belief with the channels: neither imports the other', () => {
  expect(
    offences(
      (path) => layer(path) === 'sandbox',
      (imported) => !['sandbox', 'ambient.ts'].includes(layer(imported)),
    ),
  ).toEqual([]);
  expect(
    offences(
      (path) => layer(path) === 'channels',
      (imported) => layer(imported) === 'sandbox',
    ),
  ).toEqual([]);
});

test('the pipeline and what tools are made of know no channel', () => {
  expect(
    offences(
      (path) => layer(path) === 'tools' || layer(path) === 'pipeline' || layer(path) === 'sheets',
      (imported) => layer(imported) === 'channels',
    ),
  ).toEqual([]);
});

test('a request goes down and nothing calls back up', () => {
  const order = ['http', 'mcp', 'pipeline', 'channels', 'tools', 'upstream'];
  expect(
    offences(
      (path) => order.includes(layer(path)),
      (imported, file) => {
        const [from, to] = [order.indexOf(layer(file)), order.indexOf(layer(imported))];
        return to >= 0 && to < from;
      },
    ),
  ).toEqual([]);
});

test('the protocol layer knows no HTTP framework, no SQL and no platform', () => {
  const packages = code
    .filter((file) => layer(relative(SRC, file)) === 'mcp')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name));
  expect(packages).toEqual([]);
});

test('only the composition root and the command line import everything', () => {
  const tops = ['build.ts', 'home.ts', 'main.ts', 'first-start.ts', 'metering.ts'];
  expect(
    offences(
      (path) => !tops.includes(path) && layer(path) !== 'cli',
      (imported) => ['build.ts', 'main.ts'].includes(imported),
    ),
  ).toEqual([]);
});

test('no folder hides behind a name that says nothing', () => {
  const folders = new Set(sources.map((file) => relative(SRC, dirname(file))).flatMap((path) => path.split('/')));
  expect(
    [...folders].filter((name) => ['utils', 'util', 'helpers', 'common', 'misc', 'lib', 'shared'].includes(name)),
  ).toEqual([]);
});

test('every channel with tools has the same files', async () => {
  const { channels, byAddress } = await findChannels();
  const platforms = channels.filter(
    ({ name, needsConnection }) => needsConnection && [...(byAddress.get(name) ?? [])].length > 0,
  );
  const missing = platforms.flatMap(({ name }) =>
    ['channel.ts', 'client.ts', 'wire.ts', 'errors.ts', 'oauth.ts', 'README.md']
      .filter((file) => !existsSync(join(SRC, 'channels', name, file)))
      .map((file) => `${name}/${file}`),
  );
  expect(missing).toEqual([]);
});

test('every tool is one file named like it, with its test beside it', async () => {
  const { byAddress } = await findChannels();
  const files = filesBelow(join(SRC, 'channels')).filter(
    (file) => basename(dirname(file)) === 'tools' && file.endsWith('.ts'),
  );
  const tools = files.filter((file) => !file.endsWith('.test.ts')).map((file) => basename(file, '.ts'));
  expect(
    [...byAddress.values()]
      .flat()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(tools.sort());
  const untested = files.filter((file) => !file.endsWith('.test.ts') && !existsSync(file.replace(/\.ts$/, '.test.ts')));
  expect(untested.map((file) => relative(SRC, file))).toEqual([]);
});

test('every tool can be read by a model before it chooses', async () => {
  const { byAddress } = await findChannels();
  for (const [address, tools] of byAddress) {
    for (const tool of tools) {
      const { annotations, inputSchema, outputSchema, description, title } = describeTool(tool);
      expect(Object.keys(annotations).sort(), tool.name).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
        'title',
      ]);
      expect(title.length, tool.name).toBeGreaterThan(3);
      expect(description.length, `${tool.name}: description`).toBeLessThanOrEqual(400);
      expect(inputSchema.additionalProperties, `${tool.name}: strict input`).toBe(false);
      expect(outputSchema.type, `${tool.name}: output`).toBe('object');
      expect(tool.name, 'tools are snake_case').toMatch(/^[a-z]+(_[a-z]+)*$/);
    }
    const list = JSON.stringify(tools.filter(isListed).map(describeTool));
    const over = `${address}: the default tool list has to be shorter; name fewer defaultToolsets in its channel.ts`;
    expect(list.length / 4, over).toBeLessThan(15_000);
  }
});

type Schema = Readonly<Record<string, unknown>>;

/** Every argument of a tool, also those inside others, by its path. */
function argumentsIn(schema: Schema, path = ''): [string, Schema][] {
  const own = Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, inner]) => [
    [path + name, inner] as [string, Schema],
    ...argumentsIn(inner, `${path}${name}.`),
  ]);
  const parts = [schema.items ?? [], schema.anyOf ?? []].flat() as Schema[];
  return [...own, ...parts.flatMap((part) => argumentsIn(part, path))];
}

async function everyTool(): Promise<{ tool: Tool; args: [string, Schema][] }[]> {
  const { byAddress } = await findChannels();
  return [...byAddress.values()].flat().map((tool) => ({ tool, args: argumentsIn(describeTool(tool).inputSchema) }));
}

test('every argument says what it is', async () => {
  const silent = (await everyTool()).flatMap(({ tool, args }) =>
    args.filter(([, schema]) => !schema.description).map(([path]) => `${tool.name}: ${path}`),
  );
  expect(silent).toEqual([]);
});

test('every argument that is money names its unit', async () => {
  const money = /(^|_)(amount|bid|budget|budgets|cap|cost|cpa|cpc|cpm|price|value)(_|$)/;
  const found = (await everyTool()).flatMap(({ tool, args }) =>
    args
      .filter(([path, { type }]) => money.test(path.split('.').at(-1) ?? '') && [type].flat().includes('number'))
      .map(([path, schema]) => ({ where: `${tool.name}: ${path}`, description: String(schema.description) })),
  );
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter(({ description }) => !description.includes("in major units of the account's currency"))).toEqual(
    [],
  );
});

test('what cannot be undone is declared, annotated and said', async () => {
  const final = ['ARCHIVED', 'DELETE', 'DELETED', 'REMOVED'];
  for (const { tool, args } of await everyTool()) {
    if (tool.access === 'read') continue;
    const declared = Object.entries(tool.irreversible).flatMap(([name, values = []]) =>
      values.map((value) => `${name} ${value}`),
    );
    const possible = args.flatMap(([path, schema]) =>
      ((schema.enum ?? []) as string[]).filter((value) => final.includes(value)).map((value) => `${path} ${value}`),
    );
    expect(declared, `${tool.name}: irreversible`).toEqual(expect.arrayContaining(possible));
    const isFinal = tool.access === 'destructive' || declared.length > 0;
    expect(tool.annotations.destructiveHint, `${tool.name}: destructiveHint`).toBe(isFinal);
    if (isFinal) expect(tool.description, tool.name).toContain('cannot be undone');
    for (const value of Object.values(tool.irreversible).flat()) expect(tool.description, tool.name).toContain(value);
  }
});

test('every tool of a channel with platform scopes names its own, from that list', async () => {
  for (const { tool } of await everyTool()) {
    const { platformScopes } = tool.channel;
    if (platformScopes === undefined) expect(tool.scopes, tool.name).toBeUndefined();
    else
      expect(Object.keys(platformScopes), tool.name).toEqual(
        expect.arrayContaining([...(tool.scopes ?? ['none named'])]),
      );
  }
});

/** Changes that no call of ours can show, and why that is right. */
const NOTHING_TO_LOOK_AT: Readonly<Record<string, string>> = {
  upload_ad_image: 'the same image keeps its hash: uploading it again shows the first one',
  upload_ad_video: 'a second copy spends nothing, and the platform lists uploads by no name of ours',
};

test('every change names the call that shows whether it was made', async () => {
  const { byAddress } = await findChannels();
  const all = [...byAddress.values()].flat();
  const blind = all.filter(({ access, look, name }) => access !== 'read' && !look && !NOTHING_TO_LOOK_AT[name]);
  expect(blind.map(({ name }) => name)).toEqual([]);
});

test('no source file is larger than a reader can hold', () => {
  const large = code
    .filter((file) => readFileSync(file, 'utf8').split('\n').length > 400)
    .map((file) => relative(SRC, file));
  expect(large).toEqual([]);
});

test('every dependency is pinned exactly', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies } as Record<
    string,
    string
  >).filter(([, version]) => !/^(npm:.*@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
  expect(statSync(join(ROOT, 'package-lock.json')).isFile()).toBe(true);
});
