import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('lists audiences with their size and whether they can be used', async () => {
  const { audiences } = await call('list_audiences');
  expect(audiences.map(({ name, usable }: { name: string; usable: boolean }) => [name, usable])).toEqual([
    ['Tiny test', false],
    ['Like customers', true],
    ['Customers', true],
    ['Buyers 180 days', true],
    ['Visitors 30 days', true],
  ]);
  expect(
    (await call('list_audiences', { name_contains: 'customers', audience_ids: [audiences[2].id] })).audiences,
  ).toEqual([audiences[2]]);
});
