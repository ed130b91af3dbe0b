import { expect, test } from 'vitest';
import { Row } from '../resources/wire/row.ts';
import { adGroupGaps, assetGroupGaps, campaignGaps, type Surroundings } from './findings.ts';

const resourceName = 'r';
const rowOf = (parts: Record<string, object>) =>
  Row.parse(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { resourceName, ...part }])));
const group = (id: string, status = 'ENABLED') => rowOf({ adGroup: { id, status } });
const ad = (id: string, of: string, status = 'ENABLED') =>
  rowOf({ adGroup: { id: of }, adGroupAd: { status, ad: { id } } });
const keyword = (criterionId: string, of: string, status = 'ENABLED') =>
  rowOf({ adGroup: { id: of }, adGroupCriterion: { criterionId, status } });

const around = (more: Partial<Surroundings> = {}): Surroundings => ({
  subject: { level: 'campaign', campaignId: '7' },
  campaign: undefined,
  adGroups: [],
  ads: [],
  keywords: [],
  assetGroups: [],
  ...more,
});

test('a removed campaign is final; an account that is not enabled stops everything in it', () => {
  const found = (campaign: object, customer: object = {}) =>
    campaignGaps(around({ campaign: rowOf({ campaign: { id: '7', ...campaign }, customer }) })).map(
      ({ about, level, mend }) => `${about} ${level} ${JSON.stringify(mend?.arguments ?? null)}`,
    );
  expect(found({ status: 'REMOVED' }, { status: 'SUSPENDED' })).toEqual(['status campaign null']);
  expect(found({ status: 'ENABLED' }, { status: 'ENABLED' })).toEqual([]);
  expect(found({ status: 'ENABLED' })).toEqual([]);
  expect(found({ status: 'ENABLED' }, { status: 'SUSPENDED' })).toEqual(['billing account null']);
  expect(found({ status: 'PAUSED', servingStatus: 'ENDED' })).toEqual([
    'schedule campaign {"campaign_id":"7","end_date":"none"}',
    'status campaign {"campaign_id":"7","status":"ENABLED"}',
  ]);
});

test('ads and keywords of paused ad groups do not serve, and are looked at only where no group is on', () => {
  const [ads, keywords] = [[ad('5', '1')], [keyword('6', '1')]];
  const about = (adGroups: Surroundings['adGroups']) =>
    adGroupGaps(around({ adGroups, ads, keywords })).map(({ message }) => message);
  expect(about([group('1')])).toEqual([]);
  expect(about([group('1', 'PAUSED'), group('2')])).toEqual(['It has no ad', 'It has no keyword']);
  expect(about([group('1', 'PAUSED')])).toEqual(['The ad group is paused']);
});

test('keywords are switched on group by group, as the tool takes them, fifty at a time', () => {
  const mendOf = (keywords: Surroundings['keywords']) =>
    adGroupGaps(around({ adGroups: [group('1'), group('2')], ads: [ad('5', '1')], keywords }))[0]?.mend?.arguments;
  const two = [keyword('6', '1', 'PAUSED'), keyword('7', '2', 'PAUSED'), keyword('8', '1', 'PAUSED')];
  expect(mendOf(two)).toEqual({ ad_group_id: '1', keyword_ids: ['6', '8'], status: 'ENABLED' });
  const many = Array.from({ length: 60 }, (_, at) => keyword(`${at}`, '1', 'PAUSED'));
  expect(mendOf(many)?.keyword_ids).toHaveLength(50);
});

test('something that is not there any more is told as removed itself, and not as missing above it', () => {
  const subject = { level: 'asset_group', campaignId: '7', assetGroupId: '9' } as const;
  expect(assetGroupGaps(around({ subject }))).toMatchObject([
    { about: 'status', level: 'asset_group', id: '9', message: 'The asset group is removed, which is final' },
  ]);
  expect(assetGroupGaps(around())).toMatchObject([{ about: 'parts', id: '7', mend: { tool: 'create_asset_group' } }]);
});
