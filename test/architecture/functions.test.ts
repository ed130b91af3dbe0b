import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { LINES_MAX, longFunctionsIn } from './long-functions.ts';
import { filesBelow, ROOT } from './source-tree.ts';

const FOLDERS = ['src', 'web', 'bench', 'scripts', 'test', 'bin'];

/**
 * Longer than allowed, because they read better whole: the steps of a story of one user or client, in which each needs what the ones before
 * have made. A function that has become short enough has to leave this list.
 */
const READ_BETTER_WHOLE: readonly string[] = [
  'test/clients/professional-journey.test.ts test',
  'test/clients/search-official-clients.test.ts test',
  'test/clients/search-protocol.test.ts test',
  'test/clients/social-hostile.test.ts test',
  'test/clients/social-journey.test.ts test',
  'test/clients/video-journey.test.ts test',
  'test/clients/video-sdk.test.ts test',
];

test('a function fits on a screen', () => {
  const long = FOLDERS.flatMap((folder) => filesBelow(join(ROOT, folder)))
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .flatMap((file) =>
      longFunctionsIn(file, readFileSync(file, 'utf8')).map(({ name }) => `${relative(ROOT, file)} ${name}`),
    );
  expect(long.filter((one) => !READ_BETTER_WHOLE.includes(one)).sort()).toEqual([]);
  expect(READ_BETTER_WHOLE.filter((one) => !long.includes(one))).toEqual([]);
});

test('functions are found wherever they stand, and groups of tests are none', () => {
  const long = '\n'.repeat(LINES_MAX);
  const text = `function a() {${long}}
    const b = () => {${long}};
    class C { d() {${long}} }
    test('e', async () => {${long}});
    describe.each([1])('f', () => {${long}});
    const short = () => {};`;
  expect(longFunctionsIn('example.ts', text).map(({ name }) => name)).toEqual(['a', 'b', 'd', 'test']);
});
