import { expect, test } from 'vitest';
import type { SocialClient } from '../client.ts';
import type { Kind } from '../wire.ts';
import { CAMPAIGN_STATUS } from '../wire.ts';
import { stopping } from './stopping.ts';

const campaigns = [
  { id: '1', name: 'On', status: 'ACTIVE', daily_budget: '500' },
  { id: '2', name: 'Off', status: 'PAUSED', daily_budget: '700' },
  { id: '3', name: 'Shares none', status: 'ACTIVE' },
];
const adSets = [
  { id: '31', campaign_id: '3', status: 'ACTIVE', daily_budget: '300' },
  { id: '32', campaign_id: '3', status: 'PAUSED', daily_budget: '900' },
  { id: '11', campaign_id: '1', status: 'ACTIVE', lifetime_budget: '100' },
];
const client = {
  currency: async () => 'USD',
  async *pages(kind: Kind<unknown>) {
    yield (kind as unknown) === CAMPAIGN_STATUS ? campaigns : adSets;
  },
} as unknown as SocialClient;

test('objects with their own switch on can be stopped, also those that the platform does not count as running', async () => {
  expect((await stopping.live(client, '1')).map(({ id }) => id)).toEqual(['1', '3']);
});

test('budgets of ad sets that are off, or that stand below a budget of the campaign, count for nothing', async () => {
  const live = await stopping.live(client, '1');
  expect((await stopping.budgets(client, '1', live)).map(({ id, amount }) => [id, amount.amount])).toEqual([
    ['1', '5.00'],
    ['31', '3.00'],
  ]);
});
