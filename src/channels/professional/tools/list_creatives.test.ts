import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, walk } = sandboxed('professional');

test('creatives with their review and what holds them, by filters that combine', async () => {
  expect(await walk('list_creatives', 'creatives', { limit: 4 })).toHaveLength(12);
  const { id } = (await call('list_professional_campaigns', { name: 'Engineers' })).campaigns[0];
  const { creatives } = await call('list_creatives', { campaign_ids: [id], status: ['ACTIVE'] });
  expect(creatives).toHaveLength(3);
  expect(creatives[0]).toMatchObject({
    shown_as: 'Ad',
    status: 'ACTIVE',
    review_status: 'APPROVED',
    is_serving: true,
    kind: 'reference',
    campaign_id: id,
  });
  const again = await call('list_creatives', { creative_ids: [`urn:li:sponsoredCreative:${creatives[0].id}`] });
  expect(again.creatives).toMatchObject([{ id: creatives[0].id }]);
});

test('the words of each, where they are asked for', async () => {
  const { creatives } = await call('list_creatives', { with_posts: true });
  const named = (name: string) => creatives.find((one: { name?: string }) => one.name === name);
  expect(named('Sand').post).toEqual({
    intro_text: 'Sand: see what is new',
    landing_page_url: 'https://acme.example/',
  });
  expect(named('Words')).not.toHaveProperty('post');
  expect((await call('list_creatives', {})).creatives[0]).not.toHaveProperty('post');
});
