import { expect, test } from 'vitest';
import { limitedServices, raiseTo, social } from './spend-limits.testing.ts';

const setUp = limitedServices();

test('of the limits of a key what it has added is shown, and nothing as used of the one for each budget', async () => {
  const account = social();
  const { limits, make, organizationId, workspaceId } = await setUp(account);
  const scope = { scope: 'key', organizationId, workspaceId, keyId: 'key_a' } as const;
  await limits.book.set(scope, 'daily', 'USD', '60', 'Ada');
  await limits.book.set(scope, 'single', 'USD', '500', 'Ada');
  await make(account, raiseTo('140'));
  const { keys } = await limits.known({ organizationId, workspaceId }, ['live'], ['key_a', 'key_b']);
  const row = { scope: 'key', mode: 'live', currency: 'USD' };
  expect(keys).toEqual([
    {
      id: 'key_a',
      firstId: 'key_a',
      limits: [
        { ...row, kind: 'daily', limit: '60', used: '40', held: '0', headroom: '20' },
        { ...row, kind: 'single', limit: '500' },
      ],
    },
    { id: 'key_b', firstId: 'key_b', limits: [] },
  ]);
});
