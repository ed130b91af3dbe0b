import { expect, test } from 'vitest';
import { code, cycles, layerOf, type Source, sources } from './source-tree.ts';

const channelOf = (path: string) => path.split('/').slice(0, 2).join('/');

function offences(of: (path: string) => boolean, mayNotImport: (imported: string, path: string) => boolean): string[] {
  return code
    .filter(({ path }) => of(path))
    .flatMap(({ path, imports }) =>
      imports.filter((imported) => mayNotImport(imported, path)).map((imported) => `${path} → ${imported}`),
    );
}

const inLayers =
  (...layers: string[]) =>
  (path: string) =>
    layers.includes(layerOf(path));

test('no file leads back to itself, types included', () => {
  expect(cycles(sources)).toEqual([]);
  const [a, b] = [
    { path: 'a.ts', imports: ['b.ts'] },
    { path: 'b.ts', imports: ['a.ts'] },
  ] as unknown as Source[];
  expect(cycles([a!, b!])).toEqual([['a.ts', 'b.ts']]);
});

test('a channel imports no other channel, and nothing of the store, the edge, the protocol or the command line', () => {
  const forbidden = inLayers(
    'store',
    'http',
    'mcp',
    'pipeline',
    'cli',
    'auth',
    'vault',
    'audit',
    'limits',
    'idempotency',
    'sandbox',
  );
  expect(
    offences(
      inLayers('channels'),
      (imported, path) =>
        forbidden(imported) || (inLayers('channels')(imported) && channelOf(imported) !== channelOf(path)),
    ),
  ).toEqual([]);
});

test('the sandbox shares no belief with the channels: neither imports the other', () => {
  expect(offences(inLayers('sandbox'), (imported) => !inLayers('sandbox', 'ambient.ts')(imported))).toEqual([]);
  expect(offences(inLayers('channels'), inLayers('sandbox'))).toEqual([]);
});

test('an emulator imports no other emulator', () => {
  const isEmulator = (path: string) => code.some((file) => file.path === `${channelOf(path)}/emulator.ts`);
  expect(
    offences(
      (path) => layerOf(path) === 'sandbox' && isEmulator(path),
      (imported, path) => isEmulator(imported) && channelOf(imported) !== channelOf(path),
    ),
  ).toEqual([]);
});

test('the pipeline, what tools are made of, reports over channels and the reading of sheets know no channel', () => {
  expect(offences(inLayers('tools', 'pipeline', 'reports', 'sheets'), inLayers('channels'))).toEqual([]);
});

test('reports over several channels name none of them', () => {
  const platforms = /\b(social|professional|video(?!_)|search|google|facebook|meta|linkedin|tiktok)\b/i;
  const named = code
    .filter(({ path }) => layerOf(path) === 'reports')
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => platforms.test(line.replace(/video views?/gi, '')))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(named).toEqual([]);
});

test('a request goes down and nothing calls back up', () => {
  const order = ['http', 'mcp', 'pipeline', 'channels', 'reports', 'tools', 'upstream'];
  expect(
    offences(inLayers(...order), (imported, path) => {
      const [from, to] = [order.indexOf(layerOf(path)), order.indexOf(layerOf(imported))];
      return to >= 0 && to < from;
    }),
  ).toEqual([]);
});

test('the protocol layer knows no HTTP framework, no SQL and no platform', () => {
  expect(code.filter(({ path }) => layerOf(path) === 'mcp').flatMap(({ packages }) => packages)).toEqual([]);
});

test('only the composition root and the command line import everything', () => {
  const tops = ['build.ts', 'process/home.ts', 'main.ts', 'process/first-start.ts', 'observe/metering.ts'];
  expect(
    offences(
      (path) => !tops.includes(path) && layerOf(path) !== 'cli',
      (imported) => ['build.ts', 'main.ts'].includes(imported),
    ),
  ).toEqual([]);
});

test('what is shipped imports nothing that only tests use', () => {
  expect(
    offences(
      () => true,
      (imported) => /\.(test|testing)\.ts$/.test(imported) || imported.startsWith('../test/'),
    ),
  ).toEqual([]);
});

test('the web application is known to the composition root alone, and knows neither the edge nor the protocol', () => {
  const outside = (path: string) => !['web', 'build.ts'].includes(layerOf(path));
  expect(offences(outside, inLayers('web'))).toEqual([]);
  expect(offences(inLayers('web'), inLayers('http', 'mcp', 'cli', 'sandbox', 'channels'))).toEqual([]);
});
