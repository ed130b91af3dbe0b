import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { rulesOf } from './coverage.ts';

interface Coverage {
  rules: ReturnType<typeof rulesOf>;
  /** The platform's rules are numbered from 1 to this. */
  last: number;
  /** The emulator's folder. */
  folder: string;
  /** Finds the numbers in the title of a test, or at the beginning of a row of its table: `5`, or `6, 7`. */
  numbers: readonly RegExp[];
  /** A rule in one of these states says what is missing. */
  explained: readonly ('partly' | 'absent')[];
}

/** Holds a list of rules to the platform's numbers, and each rule that is called enforced to a test of its number. */
export function testRuleCoverage({ rules, last, folder, numbers, explained }: Coverage): void {
  test('every numbered rule of the platform is listed once', () => {
    const listed = rules.map(({ number }) => number).sort((a, b) => a - b);
    expect(listed).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  });

  test('a rule that is not enforced says what is missing', () => {
    expect(rules.filter(({ state, note }) => explained.some((one) => one === state) && note === undefined)).toEqual([]);
  });

  test('every rule that is called enforced has a test of its number', () => {
    const texts = globSync('**/*.test.ts', { cwd: folder }).map((file) => readFileSync(`${folder}${file}`, 'utf8'));
    const tested = new Set(
      texts.flatMap((text) =>
        numbers.flatMap((pattern) =>
          [...text.matchAll(pattern)].flatMap(([, list = '']) => list.split(', ').map(Number)),
        ),
      ),
    );
    const claimed = rules.filter(({ state }) => state === 'enforced').map(({ number }) => number);
    expect(claimed.filter((number) => !tested.has(number))).toEqual([]);
  });
}
