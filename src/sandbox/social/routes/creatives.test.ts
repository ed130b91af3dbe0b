import { describe, expect, test } from 'vitest';
import { good, socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';

const graph = socialForTests();
const page = { page_id: ACCOUNTS.us.page };
const link = (change: Record<string, unknown>) => ({
  object_story_spec: { ...page, link_data: { ...good.story.link_data, ...change } },
});
const feed = (change: Record<string, unknown>) => ({
  object_story_spec: page,
  asset_feed_spec: { ...good.feed, ...change },
});
const texts = (count: number, length = 3) =>
  Array.from({ length: count }, (_, n) => ({ text: String(n).padEnd(length, 'x') }));

describe('a creative', () => {
  test.each([
    ['no source', {}, 1443048],
    ['no page', { object_story_spec: { link_data: good.story.link_data } }, 1443048],
    ['two story blocks', { object_story_spec: { ...good.story, text_data: { message: 'x' } } }, 1443048],
    ['no link', link({ link: undefined }), 2061015],
    ['an unknown call to action', link({ call_to_action: { type: 'DANCE' } }), 1373054],
    ['an unknown image', link({ image_hash: '0'.repeat(32) }), 1487395],
    ['image and picture at once', link({ image_hash: 'x', picture: 'https://acme.example/p.png' }), 1443048],
    ['one card', link({ child_attachments: [{ link: 'https://acme.example' }] }), 1443048],
    ['a video without thumbnail', { object_story_spec: { ...page, video_data: { video_id: '1' } } }, 1443226],
    [
      'the retired enhancement bundle',
      {
        ...link({}),
        degrees_of_freedom_spec: { creative_features_spec: { standard_enhancements: { enroll_status: 'OPT_IN' } } },
      },
      3858504,
    ],
    [
      'a feature without choice',
      { ...link({}), degrees_of_freedom_spec: { creative_features_spec: { enhance_cta: {} } } },
      3858082,
    ],
    ['a story block beside assets', { object_story_spec: good.story, asset_feed_spec: good.feed }, 1443048],
    ['the same text twice', feed({ bodies: [{ text: 'a' }, { text: 'a' }] }), 1815629],
    ['an unknown Instagram account', { object_story_spec: { ...good.story, instagram_user_id: '5' } }, 1815199],
    ['the dead Instagram field', { ...link({}), instagram_actor_id: '5' }, undefined],
    ['two formats', feed({ ad_formats: ['SINGLE_IMAGE', 'CAROUSEL'] }), 1815630],
    ['six bodies', feed({ bodies: texts(6) }), 1815630],
    ['a body of 1,025 characters', feed({ bodies: texts(1, 1025) }), undefined],
    ['a title of 256 characters', feed({ titles: texts(1, 256) }), undefined],
  ])('is refused with %s', async (_, params, subcode) => {
    const error = await graph.refused('POST', `${US}/adcreatives`, { name: 'K', ...params });
    expect(error.error_subcode).toBe(subcode);
  });

  test('is taken at the limits', async () => {
    await graph.post(`${US}/adcreatives`, {
      name: 'K'.repeat(100),
      ...feed({ bodies: texts(5, 1024), titles: texts(5, 255), descriptions: texts(5, 255) }),
    });
    expect((await graph.refused('POST', `${US}/adcreatives`, { name: 'K'.repeat(101), ...link({}) })).code).toBe(100);
  });

  test('reads back what was sent, with what the platform adds', async () => {
    const { id } = await graph.post(`${US}/adcreatives`, { name: 'K', ...feed({}), url_tags: 'a=b' });
    const read = await graph.get(id, {
      fields:
        'name,url_tags,object_story_spec,asset_feed_spec,call_to_action_type,degrees_of_freedom_spec,effective_object_story_id',
    });
    expect(read).toMatchObject({
      name: 'K',
      url_tags: 'a=b',
      object_story_spec: page,
      call_to_action_type: 'SHOP_NOW',
    });
    expect(read.asset_feed_spec).toMatchObject({ ...good.feed, optimization_type: 'REGULAR' });
    expect(read.degrees_of_freedom_spec.creative_features_spec.adapt_to_placement).toEqual({ enroll_status: 'OPT_IN' });
    expect(read.effective_object_story_id).toMatch(new RegExp(`^${page.page_id}_\\d+$`));
  });

  test('changes its name and labels and nothing else', async () => {
    const { id } = await graph.post(`${US}/adcreatives`, { name: 'K', ...link({}) });
    await graph.post(id, { name: 'L', adlabels: [{ name: 'spring' }] });
    expect(await graph.get(id, { fields: 'name,adlabels' })).toMatchObject({
      name: 'L',
      adlabels: [{ name: 'spring' }],
    });
    for (const field of ['object_story_spec', 'asset_feed_spec', 'url_tags', 'degrees_of_freedom_spec']) {
      expect((await graph.refused('POST', id, { [field]: '{}' })).error_subcode, field).toBe(1815573);
    }
  });
});
