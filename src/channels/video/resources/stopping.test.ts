import { expect, test } from 'vitest';
import type { VideoClient } from '../client.ts';
import { AD_GROUPS, CAMPAIGNS } from '../wire.ts';
import { stopping } from './stopping.ts';

const on = { operation_status: 'ENABLE', budget_mode: 'BUDGET_MODE_DAY' };
const campaigns = [
  { campaign_id: '1', campaign_name: 'On', ...on, budget: 50 },
  { campaign_id: '2', campaign_name: 'Off', ...on, operation_status: 'DISABLE', budget: 70 },
  { campaign_id: '3', campaign_name: 'Shares none', ...on, budget: 0 },
];
const groups = [
  { adgroup_id: '31', campaign_id: '3', ...on, budget: 30 },
  { adgroup_id: '32', campaign_id: '3', ...on, operation_status: 'DISABLE', budget: 90 },
  { adgroup_id: '33', campaign_id: '3', ...on, budget_mode: 'BUDGET_MODE_TOTAL', budget: 400 },
  { adgroup_id: '11', campaign_id: '1', ...on, budget: 10 },
];
const asked: number[] = [];
const client = {
  currency: async () => 'USD',
  async all(kind: unknown, _: string, filter?: { campaign_ids: string[] }) {
    if (filter) asked.push(filter.campaign_ids.length);
    const all = kind === CAMPAIGNS ? campaigns : kind === AD_GROUPS ? groups : [];
    return filter ? all.filter(({ campaign_id }) => filter.campaign_ids.includes(campaign_id)) : all;
  },
} as unknown as VideoClient;

test('what can be stopped is switched on, and budgets count once: of the campaign, or of its ad groups that are on', async () => {
  const live = await stopping.live(client, '1');
  expect(live.map(({ id }) => id)).toEqual(['1', '3']);
  const budgets = await stopping.budgets(client, '1', live);
  expect(budgets.map(({ id, amount, period }) => [id, amount.amount, period])).toEqual([
    ['1', '50.00', 'DAILY'],
    ['31', '30.00', 'DAILY'],
    ['33', '400.00', 'LIFETIME'],
  ]);
});

test('a hundred campaigns are asked about at once, and all of many', async () => {
  asked.length = 0;
  const live = Array.from({ length: 250 }, (_, at) => ({
    level: 'campaign',
    id: String(at),
    name: '',
    status: 'ENABLE',
  }));
  expect((await stopping.budgets(client, '1', live)).map(({ id }) => id)).toContain('1');
  expect(asked.sort((a, b) => a - b)).toEqual([50, 50, 100, 100, 100, 100]);
});
