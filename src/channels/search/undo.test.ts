import { expect, test } from 'vitest';
import { callsBack, takenBack } from '../../tools/undo.testing.ts';
import type { MadeChange } from '../../tools/undo.ts';
import { undo } from './undo.ts';

type Change = Partial<MadeChange>;

const both = (from: unknown, to: unknown) => ({ from, to });

test.each<[string, string, Change, unknown]>([
  [
    'a value of a conversion',
    'update_conversion_action',
    {
      args: { conversion_action_id: '1' },
      applied: { value: both({ amount: '5', currency: 'EUR' }, { amount: '6', currency: 'EUR' }) },
    },
    ['update_conversion_action', { conversion_action_id: '1', value: { amount: '5', currency: 'EUR' } }],
  ],
  [
    'the address and the bid of a keyword',
    'update_keyword',
    {
      args: { keyword_id: '2', ad_group_id: '3' },
      applied: { final_urls: both(['https://a.example'], ['https://b.example']), cpc_bid: both(null, { amount: '1' }) },
    },
    ['update_keyword', { keyword_id: '2', ad_group_id: '3', final_url: 'https://a.example', cpc_bid: 'inherit' }],
  ],
  [
    'the budget and the end of a campaign',
    'update_campaign',
    {
      args: { campaign_id: '1' },
      applied: {
        budget: both({ amount: '5', currency: 'EUR' }, { amount: '9', currency: 'EUR' }),
        end_date: both(null, '2026-12-31'),
        target_cpa: both(null, { amount: '3', currency: 'EUR' }),
        target_roas: both(null, 4),
        max_cpc: both(null, { amount: '1', currency: 'EUR' }),
      },
    },
    [
      'update_campaign',
      {
        campaign_id: '1',
        budget: '5',
        change_shared_budget: true,
        end_date: 'none',
        target_cpa: 'none',
        target_roas: 'none',
        max_cpc: 'none',
      },
    ],
  ],
  [
    'the target of an ad group',
    'update_ad_group',
    { args: { ad_group_id: '1' }, applied: { target_cpa: both(null, { amount: '3', currency: 'EUR' }) } },
    ['update_ad_group', { ad_group_id: '1', target_cpa: 'inherit' }],
  ],
  [
    'the pins of an ad',
    'update_ad',
    { args: { ad_id: '1' }, applied: { pinned: both(null, [{ text: 'A' }]) } },
    ['update_ad', { ad_id: '1', pinned: [] }],
  ],
  [
    'the tracking of an asset',
    'update_tracking',
    {
      args: { asset_id: '7' },
      applied: {
        tracking_url_template: both(null, 'x'),
        final_url_suffix: both(null, 'y'),
        custom_parameters: both(null, {}),
      },
    },
    [
      'update_tracking',
      { asset_id: '7', tracking_url_template: 'none', final_url_suffix: 'none', custom_parameters: {} },
    ],
  ],
  [
    'added keywords, in the ad groups they went to',
    'add_keywords',
    {
      args: { ad_group_id: '3', status: 'ENABLED', keywords: [{ text: 'a' }, { text: 'b', ad_group_id: '4' }] },
      rows: [
        { id: '10', index: 0 },
        { id: '11', index: 1 },
      ],
    },
    ['update_keywords', { keyword_ids: ['3~10', '4~11'], status: 'PAUSED' }],
  ],
  [
    'keywords that were changed together',
    'update_keywords',
    {
      rows: [
        {
          id: '3~10',
          applied: { cpc_bid: both(null, { amount: '1', currency: 'EUR' }), status: both('PAUSED', 'ENABLED') },
        },
      ],
    },
    ['update_keywords', { keywords: [{ ad_group_id: '3', keyword_id: '10', cpc_bid: 'inherit', status: 'PAUSED' }] }],
  ],
  [
    'a label that was put on',
    'apply_label',
    { args: { label: '5', action: 'add', campaign_ids: ['1', '2'], ad_ids: ['3~4'] }, changed: 3 },
    ['apply_label', { label: '5', action: 'remove', campaign_ids: ['1', '2'], ad_ids: ['3~4'] }],
  ],
  [
    'a label that was taken off',
    'apply_label',
    { args: { label: '5', action: 'remove', keyword_ids: ['3~4'] }, changed: 1 },
    ['apply_label', { label: '5', action: 'add', keyword_ids: ['3~4'] }],
  ],
  [
    'an extension that was made for a campaign',
    'create_extension',
    { args: { campaign_id: '1' }, ids: { asset: '9' } },
    ['update_ad_extensions', { campaign_id: '1', remove_ids: ['9'] }],
  ],
  [
    'extensions of an ad group',
    'update_ad_extensions',
    { args: { ad_group_id: '2' }, added: ['9'], removed: ['8'] },
    ['update_ad_extensions', { ad_group_id: '2', asset_ids: ['8'], remove_ids: ['9'] }],
  ],
  [
    'the assets of a group, beside its name',
    'update_asset_group',
    {
      args: { asset_group_id: '6' },
      applied: {
        name: both('Old', 'New'),
        assets: both([{ asset_id: '1' }, { asset_id: '2' }], [{ asset_id: '2' }, { asset_id: '3' }]),
      },
    },
    [
      'update_asset_group',
      { asset_group_id: '6', name: 'Old', add_assets: [{ asset_id: '1' }], remove_assets: [{ asset_id: '3' }] },
    ],
  ],
  [
    'modifiers that were not set before',
    'update_campaign_targeting',
    {
      args: { campaign_id: '1' },
      applied: {
        device_bid_modifiers: both({ MOBILE: 1.2 }, { MOBILE: 1.5, TABLET: 0 }),
        location_ids: both(['20'], ['20', '21']),
      },
    },
    [
      'update_campaign_targeting',
      { campaign_id: '1', mode: 'replace', device_bid_modifiers: { MOBILE: 1.2, TABLET: 1 }, location_ids: ['20'] },
    ],
  ],
  [
    'a location that came with its modifier, beside one that got a modifier',
    'update_campaign_targeting',
    {
      args: { campaign_id: '1' },
      applied: {
        location_ids: both(['20'], ['20', '21']),
        location_bid_modifiers: both({}, { 20: 0.9, 21: 1.5 }),
      },
    },
    [
      'update_campaign_targeting',
      { campaign_id: '1', mode: 'replace', location_ids: ['20'], location_bid_modifiers: { 20: 1 } },
    ],
  ],
  [
    'audiences whose option stayed',
    'update_campaign_targeting',
    { args: { campaign_id: '1', audience_option: 'OBSERVE' }, applied: { audience_ids: both(['7'], []) } },
    [
      'update_campaign_targeting',
      { campaign_id: '1', mode: 'replace', audience_ids: ['7'], audience_option: 'OBSERVE' },
    ],
  ],
  [
    'audiences whose option was changed with them',
    'update_campaign_targeting',
    {
      args: { campaign_id: '1', audience_option: 'OBSERVE' },
      applied: { audience_ids: both(['7'], []), audience_option: both('TARGET', 'OBSERVE') },
    },
    [
      'update_campaign_targeting',
      { campaign_id: '1', mode: 'replace', audience_ids: ['7'], audience_option: 'TARGET' },
    ],
  ],
  [
    'keywords and campaigns of a list, beside its name',
    'update_negative_list',
    {
      args: { list_id: '4', add_keywords: ['a', 'b'], remove_keywords: ['c'] },
      applied: { name: both('Old', 'New'), keyword_count: both(5, 6), campaign_ids: both(['1', '2'], ['2', '3']) },
    },
    [
      'update_negative_list',
      {
        list_id: '4',
        name: 'Old',
        add_keywords: ['c'],
        remove_keywords: ['a', 'b'],
        add_campaign_ids: ['1'],
        remove_campaign_ids: ['3'],
      },
    ],
  ],
])('%s goes back', (_, tool, change, expected) => {
  expect(callsBack(undo, tool, change)).toEqual([expected]);
});

test('only those links go back that are still as the change left them', () => {
  const change = { args: { campaign_id: '1' }, added: ['9'], removed: ['8'] };
  const call = (gone: string) =>
    callsBack(undo, 'update_ad_extensions', change, ({ object }) => object === gone)[0]?.[1];
  expect(call('8')).toEqual({ campaign_id: '1', remove_ids: ['9'] });
  expect(call('9')).toEqual({ campaign_id: '1', asset_ids: ['8'] });
});

test('keywords of a list stay where their number is no longer as the change left it', () => {
  const change = {
    args: { list_id: '4', add_keywords: ['a'] },
    applied: { keyword_count: both(5, 6), name: both('Old', 'New') },
  };
  const [call] = callsBack(undo, 'update_negative_list', change, ({ field }) => field === 'keyword_count');
  expect(call?.[1]).toEqual({ list_id: '4', name: 'Old' });
});

test.each<[string, string, Change, string]>([
  [
    'a negative keyword',
    'add_keywords',
    { args: { negative: true, keywords: [{}] }, rows: [{ id: '1', index: 0 }] },
    'a negative keyword cannot be paused, only removed for good',
  ],
  [
    'a label that some had before',
    'apply_label',
    { args: { label: '5', action: 'add', campaign_ids: ['1', '2'] }, changed: 1 },
    'some of them were so before, and which is not recorded',
  ],
  [
    'an extension that is linked to nothing',
    'create_extension',
    { ids: { asset: '9' } },
    'An asset stays in the account; the platform keeps every asset.',
  ],
  [
    'an extension without an id',
    'create_extension',
    { args: { campaign_id: '1' } },
    'An asset stays in the account; the platform keeps every asset.',
  ],
  [
    'keywords of a list of which some were refused',
    'update_negative_list',
    { args: { list_id: '4', add_keywords: ['a', 'b'] }, applied: { keyword_count: both(5, 6) } },
    'some of the keywords were so before or were refused, and which is not recorded',
  ],
  [
    'keywords of a list whose number did not change',
    'update_negative_list',
    { args: { list_id: '4', add_keywords: ['a'], remove_keywords: ['b'] } },
    'some of the keywords were so before or were refused, and which is not recorded',
  ],
  [
    'campaigns of a portfolio strategy',
    'update_bidding_strategy',
    { args: { strategy_id: '4' }, applied: { campaign_ids: both([], ['1']) } },
    'a campaign leaves it only for another one, and which one it used before is not recorded',
  ],
  [
    'campaigns of a shared budget',
    'update_campaign_budget',
    { args: { budget_id: '4' }, applied: { campaign_ids: both([], ['1']) } },
    'a campaign leaves it only for another one, and which one it used before is not recorded',
  ],
  [
    'a portfolio strategy',
    'update_campaign',
    { args: { campaign_id: '4' }, applied: { portfolio_strategy_id: both('7', null) } },
    'it bid by that portfolio strategy: update_bidding_strategy adds it there again',
  ],
])('%s is left as it is, with the reason', (_, tool, change, why) => {
  const { steps, left } = takenBack(undo, tool, change);
  expect(steps).toEqual([]);
  expect(left.map((one) => one.why)).toEqual([why]);
});

test.each([
  'add_keywords',
  'update_ad_extensions',
  'update_asset_group',
  'update_campaign_targeting',
  'update_keywords',
])('%s that changed nothing takes no call to go back', (tool) => {
  expect(takenBack(undo, tool, { args: { keywords: [] } })).toEqual({ steps: [], left: [] });
});
