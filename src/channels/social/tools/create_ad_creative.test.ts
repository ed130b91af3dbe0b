import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, ledger } = sandboxed('social');

const PAGE = '101000000000001';
const link = (name: string) => ({
  name,
  page_id: PAGE,
  link_url: 'https://acme.example/p/1',
  message: 'Built for weather.',
  picture: 'https://acme.example/p/1.png',
});

test('makes a link creative with all its parts, and can read it afterwards', async () => {
  const { creative, notes } = await call('create_ad_creative', {
    ...link('all parts'),
    headline: 'Boots',
    description: 'Dry feet',
    caption: 'acme.example',
    url_tags: 'utm_source=social',
    adlabels: ['autumn'],
    photo_network_actor_id: '17841400000000001',
    enable_standard_enhancements: true,
  });
  expect(creative).toMatchObject({ form: 'object_story_spec', account_id: '1001000000000001' });
  expect(creative.sent).not.toHaveProperty('standard_enhancements');
  expect(notes).toBeInstanceOf(Array);
  const { creatives } = await call('list_ad_creatives', { creative_ids: [creative.id] });
  expect(creatives[0]).toMatchObject({ name: 'all parts', headline: 'Boots', format: 'image', page_id: PAGE });
});

test('the account of the photo network answers to the names the platform has for it, one at a time', async () => {
  const { creative } = await call('create_ad_creative', {
    ...link('by another name'),
    instagram_user_id: '17841400000000001',
  });
  expect(creative.sent.object_story_spec.instagram_user_id).toBe('17841400000000001');
  const both = { ...link('two names'), photo_network_actor_id: '1', instagram_actor_id: '2' };
  expect(await refusal('create_ad_creative', both)).toMatchObject({ field: 'instagram_actor_id' });
});

test('makes the multi-variant form from bodies and says where it fits', async () => {
  const { message: _, ...rest } = link('variants');
  const { creative, notes } = await call('create_ad_creative', { ...rest, bodies: ['a', 'b'], titles: ['t'] });
  expect(creative.form).toBe('asset_feed_spec');
  expect(notes.join()).toContain('is_dynamic_creative');
});

test('refuses what the table of fields forbids, every problem at once, and sends nothing', async () => {
  const before = (await ledger({ resource: 'creative' })).length;
  const error = await refusal('create_ad_creative', { ...link('bad'), bodies: ['x'], video_id: '5', image_hash: 'h' });
  expect(error).toMatchObject({ code: 'invalid_arguments', outcome: 'not_applied' });
  expect(error.problems.map(({ field }: { field: string }) => field)).toEqual(['bodies', 'image_hash']);
  expect(await refusal('create_ad_creative', { ...link('bad'), call_to_action_type: 'SHOP_NOW' })).toMatchObject({
    field: 'call_to_action_type',
  });
  expect(await ledger({ resource: 'creative' })).toHaveLength(before);
});

test('a connection cut after the creation: one creative, an unknown outcome, and where to look', async () => {
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*/adcreatives$');
  const error = await refusal('create_ad_creative', link('cut off'));
  expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
  expect(error.next_step).toMatch(/list_ad_creatives.*cut off/);
  expect(await ledger({ kind: 'create' })).toHaveLength(before + 1);
});
