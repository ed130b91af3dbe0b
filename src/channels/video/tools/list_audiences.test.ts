import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;

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
    (await call('list_audiences', { name_contains: 'Cústomers', audience_ids: [audiences[2].id] })).audiences,
  ).toEqual([audiences[2]]);
});

test('tells the source of a lookalike, and what uses an audience', async () => {
  const { audiences } = await call('list_audiences');
  const named = (list: { name: string }[], wanted: string) => list.find(({ name }) => name === wanted) as never as Any;
  const [customers, alike] = [named(audiences, 'Customers'), named(audiences, 'Like customers')];
  expect(alike.source_audience_id).toBe(customers.id);
  expect(customers.used_by).toBeUndefined();
  const [group] = (await call('list_ad_groups', { name_contains: 'All ages' })).ad_groups;
  await call('update_ad_group', { ad_group_id: group.id, audience_ids: [customers.id] });
  const used = (await call('list_audiences', { audience_ids: [customers.id], used_by: true })).audiences[0].used_by;
  expect(used).toEqual({
    ad_groups: [{ id: group.id, name: 'All ages', status: 'ENABLE' }],
    lookalikes: [{ id: alike.id, name: 'Like customers' }],
  });
});
