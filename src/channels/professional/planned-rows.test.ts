import { describe, expect, test } from 'vitest';
import { plannedRows, told } from '../../../test/planned-rows.ts';
import type { PlannedCalls, PlannedCampaign, RunningCampaign } from '../../tools/media-planning.ts';
import { mediaPlanning } from './media-plan.ts';

const TODAY = '2026-06-10';
const DAILY = { amount: '30', currency: 'EUR', per: 'day' } as const;
const TOTAL = { amount: '300', currency: 'EUR', per: 'total' } as const;
const HELD = { id: '5', name: 'Held' };
const { group, ad, withAd, create, change } = plannedRows({
  planning: mediaPlanning,
  currency: 'EUR',
  campaign: { objective: 'traffic', budget: DAILY },
  group: { name: 'C', countries: ['DE'] },
  ad: { headlines: ['One'], texts: ['Text.'], mediaId: 'urn:li:image:A' },
  running: {
    objective: 'traffic',
    budget: DAILY,
    groups: [{ id: '7', name: 'C', status: 'on', ads: 1 }],
    own: { objective: 'WEBSITE_VISIT' },
  },
  context: {
    defaults: { organization_id: '3000001', political_intent: 'NOT_POLITICAL', locale: 'de_DE' },
    today: TODAY,
    containers: [HELD],
  },
});
// biome-ignore lint/suspicious/noExplicitAny: an objective with defaults
type Any = any;
/** Where the campaign group that exists has more than a name. */
const heldWith = (own: Record<string, string>) => ({ containers: [{ ...HELD, own }] });
const stops = ({ problems }: PlannedCalls) =>
  problems.filter(({ level }) => level === 'stop').map(({ field, message }) => `${field}: ${message}`);

describe('a new campaign', () => {
  test.each<[string, Partial<PlannedCampaign>, string, Record<string, string>?]>([
    [
      'a campaign group with too long a name',
      { container: 'a'.repeat(101) },
      'container: The name of a campaign group has at most 100 characters.',
    ],
    [
      'a campaign group that shares out its budget',
      { container: 'Held' },
      'container: The campaign group "Held" shares out one budget, so its campaigns have none of their own.',
      { shares_budget: 'true' },
    ],
    [
      'a campaign group for something else',
      { container: 'Held' },
      'container: The campaign group "Held" is for LEAD_GENERATION only, and this campaign for WEBSITE_VISIT.',
      { objective: 'LEAD_GENERATION' },
    ],
    ['a first day that is the last', { start: TODAY, end: TODAY }, 'end: It would be over before it begins.'],
    [
      'a creative that is no post',
      withAd({ creativeId: '12', mediaId: undefined }),
      'groups.0.ads.0.creativeId: "12" is no post.',
    ],
    ['a file that is none', withAd({ mediaId: '12' }), 'groups.0.ads.0.mediaId: "12" is no file of the platform.'],
    [
      'an address that is none',
      withAd({ landingPage: 'a.example' }),
      'groups.0.ads.0.landingPage: "a.example" is no address of a page.',
    ],
    [
      'an ad of another format',
      { type: 'video', groups: [group({ ads: [ad()] })] },
      'groups.0.ads.0.mediaId: The campaign shows SINGLE_VIDEO only, and this ad is IMAGE.',
    ],
    [
      'a post of another format',
      { type: 'text', groups: [group({ ads: [ad({ creativeId: 'urn:li:share:12', mediaId: undefined })] })] },
      'groups.0.ads.0.creativeId: The campaign shows TEXT_AD only, and this ad is POST.',
    ],
    ['ages below 18', { groups: [group({ ages: { from: 13, to: 17 } })] }, 'groups.0.ages: Members are 18 or older.'],
    ['a country that is none', { groups: [group({ countries: ['12'] })] }, 'groups.0.countries: "12" is no country.'],
  ])('with %s is not made', (_, more, expected, own = {}) => {
    expect(stops(create(more, {}, heldWith(own)))).toContain(expected);
  });

  test('goes into a campaign group that takes it', () => {
    const planned = create({ container: 'held' }, {}, heldWith({ objective: 'WEBSITE_VISIT' }));
    expect(planned.calls.map(({ tool, arguments: { campaign_group_id } }) => [tool, campaign_group_id])).toEqual([
      ['create_professional_campaign', '5'],
    ]);
    expect(told(planned)).toEqual([]);
  });

  test('reaches audiences by their numbers and addresses, and places as the defaults say', () => {
    const groups = [group({ audienceIds: ['12', 'urn:li:adSegment:13'], countries: ['HK', 'US'], genders: 'men' })];
    const { calls } = create({ groups }, { locations: { US: 'urn:li:geo:1' } });
    expect(calls.at(-1)!.arguments.targeting).toEqual({
      include: {
        locations: ['Hong Kong SAR', 'urn:li:geo:1'],
        genders: ['urn:li:gender:MALE'],
        audiences: ['urn:li:adSegment:12', 'urn:li:adSegment:13'],
      },
    });
  });

  test.each([
    [['HK'], [], { locale_language: 'zh', locale_country: 'TW' }],
    [['HK'], ['zh'], { locale_language: 'zh', locale_country: 'TW' }],
  ])('for %j with the languages %j is made in that of the place', (countries, languages, expected) => {
    const planned = create({ groups: [group({ countries, languages })] }, { locale: undefined });
    expect(planned.calls.at(-1)!.arguments).toMatchObject(expected);
  });

  test('shows a post by its address, under the page that wrote it', () => {
    const groups = [group({ ads: [ad({ creativeId: 'https://x.example/urn:li:share:12/', mediaId: undefined })] })];
    const call = create({ groups }).calls.find(({ level }) => level === 'ad');
    expect(call?.arguments).toMatchObject({ kind: 'POST', post_id: 'urn:li:share:12' });
    expect(call?.arguments).not.toHaveProperty('organization_id');
  });

  test('that shows a post tells what of its row is not used', () => {
    const post = { creativeId: 'urn:li:share:12', button: 'Sign up' };
    const planned = create({ groups: [group({ ads: [ad(post)] })] });
    expect(told(planned)).toEqual(
      ['mediaId', 'headlines', 'texts', 'landingPage', 'button'].map(
        (field) => `look groups.0.ads.0.${field}: It is not used: what exists is shown as it is.`,
      ),
    );
    expect(planned.calls.at(-1)!.arguments).not.toHaveProperty('button');
    const leads = create({ objective: 'leads', groups: [group({ ads: [ad(post)] })] }, { lead_form_id: '7' });
    expect(leads.calls.at(-1)!.arguments).toMatchObject({ kind: 'POST', lead_form_id: '7', button: 'SIGN_UP' });
    expect(told(leads)).not.toContainEqual(expect.stringContaining('button'));
  });

  test.each([
    ['text', {}, ['button']],
    ['follower', {}, ['landingPage', 'button']],
    ['spotlight', {}, []],
  ])('of the kind %s tells what such an ad has none of', (type, more, fields) => {
    const words = ad({ mediaId: undefined, button: 'Sign up', ...more });
    const planned = create({
      type,
      objective: type === 'follower' ? 'engagement' : 'traffic',
      groups: [group({ ads: [words] })],
    });
    expect(told(planned)).toEqual(
      fields.map((field) => `look groups.0.ads.0.${field}: It is not used: ads of this format have none.`),
    );
  });

  test('goes to other websites only where the defaults say so and its format can', () => {
    const offsite = (defaults: object, type?: string) =>
      create({ type }, defaults).calls.at(-1)!.arguments.offsite_delivery_enabled;
    expect(offsite({})).toBe(false);
    expect(offsite({ offsite_delivery_enabled: true }, 'image')).toBe(true);
    expect(offsite({ offsite_delivery_enabled: true }, 'text')).toBe(false);
  });

  test('takes the default cost type with a bid and where the objective has it', () => {
    const costOf = (defaults: object, more: Partial<PlannedCampaign> = {}) =>
      create({ type: 'image', ...more }, defaults).calls.at(-1)!.arguments.cost_type;
    expect(costOf({ cost_type: 'CPC', unit_cost_amount: '5' })).toBe('CPC');
    expect(costOf({ cost_type: 'CPC' })).toBeUndefined();
    expect(costOf({ cost_type: 'CPV', unit_cost_amount: '5' })).toBeUndefined();
  });

  test.each<[string, string | undefined, object, object, string[]]>([
    ['a click, where clicks are paid', '8', {}, { unit_cost_amount: '8', cost_type: 'CPC' }, []],
    [
      'a thousand impressions, as the defaults say',
      '8',
      { objective: 'awareness', cost_type: 'CPM' },
      { unit_cost_amount: '8', cost_type: 'CPM' },
      [],
    ],
    [
      'a click, where the defaults say views',
      '8',
      { cost_type: 'CPV' },
      { unit_cost_amount: '8', cost_type: 'CPC' },
      [],
    ],
    [
      'a click, where views are paid',
      '8',
      { objective: 'video_views' },
      {},
      ['stop groups.0.bid: The bid is for a click; this campaign pays for a view (CPV).'],
    ],
    [
      'a click, where impressions are paid',
      '8',
      { objective: 'awareness', cost_type: 'CPC' },
      {},
      ['stop groups.0.bid: The bid is for a click; this campaign pays for 1,000 impressions (CPM).'],
    ],
    [
      'a click by default, where views are paid',
      undefined,
      { objective: 'video_views', cost_type: 'CPC', unit_cost_amount: '8' },
      {},
      [
        'look groups.0.bid: The default bid is for a click and is not used: this campaign pays for a view (CPV), and the platform bids.',
      ],
    ],
    [
      'a click by default without a word, where impressions are paid',
      undefined,
      { objective: 'awareness', unit_cost_amount: '8' },
      {},
      [
        'look groups.0.bid: The default bid is for a click and is not used: this campaign pays for 1,000 impressions (CPM), and the platform bids.',
      ],
    ],
  ])('with a bid for %s', (_, bid, { objective = 'traffic', ...defaults }: Any, expected, words) => {
    const planned = create({ objective, groups: [group({ bid })] }, defaults);
    expect(told(planned)).toEqual(words);
    const { unit_cost_amount, cost_type } = planned.calls.find(({ key }) => key === 'campaign')?.arguments ?? {};
    expect({ unit_cost_amount, cost_type }).toEqual(expected);
  });

  test('begins and ends by the days of its group, told in their cells', () => {
    const groups = [group({ start: TODAY, end: '2026-06-30' })];
    const planned = create({ groups, start: '2026-01-01', end: '2026-01-02' });
    expect(planned.calls.at(-1)).toMatchObject({
      arguments: { run_schedule_start: '2026-06-10T23:59:59Z', run_schedule_end: '2026-07-01T00:00:00Z' },
      from: { run_schedule_start: 'groups.0.start', run_schedule_end: 'groups.0.end' },
    });
    expect(told(planned)).toEqual([
      'look groups.0.start: It begins at the end of that day: the platform takes no start that has passed.',
    ]);
  });

  test('takes places only by the addresses of the platform', () => {
    expect(mediaPlanning.defaults.safeParse({ locations: { US: 'urn:li:geo:1' } }).success).toBe(true);
    expect(mediaPlanning.defaults.safeParse({ locations: { US: 'United States' } }).success).toBe(false);
  });
});

describe('a running campaign', () => {
  test.each<[string, Partial<RunningCampaign>, Partial<PlannedCampaign>, string]>([
    [
      'that is archived',
      { own: { objective: 'WEBSITE_VISIT', status: 'ARCHIVED' } },
      { budget: { ...DAILY, amount: '40' } },
      'name: The campaign is archived, so nothing of it can be changed.',
    ],
    [
      'for another objective',
      {},
      { objective: 'leads' },
      'objective: The campaign exists for traffic, and its objective cannot be changed.',
    ],
    [
      'that spends from its group',
      { own: { objective: 'WEBSITE_VISIT', shares_budget: 'true' } },
      { budget: { ...DAILY, amount: '40' } },
      'budget: The campaign spends from the budget that its campaign group shares out, and has none of its own.',
    ],
    ['with a total and no end', {}, { budget: TOTAL }, 'end: €300.00 in total can only be spent by an end.'],
    [
      'that has started',
      { start: '2026-06-01' },
      { start: '2026-07-01' },
      'start: It has started on 2026-06-01, so its start cannot be moved.',
    ],
    [
      'whose new start has passed',
      { start: '2026-07-01' },
      { start: '2026-06-09' },
      'start: The start 2026-06-09 has passed.',
    ],
    ['whose new end has passed', {}, { end: '2026-06-09' }, 'end: The end 2026-06-09 has passed.'],
  ])('%s is not changed', (_, held, more, expected) => {
    expect(stops(change(held, more))).toEqual([expected]);
  });

  test.each<[string, Partial<RunningCampaign>, Partial<PlannedCampaign>, object[]]>([
    ['that began late stays', { start: '2026-06-05' }, { start: '2026-06-01' }, []],
    [
      'with the same total besides its daily budget stays',
      { own: { objective: 'WEBSITE_VISIT', total_budget: '300.00' }, end: '2026-06-30' },
      { budget: TOTAL },
      [],
    ],
    [
      'gets another total besides its daily budget',
      { own: { objective: 'WEBSITE_VISIT', total_budget: '200.00' }, end: '2026-06-30' },
      { budget: TOTAL },
      [{ campaign_id: '7', total_budget_amount: '300' }],
    ],
    [
      'changes from a daily budget to a total',
      { end: '2026-06-30' },
      { budget: TOTAL },
      [{ campaign_id: '7', total_budget_amount: '300', daily_budget_amount: 'none' }],
    ],
    [
      'that is a draft begins later',
      { start: '2026-06-01', own: { objective: 'WEBSITE_VISIT', status: 'DRAFT' } },
      { start: '2026-07-01' },
      [{ campaign_id: '7', run_schedule_start: '2026-07-01T00:00:00Z' }],
    ],
  ])('%s: %j', (_, held, more, expected) => {
    const planned = change(held, more);
    expect(told(planned)).toEqual([]);
    expect(planned.calls.map((one) => one.arguments)).toEqual(expected);
  });

  test.each([
    ['PAUSED', 'New', ['stop container: Only drafts can be in a campaign group that is a draft.']],
    ['PAUSED', 'Draft', ['stop container: Only drafts can be in a campaign group that is a draft.']],
    ['PAUSED', 'Running', []],
    ['DRAFT', 'New', []],
    ['DRAFT', 'Draft', []],
  ])('that is %s moves into the group %s: %j', (status, container, expected) => {
    const held = { container: HELD, own: { objective: 'WEBSITE_VISIT', status } };
    const containers = [
      { id: '5', name: 'Draft', own: { status: 'DRAFT' } },
      { id: '6', name: 'Running', own: { status: 'ACTIVE' } },
    ];
    const planned = change(held, { container }, {}, { containers });
    expect(told(planned)).toEqual(expected);
    expect(planned.calls.length > 0).toBe(expected.length === 0);
  });

  test('without ads gets those of the sheet, which had nothing before', () => {
    const groups = [{ id: '7', name: 'C', status: 'on', ads: 0 }] as const;
    const planned = change(
      { groups, own: { objective: 'WEBSITE_VISIT', format: 'STANDARD_UPDATE' } },
      { groups: [group({ ads: [ad()] })] },
    );
    expect(planned.calls.map(({ key, difference }) => [key, difference])).toEqual([
      ['ad 1.1', { 'ad 1.1': { from: undefined, to: 'Ad' } }],
    ]);
  });
});
