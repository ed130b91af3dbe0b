import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findChannels } from '../../src/build.ts';
import type { Channel } from '../../src/tools/channel.ts';
import { code, ROOT, SRC, sources } from './source-tree.ts';

const CHANNEL_FILES = [
  'channel.ts',
  'client.ts',
  'wire.ts',
  'errors.ts',
  'oauth.ts',
  'money.ts',
  'README.md',
  'tools',
] as const;

/** What a channel does not have, and why not. A line that is no longer true fails like one that is missing. */
const WITHOUT: Readonly<Record<string, string>> = {
  'office/money.ts': 'a spreadsheet holds text and numbers; nothing of it is spent',
};

const { channels, byAddress } = await findChannels();

const tools = [...byAddress.values()].flat();

/** A channel that is announced has its card; one without a platform behind it has its tools besides. */
function filesOf({ name, needsConnection }: Channel): readonly string[] {
  const isAnnounced = !tools.some(({ channel }) => channel.name === name);
  if (isAnnounced) return ['channel.ts', 'README.md'];
  return needsConnection ? CHANNEL_FILES : ['channel.ts', 'README.md', 'tools'];
}

test('every channel has the same files, and what differs has a reason', () => {
  const missing = channels.flatMap((channel) =>
    filesOf(channel)
      .filter((file) => !existsSync(join(SRC, 'channels', channel.name, file)))
      .map((file) => `${channel.name}/${file}`),
  );
  expect(missing.sort()).toEqual(Object.keys(WITHOUT).sort());
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
