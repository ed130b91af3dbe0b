import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { Failure } from '../errors.ts';
import { collect, listedByName, readCursor, writeCursor } from './listing.ts';

/** A platform with `total` numbered items, whose cursors are positions. */
function platform(total: number, sizes: number[] = []) {
  return async (position: string | undefined, size: number) => {
    sizes.push(size);
    const start = Number(position ?? 0);
    const end = Math.min(start + size, total);
    const items = Array.from({ length: end - start }, (_, index) => start + index);
    return { items, ...(end < total && { next: String(end) }) };
  };
}

test('walking by next_cursor shows every item once, whatever the limit and the page size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(120),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 30 }),
      async (...given) => {
        const [total, limit, pageMax] = given;
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await collect({ limit, cursor, scope: 'x', pageMax }, platform(total));
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items);
          cursor = page.next_cursor;
        } while (cursor);
        expect(seen).toEqual(Array.from({ length: total }, (_, index) => index));
      },
    ),
  );
});

test('never asks the platform for more than is left, so that no item falls between two pages', async () => {
  const sizes: number[] = [];
  await collect({ limit: 25, scope: 'x', pageMax: 10 }, platform(100, sizes));
  expect(sizes).toEqual([10, 10, 5]);
});

test('an empty page in the middle is not the end; a place named twice is', async () => {
  const pages = [
    { items: [], next: 'a' },
    { items: [1], next: 'b' },
    { items: [2], next: 'a' },
  ];
  let asked = 0;
  const page = await collect({ limit: 10, scope: 'x', pageMax: 10 }, async () => pages[asked++]!);
  expect(page).toEqual({ items: [1, 2] });
});

test('a cursor is refused by name when it is garbage or of another list', () => {
  expect(readCursor({ of: 'ads' }, writeCursor({ of: 'ads' }, 'here'))).toBe('here');
  for (const wrong of ['garbage', writeCursor({ of: 'ad sets' }, 'here')]) {
    expect(() => readCursor({ of: 'ads' }, wrong)).toThrow(Failure);
  }
  const [mark] = JSON.parse(Buffer.from(writeCursor('x', 'here'), 'base64url').toString());
  for (const place of [[mark, 7], [mark], { 0: mark }]) {
    const changed = Buffer.from(JSON.stringify(place)).toString('base64url');
    expect(() => readCursor('x', changed)).toThrow('pass next_cursor unchanged');
  }
});

test('names that the platform does not find as they are written are compared here, page by page', async () => {
  const all = ['Zürich Nord', 'Basel', 'zurich süd', 'ZÜRICH West'].map((name) => ({ name }));
  const asked: (string | undefined)[] = [];
  let largest = 0;
  const listed = (name: string | undefined, cursor?: string) =>
    listedByName({
      limit: 2,
      cursor,
      name,
      scope: 'campaigns',
      async list(part, { limit }) {
        asked.push(part);
        largest = Math.max(largest, limit);
        return { items: all.filter((one) => one.name.includes(part ?? '')).slice(0, limit) };
      },
      nameOf: (one) => one.name,
    });
  expect((await listed('Basel')).items).toEqual([{ name: 'Basel' }]);
  expect(asked).toEqual(['Basel']);
  const first = await listed('ZURICH');
  expect(first.items.map(({ name }) => name)).toEqual(['Zürich Nord', 'zurich süd']);
  const second = await listed('ZURICH', first.next_cursor);
  expect(second).toEqual({ items: [{ name: 'ZÜRICH West' }] });
  expect((await listed('Sud')).items).toEqual([{ name: 'zurich süd' }]);
  expect((await listed('Bern')).items).toEqual([]);
  // However many there are, no more than these are read and compared.
  expect(largest).toBe(10_000);
});

test('without a name, and on the pages of what the platform found, its own list goes on', async () => {
  const asked: unknown[] = [];
  const listed = (name: string | undefined, cursor?: string) =>
    listedByName({
      ...{ limit: 2, cursor, name, scope: 'campaigns', nameOf: () => 'Basel' },
      async list(part, page) {
        asked.push([part, page.cursor]);
        return { items: [1] };
      },
    });
  await listed(undefined);
  await listed(undefined, 'its own');
  expect(await listed('Basel', 'its own')).toEqual({ items: [1] });
  expect(asked).toEqual([
    [undefined, undefined],
    [undefined, 'its own'],
    ['Basel', 'its own'],
  ]);
});

test('of more items than are compared, none is said to be missing', async () => {
  const listed = (name: string) =>
    listedByName({
      limit: 2,
      name,
      scope: 'campaigns',
      list: async (part, { limit }) =>
        part === undefined ? { items: [{ name: 'Zürich' }], next_cursor: `${limit}` } : { items: [] },
      nameOf: (one) => one.name,
    });
  expect((await listed('zurich')).items).toHaveLength(1);
  await expect(listed('Bern')).rejects.toMatchObject({
    code: 'unsupported',
    details: { message: expect.stringContaining('10000') },
  });
});
