import { expect, test } from 'vitest';
import { readSeparately, separateProblems } from './separate-tables.ts';

const read = async (segments: string[] | undefined) => ({
  rows: [{ by: segments }],
  totals: 7,
  ...(segments?.includes('long') && { next_cursor: 'more' }),
});

test('as asked without it; with it a table for each segment, once, and which of them are cut', async () => {
  expect(await readSeparately({ segments: ['a', 'b'] }, read)).toEqual({ rows: [{ by: ['a', 'b'] }], totals: 7 });
  const asked = { segments: ['a', 'long', 'a'], segments_separately: true };
  expect(await readSeparately(asked, read, (segment) => (segment === 'a' ? ['beside', 'a'] : [segment]))).toEqual({
    rows: [],
    totals: 7,
    tables: { a: [{ by: ['beside', 'a'] }], long: [{ by: ['long'] }] },
    tables_cut: ['long'],
  });
});

test('a problem of every table is told once, and what cannot be asked for separately is named', () => {
  const problemsOf = ({ segments = [] }: { segments?: string[] | undefined }) => [
    { field: 'metrics', message: 'wrong' },
    ...segments.filter((name) => name === 'odd').map((message) => ({ field: 'segments', message })),
  ];
  const fields = (args: object) => separateProblems(args, problemsOf).map(({ field }) => field);
  expect(fields({ segments: ['a', 'b'] })).toEqual(['metrics']);
  const together = ({ segments = [] }: { segments?: string[] | undefined }) =>
    segments.length > 1 ? [{ field: 'segments', message: 'not together' }] : [];
  expect(separateProblems({ segments: ['a', 'b'] }, together)).toHaveLength(1);
  expect(separateProblems({ segments: ['a', 'b'], segments_separately: true }, together)).toEqual([]);
  expect(fields({ segments: ['a', 'odd'], segments_separately: true })).toEqual(['metrics', 'segments']);
  expect(fields({ segments_separately: true, cursor: 'x' })).toEqual(['metrics', 'segments', 'cursor']);
});
