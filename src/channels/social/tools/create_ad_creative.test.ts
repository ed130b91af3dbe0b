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

const CARDS = [
  {
    link_url: 'https://acme.example/p/1',
    headline: 'Boots',
    description: 'Dry',
    picture: 'https://acme.example/1.png',
  },
  { link_url: 'https://acme.example/p/2', headline: 'Jackets', image_hash: '', button: 'LEARN_MORE' },
];

test('makes a carousel of cards, read back as it was meant', async () => {
  const [{ image_hash }] = (await call('list_ad_creatives')).creatives.filter(
    ({ format }: { format: string }) => format === 'image',
  );
  const cards = [CARDS[0], { ...CARDS[1], image_hash }];
  const { picture: _, ...rest } = link('carousel');
  const { creative } = await call('create_ad_creative', { ...rest, cards, button: 'SHOP_NOW', cards_in_order: true });
  const { link_data } = creative.sent.object_story_spec;
  expect(link_data).toMatchObject({ multi_share_optimized: false, message: 'Built for weather.' });
  expect(link_data.child_attachments).toEqual([
    {
      link: 'https://acme.example/p/1',
      name: 'Boots',
      description: 'Dry',
      picture: 'https://acme.example/1.png',
      call_to_action: { type: 'SHOP_NOW', value: { link: 'https://acme.example/p/1' } },
    },
    {
      link: 'https://acme.example/p/2',
      name: 'Jackets',
      image_hash,
      call_to_action: { type: 'LEARN_MORE', value: { link: 'https://acme.example/p/2' } },
    },
  ]);
  const { creatives } = await call('list_ad_creatives', { creative_ids: [creative.id] });
  expect(creatives[0]).toMatchObject({ format: 'carousel', cards: [{ headline: 'Boots' }, { headline: 'Jackets' }] });
});

test('a carousel that is none is refused before it is sent, every problem at once', async () => {
  const { message, ...rest } = link('no carousel');
  const cards = [
    { ...CARDS[0], image_hash: 'h' },
    { link_url: 'https://acme.example', video_id: '5' },
  ];
  const error = await refusal('create_ad_creative', { ...rest, cards, product_set_id: '1' });
  expect(error.problems.map(({ field }: { field: string }) => field)).toEqual([
    'picture',
    'product_set_id',
    'message',
    'cards.0.picture',
    'cards.1.picture',
    'picture',
  ]);
  expect(await refusal('create_ad_creative', { ...rest, message, cards: [CARDS[0]] })).toMatchObject({
    field: 'cards',
  });
  expect(await refusal('create_ad_creative', { ...link('alone'), end_card: false })).toMatchObject({ field: 'cards' });
});

test('makes a catalogue ad from a product set, and says where it fits', async () => {
  const [{ id: product_catalog_id, product_sets }] = (await call('list_catalogs')).catalogs;
  const { picture: _, ...rest } = link('catalogue');
  const product_set_id = product_sets[1].id;
  const { creative, notes } = await call('create_ad_creative', {
    ...rest,
    product_set_id,
    headline: '{{product.name}}',
    button: 'SHOP_NOW',
  });
  expect(creative.sent).toMatchObject({
    product_set_id,
    object_story_spec: { template_data: { name: '{{product.name}}' } },
  });
  expect(notes.join()).toContain('promoted_object');
  const { creatives } = await call('list_ad_creatives', { creative_ids: [creative.id] });
  expect(creatives[0]).toMatchObject({ format: 'catalogue', product_set_id });

  const { campaign } = await call('create_social_campaign', {
    name: 'Catalogue',
    objective: 'OUTCOME_SALES',
    special_ad_categories: [],
    daily_budget: 50,
    product_catalog_id,
  });
  const adSet = { campaign_id: campaign.id, name: 'Catalogue', optimization_goal: 'OFFSITE_CONVERSIONS' };
  const shown = { targeting: { geo_locations: { countries: ['US'] } }, advantage_audience: false };
  const unknown = await refusal('create_ad_set', { ...adSet, ...shown, promoted_object: { product_set_id: '5' } });
  expect(unknown).toMatchObject({ field: 'promoted_object.product_set_id', outcome: 'not_applied' });
  const { ad_set } = await call('create_ad_set', { ...adSet, ...shown, promoted_object: { product_set_id } });
  const { ad } = await call('create_social_ad', { ad_set_id: ad_set.id, creative_id: creative.id, name: 'Catalogue' });
  expect(ad).toMatchObject({ status: 'PAUSED', creative_id: creative.id });
  const gone = await refusal('create_ad_creative', { ...rest, product_set_id: '77' });
  expect(gone).toMatchObject({ code: 'invalid_arguments', field: 'product_set_id' });
});

test('a button that the platform does not take is blamed on button', async () => {
  const page_id = (await call('list_pages')).pages[0].id;
  const link = { name: 'b', page_id, link_url: 'https://example.com', picture: 'https://example.com/a.png' };
  expect(await refusal('create_ad_creative', { ...link, button: 'SEE_MENU' })).toMatchObject({
    field: 'button',
    outcome: 'not_applied',
  });
});

test('an ad that is called from goes to a number, as the platform writes it', async () => {
  const page_id = (await call('list_pages')).pages[0].id;
  const link = { name: 'c', page_id, link_url: 'https://example.com', picture: 'https://example.com/a.png' };
  expect(await refusal('create_ad_creative', { ...link, button: 'CALL_NOW' })).toMatchObject({ field: 'phone_number' });
  const called = { ...link, phone_number: '+49 (30) 1234-56' };
  expect(await refusal('create_ad_creative', { ...called, button: 'SHOP_NOW' })).toMatchObject({
    field: 'phone_number',
  });
  expect(await refusal('create_ad_creative', { ...link, phone_number: 'call us' })).toMatchObject({
    field: 'phone_number',
  });
  const { creative } = await call('create_ad_creative', called);
  const { link: page, call_to_action } = creative.sent.object_story_spec.link_data;
  expect(page).toBe('https://example.com');
  expect(call_to_action).toEqual({ type: 'CALL_NOW', value: { link: 'tel:+4930123456' } });
  const { alternatives } = await call('update_social_creative', { creative_id: creative.id, message: 'Call us' });
  const [{ tool, arguments: args }] = alternatives;
  expect(args).toMatchObject({ phone_number: '+4930123456', link_url: 'https://example.com', message: 'Call us' });
  expect((await call(tool, args)).creative.sent.object_story_spec.link_data.call_to_action).toEqual(call_to_action);
});

test('a creative that the platform accepts and does not make is not called made', async () => {
  await fault('accepted_not_applied', 'POST .*/adcreatives$');
  expect(await refusal('create_ad_creative', link('accepted only'))).toMatchObject({
    code: 'outcome_unknown',
    next_step: expect.stringContaining('list_ad_creatives'),
  });
});
