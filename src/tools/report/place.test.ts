import { expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { packPlace, unpackPlace } from './place.ts';

const period = { start_date: '2026-01-01', end_date: '2026-01-31', time_zone: 'Asia/Tokyo' };

test('a place remembers the days and the totals, unless they would make the cursor too long', () => {
  const totals = { cost: 12_340_000n, share: 0.25, words: ['CLICK'], reach: null };
  const place = { position: '300.token', period, totals };
  expect(unpackPlace(packPlace(place))).toEqual(place);
  const long = packPlace({ position: '1.', period, totals: { words: 'x'.repeat(4000) } });
  expect(long.length).toBeLessThan(100);
  expect(unpackPlace(long)).toEqual({ position: '1.', period, totals: undefined });
});

test('a place that somebody has changed is refused, not followed', () => {
  for (const text of ['', '{', '[]', '[1]', '["0."]', '["0.",1]', '["0.",["a","b","c"],{"cost":"1e9"}]']) {
    expect(() => unpackPlace(text), text).toThrow(Failure);
  }
});
