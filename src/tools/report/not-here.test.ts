import { expect, test } from 'vitest';
import { refuseHere } from './not-here.ts';

test('a report that one platform cannot make is refused with the first reason, and one it can make is not', () => {
  expect(() => refuseHere([])).not.toThrow();
  const days = { field: 'start_date', message: 'reaches back over more than 37 months' };
  expect(() => refuseHere([days, { field: 'metrics', message: 'are too many' }])).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({
        code: 'unsupported',
        message: 'This platform cannot make this report: `start_date` reaches back over more than 37 months.',
      }),
    }),
  );
});
