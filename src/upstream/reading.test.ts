import { expect, test } from 'vitest';
import { z } from 'zod';
import { jsonIn, readAs, unreadable } from './reading.ts';

test('what a platform sent is read as the shape we know, or is its fault', () => {
  expect(readAs(z.object({ id: z.coerce.number() }), { id: '7' }, 'trains')).toEqual({ id: 7 });
  expect(() => readAs(z.string(), 7, 'trains')).toThrow(/^unexpected answer of the trains platform: /);
  expect(unreadable('trains', 'text').details.internal).toBe('unexpected answer of the trains platform: text');
  expect(jsonIn(Buffer.from('{"ä":1}'))).toEqual({ ä: 1 });
  expect(jsonIn(Buffer.from('<html>'))).toBeUndefined();
});
