import { expect, test } from 'vitest';
import { stillAmbient } from '../../ambient.testing.ts';
import { seedWorkspace, temporaryStore } from '../../store/store.testing.ts';
import { StoredHistory } from './stored-history.ts';

test('a reading that ends before it begins is not taken in: its days would count as known', async () => {
  const store = await temporaryStore();
  try {
    const history = new StoredHistory(store, stillAmbient());
    const { workspaceId } = await seedWorkspace(store);
    const account = { id: 'a1', name: 'Shop', currency: { code: 'USD', digits: 2 }, timeZone: 'UTC' };
    const days = { start_date: '2026-11-02', end_date: '2026-11-01' };
    const nothing = { sums: ['cost'], rows: [], campaigns: [], today: '2026-11-03' };
    await expect(
      history.keep({ workspaceId, channel: 'search', mode: 'live' }, { account, days, ...nothing }),
    ).rejects.toThrow('no days: 2026-11-02 to 2026-11-01');
    expect(await history.accounts(workspaceId)).toEqual([]);
  } finally {
    await store.discard();
  }
});
