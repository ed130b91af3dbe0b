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

/** The rooms of `src`, the highest first. A file imports from its own room and from lower ones; rooms side by side know nothing of each other. */
const ROOMS = [
  ['main.ts'],
  ['cli'],
  ['build.ts', 'workers', 'sandbox'],
  ['http', 'redis'],
  ['mcp', 'web'],
  ['authorization-server'],
  ['process', 'tracing'],
  ['observe'],
  ['watching'],
  ['media-plans'],
  ['pipeline'],
  ['plans', 'finding', 'notices'],
  ['jobs'],
  ['auth', 'idempotency', 'spend-limits'],
  ['audit'],
  ['vault'],
  ['store', 'limits', 'config.ts'],
  ['channels'],
  ['exposure'],
  ['stops', 'leads', 'conversions'],
  ['reports'],
  ['tools'],
  ['upstream'],
  ['sheets'],
  ['text', 'memory', 'facts', 'setting-kinds.ts'],
  ['errors.ts', 'event-loop'],
  ['ambient.ts'],
];

const depthOf = (path: string) => ROOMS.findIndex((rooms) => rooms.includes(layerOf(path)));

test('every room has its place, and an import goes only down', () => {
  expect([...new Set(code.map(({ path }) => layerOf(path)).filter((room) => depthOf(room) < 0))]).toEqual([]);
  expect(
    offences(
      () => true,
      (imported, path) => layerOf(imported) !== layerOf(path) && depthOf(imported) <= depthOf(path),
    ),
  ).toEqual([]);
});

test('a channel imports no other channel', () => {
  expect(
    offences(
      inLayers('channels'),
      (imported, path) => inLayers('channels')(imported) && channelOf(imported) !== channelOf(path),
    ),
  ).toEqual([]);
});

/** The rooms of a channel, the lowest first. Folders of folders have ranks of their own where the files above a room read it. */
const CHANNEL_ROOMS = [
  'wire.ts errors.ts money.ts undo.ts resources/wire',
  'client.ts',
  'oauth.ts',
  'resources resources/containers',
  'resources/objects',
  'resources/drafts',
  'resources/conversions',
  'report',
  'delivery delivery/checks',
  'delivery/releases',
  'copies',
  'exposure.ts conversions.ts leads.ts watching.ts media-plan.ts reporting.ts',
  'channel.ts',
  'addresses',
  'tools',
].map((rooms) => rooms.split(' '));

/** `resources/wire` for `channels/search/resources/wire/row.ts`, or its folder where the inner one has no rank. */
const rankOf = (path: string) => {
  const inside = path.split('/').slice(2);
  const rank = (room: string) => CHANNEL_ROOMS.findIndex((rooms) => rooms.includes(room));
  const inner = rank(inside.slice(0, 2).join('/'));
  return inner >= 0 ? inner : rank(inside[0]!);
};

test('inside a channel an import goes only down', () => {
  const inChannels = inLayers('channels');
  expect(code.filter(({ path }) => inChannels(path) && rankOf(path) < 0).map(({ path }) => path)).toEqual([]);
  expect(offences(inChannels, (imported, path) => inChannels(imported) && rankOf(imported) > rankOf(path))).toEqual([]);
});

test('the sandbox repeats no assumption of the channels: it imports nothing of the service but the clock', () => {
  expect(offences(inLayers('sandbox'), (imported) => !inLayers('sandbox', 'ambient.ts')(imported))).toEqual([]);
});

test('an emulator imports no other emulator', () => {
  const paths = new Set(code.map(({ path }) => path));
  const isEmulator = (path: string) => paths.has(`${channelOf(path)}/emulator.ts`);
  expect(
    offences(
      (path) => layerOf(path) === 'sandbox' && isEmulator(path),
      (imported, path) => isEmulator(imported) && channelOf(imported) !== channelOf(path),
    ),
  ).toEqual([]);
});

test('only the composition root names channels: other rooms above them read their folders', () => {
  expect(offences((path) => !inLayers('channels', 'build.ts')(path), inLayers('channels'))).toEqual([]);
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

test('the protocol layer knows no HTTP framework, no SQL and no platform', () => {
  expect(code.filter(({ path }) => layerOf(path) === 'mcp').flatMap(({ packages }) => packages)).toEqual([]);
});

test('what is shipped imports nothing that only tests use', () => {
  expect(
    offences(
      () => true,
      (imported) => /\.(test|testing)\.ts$/.test(imported) || imported.startsWith('../test/'),
    ),
  ).toEqual([]);
});

test('the web application is loaded by the composition root alone', () => {
  expect(offences((path) => !inLayers('web', 'build.ts')(path), inLayers('web'))).toEqual([]);
});
