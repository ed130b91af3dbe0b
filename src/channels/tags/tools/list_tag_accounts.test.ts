import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, unfence, walk } = sandboxed('tags');

test('a fenced workspace sees its own account, an open one all that its user reaches', async () => {
  const own = { id: '6001000001', account_id: '6001000001', name: 'Acme' };
  expect(await call('list_tag_accounts', { with_google_tags: true })).toEqual({ accounts: [own] });
  await unfence();
  expect(await call('list_tag_accounts')).toEqual({ accounts: [own] });
  const all = await walk('list_tag_accounts', 'accounts', { with_google_tags: true, limit: 1 });
  expect(all).toMatchObject([own, { name: 'Acme Google tags' }]);
  expect(await call('list_tag_accounts', { name_contains: 'google', with_google_tags: true })).toMatchObject({
    accounts: [{ account_id: '6001000009' }],
  });
});
