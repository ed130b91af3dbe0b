import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { boundReply } from './bound-reply.ts';

const bound = (reply: Record<string, unknown>, bytes: number) => boundReply(reply, JSON.stringify(reply), bytes);

test('what fits is left as it is', () => {
  const reply = { items: [1, 2, 3], next_cursor: 'c' };
  expect(bound(reply, 1000)).toEqual({ reply, json: JSON.stringify(reply) });
});

test('what does not fit is cut at an item, as late as possible, and never exceeds the bound', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 400, max: 2000 }),
      (items, bytes) => {
        const reply = { items, note: 'kept', next_cursor: 'c' };
        const cut = bound(reply, bytes)!;
        expect(Buffer.byteLength(cut.json)).toBeLessThanOrEqual(bytes);
        const shown = cut.reply.items as string[];
        expect(shown).toEqual(items.slice(0, shown.length));
        expect(cut.reply.note).toBe('kept');
        if (shown.length === items.length) return;
        expect(cut.reply.next_cursor).toBeUndefined();
        expect(cut.reply.truncated).toMatchObject({ list: 'items', returned: shown.length, of: items.length });
        const oneMore = { ...cut.reply, items: items.slice(0, shown.length + 1) };
        expect(Buffer.byteLength(JSON.stringify(oneMore))).toBeGreaterThan(bytes - 8);
      },
    ),
  );
});

test('a reply without a list cannot be cut', () => {
  expect(bound({ text: 'x'.repeat(1000) }, 100)).toBeUndefined();
});
