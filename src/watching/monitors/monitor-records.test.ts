import { expect, test } from 'vitest';
import { checksOf, firingOf } from './monitor-records.ts';

test.each([firingOf, checksOf])(
  'of no monitors the store is asked nothing: not each takes an empty list',
  async (read) => {
    expect(await read(undefined as never, [])).toEqual(new Map());
  },
);
