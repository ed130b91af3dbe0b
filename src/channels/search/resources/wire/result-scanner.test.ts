import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../../../test/seed.ts';
import { ResultScanner } from './result-scanner.ts';

function scan(text: string, cuts: number[], skip = 0): { rows: unknown[]; envelope: unknown } {
  const bytes = Buffer.from(text);
  const scanner = new ResultScanner(skip);
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const rows: unknown[] = [];
  let from = 0;
  for (const to of places) {
    rows.push(...scanner.push(bytes.subarray(from, to)).map((row) => JSON.parse(row.toString('utf8'))));
    from = to;
  }
  return { rows, envelope: scanner.end() };
}

test('finds the same rows as reading the whole reply at once, wherever the pieces are cut', () => {
  const row = fc.dictionary(fc.string(), fc.jsonValue());
  const around = fc.dictionary(
    fc.string().filter((name) => name !== 'results' && name !== '__proto__'),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(
      around,
      fc.array(row),
      around,
      fc.array(fc.nat(5000)),
      fc.boolean(),
      fc.nat(5),
      (before, rows, after, cuts, wide, skip) => {
        const reply = { ...before, results: rows, ...after };
        const text = JSON.stringify(reply, null, wide ? 2 : 0);
        const found = scan(text, cuts, skip);
        const expected = JSON.parse(text) as { results: unknown[] };
        expect(found.rows).toEqual(expected.results.slice(skip));
        expect(found.envelope).toEqual({ ...expected, results: [] });
      },
    ),
  );
});

test('a reply without rows, and words that only look like the rows', () => {
  expect(scan('{"fieldMask":"a","nextPageToken":"\\"results\\":["}', [3, 30])).toEqual({
    rows: [],
    envelope: { fieldMask: 'a', nextPageToken: '"results":[' },
  });
  expect(scan('{"summaryRow":{"results":[{"a":1}]},"results":[{"b":2}]}', []).rows).toEqual([{ b: 2 }]);
});

test('a reply that was cut off is not taken for a whole one', () => {
  expect(() => scan('{"results":[{"a":1},{"b"', [])).toThrow(SyntaxError);
});
