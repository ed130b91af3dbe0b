import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

test('shows positive and negative keywords with bids, and narrows them', async () => {
  const { keywords } = await call('list_keywords', { limit: 1000 });
  const positive = keywords.find(({ negative }: { negative: boolean }) => !negative);
  expect(positive).toMatchObject({
    match_type: expect.stringMatching(/EXACT|PHRASE|BROAD/),
    status: expect.any(String),
  });
  const exact = await call('list_keywords', { match_type: 'EXACT', limit: 1000 });
  expect(exact.keywords).toEqual(keywords.filter((one: { match_type: string }) => one.match_type === 'EXACT'));
  const found = await call('list_keywords', { text_contains: positive.text, ad_group_id: positive.ad_group_id });
  expect(found.keywords).toContainEqual(positive);
  const negatives = await call('list_keywords', { negative: true, limit: 1000 });
  expect(negatives.keywords).toEqual(keywords.filter((one: { negative: boolean }) => one.negative));
});

test('negative keywords of whole campaigns are a list of their own', async () => {
  const { keywords } = await call('list_keywords', { level: 'campaign' });
  for (const keyword of keywords) expect(keyword).toMatchObject({ negative: true, campaign_id: expect.any(String) });
  expect(await refusal('list_keywords', { level: 'campaign', ad_group_id: '1' })).toMatchObject({
    field: 'ad_group_id',
  });
});
