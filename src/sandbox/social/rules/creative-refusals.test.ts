import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { good, type Params, START, socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';
import { type Refusal, type RefusalRow, saidBy, testRefusals } from './rows.testing.ts';

const graph = socialForTests();
const page = { page_id: ACCOUNTS.us.page };
const instagram = { instagram_user_id: ACCOUNTS.us.instagram };
const PRODUCTS = '3100000000000012';
const whole = 'https://acme.example/t.jpg';
const story = (change: Params, more: Params = {}): Params => ({ object_story_spec: { ...page, ...change }, ...more });
const link = (change: Params, more: Params = {}): Params =>
  story({ link_data: { ...good.story.link_data, ...change } }, more);
const cards = (...changes: Params[]) =>
  link({ child_attachments: changes.map((change, n) => ({ link: `https://acme.example/${n}`, ...change })) });
const feed = (change: Params): Params => ({ object_story_spec: page, asset_feed_spec: { ...good.feed, ...change } });
const feature = (name: string, choice: unknown) =>
  link({}, { degrees_of_freedom_spec: { creative_features_spec: { [name]: choice } } });
const field = (...names: string[]): Refusal => [100, undefined, ...names];
const malformed = (...names: string[]): Refusal => [100, 1443048, 'object_story_spec', ...names];
const texts = (count: number, one: (n: number) => unknown) => Array.from({ length: count }, (_, n) => one(n));
let video = '';
async function filled(params: Params): Promise<Params> {
  video ||= (await graph.post(`${US}/advideos`, { file_url: 'https://acme.example/v.mp4' })).id;
  graph.setNow(START + HOUR_MS);
  return JSON.parse(JSON.stringify(params).replaceAll('VIDEO_ID', video));
}
const call = async (params: Params) => ({
  path: `${US}/adcreatives`,
  params: { name: 'K', ...(await filled(params)) },
});

describe('a creative with a story', () => {
  const film = { video_id: 'VIDEO_ID', image_url: whole };
  const media = { source_instagram_media_id: '188414000000000011', object_id: ACCOUNTS.us.page, ...instagram };
  const rows: RefusalRow[] = [
    ['no content', {}, malformed(), link({})],
    ['two sources', link({}, media), [100, 1443048, 'source_instagram_media_id'], media],
    [
      'a page that is not given',
      { object_story_spec: { link_data: good.story.link_data } },
      malformed('page_id'),
      link({}),
    ],
    [
      'the dead Instagram field in the story',
      story({ ...good.story, instagram_actor_id: '5' }),
      field('instagram_actor_id'),
      link({}),
    ],
    ['the dead Instagram field', link({}, { instagram_actor_id: '5' }), field('instagram_actor_id'), link({})],
    ['no story in the story', story({}), malformed(), link({})],
    ['a story in words', story({ link_data: 'Hello' }), malformed('link_data'), link({})],
    ['an address that is none', link({ link: 'acme.example' }), field('link'), link({ link: 'http://acme.example' })],
    [
      'a card without an address',
      cards({}, { link: undefined }),
      malformed('link_data', 'child_attachments'),
      cards({}, {}),
    ],
    [
      'a card in words',
      link({ child_attachments: ['a', 'b'] }),
      malformed('link_data', 'child_attachments'),
      cards({}, {}),
    ],
    ['cards in words', link({ child_attachments: 'many' }), malformed('link_data', 'child_attachments'), cards({}, {})],
    ['a card with an address that is none', cards({}, { link: 'acme' }), field('link'), cards({}, {})],
    [
      'a card with an unknown button',
      cards({}, { call_to_action: { type: 'DANCE' } }),
      [100, 1373054, 'call_to_action', 'type'],
      cards({}, { call_to_action: { type: 'SHOP_NOW' } }),
    ],
    [
      'a card with two pictures',
      cards({}, { image_hash: 'x', picture: whole }),
      malformed('link_data', 'picture'),
      cards({}, { picture: whole }),
    ],
    [
      'a card with a video without its picture',
      cards({}, { video_id: 'VIDEO_ID' }),
      [100, 1443226, 'object_story_spec', 'link_data', 'child_attachments'],
      cards({}, { video_id: 'VIDEO_ID', picture: whole }),
    ],
    ['an empty picture', link({ picture: '' }), field('picture'), link({ picture: whole })],
    ['a button in words', link({ call_to_action: 'SHOP_NOW' }), [100, 1373054, 'call_to_action', 'type'], link({})],
    ['no link', link({ link: '' }), [100, 2061015, 'object_story_spec', 'link_data', 'link'], link({})],
    [
      'a video without a picture',
      story({ video_data: { video_id: 'VIDEO_ID' } }),
      [100, 1443226, 'object_story_spec', 'video_data'],
      story({ video_data: film }),
    ],
    [
      'a video with a link',
      story({ video_data: { ...film, link: 'https://acme.example' } }),
      malformed('video_data', 'link'),
      story({ video_data: film }),
    ],
    [
      'a video with an unknown button',
      story({ video_data: { ...film, call_to_action: { type: 'DANCE' } } }),
      [100, 1373054, 'call_to_action', 'type'],
      story({ video_data: film }),
    ],
    [
      'a video beside products',
      story({ video_data: film }, { product_set_id: PRODUCTS }),
      [100, 1487832, 'object_story_spec', 'video_data'],
      story({ video_data: film }),
    ],
    [
      'a template without products',
      story({ template_data: { link: whole } }),
      field('product_set_id'),
      story({ template_data: { link: whole } }, { product_set_id: PRODUCTS }),
    ],
    [
      'products that do not exist',
      link({}, { product_set_id: '1' }),
      field('product_set_id'),
      link({}, { product_set_id: PRODUCTS }),
    ],
    [
      'items of a catalog',
      link({ retailer_item_ids: ['1'] }),
      [100, 1443180, 'object_story_spec', 'link_data', 'retailer_item_ids'],
      link({}),
    ],
    [
      'tags that begin with a question mark',
      link({}, { url_tags: '?a=1' }),
      field('url_tags'),
      link({}, { url_tags: 'a=1' }),
    ],
    [
      'a feature that does not exist',
      feature('dance', { enroll_status: 'OPT_IN' }),
      field('degrees_of_freedom_spec', 'creative_features_spec', 'dance'),
      feature('enhance_cta', { enroll_status: 'OPT_IN' }),
    ],
    [
      'a feature that is chosen by a word',
      feature('enhance_cta', 'OPT_IN'),
      [100, 3858082, 'degrees_of_freedom_spec', 'creative_features_spec', 'enhance_cta'],
      feature('enhance_cta', { enroll_status: 'OPT_OUT' }),
    ],
    ['an Instagram photo without a page', { ...media, object_id: undefined }, field('object_id'), media],
    [
      'an Instagram photo with a page of others',
      { ...media, object_id: ACCOUNTS.japan.page },
      field('object_id'),
      media,
    ],
    [
      'a name of 101 characters',
      link({}, { name: 'x'.repeat(101) }),
      field('name'),
      link({}, { name: 'x'.repeat(100) }),
    ],
    ['a spec that is no JSON', { object_story_spec: '{' }, field('object_story_spec'), link({})],
    ['a spec that is a list', { object_story_spec: [] }, field('object_story_spec'), link({})],
  ];
  testRefusals(graph, rows, call);
});

describe('a creative with several assets', () => {
  const filmed = (...videos: unknown[]) => feed({ ad_formats: ['SINGLE_VIDEO'], images: undefined, videos });
  const labelled = {
    bodies: [
      { text: 'One', adlabels: [{ name: 'first' }] },
      { text: 'Two', adlabels: [{ name: 'second' }] },
    ],
  };
  const rule = (name: string, more: Params = {}) => ({ customization_spec: {}, body_label: { name }, ...more });
  const inLanguages = (locales: unknown[], more: Params = { descriptions: [{ text: 'D' }] }) =>
    feed({
      ...labelled,
      ...more,
      optimization_type: 'LANGUAGE',
      asset_customization_rules: [
        rule('first', { is_default: true, customization_spec: { locales } }),
        rule('second', { customization_spec: { locales: [6] } }),
      ],
    });
  const tooMany = (name: string): Refusal => [105, 1815630, 'asset_feed_spec', name];
  const rules = (...list: unknown[]) => feed({ ...labelled, asset_customization_rules: list });
  const RULES: Refusal = [100, 1885878, 'asset_feed_spec', 'asset_customization_rules'];
  const rows: RefusalRow[] = [
    ['no format', feed({ ad_formats: [] }), field('ad_formats'), feed({})],
    ['two formats', feed({ ad_formats: ['SINGLE_IMAGE', 'CAROUSEL'] }), tooMany('ad_formats'), feed({})],
    ['an unknown format', feed({ ad_formats: ['POSTER'] }), field('ad_formats'), feed({ ad_formats: ['CAROUSEL'] })],
    ['no addresses', feed({ link_urls: undefined }), [100, 1885800, 'asset_feed_spec', 'link_urls'], feed({})],
    ['addresses in words', feed({ link_urls: ['https://acme.example'] }), field('link_urls'), feed({})],
    ['texts in words', feed({ bodies: 'One' }), field('bodies'), feed({})],
    ['a text that is no object', feed({ bodies: ['One'] }), field('bodies'), feed({})],
    ['an empty text', feed({ titles: [{ text: '' }] }), field('titles'), feed({ titles: [{ text: 'T' }] })],
    [
      'a text of 1,025 characters',
      feed({ bodies: [{ text: 'x'.repeat(1025) }] }),
      field('bodies'),
      feed({ bodies: [{ text: 'x'.repeat(1024) }] }),
    ],
    [
      'a title of 256 characters',
      feed({ titles: [{ text: 'x'.repeat(256) }] }),
      field('titles'),
      feed({ titles: [{ text: 'x'.repeat(255) }] }),
    ],
    [
      'a description of 256 characters',
      feed({ descriptions: [{ text: 'x'.repeat(256) }] }),
      field('descriptions'),
      feed({ descriptions: [{ text: 'x'.repeat(255) }] }),
    ],
    ...Object.entries({ titles: 5, descriptions: 5 }).map(
      ([name, most]): RefusalRow => [
        `${most + 1} ${name}`,
        feed({ [name]: texts(most + 1, (n) => ({ text: `${n}` })) }),
        tooMany(name),
        feed({ [name]: texts(most, (n) => ({ text: `${n}` })) }),
      ],
    ),
    [
      'eleven images',
      feed({ images: texts(11, (n) => ({ url: `${whole}?${n}` })) }),
      tooMany('images'),
      feed({ images: texts(10, (n) => ({ url: `${whole}?${n}` })) }),
    ],
    [
      'six addresses',
      feed({ link_urls: texts(6, (n) => ({ website_url: `https://a.example/${n}` })) }),
      tooMany('link_urls'),
      feed({ link_urls: texts(5, (n) => ({ website_url: `https://a.example/${n}` })) }),
    ],
    [
      'the same title twice',
      feed({ titles: [{ text: 'T' }, { text: 'T' }] }),
      [100, 1815629, 'asset_feed_spec', 'titles'],
      feed({ titles: [{ text: 'T' }, { text: 'U' }] }),
    ],
    [
      'the same title under two labels',
      feed({
        titles: [
          { text: 'T', adlabels: [{ name: 'a' }] },
          { text: 'T', adlabels: [{ name: 'b' }] },
        ],
      }),
      [100, 1815629, 'asset_feed_spec', 'titles'],
      feed({}),
    ],
    [
      'an unknown button',
      feed({ call_to_action_types: ['DANCE'] }),
      [100, 1373054, 'asset_feed_spec', 'call_to_action_types'],
      feed({}),
    ],
    ['an image ad without images', feed({ images: [] }), field('images'), feed({})],
    ['a video ad without videos', filmed(), field('videos'), filmed({ video_id: 'VIDEO_ID', thumbnail_url: whole })],
    [
      'a carousel of videos without videos',
      feed({ ad_formats: ['CAROUSEL_VIDEO'] }),
      field('videos'),
      feed({ ad_formats: ['CAROUSEL_IMAGE'] }),
    ],
    ['a video in words', filmed('VIDEO_ID'), field('videos'), filmed({ video_id: 'VIDEO_ID', thumbnail_url: whole })],
    [
      'a video without a picture',
      filmed({ video_id: 'VIDEO_ID' }),
      [100, 1443226, 'asset_feed_spec', 'videos'],
      filmed({ video_id: 'VIDEO_ID', thumbnail_url: whole }),
    ],
    [
      'one rule',
      rules(rule('first', { is_default: true })),
      RULES,
      rules(rule('first', { is_default: true }), rule('second')),
    ],
    [
      'two default rules',
      rules(rule('first', { is_default: true }), rule('second', { is_default: true })),
      RULES,
      feed({}),
    ],
    [
      'rules in words',
      feed({ ...labelled, asset_customization_rules: 'all' }),
      field('asset_customization_rules'),
      feed({}),
    ],
    [
      'a label of nothing',
      rules(rule('first', { is_default: true }), rule('third')),
      [100, 2446173, 'asset_feed_spec', 'asset_customization_rules'],
      feed({}),
    ],
    ['a language in words', inLanguages(['English']), field('asset_customization_rules'), inLanguages([24])],
    ['languages without descriptions', inLanguages([24], {}), field('descriptions'), inLanguages([24])],
    ['a story beside the assets', { ...feed({}), object_story_spec: good.story }, malformed('link_data'), feed({})],
  ];
  testRefusals(graph, rows, call);
});

describe('a creative as it is read', () => {
  const made = async (params: Params, fields: string) => {
    const { path, params: whole } = await call(params);
    return graph.get((await graph.post(path, whole)).id, { fields });
  };

  test('names its page, its Instagram account and its picture', async () => {
    const { images } = await graph.post(`${US}/adimages`, {
      bytes: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    });
    const { hash } = images.bytes;
    const fields = 'actor_id,instagram_user_id,image_url,object_type,call_to_action_type';
    expect(await made(link({ image_hash: hash }, {}), fields)).toMatchObject({
      actor_id: ACCOUNTS.us.page,
      image_url: expect.stringContaining(hash),
      object_type: 'SHARE',
      call_to_action_type: 'LEARN_MORE',
    });
    expect((await made(story({ ...good.story, ...instagram }), fields)).instagram_user_id).toBe(
      instagram.instagram_user_id,
    );
    const film = await made(story({ video_data: { video_id: 'VIDEO_ID', image_url: whole } }), fields);
    expect(film).toMatchObject({ object_type: 'VIDEO' });
    expect(film).not.toHaveProperty('image_url');
    expect(await made(feed({}), fields)).toMatchObject({ call_to_action_type: 'SHOP_NOW' });
  });

  test('makes a post, which another creative can use only after that', async () => {
    const { effective_object_story_id: post } = await made(link({}), 'effective_object_story_id');
    expect(post).toMatch(new RegExp(`^${ACCOUNTS.us.page}_\\d+$`));
    await graph.post(`${US}/adcreatives`, { name: 'K', object_story_id: post });
    for (const gone of [`${post}1`, post.replace(ACCOUNTS.us.page, ACCOUNTS.europe.page)]) {
      const error = await graph.refused('POST', `${US}/adcreatives`, { name: 'K', object_story_id: gone });
      expect(saidBy(error), gone).toEqual([100, 2490155, 'object_story_id']);
    }
  });

  test('is deleted by its status too', async () => {
    const { id } = await made(link({}), 'id');
    expect(saidBy(await graph.refused('POST', id, { status: 'GONE' }))).toEqual(field('status'));
    await graph.post(id, { status: 'DELETED' });
    expect((await graph.get(id, { fields: 'status' })).status).toBe('DELETED');
    const listed = (await graph.get(`${US}/adcreatives`, { limit: 500 })).data.map((one: Params) => one.id);
    expect(listed).not.toContain(id);
  });

  test('is previewed in formats that exist', async () => {
    const { id } = await made(link({}), 'id');
    const refused = async (params: Params) => saidBy(await graph.refused('GET', `${id}/previews`, params));
    expect(await refused({})).toEqual(field('ad_format'));
    expect(await refused({ ad_format: 'POSTER' })).toEqual(field('ad_format'));
    expect(await refused({ ad_format: 'INSTREAM_VIDEO_MOBILE' })).toEqual([2606]);
    const [{ body }] = (await graph.get(`${id}/previews`, { ad_format: 'INSTAGRAM_STORY' })).data;
    expect(body).toContain('width="320" height="568"');
  });
});
