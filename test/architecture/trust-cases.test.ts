import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url);
const CASES = 87;

const rows = readFileSync(new URL('docs/trust-cases.md', root), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, what, place] = /^\| (\d+) \| (.+) \| (.+) \|$/.exec(line) ?? [];
    const [, file, name] = /^`([^`]+)`: (.+)$/.exec(place ?? '') ?? [];
    return number === undefined ? [] : [{ number: Number(number), what, file, name }];
  });

test('every case of trust with money has a line, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: CASES }, (_, at) => at + 1));
  expect(rows.filter(({ file }) => file === undefined).map(({ number }) => number)).toEqual([]);
});

test.each(rows)('case $number: its test exists', ({ file, name }) => {
  const place = new URL(file!, root);
  expect(existsSync(place), file).toBe(true);
  // As the name of a test, not in a comment.
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${name}${quote},`);
  expect(
    quoted.some((text) => readFileSync(place, 'utf8').includes(text)),
    `${file} has no test "${name}"`,
  ).toBe(true);
});
