import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, walk, unfence } = sandboxed('search');

const MANAGER = '7301442586';
const JAPAN = '4680235791';

const ids = (customers: { id: string }[]) => customers.map(({ id }) => id);

test('a fenced workspace is shown its own accounts only, page by page as well', async () => {
  const { customers } = await call('list_customers');
  expect(ids(customers).sort()).toEqual(['2468013579', '3579124680', MANAGER]);
  expect(await walk('list_customers', 'customers', { limit: 1 })).toEqual(customers);
  expect(ids((await call('list_customers', { manager_id: MANAGER })).customers)).not.toContain(JAPAN);
  expect(await refusal('list_customers', { manager_id: JAPAN })).toMatchObject({
    code: 'permission_denied',
    field: 'manager_id',
  });
});

test('without a fence, shows the manager and, after it, the accounts under it with the way to reach them', async () => {
  await unfence();
  const { customers } = await call('list_customers');
  const manager = customers.find(({ id }: { id: string }) => id === MANAGER);
  expect(manager).toMatchObject({ level: 0, is_manager: true, login_customer_id: MANAGER });
  const children = customers.filter(({ manager_id }: { manager_id?: string }) => manager_id === MANAGER);
  expect(children.map(({ currency }: { currency: string }) => currency).sort()).toContain('JPY');
  for (const child of children) {
    expect(child).toMatchObject({ level: 1, login_customer_id: MANAGER });
    const { customer } = await call('get_customer', {
      customer_id: child.id,
      login_customer_id: child.login_customer_id,
    });
    expect(customer).toMatchObject({ id: child.id, name: child.name, currency: child.currency });
  }
  expect(new Set(customers.map(({ id }: { id: string }) => id)).size).toBe(customers.length);
  // Europe is reached directly, and all the same has a manager.
  const europe = customers.find(({ id }: { id: string }) => id === '3579124680');
  expect(europe).toMatchObject({ level: 0, manager_ids: [MANAGER] });
});

test('walking by next_cursor shows every account once', async () => {
  const { customers } = await call('list_customers');
  expect(await walk('list_customers', 'customers', { limit: 1 })).toEqual(customers);
});

test('a manager account without access is refused, not shown as empty', async () => {
  expect(await refusal('list_customers', { manager_id: '5791346802' })).toMatchObject({ code: 'permission_denied' });
});
