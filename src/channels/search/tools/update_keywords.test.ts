import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

async function adGroupWithKeywords() {
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', status: 'ENABLED' });
  const name = `many ${Math.random()}`;
  const { ad_group } = await call('create_ad_group', { campaign_id: campaigns[0].id, name, cpc_bid: '1.20' });
  const keywords = ['red shoes', 'blue shoes', 'green shoes'].map((text) => ({ text, match_type: 'EXACT' }));
  const { results } = await call('add_keywords', { ad_group_id: ad_group.id, keywords });
  return { adGroup: ad_group.id, ids: results.map(({ id }: { id: string }) => id) as string[] };
}

test('enables and re-bids many in one changing request, each with its own result', async () => {
  const { adGroup, ids } = await adGroupWithKeywords();
  await call('update_keywords', { ad_group_id: adGroup, keyword_ids: [ids[0]], status: 'ENABLED' });
  const before = (await requests()).length;
  const reply = await call('update_keywords', { ad_group_id: adGroup, keyword_ids: ids, status: 'ENABLED' });
  expect((await requests()).length).toBeGreaterThan(before);
  expect(reply.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['unchanged', 'changed', 'changed']);
  const bid = await call('update_keywords', { ad_group_id: adGroup, keyword_ids: ids, cpc_bid: '0.75' });
  expect(bid.changed).toBe(3);
  const { keywords } = await call('list_keywords', { ad_group_id: adGroup });
  for (const keyword of keywords) {
    expect(keyword).toMatchObject({ status: 'ENABLED', cpc_bid: { amount: '0.75', currency: 'USD' } });
  }
});

test('a keyword of another ad group is named, and nothing is changed', async () => {
  const { adGroup, ids } = await adGroupWithKeywords();
  const error = await refusal('update_keywords', {
    ad_group_id: adGroup,
    keyword_ids: [ids[0], '999'],
    status: 'ENABLED',
  });
  expect(error).toMatchObject({ code: 'not_found', field: 'keyword_ids', outcome: 'not_applied' });
  const { keywords } = await call('list_keywords', { ad_group_id: adGroup, keyword_id: ids[0] });
  expect(keywords[0].status).toBe('PAUSED');
});

test('the same keyword in other case and spacing is one keyword: it stays as it is', async () => {
  const { adGroup, ids } = await adGroupWithKeywords();
  await call('update_keywords', { ad_group_id: adGroup, keyword_ids: ids, status: 'ENABLED', cpc_bid: '2.50' });
  const again = await call('add_keywords', {
    ad_group_id: adGroup,
    keywords: [{ text: '  RED   Shoes ', match_type: 'EXACT' }],
  });
  expect(again).toMatchObject({ added: 0, results: [{ outcome: 'already_existed', id: ids[0], status: 'ENABLED' }] });
  const { keywords } = await call('list_keywords', { ad_group_id: adGroup, keyword_id: ids[0] });
  expect(keywords[0]).toMatchObject({ status: 'ENABLED', cpc_bid: { amount: '2.50', currency: 'USD' } });
  const twins = ['Black  Hat', 'black hat'].map((text) => ({ text, match_type: 'EXACT' }));
  expect(await refusal('add_keywords', { ad_group_id: adGroup, keywords: twins })).toMatchObject({
    field: 'keywords.1',
  });
});

test('an ad group of a campaign that bids by hand needs its bid said', async () => {
  const { campaign } = await call('create_campaign', {
    name: `by hand ${Math.random()}`,
    budget: '10',
    contains_eu_political_advertising: false,
  });
  const error = await refusal('create_ad_group', { campaign_id: campaign.id, name: 'no bid' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'cpc_bid' });
});
