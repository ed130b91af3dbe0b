import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { filesBelow, ROOT } from './source-tree.ts';

const LINES_MAX = 60;

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

interface LongFunction {
  name: string;
  lines: number;
}

/** The callback of `describe` only groups tests, so its length says nothing. */
function groupsTests(call: string): boolean {
  return /^describe\b/.test(call);
}

/** Every function of a file that is longer than `LINES_MAX`, named like what it is assigned to or passed to. */
function longFunctionsIn(file: string, text: string): LongFunction[] {
  const found: LongFunction[] = [];
  const lines = lineNumbers(text);
  if (lines.at(text.length - 1)! <= LINES_MAX) return found;
  const visit = (value: unknown, around: string) => {
    if (Array.isArray(value)) for (const one of value) visit(one, around);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node;
    // What is short holds nothing long.
    const length = lines[node.end - 1]! - lines[node.start]! + 1;
    if (length <= LINES_MAX) return;
    const name = nameOf(node, text) ?? around;
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
    if (isFunction && !groupsTests(name)) found.push({ name, lines: length });
    for (const inner of Object.values(node)) visit(inner, name);
  };
  visit(parseSync(file, text).program, '');
  return found;
}

/** The line of each character. */
function lineNumbers(text: string): Uint32Array {
  const lines = new Uint32Array(text.length);
  for (let at = 0, line = 1; at < text.length; at++) {
    lines[at] = line;
    if (text[at] === '\n') line += 1;
  }
  return lines;
}

function nameOf(node: Node, text: string): string | undefined {
  if (node.type === 'CallExpression') return text.slice(node.callee.start, node.callee.end).split(/[(\n]/, 1)[0];
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') return node.id?.name;
  const named = node.type === 'VariableDeclarator' ? node.id : 'key' in node ? (node.key as Node) : undefined;
  return named && text.slice(named.start, named.end);
}

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
