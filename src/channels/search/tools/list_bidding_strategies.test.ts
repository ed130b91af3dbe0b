import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, walk } = sandboxed('search');

test('portfolios are shown with their targets, page by page; removed ones on request', async () => {
  const targets = { bidding_strategy: 'TARGET_ROAS', target_roas: 3.5, max_cpc: '2.50' };
  const made = [];
  for (const name of ['First', 'Second', 'Third'])
    made.push((await call('create_bidding_strategy', { name, ...targets })).bidding_strategy);
  expect(made[0]).toMatchObject({ ...targets, max_cpc: { amount: '2.50', currency: 'USD' }, campaigns: [] });
  expect(await walk('list_bidding_strategies', 'bidding_strategies', { limit: 1 })).toEqual(made);
  await call('update_bidding_strategy', { strategy_id: made[1].id, status: 'REMOVED' });
  const ids = async (args: object) =>
    (await call('list_bidding_strategies', { ...args })).bidding_strategies.map(({ id }: { id: string }) => id);
  expect(await ids({})).toEqual([made[0].id, made[2].id]);
  expect(await ids({ status: ['REMOVED'] })).toEqual([made[1].id]);
  expect(await ids({ name_contains: 'Thi' })).toEqual([made[2].id]);
});
