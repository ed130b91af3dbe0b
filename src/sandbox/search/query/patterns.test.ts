import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seed, times } from '../../../../test/seed.ts';
import { AdsError } from '../errors.ts';
import { likePattern, wholePattern } from './patterns.ts';

describe('patterns of the query language', () => {
  test('agree with the language’s own expressions wherever both have the same syntax', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'b',
        'ab',
        '.',
        '[ab]',
        '[^a]',
        'a*',
        'b+',
        'a?',
        '(a|b)',
        '(?:ab)*',
        'a{2}',
        'b{1,2}',
        '(a|ab)+',
        '^',
        '$',
        '\\b',
      ],
      ...['\\w', '\\d', '\\.', '[a-c]+?', '(b{0,3})*', '\\x61', '[\\w.]', '', 'c|'],
    );
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', ' ', '.', '1'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.boolean(), text, (pieces, folds, value) => {
        const source = pieces.join('');
        const own = new RegExp(`^(?:${source})$`, folds ? 'iu' : 'u').test(value);
        expect(wholePattern(`${folds ? '(?i)' : ''}${source}`).fits(value), `${source} on '${value}'`).toBe(own);
      }),
      { seed, numRuns: times(3_000) },
    );
  });

  test.each([
    ['(?i)straße', 'STRAßE', true],
    ['[[:digit:]]+', '123', true],
    ['\\p{Greek}+', 'αβγ', true],
    ['\\pL+', 'Zoë', true],
    ['\\Qa.b\\E', 'axb', false],
    ['\\Qa.b\\E', 'a.b', true],
    ['a(?i:B)c', 'abc', true],
    ['a(?i:B)c', 'aBC', false],
    ['(?P<name>x+)', 'xx', true],
    ['a{,2}', 'a{,2}', true],
    ['.', '😀', true],
    ['a.b', 'a\nb', false],
    ['(?s)a.b', 'a\nb', true],
  ])('%s fits %s: %s', (pattern, value, fits) => {
    expect(wholePattern(pattern).fits(value)).toBe(fits);
  });

  test.each([
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    '(',
    'a)',
    '[',
    '*a',
    'a**',
    'a{1001}',
    '\\y',
    '[b-a]',
    '(a{500}){500}',
    '('.repeat(2_000),
  ])('%s is no expression of RE2', (pattern) => {
    expect(() => wholePattern(pattern)).toThrow(AdsError);
  });

  test('cannot be stalled', () => {
    const begun = performance.now();
    expect(wholePattern('(a+)+$').fits(`${'a'.repeat(5_000)}!`)).toBe(false);
    expect(wholePattern('(a|a)*(a|a)*(a|a)*b').fits('a'.repeat(5_000))).toBe(false);
    expect(wholePattern('(.*)*(.*)*(.*)*x').fits('a'.repeat(5_000))).toBe(false);
    expect(() => wholePattern('(a|'.repeat(50_000))).toThrow(AdsError);
    expect(() => wholePattern('a{2}'.repeat(50_000))).toThrow(AdsError);
    expect(likePattern('%a%a%a%a%a%a%a%a%a%a%b').fits('a'.repeat(5_000))).toBe(false);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
