import { expect, test } from 'vitest';
import { z } from 'zod';
import { jsonIn, jsonInLarge, readAs, readEach, unreadable } from './reading.ts';

test('what a platform sent is read as the shape we know, or is its fault', async () => {
  expect(readAs(z.object({ id: z.coerce.number() }), { id: '7' }, 'trains')).toEqual({ id: 7 });
  expect(() => readAs(z.string(), 7, 'trains')).toThrow(/^unexpected answer of the trains platform: /);
  expect(unreadable('trains', 'text').details.internal).toBe('unexpected answer of the trains platform: text');
  expect(jsonIn(Buffer.from('{"ä":1}'))).toEqual({ ä: 1 });
  expect(jsonIn(Buffer.from('<html>'))).toBeUndefined();
  expect(await readEach(z.coerce.number(), ['7', '8'], 'trains')).toEqual([7, 8]);
  await expect(readEach(z.string(), ['7', 8], 'trains')).rejects.toThrow(/trains platform/);
  const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, name: 'ä' }));
  expect(await jsonInLarge(Buffer.from(JSON.stringify({ rows })))).toEqual({ rows });
  expect(await jsonInLarge(Buffer.from(`<html>${' '.repeat(300_000)}`))).toBeUndefined();
});
