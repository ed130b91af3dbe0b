import { expect, test } from 'vitest';
import type { SearchClient } from '../client.ts';
import { Row } from '../resources/wire/row.ts';
import { type CampaignParts, copiesOf, leftOutNotes, partsOf, refuseUncopiedAims } from './campaign.ts';

const resourceName = 'r';
const rowOf = (parts: Record<string, object>) =>
  Row.parse(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { resourceName, ...part }])));
const none = { criteria: [], links: [], assetGroups: [], assets: [], signals: [] };
const empty: CampaignParts = { ...none, adGroups: [], ads: [], groupCriteria: [], groupLinks: [] };

/** What the operations of a copy create, by kind. */
function made(parts: Partial<CampaignParts>) {
  return copiesOf('1', 'customers/1/campaigns/-1', { ...empty, ...parts }).map((one) => JSON.stringify(one));
}

test('nothing that was removed is read for a copy', async () => {
  const asked: string[] = [];
  const client = {
    rows: async (_: string, query: { from: string }) => {
      asked.push(query.from);
      expect(JSON.stringify(query), query.from).toContain('REMOVED');
      return [];
    },
  } as unknown as SearchClient;
  await partsOf(client, '1', '7');
  expect(asked.length).toBeGreaterThan(8);
});

test('only ads of the kind that can be made again are read', async () => {
  const asked = new Map<string, string>();
  const client = {
    rows: async (_: string, query: { from: string }) => {
      asked.set(query.from, JSON.stringify(query));
      return [];
    },
  } as unknown as SearchClient;
  await partsOf(client, '1', '7');
  expect(asked.get('ad_group_ad')).toContain('RESPONSIVE_SEARCH_AD');
});

test('bids and modifiers that are shown as 0 are not set: only a device can really have 0', () => {
  const adGroup = {
    id: '3',
    name: 'g',
    status: 'ENABLED',
    cpcBidMicros: '10000',
    targetCpaMicros: '0',
    targetRoas: 3.5,
  };
  const keyword = { status: 'PAUSED', keyword: { text: 'k' }, cpcBidMicros: '0' };
  const place = { location: { geoTargetConstant: 'geoTargetConstants/2840' } };
  const [location, device, group, word] = made({
    criteria: [
      rowOf({ campaignCriterion: { type: 'LOCATION', bidModifier: 0, ...place } }),
      rowOf({ campaignCriterion: { type: 'DEVICE', bidModifier: 0, device: { type: 'MOBILE' } } }),
    ],
    adGroups: [rowOf({ adGroup })],
    groupCriteria: [rowOf({ adGroup: { id: '3' }, adGroupCriterion: keyword })],
  });
  expect(location).not.toContain('bidModifier');
  expect(device).toContain('"bidModifier":0');
  expect(group).toContain('"cpcBidMicros":"10000"');
  expect(group).not.toContain('targetCpaMicros');
  expect(group).toContain('"targetRoas":3.5');
  expect(word).not.toContain('cpcBidMicros');
});

test('what is excluded stays excluded, and what was paused stays paused', () => {
  const of = { adGroup: { id: '3' } };
  const [place, , ad, word, negative] = made({
    criteria: [rowOf({ campaignCriterion: { type: 'LOCATION', negative: true, bidModifier: 1.5, location: {} } })],
    adGroups: [rowOf({ adGroup: { id: '3', name: 'g', status: 'ENABLED' } })],
    ads: [rowOf({ ...of, adGroupAd: { status: 'PAUSED', ad: { finalUrls: ['https://a.example'] } } })],
    groupCriteria: [
      rowOf({ ...of, adGroupCriterion: { status: 'PAUSED', keyword: { text: 'k' } } }),
      rowOf({ ...of, adGroupCriterion: { status: 'ENABLED', negative: true, keyword: { text: 'n' } } }),
    ],
  });
  expect(place).toContain('"negative":true');
  expect(place).not.toContain('bidModifier');
  for (const one of [ad, word]) expect(one).toContain('"status":"PAUSED"');
  expect(negative).toContain('"negative":true');
  expect(negative).not.toContain('status');
});

test('what stands in no group that is copied is left out', () => {
  const of = { adGroup: { id: '9' } };
  expect(made({ ads: [rowOf({ ...of, adGroupAd: { status: 'ENABLED' } })] })).toEqual([]);
});

test('a copy that would reach more people is refused, and what else it is without is told', () => {
  const criterion = (type: string, negative = false) => rowOf({ campaignCriterion: { type, negative } });
  expect(() => refuseUncopiedAims({ criteria: [criterion('LOCATION_GROUP')] })).toThrow('LOCATION_GROUP');
  const parts = {
    ...empty,
    criteria: [criterion('WEBPAGE', true)],
    adGroups: [rowOf({ adGroup: { id: '3' } })],
    groupCriteria: [
      rowOf({ adGroup: { id: '3' }, adGroupCriterion: { type: 'TOPIC' } }),
      rowOf({ adGroup: { id: '9' }, adGroupCriterion: { type: 'YOUTUBE_VIDEO' } }),
    ],
  };
  refuseUncopiedAims(parts);
  expect(leftOutNotes(parts)).toEqual(['The copy is without what the original has of the types WEBPAGE, TOPIC.']);
  expect(copiesOf('1', 'customers/1/campaigns/-1', parts)).toHaveLength(1);
  expect(leftOutNotes(empty)).toEqual([]);
});
