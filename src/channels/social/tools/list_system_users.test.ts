import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test("finds the business by the account and shows its system users' roles", async () => {
  const { system_users, business_id } = await call('list_system_users');
  expect(system_users.map(({ role }: { role: string }) => role)).toContain('ADMIN');
  expect((await call('list_system_users', { business_id })).system_users).toEqual(system_users);
});
