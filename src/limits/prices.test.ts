import { expect, it } from 'vitest';
import { pointsFor } from './prices.ts';

it('prices a read at one point and every change at three', () => {
  expect([pointsFor('read'), pointsFor('write'), pointsFor('destructive')]).toEqual([1, 3, 3]);
});
