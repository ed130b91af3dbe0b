import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { boundError, boundReply, ERROR_CHARACTERS_MAX, type Room, wireBytes } from './bound-reply.ts';

const bound = (reply: Record<string, unknown>, bytes: number, as: Room['as'] = 'text') =>
  boundReply(reply, JSON.stringify(reply), { bytes, as });

/** As the protocol layer writes it. */
const onTheWire = (json: string, as: Room['as']) =>
  (as === 'data' ? 0 : Buffer.byteLength(JSON.stringify(json)) - 2) + (as === 'text' ? 0 : Buffer.byteLength(json));

const forms = fc.constantFrom<Room['as']>('data', 'text', 'both');

test('what fits is left as it is', () => {
  const reply = { items: [1, 2, 3], next_cursor: 'c' };
  expect(bound(reply, 1000)).toEqual(JSON.stringify(reply));
});

test('a text takes on the wire what its escaped form takes', () => {
  fc.assert(
    fc.property(fc.json(), forms, (json, as) => {
      expect(wireBytes(JSON.stringify(JSON.parse(json)), { as })).toBe(onTheWire(JSON.stringify(JSON.parse(json)), as));
    }),
  );
});

test('what does not fit is cut at an item, as late as possible, and never exceeds the bound', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1000, max: 4000 }),
      forms,
      (items, bytes, as) => {
        const json = bound({ items, note: 'kept', next_cursor: 'c' }, bytes, as)!;
        expect(onTheWire(json, as)).toBeLessThanOrEqual(bytes);
        const cut = JSON.parse(json);
        expect(cut.items).toEqual(items.slice(0, cut.items.length));
        expect(cut.note).toBe('kept');
        if (cut.items.length === items.length) return;
        expect(cut.next_cursor).toBeUndefined();
        expect(cut.truncated).toMatchObject({ list: 'items', returned: cut.items.length, of: items.length });
        const oneMore = JSON.stringify({ ...cut, items: items.slice(0, cut.items.length + 1) });
        expect(onTheWire(oneMore, as)).toBeGreaterThan(bytes - 200);
      },
    ),
  );
});

test('a reply without a list cannot be cut', () => {
  expect(bound({ text: 'x'.repeat(1000) }, 100)).toBeUndefined();
});

test('an error is shortened until it can be read, whatever was put into it', () => {
  const long = 'x'.repeat(100_000);
  const problem = { field: long, message: long, allowed_values: Array(500).fill(long) };
  const body = { error: { code: 'internal', message: long, problems: Array(20).fill(problem), retryable: false } };
  const bounded = boundError(body);
  expect(JSON.stringify(bounded).length).toBeLessThanOrEqual(ERROR_CHARACTERS_MAX);
  expect(bounded.error).toMatchObject({ code: 'internal', retryable: false });
  const short = { error: { message: 'short' } };
  expect(boundError(short)).toBe(short);
});
