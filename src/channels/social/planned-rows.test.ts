import { describe, expect, test } from 'vitest';
import { plannedRows, told } from '../../../test/planned-rows.ts';
import type { PlannedCampaign, RunningCampaign } from '../../tools/media-planning.ts';
import { mediaPlanning } from './media-plan.ts';
import { goalOf, objectiveWord } from './resources/plan-goals.ts';

const DAILY = { amount: '30', currency: 'USD', per: 'day' } as const;
const TOTAL = { amount: '300', currency: 'USD', per: 'total' } as const;
const HELD = { id: '8', name: 'G', status: 'on', ads: 0, budget: DAILY, start: '2026-06-01' } as const;
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
  ad: { headlines: ['One'], texts: ['Text.'], mediaId: 'a'.repeat(32) },
  running: { objective: 'traffic', groups: [HELD] },
  context: { defaults: { page_id: '11', pixel_id: '12', special_ad_categories: [] }, today: '2026-06-10', zone: 'UTC' },
});

const HOMES = { special_ad_categories: ['HOUSING'], special_ad_category_country: ['US'] };

test.each<[string, Partial<PlannedCampaign>, object, string]>([
  [
    'an audience that is none',
    { groups: [group({ audienceIds: ['x'] })] },
    {},
    'stop groups.0.audienceIds: x is no audience.',
  ],
  [
    'a post of another page',
    { objective: 'engagement', ...withAd({ creativeId: '99_5' }) },
    {},
    'stop groups.0.ads.0.creativeId: The post is of the page 99, and the campaign promotes 11.',
  ],
  [
    'an id that is neither creative nor post',
    withAd({ creativeId: 'x' }),
    {},
    'stop groups.0.ads.0.creativeId: x is neither a creative nor a post.',
  ],
  ...['headlines', 'texts', 'mediaId', 'landingPage', 'button'].map(
    (name): [string, Partial<PlannedCampaign>, object, string] => [
      `${name} beside a post`,
      withAd({ creativeId: '12_5', button: 'Sign up' }),
      {},
      `look groups.0.ads.0.${name}: It is not used: what exists is shown as it is.`,
    ],
  ),
  ['no page', withAd({}), { page_id: undefined }, 'stop groups.0.ads.0.name: An ad speaks for a page.'],
  [
    'an ad without content',
    withAd({ headlines: [], texts: [], mediaId: undefined }),
    {},
    'stop groups.0.ads.0.name: The ad has no content.',
  ],
  [
    'a file that is none',
    withAd({ mediaId: 'picture' }),
    {},
    'stop groups.0.ads.0.mediaId: picture names no picture or video of the account.',
  ],
  [
    'two pictures',
    withAd({ mediaId: `${'a'.repeat(32)} https://a.example/p.png` }),
    {},
    `stop groups.0.ads.0.mediaId: ${'a'.repeat(32)} https://a.example/p.png names no picture or video of the account.`,
  ],
  [
    'a video without its thumbnail',
    withAd({ mediaId: '123' }),
    {},
    'stop groups.0.ads.0.mediaId: A video needs a thumbnail.',
  ],
  [
    'a picture where views of videos are wanted',
    { objective: 'video_views', ...withAd({}) },
    {},
    'stop groups.0.ads.0.mediaId: Ads for views of videos show a video.',
  ],
  [
    'a currency that is not known',
    { currency: 'XXX', budget: { ...DAILY, currency: 'XXX' } },
    {},
    "stop budget: The platform's table of currencies has no XXX.",
  ],
  ['nothing to spend', { budget: { ...DAILY, amount: '0' } }, {}, 'stop budget: 0 is no amount to spend.'],
  [
    'an amount that is too fine',
    { budget: { ...DAILY, amount: '1.001' } },
    {},
    'stop budget: 1.001 has too many decimals: USD has 2.',
  ],
  [
    'budgets on both levels',
    { groups: [group({ budget: DAILY })] },
    {},
    'stop groups.0.budget: The campaign has a budget, so its ad sets cannot have budgets of their own.',
  ],
  [
    'an ad set without a bid',
    { groups: [group({ bid: '1' }), group({ name: 'H' })] },
    {},
    'stop groups.1.bid: Other ad sets of the campaign have a bid, so this one needs one.',
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
  [
    'a day with a daily budget',
    { budget: undefined, groups: [group({ budget: DAILY, end: '2026-06-10' })] },
    {},
    'stop groups.0.end: With a daily budget an ad set has to run for 24 hours.',
  ],
  ['a total without an end', { budget: TOTAL }, {}, 'stop end: A budget for the whole run needs an end.'],
  [
    'a bid above the budget',
    { budget: undefined, groups: [group({ budget: DAILY, bid: '31' })] },
    {},
    'stop groups.0.bid: The bid 31 is more than the budget has for a day.',
  ],
  [
    'more ad sets than fit',
    { groups: Array.from({ length: 201 }, (_, at) => group({ name: `G${at}` })) },
    {},
    'stop name: A campaign holds 200 ad sets, and this one has 201.',
  ],
  [
    'a type',
    { type: 'Feed' },
    {},
    'look type: Campaigns of social-network ads are made without a type: Feed is not used.',
  ],
  [
    'a campaign group',
    { container: 'Group' },
    {},
    'look container: Campaigns of social-network ads are in no campaign group.',
  ],
  [
    'a place outside those declared',
    { groups: [group({ countries: ['US', 'CA'] })] },
    HOMES,
    'stop groups.0.countries: The special ad categories are declared for US, not for CA.',
  ],
  [
    'ages of a special category',
    { groups: [group({ ages: { from: 25 } })] },
    HOMES,
    'stop groups.0.ages: Ads of a special ad category cannot choose ages.',
  ],
  [
    'a gender of a special category',
    { groups: [group({ genders: 'men' })] },
    HOMES,
    'stop groups.0.genders: Ads of a special ad category cannot choose a gender.',
  ],
  [
    'a special category without a place',
    {},
    { special_ad_categories: ['HOUSING'] },
    'stop name: Special ad categories apply somewhere.',
  ],
  [
    'ads for money in a place that wants a declaration',
    { groups: [group({ countries: ['AU'] })] },
    { special_ad_categories: ['FINANCIAL_PRODUCTS_SERVICES'], special_ad_category_country: ['AU'] },
    'stop groups.0.countries: Ads in AU need the declaration AUSTRALIA_FINSERV.',
  ],
  [
    'an upper age with a widened audience',
    { groups: [group({ ages: { from: 18, to: 40 } })] },
    { advantage_audience: true },
    'stop groups.0.ages: With advantage_audience in the defaults the platform takes no upper age, and none above 25 as the lower.',
  ],
  [
    'a lower age with a widened audience',
    { groups: [group({ ages: { from: 30 } })] },
    { advantage_audience: true },
    'stop groups.0.ages: With advantage_audience in the defaults the platform takes no upper age, and none above 25 as the lower.',
  ],
  [
    'an age above 65',
    { groups: [group({ ages: { from: 18, to: 70 } })] },
    {},
    'look groups.0.ages: 65 means 65 and older here: 70 cannot be said.',
  ],
  [
    'a young age with a gender',
    { groups: [group({ ages: { from: 14 }, genders: 'women' })] },
    {},
    'stop groups.0.ages: People under 18 can be chosen by age and place only.',
  ],
  [
    'ages in the wrong order',
    { groups: [group({ ages: { from: 40, to: 30 } })] },
    {},
    'stop groups.0.ages: The ages 40 to 30 are not possible.',
  ],
  [
    'a language without a number',
    { groups: [group({ languages: ['tlh'] })] },
    {},
    'look groups.0.languages: The platform has no number for tlh: these languages are not chosen.',
  ],
  [
    'keywords',
    { groups: [group({ keywords: ['shoes'] })] },
    {},
    'look groups.0.keywords: Keywords are not used in social-network ads.',
  ],
  [
    'a closed country',
    { groups: [group({ countries: ['KP'] })] },
    {},
    'stop groups.0.countries: Ads cannot be shown in KP.',
  ],
  [
    'leads and neither form nor pixel',
    { objective: 'leads' },
    { pixel_id: undefined },
    'stop objective: Campaigns for leads need the default lead_form_id (or pixel_id, for leads on a website) of social.',
  ],
  [
    'leads as sales',
    { objective: 'sales' },
    { conversion_event: 'LEAD' },
    'stop objective: Campaigns for sales need the default conversion_event (a sale, such as PURCHASE; LEAD belongs to the objective leads) of social.',
  ],
  [
    'leads as sales and no pixel',
    { objective: 'sales' },
    { conversion_event: 'LEAD', pixel_id: undefined },
    'stop objective: Campaigns for sales need the default pixel_id, conversion_event (a sale, such as PURCHASE; LEAD belongs to the objective leads) of social.',
  ],
  [
    'engagement and no page',
    { objective: 'engagement' },
    { page_id: undefined },
    'stop objective: Campaigns for engagement need the default page_id of social.',
  ],
])('a row with %s is told so', (_, more, defaults, expected) => {
  expect(told(create(more, defaults))).toContain(expected);
});

describe('installs of an app', () => {
  const of = (defaults: object) => goalOf('app_installs', defaults, 'objective');
  const store = 'https://play.google.com/store/apps/details?id=a';
  const apple = 'https://apps.apple.com/app/id1';

  test('on Android are never counted the way of iOS', () => {
    for (const is_skadnetwork_attribution of [undefined, true]) {
      const { goal, problems } = of({ application_id: '5', object_store_url: store, is_skadnetwork_attribution });
      expect(problems).toEqual([]);
      expect(goal).toMatchObject({ campaign: { is_skadnetwork_attribution: false }, system: 'Android', link: store });
    }
  });

  test('on iOS want it said how they are counted', () => {
    expect(of({ application_id: '5', object_store_url: apple }).problems[0]?.message).toBe(
      'Campaigns for app_installs need the default is_skadnetwork_attribution of social.',
    );
    const { goal } = of({ application_id: '5', object_store_url: apple, is_skadnetwork_attribution: true });
    const app = { application_id: '5', object_store_url: apple };
    expect(goal).toMatchObject({
      campaign: { is_skadnetwork_attribution: true, ...app },
      group: { promoted_object: app },
      system: 'iOS',
    });
  });

  test('want the app and its page', () => {
    expect(of({}).problems[0]?.message).toBe(
      'Campaigns for app_installs need the default application_id, object_store_url of social.',
    );
  });
});

test.each([
  ['OUTCOME_ENGAGEMENT', ['THRUPLAY', 'THRUPLAY'], 'video_views'],
  ['OUTCOME_AWARENESS', ['THRUPLAY'], 'video_views'],
  ['OUTCOME_ENGAGEMENT', ['THRUPLAY', 'POST_ENGAGEMENT'], 'engagement'],
  ['OUTCOME_ENGAGEMENT', [], undefined],
  ['OUTCOME_AWARENESS', [], 'awareness'],
  ['CONVERSIONS', [], 'sales'],
  ['ODD', [], undefined],
  [undefined, [], undefined],
])('a running campaign of %s with the goals %j is for %s', (objective, goals, word) => {
  expect(objectiveWord(objective, goals)).toBe(word);
});

test('the declarations of the defaults go along where a country wants them', () => {
  const declarations = { categories: ['SINGAPORE_UNIVERSAL'], identities: { SINGAPORE_UNIVERSAL: '5' } };
  const options = (countries: string[]) =>
    create({ groups: [group({ countries })] }, { declarations }).calls.find(({ level }) => level === 'group')?.arguments
      .options;
  expect(options(['SG'])).toEqual({ declarations });
  expect(options(['US'])).toBeUndefined();
});

describe('a running campaign', () => {
  const change = (more: Partial<PlannedCampaign>, defaults: object = {}, held: Partial<RunningCampaign> = {}) =>
    changed(held, { budget: undefined, ...more }, defaults);

  test('gets a new ad set with its ads, and the ads of one that has none', () => {
    const groups = [group({ budget: DAILY, ads: [ad()] }), group({ name: 'New', budget: DAILY, ads: [ad()] })];
    const { calls } = change({ groups });
    expect(calls.map(({ key, arguments: { ad_set_id, campaign_id } }) => [key, ad_set_id ?? campaign_id])).toEqual([
      ['group 2', '7'],
      ['creative 2.1', undefined],
      ['ad 2.1', { made: 'group 2' }],
      ['creative 1.1', undefined],
      ['ad 1.1', '8'],
    ]);
  });

  test('gets nothing new where the defaults lack what its objective needs', () => {
    const groups = [group({ budget: DAILY, ads: [ad()] }), group({ name: 'New', budget: DAILY })];
    const planned = change({ groups, objective: 'sales' }, { pixel_id: undefined }, { objective: 'sales' });
    expect(planned.calls).toEqual([]);
    expect(told(planned)).toContain('stop name: Campaigns for sales need the default pixel_id of social.');
  });

  test('does not end an ad set with a daily budget within a day', () => {
    const today = { ...HELD, start: '2026-06-10' };
    const until = (end: string) => told(change({ groups: [group({ budget: DAILY, end })] }, {}, { groups: [today] }));
    expect(until('2026-06-10')).toEqual(['stop groups.0.end: With a daily budget an ad set has to run for 24 hours.']);
    expect(until('2026-06-11')).toEqual([]);
  });
});
