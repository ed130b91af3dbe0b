import { expect, test } from 'vitest';
import { campaign, change, daily, limitedServices, refusal, TestAccount } from './spend-limits.testing.ts';

const setUp = limitedServices();
const to = (amount: string) => change('z', { budget: daily(amount) });

test('an account that a connection uses and does not list counts as well', async () => {
  const account = new TestAccount('social', [campaign('z', daily('100'))]);
  const service = await setUp(account);
  const [reached] = await service.context.reach.channels('own');
  Object.assign(reached!.channel.reporting!, { accounts: async () => [] });
  await service.set('daily', '130');
  expect((await refusal(service.begin(account, to('131')))).code).toBe('over_limit');
  await service.begin(account, to('130'));
});

test('objects are looked for in the accounts of their own channel: another may have the same ids', async () => {
  const configured = new TestAccount('social', []);
  const holder = new TestAccount('social', [campaign('z', daily('100'))], { account: '2' });
  const other = new TestAccount('search', [campaign('z', daily('500'))], { account: '7' });
  const service = await setUp(other, configured, holder);
  await service.set('single', '200');
  await service.begin(configured, to('150'), { accountNamed: false });
  const holds = await service.store.db.selectFrom('spend_holds').select(['channel', 'account']).execute();
  expect(holds).toEqual([{ channel: 'social', account: '2' }]);
});
