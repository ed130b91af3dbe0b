import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

async function adGroupWithKeywords(bidding_strategy = 'MANUAL_CPC') {
  const name = `many ${Math.random()}`;
  const { campaign } = await call('create_campaign', {
    name,
    budget: 10,
    contains_eu_political_advertising: false,
    bidding_strategy,
  });
  const { ad_group } = await call('create_ad_group', { campaign_id: campaign.id, name, cpc_bid: '1.20' });
  const keywords = ['red shoes', 'blue shoes', 'green shoes'].map((text) => ({ text, match_type: 'EXACT' }));
  const { results } = await call('add_keywords', { ad_group_id: ad_group.id, keywords });
  return { campaign: campaign.id, adGroup: ad_group.id, ids: results.map(({ id }: { id: string }) => id) as string[] };
}

const outcomes = (reply: { results: { outcome: string }[] }) => reply.results.map(({ outcome }) => outcome);
const changesSent = async () =>
  (await requests()).filter(
    ({ path, request_body: body }) => path.endsWith(':mutate') && !body?.includes('"validateOnly":true'),
  ).length;

test('enables and re-bids many in one changing request, each with its own result', async () => {
  const { adGroup, ids } = await adGroupWithKeywords();
  await call('update_keywords', { ad_group_id: adGroup, keyword_ids: [ids[0]], status: 'ENABLED' });
  const before = await changesSent();
  const reply = await call('update_keywords', { ad_group_id: adGroup, keyword_ids: ids, status: 'ENABLED' });
  expect(await changesSent()).toBe(before + 1);
  expect(outcomes(reply)).toEqual(['unchanged', 'changed', 'changed']);
  expect(reply.keeps_from_serving.length).toBeGreaterThan(0);
  const bid = await call('update_keywords', { ad_group_id: adGroup, keyword_ids: ids, cpc_bid: '0.75' });
  expect(bid.changed).toBe(3);
  expect(bid.notes).toBeUndefined();
  const { keywords } = await call('list_keywords', { ad_group_id: adGroup });
  for (const keyword of keywords) {
    expect(keyword).toMatchObject({ status: 'ENABLED', cpc_bid: { amount: '0.75', currency: 'USD' } });
  }
});

test('each row changes its own way, over ad groups; "inherit" takes the bid away again', async () => {
  const [one, other] = [await adGroupWithKeywords(), await adGroupWithKeywords()];
  const reply = await call('update_keywords', {
    ad_group_id: one.adGroup,
    keywords: [
      { keyword_id: one.ids[0], status: 'ENABLED', cpc_bid: 2 },
      { keyword_id: one.ids[1], cpc_bid: '0.001' },
      { keyword_id: other.ids[2], ad_group_id: other.adGroup, cpc_bid: 3 },
      { keyword_id: '999', status: 'PAUSED' },
    ],
  });
  expect(outcomes(reply)).toEqual(['changed', 'refused', 'changed', 'refused']);
  expect(reply.results[0]).toMatchObject({
    text: 'red shoes',
    applied: { status: { from: 'PAUSED', to: 'ENABLED' }, cpc_bid: { from: null, to: { amount: '2.00' } } },
  });
  expect(reply.results[1].error.message).toContain('0.001');
  expect(reply.results[3].error).toMatchObject({ code: 'not_found' });
  const inherited = await call('update_keywords', {
    ad_group_id: one.adGroup,
    keyword_ids: [one.ids[0]],
    cpc_bid: 'inherit',
  });
  expect(inherited.results[0].applied.cpc_bid).toEqual({ from: { amount: '2.00', currency: 'USD' }, to: null });
  const { keywords } = await call('list_keywords', { ad_group_id: one.adGroup, keyword_id: one.ids[0] });
  expect(keywords[0].effective_cpc_bid).toEqual({ amount: '1.20', currency: 'USD' });
});

test('what the platform refuses is told at its row; the others are changed', async () => {
  const { adGroup, ids } = await adGroupWithKeywords();
  const reply = await call('update_keywords', {
    ad_group_id: adGroup,
    keywords: [
      { keyword_id: ids[0], cpc_bid: '99999999' },
      { keyword_id: ids[1], cpc_bid: '1.50' },
    ],
  });
  expect(outcomes(reply)).toEqual(['refused', 'changed']);
  expect(reply.results[0].error.message).toContain('BID_TOO_BIG');
});

test('a bid that the campaign does not use is warned of', async () => {
  const { adGroup, ids, campaign } = await adGroupWithKeywords('MAXIMIZE_CONVERSIONS');
  const { notes } = await call('update_keywords', { ad_group_id: adGroup, keyword_ids: ids, cpc_bid: 2 });
  expect(notes[0]).toContain(campaign);
  const single = await call('update_keyword', { ad_group_id: adGroup, keyword_id: ids[0], cpc_bid: 3 });
  expect(single.notes[0]).toContain('MAXIMIZE_CONVERSIONS');
  expect((await call('update_ad_group', { ad_group_id: adGroup, cpc_bid: 3 })).notes[0]).toContain('does not use');
});

test('rows that say nothing, or the same keyword twice, are refused before anything is sent', async () => {
  for (const [args, field] of [
    [{ keyword_ids: ['1'], status: 'PAUSED' }, 'ad_group_id'],
    [{ ad_group_id: '1', keyword_ids: ['1'] }, 'status'],
    [{ ad_group_id: '1', keywords: [{ keyword_id: '1' }] }, 'keywords.0.status'],
    [{ keywords: [{ keyword_id: '1', cpc_bid: 1 }] }, 'keywords.0.ad_group_id'],
    [
      {
        ad_group_id: '1',
        keywords: [
          { keyword_id: '1', cpc_bid: 1 },
          { keyword_id: '1', ad_group_id: '1', cpc_bid: 2 },
        ],
      },
      'keywords.1',
    ],
  ] as const)
    expect(await refusal('update_keywords', args), JSON.stringify(args)).toMatchObject({
      code: 'invalid_arguments',
      field,
    });
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
  const both = await call('add_keywords', { ad_group_id: adGroup, keywords: twins });
  expect(both).toMatchObject({ added: 1, refused: 1, results: [{ outcome: 'added' }, { outcome: 'refused' }] });
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

test('ids that carry their ad group change keywords of several at once, and must not contradict ad_group_id', async () => {
  const [one, other] = [await adGroupWithKeywords(), await adGroupWithKeywords()];
  const keyword_ids = [one, other].map(({ adGroup, ids }) => `${adGroup}~${ids[0]}`);
  const reply = await call('update_keywords', { keyword_ids, status: 'ENABLED', cpc_bid: '1.40' });
  expect(outcomes(reply)).toEqual(['changed', 'changed']);
  expect(await refusal('update_keywords', { keyword_ids, ad_group_id: one.adGroup, status: 'PAUSED' })).toMatchObject({
    field: 'keyword_ids.1',
  });
  expect(await refusal('update_keywords', { keyword_ids: [one.ids[0]], status: 'PAUSED' })).toMatchObject({
    field: 'ad_group_id',
    message: expect.stringContaining('ad_group_id~keyword_id'),
  });
});

test('bids rise by so many percent of what each has now, its own or its ad group’s', async () => {
  const { adGroup, ids } = await adGroupWithKeywords();
  await call('update_keywords', { ad_group_id: adGroup, keyword_ids: [ids[0]], cpc_bid: '0.50' });
  const { results } = await call('update_keywords', { ad_group_id: adGroup, keyword_ids: ids, percent: 15 });
  expect(
    results.map(({ applied }: { applied: { cpc_bid: { to: { amount: string } } } }) => applied.cpc_bid.to.amount),
  ).toEqual(['0.58', '1.38', '1.38']);
  const both = { ad_group_id: adGroup, keyword_ids: ids, percent: 15, cpc_bid: 2 };
  expect(await refusal('update_keywords', both)).toMatchObject({ outcome: 'not_applied' });
  const rows = { keywords: [{ keyword_id: ids[0], ad_group_id: adGroup, status: 'PAUSED' }], percent: 15 };
  expect(await refusal('update_keywords', rows)).toMatchObject({ outcome: 'not_applied' });
});

test('two percentages that come at the same time both count', async () => {
  const { adGroup, ids } = await adGroupWithKeywords();
  const change = { ad_group_id: adGroup, keyword_ids: ids };
  await Promise.all([10, 50].map((percent) => call('update_keywords', { ...change, percent })));
  for (const { cpc_bid } of (await call('list_keywords', { ad_group_id: adGroup })).keywords)
    expect(cpc_bid.amount).toBe('1.98');
});

test('a keyword that is named with and without its ad group is changed once', async () => {
  const { adGroup, ids } = await adGroupWithKeywords();
  const keyword_ids = [ids[0], `${adGroup}~${ids[0]}`, ids[1]];
  const reply = await call('update_keywords', { ad_group_id: adGroup, keyword_ids, status: 'ENABLED' });
  expect(outcomes(reply)).toEqual(['changed', 'changed']);
});
