import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findChannels } from '../../src/build.ts';
import type { Channel } from '../../src/tools/channel.ts';
import { secretNamesOf } from '../../src/tools/credentials.ts';
import { code, ROOT, SRC, sources } from './source-tree.ts';

const { channels, byAddress } = await findChannels();

const tools = [...byAddress.values()].flat();

/** The files that a channel must have follow from what it declares. */
function filesOf({ name, needsConnection, renew, account, reporting }: Channel): string[] {
  const hasTools = tools.some(({ channel }) => channel.name === name);
  return [
    'channel.ts',
    'README.md',
    ...(hasTools ? ['tools'] : []),
    ...(hasTools && needsConnection ? ['client.ts', 'wire.ts', 'errors.ts'] : []),
    ...(renew ? ['oauth.ts'] : []),
    // Money is spent from an account, in the account's currency.
    ...(account ? ['money.ts'] : []),
    // The channel's part in reports over several channels.
    ...(reporting ? ['reporting.ts'] : []),
  ];
}

const CHANNEL_FILES = 'channel.ts client.ts wire.ts errors.ts oauth.ts money.ts reporting.ts README.md'.split(' ');
const CHANNEL_FOLDERS = ['resources', 'report', 'delivery', 'copies', 'tools'];

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

test('a renewed token is known as a secret', () => {
  const unknown = channels.filter(
    ({ renew, credentials }) => renew && !(credentials && secretNamesOf(credentials).includes('access_token')),
  );
  expect(unknown.map(({ name }) => name)).toEqual([]);
});

test('no folder or file hides behind a name that says nothing', () => {
  const names = new Set(sources.flatMap(({ path }) => path.replace(/(\.\w+)+$/, '').split('/')));
  const empty = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'lib', 'shared'];
  expect(empty.filter((name) => names.has(name))).toEqual([]);
});

test('no source file is larger than a reader can hold', () => {
  expect(code.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path)).toEqual([]);
});

/** Said once for a session, an endpoint, a mounted platform and so on: words only the one who chose them can guess. */
const PRIVATE_WORDS = new Set(['inhabitant', 'inhabitants', 'standing', 'flights', 'ground', 'face', 'faces']);

test('names are words a newcomer would guess', () => {
  const isPrivate = (name: string) =>
    name.split(/(?=[A-Z])|[-_/.]/).some((word) => PRIVATE_WORDS.has(word.toLowerCase()));
  const found = sources.flatMap(({ path, names }) =>
    [path, ...names()].filter(isPrivate).map((name) => `${path}: ${name}`),
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
