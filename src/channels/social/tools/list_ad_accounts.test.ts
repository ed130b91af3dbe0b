import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('goes on past the first 25 accounts, without showing one twice', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('list_ad_accounts', { limit: 10, ...(cursor && { cursor }) });
    seen.push(...page.ad_accounts.map(({ id }: { id: string }) => id));
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen.length).toBeGreaterThan(25);
  expect(new Set(seen).size).toBe(seen.length);
  expect((await call('list_ad_accounts', { limit: 1000 })).ad_accounts).toHaveLength(seen.length);
});

test('takes ids with and without act_, and shows money in major units', async () => {
  const { ad_accounts } = await call('list_ad_accounts', { account_ids: ['act_1001000000000001', '1001000000000002'] });
  expect(ad_accounts).toMatchObject([
    { id: '1001000000000001', currency: 'USD', status: 'ACTIVE', min_daily_budget: { currency: 'USD' } },
    { id: '1001000000000002', currency: 'EUR' },
  ]);
  const twice = { account_ids: ['act_1001000000000001', '1001000000000001'] };
  expect((await call('list_ad_accounts', twice)).ad_accounts).toHaveLength(1);
  expect(ad_accounts[0].amount_spent.amount).toMatch(/^\d+\.\d{2}$/);
});

test('never shows the token, not even where the platform puts it into its next links', async () => {
  const page = await call('list_ad_accounts', { limit: 2 });
  const decoded = Buffer.from(page.next_cursor, 'base64url').toString();
  expect(decoded).not.toMatch(/https?:|access_token/);
});

test('refuses accounts beyond the fence of the workspace, each by its id', async () => {
  const error = await refusal('list_ad_accounts', { account_ids: ['1001000000000001', '99', '98'] });
  expect(error).toMatchObject({ code: 'permission_denied', field: 'account_ids', outcome: 'not_applied' });
  expect(error.message).toMatch(/99 is not .*98 is not/);
  expect(error.message).not.toContain('1001000000000001 is not');
});
