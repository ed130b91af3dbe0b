import { expect, test } from 'vitest';
import type { SearchClient } from '../client.ts';
import { stopping } from './stopping.ts';
import { Row } from './wire/row.ts';

const asked: { where: object[] }[] = [];
const row = (id: string, budget: object) =>
  Row.parse({
    campaign: { resourceName: 'r', id, name: id, status: 'ENABLED' },
    campaignBudget: { resourceName: 'r', id: '8', ...budget },
    customer: { resourceName: 'r', currencyCode: 'USD' },
  });
const client = {
  async rows(_: string, query: { where: object[] }) {
    asked.push(query);
    return [
      row('1', { amountMicros: '10000000', period: 'DAILY' }),
      row('2', { totalAmountMicros: '90000000', period: 'CUSTOM_PERIOD' }),
      row('3', { amountMicros: '10000000', period: 'DAILY' }),
    ];
  },
} as unknown as SearchClient;

test('campaigns are asked for that are switched on and have not ended', async () => {
  await stopping.live(client, '1');
  const text = JSON.stringify(asked.at(-1)!.where);
  for (const word of ['campaign.status', 'ENABLED', 'campaign.serving_status', 'ENDED']) expect(text).toContain(word);
  expect(asked.at(-1)!.where).toHaveLength(2);
});

test('of a campaign that is not to be stopped no budget is told, and a shared one keeps its own id', async () => {
  const live = ['1', '2'].map((id) => ({ level: 'campaign', id, name: id, status: 'ENABLED' }));
  const budgets = await stopping.budgets(client, '1', live);
  expect(budgets.map(({ id, object, amount, period }) => [id, object.id, amount.amount, period])).toEqual([
    ['8', '1', '10.00', 'DAILY'],
    ['8', '2', '90.00', 'LIFETIME'],
  ]);
});
