import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

async function adGroup(name: string): Promise<string> {
  const { campaign } = await call('create_campaign', { name, budget: 5, contains_eu_political_advertising: false });
  const { ad_group } = await call('create_ad_group', { campaign_id: campaign.id, name: 'G', cpc_bid: 1 });
  return ad_group.id;
}

test('status and bid change; removal is final and may be repeated', async () => {
  const ad_group_id = await adGroup('Bids');
  const { results } = await call('add_keywords', { ad_group_id, keywords: [{ text: 'boots', match_type: 'EXACT' }] });
  const keyword_id = results[0].id;
  const { applied, keyword } = await call('update_keyword', {
    ad_group_id,
    keyword_id,
    status: 'ENABLED',
    cpc_bid: '1.10',
  });
  expect(applied).toMatchObject({
    status: { from: 'PAUSED', to: 'ENABLED' },
    cpc_bid: { to: { amount: '1.10', currency: 'USD' } },
  });
  expect(keyword).toMatchObject({ id: keyword_id, text: 'boots', match_type: 'EXACT' });
  const removed = await call('update_keyword', { ad_group_id, keyword_id, status: 'REMOVED' });
  expect(removed.applied).toEqual({ status: { from: 'ENABLED', to: 'REMOVED' } });
  expect(await call('update_keyword', { ad_group_id, keyword_id, status: 'REMOVED' })).toMatchObject({ applied: {} });
  expect((await call('list_keywords', { ad_group_id })).keywords).toEqual([]);
});

test('a negative keyword can only be removed', async () => {
  const ad_group_id = await adGroup('Negative');
  const keywords = [{ text: 'free', match_type: 'BROAD' }];
  const { results } = await call('add_keywords', { ad_group_id, negative: true, keywords });
  const keyword_id = results[0].id;
  expect(await refusal('update_keyword', { ad_group_id, keyword_id, status: 'PAUSED' })).toMatchObject({
    field: 'keyword_id',
  });
  expect(await call('update_keyword', { ad_group_id, keyword_id, status: 'REMOVED' })).toMatchObject({
    applied: { status: { to: 'REMOVED' } },
  });
});

test('a keyword is looked for in the ad group it is said to be in', async () => {
  const { keywords } = await call('list_keywords', { negative: false, limit: 1 });
  const [{ id: keyword_id }] = keywords;
  expect(await refusal('update_keyword', { ad_group_id: '1', keyword_id, status: 'PAUSED' })).toMatchObject({
    code: 'not_found',
  });
  expect(await refusal('update_keyword', { keyword_id, status: 'PAUSED' })).toMatchObject({ field: 'ad_group_id' });
});

test('a wrong id is blamed on itself, not on the argument beside it', async () => {
  const { ad_groups } = await call('list_ad_groups', { status: 'ENABLED', limit: 1 });
  const args = { keyword_id: '5', status: 'PAUSED' };
  expect(await refusal('update_keyword', { ...args, ad_group_id: ad_groups[0].id })).toMatchObject({
    code: 'not_found',
    field: 'keyword_id',
  });
  expect(await refusal('update_keyword', { ...args, ad_group_id: '12' })).toMatchObject({ field: 'ad_group_id' });
});
