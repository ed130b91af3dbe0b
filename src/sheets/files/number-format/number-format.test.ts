import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seed, times } from '../../../../test/seed.ts';
import shown from '../fixtures/shown/number-formats.json' with { type: 'json' };
import { numberFormat } from './number-format.ts';

/** Where LibreOffice differs from the platform or from Excel, and we follow those. */
const OTHERWISE: Record<string, Record<string, string>> = {
  General: { '1e+21': '1E+21' },
  'General" units"': { '1e+21': '1E+21 units' },
  '@': { '1e+21': '1E+21' },
  '[>=1000]0.0,"k";0': { '-1': '-1', '-1234.567': '-1235' },
  'mm:ss.0': { '59.9999999': '00:00.0' },
  'm/d/yy h:mm': { '59.9999999': '2/27/00 23:59' },
  '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy': { '2.5': 'Monday, January 01, 1900' },
};
/** No day has this number: shown as the number it is. */
const BEYOND_CALENDAR = new Set(['1000000000000000', '123456789012', '1e+21', '12345678.9']);

describe('a format shows what LibreOffice shows', () => {
  test.each(Object.entries(shown))('%s', (code, byValue) => {
    const format = numberFormat(code);
    for (const [value, expected] of Object.entries(byValue)) {
      if (format.time && BEYOND_CALENDAR.has(value)) continue;
      const actual = value === 'hey' ? format.text(value) : format.number(Number(value));
      expect(actual, `${value} as ${code}`).toBe(OTHERWISE[code]?.[value] ?? expected);
    }
  });
});

describe('further formats', () => {
  test.each([
    ['0.00', 1.005, '1.01'],
    ['0.00', 9.995, '10.00'],
    ['0.00', 1e22, '10000000000000000000000.00'],
    ['0.00E+00', 9.999, '1.00E+01'],
    ['0.0E-0', 12345, '1.2E4'],
    ['#,##0', 1234567, '1,234,567'],
    ['0,000', 5, '0,005'],
    ['???,???', 5, '      5'],
    ['#,##0.00;(#,##0.00);"nil"', 0, 'nil'],
    ['#,##0.00;(#,##0.00);"nil"', -1.5, '(1.50)'],
    ['(000) 000-0000', 5551234567, '(555) 123-4567'],
    ['# ?/8', 1.25, '1 2/8'],
    ['# ?/8', 1.99, '2    '],
    ['# ??/16', 0.3, '  5/16'],
    ['# ??/100', 2.345, '2 35/100'],
    ['# ?/2', -1.5, '-1 1/2'],
    ['?/?', 1.5, '3/2'],
    ['?/?', 0, '0/1'],
    ['# ????/????', Math.PI - 3, '   16/113 '],
    ['# ????/????', 2 + 1 / 9999, '2    1/9999'],
    ['0%%', 0.5, '5000%%'],
    ['[<0]"minus "0;0', -5, 'minus 5'],
    ['[=1]"one";[=2]"two";0', 2, 'two'],
    ['[=1]"one";[=2]"two";0', 3, '3'],
    ['[>5]0;[<2]0.0', 3, '3'],
    ['[>5]"big";0', 3, '3'],
    ['[>5]"big";0', 5, '5'],
    ['[>5]"big";0', 6, 'big'],
    ['[<=1]"low";"high"', 1, 'low'],
    ['[<=1]"low";"high"', 0, 'low'],
    ['[<=1]"low";"high"', 2, 'high'],
    [',0', 5, ',5'],
    ['"Q"0', -0.2, 'Q0'],
    ['yyyy"年"m"月"d"日"', 46341, '2026年11月15日'],
    ['h "h" mm "min"', 0.5, '12 h 00 min'],
    ['ss', 0.999_999_999_9, '00'],
    ['[ss]', 1, '86400'],
    ['[h]', 1.9, '45'],
    ['mmm yy', 46341, 'Nov 26'],
    ['0,0 yyyy', 46341, ', 2026'],
    ['0.##" kg"', 1.25, '1.25 kg'],
    ['d.m.yyyy', 1, '31.12.1899'],
    ['m/d/yyyy', 60, '2/28/1900'],
    ['m/d/yyyy', 61, '3/1/1900'],
    ['General', -0, '0'],
    ['General', 1e-10, '1E-10'],
    ['General', 100.1, '100.1'],
    ['', 5, ''],
  ])('%s of %d is %s', (code, value, expected) => {
    expect(numberFormat(code).number(value)).toBe(expected);
  });

  test('time formats are known as such, so that dates can be told from numbers', () => {
    expect(numberFormat('yyyy-mm-dd').time).toBe('calendar');
    expect(numberFormat('[$-409]mmm\\ d').time).toBe('calendar');
    expect(numberFormat('[h]:mm').time).toBe('clock');
    expect(numberFormat('mm:ss').time).toBe('clock');
    expect(numberFormat('0.00 "days"').time).toBeNull();
    expect(numberFormat('[Red]0').time).toBeNull();
    expect(numberFormat('0.0E+0').time).toBeNull();
    expect(numberFormat('General').time).toBeNull();
  });
});

describe('fractions', () => {
  /** Every denominator tried, the smallest of equally good ones taken. */
  function byTrying(value: number, most: number): [number, number] {
    let best: [number, number] = [Math.round(value), 1];
    const distance = ([top, bottom]: [number, number]) => Math.abs(top / bottom - value);
    for (let bottom = 2; bottom <= most; bottom++) {
      const tried: [number, number] = [Math.round(value * bottom), bottom];
      if (distance(tried) < distance(best) - 1e-12) best = tried;
    }
    return best;
  }

  test.each([9, 99, 999, 9999])('with a denominator of at most %d are the nearest there are', (most) => {
    const places = '?'.repeat(String(most).length);
    const format = numberFormat(`${places}/${places}`);
    const anyValue = fc.oneof(
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.tuple(fc.nat(30_000), fc.integer({ min: 1, max: 10_000 })).map(([top, bottom]) => top / bottom),
    );
    fc.assert(
      fc.property(anyValue, (value) => {
        const [top, bottom] = format.number(value).split('/').map(Number) as [number, number];
        const best = byTrying(value, most);
        const error = ([a, b]: [number, number]) => Math.abs(a / b - value);
        // Two may be equally near, one on each side.
        expect(bottom).toBeLessThanOrEqual(most);
        expect(error([top, bottom]) - error(best)).toBeLessThan(1e-11);
      }),
      { numRuns: times(1000), seed },
    );
  });

  test('take no longer for a longer denominator', () => {
    const format = numberFormat('# ????/????');
    const started = performance.now();
    for (let at = 0; at < 100_000; at++) format.number(at * Math.SQRT2);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
