import { expect, test } from 'vitest';
import { toolLike } from './tool-like.ts';

const KNOWN = [
  'list_social_campaigns',
  'create_social_campaign',
  'update_social_campaign',
  'list_ad_sets',
  'update_ad_set',
  'delete_audience',
  'list_audiences',
  'get_social_insights',
  'duplicate_object',
];

test.each([
  ['list_campaigns', 'list_social_campaigns'],
  ['getCampaigns', 'list_social_campaigns'],
  ['campaigns', 'list_social_campaigns'],
  ['pause_campaign', 'update_social_campaign'],
  ['edit-ad-set', 'update_ad_set'],
  ['fetch audiences', 'list_audiences'],
  ['getInsights', 'get_social_insights'],
  ['remove_audience', 'delete_audience'],
  ['creat_social_campaign', 'create_social_campaign'],
])('%s → %s', (name, meant) => expect(toolLike(name, KNOWN)).toBe(meant));

test('a level by the name that it has in another channel is the level, not what begins like it', () => {
  expect(toolLike('create_ad_set', ['create_ad', 'create_ad_group'])).toBe('create_ad_group');
  expect(toolLike('list_adgroups', ['list_ads', 'list_ad_sets'])).toBe('list_ad_sets');
});

test('names with their channel are understood as well', () => {
  expect(toolLike('pause_campaign', ['social_update_social_campaign', 'social_list_ads'])).toBe(
    'social_update_social_campaign',
  );
});

test('nothing that deletes is suggested for a name that does not ask for it, and nothing where too many fit', () => {
  expect(toolLike('audience', ['delete_audience', 'create_audience'])).toBeUndefined();
  expect(toolLike('add_audience', ['delete_audience', 'list_audiences'])).toBeUndefined();
  const many = ['social', 'search', 'video', 'professional'].map((one) => `list_${one}_campaigns`);
  expect(toolLike('campaigns', many)).toBeUndefined();
  expect(toolLike('campaigns', many.slice(0, 2))).toBe('list_social_campaigns or list_search_campaigns');
});

test.each(['', '___', 'list', 'constructor', 'x'.repeat(100_000), `get${'_audience'.repeat(8)}`])(
  '%s means nothing',
  (name) => {
    expect(toolLike(name, KNOWN)).toBeUndefined();
  },
);
