import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('search');

test('shows ads with their texts, and only those of the ad group asked for', async () => {
  const { ads } = await call('list_ads');
  const responsive = ads.find(({ type }: { type: string }) => type === 'RESPONSIVE_SEARCH_AD');
  expect(responsive.headlines.length).toBeGreaterThanOrEqual(3);
  expect(responsive.descriptions.length).toBeGreaterThanOrEqual(2);
  expect(responsive.final_urls[0]).toMatch(/^https?:/);
  const { ads: ofGroup } = await call('list_ads', { ad_group_id: responsive.ad_group_id });
  expect(ofGroup).toContainEqual(responsive);
  for (const ad of ofGroup) expect(ad.ad_group_id).toBe(responsive.ad_group_id);
});
