import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('professional');

test('what a page has posted is found and shown as an ad, by its id or its address', async () => {
  const { posts } = await call('list_page_posts', { organization_id: '3000001' });
  expect(posts.length).toBeGreaterThan(1);
  expect(posts.every(({ intro_text }: { intro_text: string }) => !intro_text.endsWith('see what is new'))).toBe(true);
  const [campaign] = (await call('list_professional_campaigns', { name: 'Engineers' })).campaigns;
  const ad = { campaign_id: campaign.id, kind: 'POST' };
  const post_id = `https://www.linkedin.com/feed/update/${posts[0].id}/`;
  const { creative } = await call('create_creative', { ...ad, post_id });
  expect(creative).toMatchObject({ content: { reference: posts[0].id }, post: { intro_text: posts[0].intro_text } });
  const bare = await refusal('create_creative', { ...ad, post_id: '7000000000000000025' });
  expect(bare.message).toContain('list_page_posts');
});

test('the page of somebody else is refused', async () => {
  expect(await refusal('list_page_posts', { organization_id: '3000002' })).toMatchObject({ code: 'permission_denied' });
});
