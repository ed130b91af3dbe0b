import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { cycles, filesBelow, ROOT } from './source-tree.ts';

const files = filesBelow(join(ROOT, 'web')).map((path) => ({
  path: relative(ROOT, path),
  text: readFileSync(path, 'utf8'),
}));
const code = files.filter(({ path }) => /\.tsx?$/.test(path));

/** Rules that the service and the pages must not have twice. They import nothing but each other, so they draw nothing into the pages. */
const RULES_OF_BOTH = [
  'src/text/clean-text.ts',
  'src/text/csv-row.ts',
  'src/tools/irreversible-calls.ts',
  'src/text/client-snippets.ts',
];

test('pages know of the service the type of its API and the rules that both follow', () => {
  const others = code.flatMap(({ path, text }) =>
    [...text.matchAll(/^import .* from '((?:\.\.\/)+src\/[^']+)';$/gm)]
      .filter(([, from]) => !RULES_OF_BOTH.some((path) => from!.endsWith(`../${path}`)))
      .filter(([line, from]) => !line.startsWith('import type { Api }') || !from!.endsWith('src/web/api/router.ts'))
      .map(([line]) => `${path}: ${line}`),
  );
  expect(others).toEqual([]);
});

test('the rules that both follow import nothing but each other', () => {
  for (const path of RULES_OF_BOTH) {
    const imports = [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^import .* from '([^']+)';$/gm)];
    expect(RULES_OF_BOTH).toEqual(expect.arrayContaining(imports.map(([, from]) => join(dirname(path), from!))));
  }
});

test('a page imports no other page', () => {
  const others = code.flatMap(({ path, text }) => {
    const [, own] = /^web\/pages\/([^/]+)\//.exec(path) ?? [];
    if (own === undefined) return [];
    return [...text.matchAll(/from '\.\.\/([\w-]+)\//g)].map(([, other]) => `${path} → ${other}`);
  });
  expect(others).toEqual([]);
});

test('no file of the pages leads back to itself, types included', () => {
  const imported = ({ path, text }: (typeof code)[number]) =>
    [...text.matchAll(/ from '(\.[^']+)';$/gm)].map(([, from]) => join(dirname(path), from!));
  expect(cycles(code.map((file) => ({ path: file.path, imports: imported(file) })))).toEqual([]);
});

test('colours come from the tokens, never as a raw value', () => {
  const raw = files
    .filter(({ path }) => /\.(tsx?|css)$/.test(path) && !path.startsWith('web/theme/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?<![&\w])#[0-9a-f]{3,8}\b|rgba?\(/gi)].map(([hex]) => `${path}: ${hex}`),
    );
  expect(raw).toEqual([]);
});

test('no file of the pages is larger than a reader can hold', () => {
  expect(code.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path)).toEqual([]);
});
