import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('search');

test('audiences are shown with their kind, their size and what uses them', async () => {
  const { audiences } = await call('list_audiences');
  const named = (name: string) => audiences.find((audience: { name: string }) => audience.name === name);
  expect(named('All visitors')).toMatchObject({
    kind: 'WEBSITE',
    status: 'OPEN',
    membership_days: 30,
    used_by: { campaigns: [], ad_groups: [{ name: 'All visitors', excluded: false }] },
  });
  expect(named('All visitors').size_search).toBeGreaterThan(1000);
  expect(named('Buyers')).toMatchObject({ kind: 'CONVERSIONS', used_by: { campaigns: [], ad_groups: [] } });
  expect(named('Customers')).toMatchObject({ kind: 'CUSTOMER_LIST', membership_days: null });
});

test('they are found by a part of the name', async () => {
  const { audiences } = await call('list_audiences', { name_contains: 'sale' });
  expect(audiences).toMatchObject([{ name: 'Summer sale visitors' }]);
});
