import { expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import { packPlace, unpackPlace } from './place.ts';

test('a place remembers the sums, unless they would make the cursor too long', () => {
  const place = { position: '300.token', sums: { clicks: '12', conversions: 3.5, interactionEventTypes: ['CLICK'] } };
  expect(unpackPlace(packPlace(place))).toEqual(place);
  const long = packPlace({ position: '1.', sums: { clicks: 'x'.repeat(4000) } });
  expect(long.length).toBeLessThan(100);
  expect(unpackPlace(long)).toEqual({ position: '1.', sums: undefined });
});

test('a place that somebody has changed is refused, not followed', () => {
  for (const text of ['', '{', '[]', '[1]', '["0.",1]']) expect(() => unpackPlace(text), text).toThrow(Failure);
});
