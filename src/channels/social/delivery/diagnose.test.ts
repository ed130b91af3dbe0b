import { expect, test } from 'vitest';
import type { SocialClient } from '../client.ts';
import { ACCOUNT_HEALTH, AD_HEALTH, AD_SET_HEALTH, Campaign } from '../wire.ts';
import { obstaclesIn, readSurroundings, type Surroundings } from './diagnose.ts';

const running = { account_id: '1', name: 'x', status: 'ACTIVE', effective_status: 'ACTIVE' };
const around = (statuses: readonly string[], moreAds: boolean): Surroundings => ({
  level: 'campaign',
  account: ACCOUNT_HEALTH.schema.parse({ account_id: '1', account_status: 1, currency: 'USD' }),
  campaign: Campaign.parse({ ...running, id: '2', daily_budget: '5000' }),
  adSets: [AD_SET_HEALTH.schema.parse({ ...running, id: '3', campaign_id: '2' })],
  ads: statuses.map((status, at) =>
    AD_HEALTH.schema.parse({
      ...running,
      id: `${at + 10}`,
      adset_id: '3',
      campaign_id: '2',
      status,
      effective_status: status,
    }),
  ),
  moreAds,
  now: 1,
});

test('one ad that runs is enough, and nothing is claimed of ads that were not read', () => {
  expect(obstaclesIn(around(['PAUSED', 'ACTIVE'], false))).toEqual([]);
  expect(obstaclesIn(around(['PAUSED'], false))).toMatchObject([{ about: 'status', level: 'ad', id: '10' }]);
  expect(obstaclesIn(around([], false))).toMatchObject([{ about: 'parts' }]);
  for (const read of [[], ['PAUSED'], ['PAUSED', 'PAUSED']]) expect(obstaclesIn(around(read, true))).toEqual([]);
});

test('an issue that the platform repeats on the ads of an ad set is told once', () => {
  const issues = [{ error_summary: 'Payment', error_message: 'needed', error_type: 'HARD_ERROR', level: 'AD_SET' }];
  const both = { effective_status: 'WITH_ISSUES', issues_info: issues };
  const { adSets, ads, ...rest } = around(['ACTIVE'], false);
  const held = {
    ...rest,
    adSets: adSets.map((one) => ({ ...one, ...both })),
    ads: ads.map((one) => ({ ...one, ...both })),
  };
  expect(obstaclesIn(held).map(({ level }) => level)).toEqual(['ad_set']);
});

test('of a campaign as many ad sets are read as the findings need to be about all of them', async () => {
  const asked: number[] = [];
  const client = {
    session: { platformNow: () => 1 },
    account: async () => ({}),
    node: async () => ({ account_id: '1' }),
    list: async (_: unknown, __: string, { limit }: { limit: number }) => {
      asked.push(limit);
      return { items: [] };
    },
  } as unknown as SocialClient;
  expect(await readSurroundings(client, 'campaign', '7')).toMatchObject({ adSets: [], ads: [], moreAds: false });
  expect(asked).toEqual([200]);
});
