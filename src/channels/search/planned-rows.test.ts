import { describe, expect, test } from 'vitest';
import { plannedRows, told } from '../../../test/planned-rows.ts';
import type { PlannedCampaign, RunningCampaign } from '../../tools/media-planning.ts';
import { mediaPlanning } from './media-plan.ts';

const DAILY = { amount: '10', currency: 'EUR', per: 'day' } as const;
const TOTAL = { amount: '300', currency: 'EUR', per: 'total' } as const;
const { group, ad, withAd, create, change } = plannedRows({
  planning: mediaPlanning,
  currency: 'EUR',
  campaign: { budget: DAILY },
  group: { countries: ['DE'] },
  ad: { headlines: ['One', 'Two', 'Three'], texts: ['First text.', 'Second text.'] },
  running: { budget: DAILY, own: { type: 'PERFORMANCE_MAX', bidding_strategy: 'MAXIMIZE_CONVERSIONS' } },
  context: { defaults: { contains_eu_political_advertising: false }, today: '2026-06-10', zone: 'UTC' },
});

describe('a new campaign', () => {
  test.each<[string, Partial<PlannedCampaign>, string]>([
    [
      'two groups of one name',
      { groups: [group({ name: 'G' }), group({ name: ' g ' })] },
      'stop groups.1.name: The campaign has two groups named " g ".',
    ],
    [
      'an address that is none',
      withAd({ landingPage: 'a.example' }),
      'stop groups.0.ads.0.landingPage: "a.example" is no address of a page.',
    ],
    ['a button', withAd({ button: 'Sign up' }), 'look groups.0.ads.0.button: It is not used: search ads have none.'],
    ['a picture', withAd({ mediaId: '5' }), 'look groups.0.ads.0.mediaId: It is not used: search ads have none.'],
    [
      'a headline of two lines',
      withAd({ headlines: ['One\nmore', 'Two', 'Three'] }),
      'stop groups.0.ads.0.headlines: "One\nmore" is more than one line.',
    ],
    [
      'ages',
      { groups: [group({ ages: { from: 18 } })] },
      'look groups.0.ages: Ages of a search campaign are not set from a sheet: use update_campaign_targeting when it is made.',
    ],
    [
      'a gender',
      { groups: [group({ genders: 'women' })] },
      'look groups.0.genders: Genders of a search campaign are not set from a sheet: use update_campaign_targeting when it is made.',
    ],
    [
      'a first day of its own',
      { groups: [group({ start: '2026-06-20' })] },
      'look groups.0.start: Search has days by campaign: the group runs as long as its campaign does.',
    ],
    [
      'a last day of its own',
      { groups: [group({ end: '2026-06-20' })] },
      'look groups.0.end: Search has days by campaign: the group runs as long as its campaign does.',
    ],
    [
      'audiences',
      { groups: [group({ audienceIds: ['1'] })] },
      'look groups.0.audienceIds: Audiences of a search campaign are not set from a sheet: use update_campaign_targeting when it is made.',
    ],
    [
      'an ad of a picture alone',
      withAd({ headlines: [], texts: [], mediaId: '5' }),
      'look groups.0.ads.0.headlines: No ad is made: a search ad needs 3 to 15 headlines and 2 to 4 descriptions.',
    ],
    [
      'a total for one day',
      { budget: TOTAL, start: '2026-07-01', end: '2026-07-01' },
      'look budget: Search takes a budget a day: €300.00 in 1 day is €300.00 a day.',
    ],
    [
      'a total for more days than coins',
      { budget: { ...TOTAL, amount: '0.05' }, start: '2026-07-01', end: '2026-07-10' },
      'stop budget: €0.05 in 10 days is less than a coin a day.',
    ],
  ])('of a sheet with %s is told', (_, more, expected) => {
    expect(told(create(more))).toContain(expected);
  });

  test.each([
    [
      { bidding_strategy: 'MAXIMIZE_CLICKS', max_cpc: '1.5', target_cpa: '9' },
      'Search',
      { bidding_strategy: 'MAXIMIZE_CLICKS', max_cpc: '1.5' },
    ],
    [
      { bidding_strategy: 'MAXIMIZE_CONVERSIONS', target_cpa: '9', max_cpc: '1' },
      'Search',
      { bidding_strategy: 'MAXIMIZE_CONVERSIONS', target_cpa: '9' },
    ],
    [
      { bidding_strategy: 'MAXIMIZE_CONVERSION_VALUE', target_roas: 4, target_cpa: '9' },
      'Search',
      { bidding_strategy: 'MAXIMIZE_CONVERSION_VALUE', target_roas: 4 },
    ],
    [
      { bidding_strategy: 'MAXIMIZE_CONVERSION_VALUE' },
      'Performance Max',
      { bidding_strategy: 'MAXIMIZE_CONVERSION_VALUE' },
    ],
    [
      { bidding_strategy: 'MAXIMIZE_CLICKS', max_cpc: '1.5' },
      'Performance Max',
      { bidding_strategy: 'MAXIMIZE_CONVERSIONS' },
    ],
    [{ search_partners: false }, 'Search', { bidding_strategy: 'MAXIMIZE_CLICKS', search_partners: false }],
    [{ search_partners: true }, 'Performance Max', { bidding_strategy: 'MAXIMIZE_CONVERSIONS' }],
  ])('with the defaults %j of the kind %s gets what belongs to it', (defaults, type, expected) => {
    const given = create({ type }, defaults).calls[0]!.arguments;
    const { bidding_strategy, max_cpc, target_cpa, target_roas, search_partners } = given;
    expect({ bidding_strategy, max_cpc, target_cpa, target_roas, search_partners }).toEqual(expected);
  });

  test('a bid is not used in a Performance Max campaign', () => {
    expect(told(create({ type: 'pmax', groups: [group({ bid: '1' })] }))).toContain(
      'look groups.0.bid: It is not used: the platform sets the bids of this campaign itself.',
    );
  });

  test('a bid of a group is not used where the platform bids by itself', () => {
    const planned = create({ groups: [group({ bid: '1' })] }, { bidding_strategy: 'MAXIMIZE_CLICKS' });
    expect(told(planned)).toContain(
      'look groups.0.bid: It is not used: the platform sets the bids of this campaign itself.',
    );
    expect(planned.calls.find(({ key }) => key === 'group 1')!.arguments).not.toHaveProperty('cpc_bid');
  });

  test.each([
    ['a'.repeat(81), 'has 81 characters; at most 80 fit'],
    ['a b c d e f g h i j k', 'has 11 words; at most 10 fit'],
    ['red\u0007shoes', 'has signs that cannot be seen'],
  ])('a keyword that no campaign takes is told: %j', (keyword, why) => {
    expect(told(create({ groups: [group({ keywords: [keyword] })] })).join('\n')).toContain(why);
  });
});

describe('a running campaign', () => {
  test.each<[string, Partial<RunningCampaign>, Partial<PlannedCampaign>, string]>([
    [
      'that is over',
      { end: '2026-06-01' },
      { budget: { ...DAILY, amount: '12' } },
      'stop name: It ended on 2026-06-01: nothing of it can be changed before its end is.',
    ],
    [
      'with a budget for its whole run',
      { budget: TOTAL },
      {},
      'stop budget: The campaign has a budget for its whole run, which cannot become one a day.',
    ],
    [
      'that shares its budget',
      { own: { type: 'PERFORMANCE_MAX', shared_budget: 'true' } },
      { budget: { ...DAILY, amount: '12' } },
      'stop budget: The campaign spends from a budget that it shares with others, so it has none of its own to change.',
    ],
    [
      'that has started',
      { start: '2026-06-01' },
      { start: '2026-07-01' },
      'stop start: It has started on 2026-06-01, so its start cannot be moved.',
    ],
    [
      'whose new start has passed',
      { start: '2026-07-01' },
      { start: '2026-06-09' },
      'stop start: The start 2026-06-09 has passed.',
    ],
    ['whose new end has passed', {}, { end: '2026-06-09' }, 'stop end: The end 2026-06-09 has passed.'],
    [
      'that would end before it starts',
      { start: '2026-07-01' },
      { end: '2026-06-20' },
      'stop end: It ends on 2026-06-20, before it starts on 2026-07-01.',
    ],
    [
      'of another kind',
      {},
      { type: 'Search' },
      'stop type: The campaign exists as PERFORMANCE_MAX, and its kind cannot be changed.',
    ],
    ['whose total is too fine', { budget: TOTAL }, { budget: { ...TOTAL, amount: '300.001' } }, 'stop budget: '],
  ])('%s is not changed', (_, held, more, expected) => {
    const planned = change(held, more);
    expect(planned.problems.filter(({ level }) => level === 'stop')).toHaveLength(1);
    expect(told(planned).join('\n')).toContain(expected);
  });

  test('ends later, which lets it be changed again', () => {
    const planned = change({ end: '2026-06-01' }, { budget: { ...DAILY, amount: '12' }, end: '2026-06-30' });
    expect(planned.problems).toEqual([]);
    expect(planned.calls.map((one) => one.arguments)).toEqual([
      { campaign_id: '7', budget: '12', end_date: '2026-06-30' },
    ]);
  });

  test('keeps a budget for its whole run, by another amount', () => {
    const planned = change({ budget: TOTAL }, { budget: { ...TOTAL, amount: '400' } });
    expect(planned.calls.map((one) => one.arguments)).toEqual([{ campaign_id: '7', budget: '400' }]);
    expect(change({ budget: TOTAL }, { budget: TOTAL })).toEqual({ calls: [], problems: [] });
  });

  test('gets a total that was shared out from the day on which it began', () => {
    const planned = change({ start: '2026-06-05' }, { budget: TOTAL, start: '2026-06-01', end: '2026-06-14' });
    expect(planned.calls[0]!.arguments).toMatchObject({ budget: '30.00', end_date: '2026-06-14' });
  });

  test('gets the ads of a group that has none', () => {
    const groups = [{ id: '9', name: 'Group', status: 'on', ads: 0 }] as const;
    const own = { type: 'SEARCH', bidding_strategy: 'MAXIMIZE_CLICKS' };
    const planned = change({ groups, own }, { groups: [group({ ads: [ad()] })] });
    expect(planned.calls.map((one) => [one.tool, one.arguments.ad_group_id])).toEqual([
      ['create_responsive_search_ad', '9'],
    ]);
    const full = [{ ...groups[0], ads: 1 }];
    expect(change({ groups: full, own }, { groups: [group({ ads: [ad()] })] }).calls).toEqual([]);
  });
});
