import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { RecentRefusals } from './recent-refusals.ts';

test('tells callers with their last refusal, from a moment on and that moment included', () => {
  const ambient = stillAmbient();
  const start = ambient.now();
  const refusals = new RecentRefusals(ambient);
  refusals.note('early');
  refusals.note('often');
  ambient.advance(1_000);
  refusals.note('often');
  refusals.note('late');
  expect([...refusals.since(start)]).toEqual([
    ['early', start],
    ['often', start + 1_000],
    ['late', start + 1_000],
  ]);
  expect([...refusals.since(start + 1_000).keys()]).toEqual(['often', 'late']);
  expect([...refusals.since(start + 1_001)]).toEqual([]);
});
