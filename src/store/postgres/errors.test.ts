import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../store-unavailable.ts';
import { asStoreError, isOutdatedStatement } from './errors.ts';

const coded = (code: string, message = 'x') => Object.assign(new DatabaseError(message, 1, 'error'), { code });

test.each(['08006', '53300', '57P01', '57P03', '57014', '55P03', '25P03', '25006'])(
  'the database’s %s passes by itself',
  (code) => {
    expect(asStoreError(coded(code))).toBeInstanceOf(StoreUnavailable);
  },
);

test.each(['23505', '23503', '42601', '57015', '25001', ''])(
  '%s is an error in the statement, and stays it',
  (code) => {
    const error = coded(code);
    expect(asStoreError(error)).toBe(error);
  },
);

test('what the system says of a connection passes, a fault of ours does not, and an outage is told once', () => {
  expect(asStoreError(new Error('connect ECONNREFUSED'))).toBeInstanceOf(StoreUnavailable);
  for (const error of [new TypeError('x is undefined'), new StoreUnavailable(new Error('away')), 'no error'])
    expect(asStoreError(error)).toBe(error);
});

test('a statement is outdated by the code and the words for it alone', () => {
  expect(isOutdatedStatement(coded('0A000', 'cached plan must not change result type'))).toBe(true);
  expect(isOutdatedStatement(coded('0A000', 'not supported'))).toBe(false);
  expect(isOutdatedStatement(coded('42601', 'cached plan'))).toBe(false);
});
