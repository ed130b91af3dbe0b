import { expect, test } from 'vitest';
import type { SearchClient } from '../client.ts';
import { Row } from '../resources/wire/row.ts';
import { readSurroundings } from './diagnose.ts';

/** What is read around a campaign of this type, by resource. */
async function asked(advertisingChannelType: string): Promise<Record<string, string>> {
  const queries: Record<string, string> = {};
  const client = {
    row: async () => Row.parse({ campaign: { resourceName: 'c', advertisingChannelType } }),
    rows: async (_: string, query: { from: string; where: unknown }) => {
      queries[query.from] = JSON.stringify(query.where);
      return [];
    },
  } as unknown as SearchClient;
  await readSurroundings(client, '1', { level: 'campaign', campaignId: '7' });
  return queries;
}

test('removed parts and negative keywords decide nothing, so they are not read', async () => {
  const [search, max] = [await asked('SEARCH'), await asked('PERFORMANCE_MAX')];
  expect(Object.keys(search)).toEqual(['ad_group', 'ad_group_ad', 'ad_group_criterion']);
  expect(Object.keys(max)).toEqual(['asset_group']);
  for (const where of Object.values({ ...search, ...max })) expect(where).toContain('REMOVED');
  expect(search.ad_group_criterion).toContain('ad_group_criterion.negative');
});
