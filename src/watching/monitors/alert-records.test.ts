import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../store/store.testing.ts';
import { pageOfAlerts } from './alert-records.ts';

let store: TemporaryStore;
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.discard());

test.each(['', 'x', '1768435200000', 'alert_1 1768435200000'])('a list does not go on after %j', async (after) => {
  await expect(pageOfAlerts(store.db, 'ws_1', { limit: 5, after }, undefined)).rejects.toMatchObject({
    code: 'invalid_arguments',
    details: { problems: [{ field: 'cursor' }] },
  });
});
