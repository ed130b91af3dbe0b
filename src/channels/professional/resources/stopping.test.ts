import { expect, test } from 'vitest';
import type { ProfessionalClient } from '../client.ts';
import { stopping } from './stopping.ts';

const usd = (amount: string) => ({ amount, currencyCode: 'USD' });
const group = (id: string, more: object = {}) => ({ id, name: id, status: 'ACTIVE', backfilled: false, ...more });
const campaign = (id: string, of: string, more: object = {}) => ({
  ...group(id, more),
  campaignGroup: `urn:li:sponsoredCampaignGroup:${of}`,
});
const groups = [
  group('1', { dailyBudget: usd('50.00'), totalBudget: usd('900.00') }),
  group('2'),
  group('9', { backfilled: true }),
];
const campaigns = [
  campaign('11', '1', { dailyBudget: usd('10.00') }),
  campaign('21', '2', { totalBudget: usd('300.00') }),
  campaign('91', '9', { dailyBudget: usd('7.00') }),
];
const searches: { values: string[] }[][] = [];
const client = {
  async list(path: string, _: unknown, { params }: { params: { search: Record<string, { values: string[] }> } }) {
    const { id, campaignGroup, status } = params.search;
    searches.push([id, status].filter((one) => one !== undefined));
    const all = path.endsWith('adCampaignGroups') ? groups : campaigns;
    const isMeant = (one: { id: string; campaignGroup?: string }) =>
      (!id || id.values.some((urn) => urn.endsWith(`:${one.id}`))) &&
      (!campaignGroup || campaignGroup.values.includes(one.campaignGroup ?? ''));
    return { items: (all as { id: string; campaignGroup?: string }[]).filter(isMeant) };
  },
} as unknown as ProfessionalClient;

test('groups are stopped, and of the default group, which cannot be, its campaigns; only active ones are asked for', async () => {
  searches.length = 0;
  const live = await stopping.live(client, '1');
  expect(live.map(({ level, id }) => `${level} ${id}`)).toEqual([
    'campaign_group 1',
    'campaign_group 2',
    'campaign 91',
  ]);
  expect(searches).toEqual([[{ values: ['ACTIVE'] }], [{ values: ['ACTIVE'] }]]);
});

test('a budget counts once: of the group, or of its campaigns where it has none; of two the daily one', async () => {
  const budgets = await stopping.budgets(client, '1', await stopping.live(client, '1'));
  expect(budgets.map(({ id, amount, period }) => [id, amount.amount, period])).toEqual([
    ['1', '50.00', 'DAILY'],
    ['21', '300.00', 'LIFETIME'],
    ['91', '7.00', 'DAILY'],
  ]);
});

test('many groups are asked about fifty at once, and none is left out', async () => {
  searches.length = 0;
  const live = Array.from({ length: 120 }, (_, at) => ({
    level: 'campaign_group',
    id: String(at),
    name: '',
    status: 'ACTIVE',
  }));
  await stopping.budgets(client, '1', live);
  const byId = searches.flat().filter(({ values }) => values[0]!.includes('sponsoredCampaignGroup'));
  expect(byId.map(({ values }) => values.length)).toEqual([50, 50, 20]);
});
