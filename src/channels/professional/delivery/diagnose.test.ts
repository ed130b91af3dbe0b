import { expect, test } from 'vitest';
import type { ProfessionalClient } from '../client.ts';
import { WireAccount, WireCampaign, WireCreative, WireGroup } from '../wire.ts';
import { obstaclesIn, readSurroundings, type Surroundings } from './diagnose.ts';

const owner = { account: 'urn:li:sponsoredAccount:1' };
const around = (creatives: readonly Record<string, unknown>[], holds: string[] = []): Surroundings => ({
  level: 'campaign',
  account: WireAccount.parse({ id: 1, currency: 'USD', status: 'ACTIVE', servingStatuses: holds }),
  group: WireGroup.parse({ id: 2, ...owner, name: 'g', status: 'ACTIVE', runSchedule: { start: 0 } }),
  campaigns: [
    WireCampaign.parse({
      id: 3,
      ...owner,
      campaignGroup: 'urn:li:sponsoredCampaignGroup:2',
      name: 'c',
      status: 'ACTIVE',
      type: 'TEXT_AD',
      costType: 'CPM',
      optimizationTargetType: 'MAX_CLICK',
      dailyBudget: { amount: '50', currencyCode: 'USD' },
      targetingCriteria: {},
      servingStatuses: holds,
    }),
  ],
  creatives: creatives.map((one, at) =>
    WireCreative.parse({
      id: `urn:li:sponsoredCreative:${at + 10}`,
      campaign: 'urn:li:sponsoredCampaign:3',
      servingHoldReasons: holds,
      ...one,
    }),
  ),
  moreCreatives: false,
  converting: new Set(),
  now: 1,
});
const rejected = { intendedStatus: 'ACTIVE', review: { status: 'REJECTED' } };

test('of several creatives the one nearest to being shown is told about, and one that is shown is enough', () => {
  const found = obstaclesIn(around([rejected, { intendedStatus: 'REMOVED' }, { intendedStatus: 'DRAFT' }]));
  expect(found).toMatchObject([{ about: 'status', id: '12', mend: { tool: 'update_creative' } }]);
  expect(obstaclesIn(around([rejected, { intendedStatus: 'ACTIVE', review: { status: 'APPROVED' } }]))).toEqual([]);
  expect(obstaclesIn(around([]))).toMatchObject([{ about: 'parts', mend: { tool: 'create_creative' } }]);
});

test('nothing is claimed of creatives that were not read, also where some of the campaign were', () => {
  for (const read of [[], [rejected], [{ intendedStatus: 'PAUSED' }]])
    expect(obstaclesIn({ ...around(read), moreCreatives: true })).toEqual([]);
});

test('a hold that every level repeats is told once', () => {
  const found = obstaclesIn(around([{ intendedStatus: 'ACTIVE' }], ['BILLING_HOLD', 'CAMPAIGN_TOTAL_BUDGET_HOLD']));
  expect(found.map(({ level, id, about }) => [level, id, about])).toEqual([
    ['account', '1', 'billing'],
    ['campaign', '3', 'budget'],
  ]);
  const account = { ...around([]).account, servingStatuses: ['SOMETHING_NEW'] };
  expect(obstaclesIn({ ...around([]), account })[0]).toMatchObject({ level: 'account', id: '1' });
});

test('conversions that cannot be read keep nothing else from being told', async () => {
  const { account, group, campaigns } = around([]);
  const campaign = { ...campaigns[0]!, optimizationTargetType: 'MAX_CONVERSION' };
  const client = {
    session: { platformNow: () => 1 },
    account: async () => account,
    get: async (path: string) => (path.includes('adCampaignGroups') ? group : campaign),
    list: async () => ({ items: [] }),
    found: async () => {
      throw new Error('away');
    },
  } as unknown as ProfessionalClient;
  const read = await readSurroundings(client, '1', 'campaign', '3');
  expect(read.converting).toBeUndefined();
  expect(obstaclesIn(read)).toMatchObject([{ about: 'parts', mend: { tool: 'create_creative' } }]);
});
