import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { findChannels } from '../../src/build.ts';
import type { Channel } from '../../src/tools/channel.ts';
import { secretNamesOf } from '../../src/tools/credentials.ts';
import { code, filesBelow, ROOT, SRC, sources } from './source-tree.ts';

const { channels, byAddress } = await findChannels();

const tools = [...byAddress.values()].flat();

/** The files that a channel must have follow from what it declares. */
function filesOf({
  name,
  needsConnection,
  renew,
  reporting,
  exposure,
  conversions,
  leads,
  watching,
  mediaPlanning,
  undo,
}: Channel): string[] {
  const hasTools = tools.some(({ channel }) => channel.name === name);
  return [
    'channel.ts',
    'README.md',
    ...(hasTools ? ['tools'] : []),
    ...(hasTools && needsConnection ? ['client.ts', 'wire.ts', 'errors.ts'] : []),
    ...(renew ? ['oauth.ts'] : []),
    // What is spent is told in the account's currency.
    ...(reporting || exposure ? ['money.ts'] : []),
    // The channel's part in reports over several channels.
    ...(reporting ? ['reporting.ts'] : []),
    // What its accounts may spend, and what its write tools change about it.
    ...(exposure ? ['exposure.ts'] : []),
    // How its platform is told of conversions, and how leads are read from its forms.
    ...(conversions ? ['conversions.ts'] : []),
    ...(leads ? ['leads.ts'] : []),
    // Rejected ads, account problems and the platform's own history.
    ...(watching ? ['watching.ts'] : []),
    // How rows of a spreadsheet become its campaigns.
    ...(mediaPlanning ? ['media-plan.ts'] : []),
    ...(undo ? ['undo.ts'] : []),
  ];
}

const CHANNEL_FILES =
  'channel.ts client.ts wire.ts errors.ts oauth.ts money.ts reporting.ts exposure.ts conversions.ts leads.ts watching.ts media-plan.ts undo.ts README.md'.split(
    ' ',
  );
/** `addresses`: what a channel answers at addresses of its own besides its tools. */
const CHANNEL_FOLDERS = ['resources', 'report', 'delivery', 'copies', 'addresses', 'tools'];

test('every channel has the files that it needs', () => {
  const missing = channels.flatMap((channel) =>
    filesOf(channel)
      .map((file) => `${channel.name}/${file}`)
      .filter((file) => !existsSync(join(SRC, 'channels', file))),
  );
  expect(missing).toEqual([]);
});

test('a channel folder holds nothing but these files, their tests, and these folders', () => {
  const others = readdirSync(join(SRC, 'channels')).flatMap((channel) =>
    readdirSync(join(SRC, 'channels', channel), { withFileTypes: true })
      .filter((entry) =>
        entry.isDirectory()
          ? !CHANNEL_FOLDERS.includes(entry.name)
          : !CHANNEL_FILES.includes(entry.name) && !/\.(test|testing)\.ts$/.test(entry.name),
      )
      .map(({ name }) => `${channel}/${name}`),
  );
  expect(others).toEqual([]);
});

test('a channel that spends nothing has nothing that counts, stops or reports money', () => {
  const spending = channels
    .filter(({ spendsNothing }) => spendsNothing)
    .flatMap(({ name, ...channel }) =>
      (['exposure', 'stopping', 'reporting', 'levels'] as const)
        .filter((part) => channel[part] !== undefined)
        .map((part) => `${name}: ${part}`),
    );
  expect(spending).toEqual([]);
});

test('a renewed token is known as a secret', () => {
  const unknown = channels.filter(
    ({ renew, credentials }) => renew && !(credentials && secretNamesOf(credentials).includes('access_token')),
  );
  expect(unknown.map(({ name }) => name)).toEqual([]);
});

/** Names that would fit any file. */
const EMPTY_NAMES = 'utils util helpers helper common misc lib shared base core stuff constants'.split(' ');
/** Names that say how something is, but not what it is. */
const NO_NOUNS =
  'again against anew absent empty found given held known kept large made missing outside partial passage portrait seen shown spent'.split(
    ' ',
  );

/** A participle, an adverb or an adjective alone: `listed`, `separately`, `readable`; not `seed`, `table`, `family` or `create_variable`. */
const ADJECTIVE = /^(?!(table|assembly|family|reply|\w*variable)$)\w+([^e]ed|ly|[ai]ble)$/;

const saysNothing = (name: string) => [...EMPTY_NAMES, ...NO_NOUNS].includes(name) || ADJECTIVE.test(name);

test('a folder or file is named by a noun for what is inside', () => {
  const isTest = (path: string) => /\.(test|testing)\.tsx?$/.test(path);
  const files = ['src', 'web', 'bench', 'scripts']
    .flatMap((folder) => filesBelow(join(ROOT, folder)).map((file) => relative(ROOT, file)))
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path));
  const empty = files.filter((path) =>
    path
      .replace(/\.\w+$/, '')
      .split('/')
      .some(saysNothing),
  );
  expect(empty.sort()).toEqual([]);
});

test('no source file is larger than a reader can hold', () => {
  expect(code.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path)).toEqual([]);
});

/** Names once used for a session, an endpoint or a mounted platform, which no newcomer could guess. */
const PRIVATE_WORDS = ['inhabitant', 'inhabitants', 'standing', 'flights', 'ground', 'face', 'faces'];
const PRIVATE_WORD = new RegExp(PRIVATE_WORDS.join('|'), 'i');

test('names are words a newcomer would guess', () => {
  const isPrivate = (name: string) =>
    name.split(/(?=[A-Z])|[-_/.]/).some((word) => PRIVATE_WORDS.includes(word.toLowerCase()));
  const found = sources.flatMap(({ path, text, names }) =>
    [path, ...(PRIVATE_WORD.test(text) ? names() : [])].filter(isPrivate).map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('a comment says the fact, not where it once stood: no sections of pages that are not here', () => {
  const pointing = sources.filter(({ comments }) =>
    comments.some((comment) => /§|\breferences? section/i.test(comment)),
  );
  expect(pointing.map(({ path }) => path)).toEqual([]);
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
  expect(existsSync(join(ROOT, 'package-lock.json'))).toBe(true);
});
