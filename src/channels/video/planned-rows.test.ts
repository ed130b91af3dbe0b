import { describe, expect, test } from 'vitest';
import { plannedRows, told } from '../../../test/planned-rows.ts';
import type { PlannedCampaign, RunningCampaign } from '../../tools/media-planning.ts';
import { mediaPlanning } from './media-plan.ts';

const DAILY = { amount: '60', currency: 'USD', per: 'day' } as const;
const TOTAL = { amount: '600', currency: 'USD', per: 'total' } as const;
const HELD = {
  id: '8',
  name: 'G',
  status: 'on',
  ads: 0,
  budget: TOTAL,
  start: '2026-06-01',
  end: '2026-06-20',
} as const;
const {
  group,
  ad,
  withAd,
  create,
  change: changed,
} = plannedRows({
  planning: mediaPlanning,
  currency: 'USD',
  campaign: { objective: 'traffic', budget: DAILY },
  group: { name: 'G', countries: ['US'] },
  ad: { texts: ['Text.'], mediaId: '123 a/b' },
  running: { objective: 'traffic', groups: [HELD] },
  context: { defaults: { identity_id: 'me', pixel_id: '12' }, today: '2026-06-10', zone: 'UTC' },
});

const HOMES = { special_industries: ['HOUSING'] };

test.each<[string, Partial<PlannedCampaign>, object, string]>([
  ['no objective', { objective: undefined }, {}, 'stop objective: There is no objective.'],
  ['no video', withAd({ mediaId: undefined }), {}, 'stop groups.0.ads.0.mediaId: The ad has no video.'],
  [
    'a video without its cover',
    withAd({ mediaId: '123' }),
    {},
    'stop groups.0.ads.0.mediaId: A video needs its cover.',
  ],
  [
    'a cover without its video',
    withAd({ mediaId: 'a/b' }),
    {},
    'stop groups.0.ads.0.mediaId: The cell names no video with its cover.',
  ],
  [
    'a start that is too late',
    { start: '2028-01-01' },
    {},
    'stop start: The platform takes no start after 2027-12-31.',
  ],
  ['an end that is too late', { end: '2038-01-01' }, {}, 'stop end: The platform takes no end after 2037-12-31.'],
  [
    'an end of its group that is too late',
    { groups: [group({ end: '2038-01-01' })] },
    {},
    'stop groups.0.end: The platform takes no end after 2037-12-31.',
  ],
  [
    'too large a budget',
    { budget: { ...DAILY, amount: '10000000' } },
    {},
    'stop budget: The platform takes less than 10000000.00 USD.',
  ],
  [
    'too small a budget',
    { budget: { ...DAILY, amount: '49.99' } },
    {},
    'stop budget: The platform wants at least 50.00 USD a day here.',
  ],
  [
    'budgets on both levels',
    { groups: [group({ budget: DAILY })] },
    {},
    'stop groups.0.budget: The campaign has a budget, so its ad groups cannot have budgets of their own.',
  ],
  [
    'an ad group without a bid',
    { groups: [group({ bid: '1' }), group({ name: 'H' })] },
    {},
    'stop groups.1.bid: Other ad groups of the campaign have a bid, so this one needs one.',
  ],
  [
    'a bid where impressions are paid',
    { objective: 'awareness', groups: [group({ bid: '1' })] },
    {},
    'stop groups.0.bid: The bid is for a click; this campaign pays for 1,000 impressions.',
  ],
  [
    'a bid where views are paid',
    { objective: 'video_views', groups: [group({ bid: '1' })] },
    {},
    'stop groups.0.bid: The bid is for a click; this campaign pays for a view.',
  ],
  ['a bid of nothing', { groups: [group({ bid: '0' })] }, {}, 'stop groups.0.bid: 0 is no bid.'],
  [
    'a bid that is too fine',
    { groups: [group({ bid: '1.001' })] },
    {},
    'stop groups.0.bid: 1.001 has too many decimals: USD has 2.',
  ],
  [
    'a bid as large as the budget',
    { budget: undefined, groups: [group({ budget: { ...DAILY, amount: '4' }, bid: '4' })] },
    {},
    'stop groups.0.bid: The bid 4 is not below the budget.',
  ],
  [
    'a total for too few days',
    { budget: undefined, groups: [group({ budget: { ...TOTAL, amount: '50' }, end: '2026-06-12' })] },
    {},
    'stop groups.0.budget: The platform wants at least 60.00 USD for 3 days here.',
  ],
  ['a total without an end', { budget: TOTAL }, {}, 'stop end: A budget for the whole run needs an end.'],
  [
    'a country that is none',
    { groups: [group({ countries: ['ZZ'] })] },
    {},
    'stop groups.0.countries: ZZ is no country of the platform.',
  ],
  [
    'ages of a special industry',
    { groups: [group({ ages: { from: 25 } })] },
    HOMES,
    'stop groups.0.ages: Ads of a special industry cannot choose ages.',
  ],
  [
    'an upper age of a special industry',
    { groups: [group({ ages: { from: 18, to: 34 } })] },
    HOMES,
    'stop groups.0.ages: Ads of a special industry cannot choose ages.',
  ],
  [
    'a gender of a special industry',
    { groups: [group({ genders: 'women' })] },
    HOMES,
    'stop groups.0.genders: Ads of a special industry cannot choose a gender.',
  ],
  [
    'ages that are no bands',
    { groups: [group({ ages: { from: 20 } })] },
    {},
    'stop groups.0.ages: The platform chooses ages by bands, and 20 to any is not made of them.',
  ],
  [
    'young ages where they are refused',
    { groups: [group({ ages: { from: 13 } })] },
    {},
    'stop groups.0.ages: The platform takes ages from 18 on in these countries.',
  ],
  [
    'keywords',
    { groups: [group({ keywords: ['shoes'] })] },
    {},
    'look groups.0.keywords: Keywords are not used in campaigns that are made from sheets here.',
  ],
  [
    'an audience that is none',
    { groups: [group({ audienceIds: ['x'] })] },
    {},
    'stop groups.0.audienceIds: x is no audience.',
  ],
  [
    'a type',
    { type: 'Feed' },
    {},
    'look type: Campaigns of video ads are made by hand, without a type: Feed is not used.',
  ],
  [
    'a text beside a post',
    withAd({ creativeId: '12' }),
    {},
    'look groups.0.ads.0.texts: It is not used: what exists is shown as it is.',
  ],
  [
    'a video beside a post',
    withAd({ creativeId: '12' }),
    {},
    'look groups.0.ads.0.mediaId: It is not used: what exists is shown as it is.',
  ],
  ['a campaign group', { container: 'Group' }, {}, 'look container: Campaigns of video ads are in no campaign group.'],
  [
    'leads and no form',
    { objective: 'leads' },
    {},
    'stop objective: Campaigns for leads need the default instant_form_id of video.',
  ],
])('a row with %s is told so', (_, more, defaults, expected) => {
  expect(told(create(more, defaults))).toContain(expected);
});

test('a bid above the most that the goal takes is told with that', () => {
  const problems = told(create({ budget: { ...DAILY, amount: '9000000' }, groups: [group({ bid: '8000000' })] }));
  expect(problems).toEqual([
    expect.stringMatching(/^stop groups\.0\.bid: The platform takes bids of at most \d+\.00 USD for this goal\.$/),
  ]);
});

test('everybody of age is chosen in a special industry', () => {
  expect(told(create({ groups: [group({ ages: { from: 18 }, genders: 'all' })] }, HOMES))).toEqual([]);
});

test('a special industry is declared where there is one', () => {
  const declared = (defaults: object) => create({}, defaults).calls[0]!.arguments.special_industries;
  expect(declared(HOMES)).toEqual(['HOUSING']);
  expect(declared({ special_industries: [] })).toBeUndefined();
});

test('more ad groups than fit are told with their number', () => {
  const groups = Array.from({ length: 1001 }, (_, at) => group({ name: `G${at}` }));
  expect(told(create({ groups })).join('\n')).toMatch(
    /stop name: A campaign holds \d+ ad groups, and this one has 1001\./,
  );
});

describe('a running campaign', () => {
  const change = (more: Partial<PlannedCampaign>, defaults: object = {}, held: Partial<RunningCampaign> = {}) =>
    changed(held, { budget: undefined, ...more }, defaults);

  test('gets a new ad group with its ads, and the ads of one that has none', () => {
    const groups = [group({ ads: [ad()] }), group({ name: 'New', budget: DAILY, ads: [ad()] })];
    const { calls } = change({ groups });
    expect(calls.map(({ key, arguments: { ad_group_id, campaign_id } }) => [key, ad_group_id ?? campaign_id])).toEqual([
      ['group 2', '7'],
      ['ad 2.1', { made: 'group 2' }],
      ['ad 1.1', '8'],
    ]);
  });

  test('gets nothing new where the defaults lack what its objective needs', () => {
    const groups = [group({ ads: [ad()] }), group({ name: 'New', budget: DAILY })];
    const planned = change({ groups, objective: 'sales' }, { pixel_id: undefined }, { objective: 'sales' });
    expect(planned.calls).toEqual([]);
    expect(told(planned)).toContain('stop name: Campaigns for sales need the default pixel_id of video.');
  });

  test('keeps a total only as long as it is enough for its days', () => {
    const problems = told(change({ groups: [group({ end: '2027-06-10' })] }));
    expect(problems.join('\n')).toMatch(
      /stop groups\.0\.end: The platform wants at least 7\d\d\d\.00 USD for 36\d days here\./,
    );
  });
});
