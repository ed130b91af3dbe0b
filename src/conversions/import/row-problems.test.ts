import { expect, test } from 'vitest';
import type { FileRow } from './event-file.ts';
import { idOf, problemsOf } from './row-problems.ts';

const good = (row: number, event_id: string): FileRow => ({
  row,
  event: { event: 'purchase', event_id, happened_at: '2026-11-17T09:00:00Z' },
});

test('what is wrong with a row is told by its number in the file', async () => {
  const unread: FileRow = { row: 4, problems: [{ field: 'consent', message: 'must be yes or no' }] };
  const rows = [good(2, 'a'), unread, good(7, 'b'), good(9, 'b'), { row: 11, event: { event_id: 'c' } }];
  const found = await problemsOf(rows);
  expect([...found.keys()].sort((a, b) => a - b)).toEqual([4, 9, 11]);
  expect(found.get(4)).toBe('consent must be yes or no');
  expect(found.get(9)).toContain('event_id is the event_id of event');
});

test('an address in the place of an id is a person’s, and stays out of the result', () => {
  expect(idOf(good(2, 'o-1'))).toBe('o-1');
  expect(idOf({ row: 2, eventId: 'o-2', problems: [] })).toBe('o-2');
  for (const id of ['ada@example.com', 'x'.repeat(101)]) {
    expect(idOf(good(2, id))).toBe('');
    expect(idOf({ row: 2, eventId: id, problems: [] })).toBe('');
  }
  expect(idOf({ row: 2, problems: [] })).toBe('');
});
