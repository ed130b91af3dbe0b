import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('finds the ads of a creative and hands over calls that work as they stand', async () => {
  const { ads } = await call('list_social_ads', { limit: 1 });
  const answer = await call('get_creative_performance', { creative_id: ads[0].creative_id, product_item_ids: ['p1'] });
  expect(answer.creative.ad_ids).toContain(ads[0].id);
  expect(answer.next_calls.length).toBeGreaterThan(3);
  for (const next of answer.next_calls) await call(next.tool, next.arguments);
});

test('an archived ad uses its creative as before', async () => {
  const { ads } = await call('list_social_ads', { limit: 100 });
  const { id: ad_id, creative_id } = ads.at(-1);
  const before = (await call('get_creative_performance', { creative_id })).creative;
  expect(before).toMatchObject({ ads_total: before.ad_ids.length, ad_ids: expect.arrayContaining([ad_id]) });
  await call('update_social_ad', { ad_id, status: 'ARCHIVED' });
  expect((await call('get_creative_performance', { creative_id })).creative).toEqual(before);
});

test('gives its guidance without a creative too, and says when there is no such one', async () => {
  const { guidance, next_calls } = await call('get_creative_performance');
  expect(guidance.pitfalls.length).toBeGreaterThan(0);
  expect(next_calls).toHaveLength(1);
  expect(await refusal('get_creative_performance', { creative_id: '42' })).toMatchObject({ code: 'not_found' });
});
