import { expect, test } from 'vitest';
import type { TagsSandbox } from '../calls.testing.ts';

export const ACCOUNT = 'accounts/6001000001';
export const DUPLICATE = 'Found entity with duplicate name.';
export const NOT_FOUND = 'Not found or permission denied.';
export const empty = (path: string) => `${path}: The value must not be empty.`;
export const ofKind = (at: string, type: string, given: unknown) =>
  `Invalid value at '${at}' (TYPE_${type}), ${JSON.stringify(given)}`;
export const html = (name: string, more = {}) => ({
  name,
  type: 'html',
  parameter: [{ type: 'template', key: 'html', value: '<p>' }],
  ...more,
});

export type Case = [
  method: string,
  path: string,
  wrong: object,
  status: number,
  message: string,
  right: object | string,
];

/** The wrong call is refused in these words; the right one, by its body or by its path, is taken. */
export function testCases(sandbox: () => TagsSandbox, cases: readonly Case[]): void {
  test.each(cases)('%s %s with %j is refused with %i: %s', async (method, path, wrong, status, message, right) => {
    const refused = await sandbox().call(method, path, wrong);
    expect([refused.status, refused.body.error?.message]).toEqual([status, message]);
    const taken = await sandbox().call(
      method,
      typeof right === 'string' ? right : path,
      typeof right === 'string' ? {} : right,
    );
    expect(taken.status, JSON.stringify(taken.body)).toBeLessThan(300);
  });
}
