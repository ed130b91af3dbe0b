import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { ACME } from '../../../sandbox/social/seed.ts';
import { CALLS_TO_ACTION } from '../resources/creative-fields.ts';

const { call, refusal, requests, service } = sandboxed('social');

/** A creative as the platform has it. */
async function raw(id: string) {
  const fields =
    'name,object_story_spec,asset_feed_spec,degrees_of_freedom_spec,url_tags,product_set_id,adlabels{name}';
  const query = new URLSearchParams({ access_token: ACME.token, fields });
  const reply = await fetch(`${service().sandbox.origins.social}/v26.0/${id}?${query}`);
  const { id: _, ...creative } = (await reply.json()) as Awaited<ReturnType<typeof call>>;
  return creative;
}

const WANTED = {
  name: 'New text',
  page_id: '101000000000001',
  link_url: 'https://acme.example/x',
  message: 'Hello again',
};

test('changes nothing, says why, and hands over calls that work as they stand', async () => {
  const answer = await call('update_social_creative', {
    ...WANTED,
    account_id: 'act_1001000000000001',
    call_to_action_type: 'SHOP_NOW',
  });
  expect(answer).toMatchObject({ updated: false, changeable_fields: ['name', 'adlabels', 'status'] });
  expect((await requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(answer.alternatives[0]).toMatchObject({
    tool: 'create_ad_creative',
    arguments: { ...WANTED, account_id: '1001000000000001' },
  });
  for (const alternative of answer.alternatives) await call(alternative.tool, alternative.arguments);
});

test('takes every call to action of the table and no other', async () => {
  expect(CALLS_TO_ACTION).toHaveLength(51);
  for (const call_to_action_type of CALLS_TO_ACTION) {
    const number = /^(CALL_NOW|WHATSAPP_MESSAGE)$/.test(call_to_action_type) && { phone_number: '+4930123456' };
    await call('update_social_creative', { ...WANTED, ...number, call_to_action_type });
  }
  const error = await refusal('update_social_creative', { ...WANTED, call_to_action_type: 'NO_BUTTON' });
  expect(error).toMatchObject({ field: 'call_to_action_type', allowed_values: CALLS_TO_ACTION });
});

test('refuses exactly what creating would refuse', async () => {
  for (const wrong of [{ bodies: ['b'] }, { titles: ['t'] }, { video_id: '5' }, { headline: 'x'.repeat(256) }]) {
    const [advised, created] = [
      await refusal('update_social_creative', { ...WANTED, ...wrong }),
      await refusal('create_ad_creative', { ...WANTED, ...wrong }),
    ];
    expect(advised).toEqual(created);
  }
});

test('from a creative or its ad, only the change has to be passed, and nothing else is lost', async () => {
  const made = {
    ...WANTED,
    headline: 'Old headline',
    description: 'below',
    picture: 'https://acme.example/x.png',
    button: 'SHOP_NOW',
    url_tags: 'utm_source=x',
    adlabels: ['autumn'],
    enable_standard_enhancements: true,
  };
  const { creative } = await call('create_ad_creative', made);
  const { alternatives } = await call('update_social_creative', { creative_id: creative.id, headline: 'New headline' });
  const { arguments: args, tool } = alternatives[0];
  expect(args).toMatchObject({ ...made, headline: 'New headline', account_id: '1001000000000001' });
  const again = await call(tool, args);
  expect(again.creative.sent).toEqual({
    ...creative.sent,
    object_story_spec: {
      ...creative.sent.object_story_spec,
      link_data: { ...creative.sent.object_story_spec.link_data, name: 'New headline' },
    },
  });
  const repainted = await call('update_social_creative', { creative_id: creative.id, image_hash: 'a'.repeat(32) });
  expect(repainted.alternatives[0].arguments).not.toHaveProperty('picture');

  const [ad] = (await call('list_social_ads', { limit: 1 })).ads;
  const byAd = await call('update_social_creative', { ad_id: ad.id, message: 'Other words' });
  expect(byAd.alternatives[0].arguments).toMatchObject({ message: 'Other words', page_id: expect.any(String) });
  expect(byAd.alternatives[0].purpose).toContain(ad.id);
  expect(await refusal('update_social_creative', { ad_id: ad.id, titles: ['t'] })).toMatchObject({
    code: 'invalid_arguments',
  });
});

test('a carousel, a catalogue ad and a creative with more than the arguments can say lose nothing', async () => {
  const { creatives } = await call('list_ad_creatives', { limit: 200 });
  const kinds = new Map<string, { id: string }>(
    creatives.map((creative: { id: string; form: string; format: string }) => [
      `${creative.form} ${creative.format}`,
      creative,
    ]),
  );
  expect([...kinds.keys()]).toEqual(
    expect.arrayContaining(['object_story_spec carousel', 'asset_feed_spec image', 'asset_feed_spec video']),
  );
  for (const [kind, { id }] of kinds) {
    const { alternatives } = await call('update_social_creative', { creative_id: id, name: 'Renamed on the way' });
    const { creative } = await call(alternatives[0].tool, alternatives[0].arguments);
    const [before, after] = await Promise.all([id, creative.id].map((which) => raw(which)));
    expect({ ...after, name: before.name }, kind).toEqual(before);
  }
});

test('a new headline, or one card of many, is all that changes in a carousel', async () => {
  const { creatives } = await call('list_ad_creatives', { limit: 200 });
  const { id, cards } = creatives.find(({ format }: { format: string }) => format === 'carousel');
  const { alternatives } = await call('update_social_creative', { creative_id: id, headline: 'Only this' });
  const { creative } = await call(alternatives[0].tool, alternatives[0].arguments);
  const [before, after] = await Promise.all([id, creative.id].map((which) => raw(which)));
  before.object_story_spec.link_data.name = 'Only this';
  expect(after).toEqual(before);

  const reworded = await call('update_social_creative', { creative_id: id });
  const args = reworded.alternatives[0].arguments;
  expect(args.cards.map(({ headline }: { headline: string }) => headline)).toEqual(
    cards.map(({ headline }: { headline: string }) => headline),
  );
  args.cards[1].headline = 'Second card';
  const other = await raw((await call('create_ad_creative', args)).creative.id);
  before.object_story_spec.link_data.name = other.object_story_spec.link_data.name;
  before.object_story_spec.link_data.child_attachments[1].name = 'Second card';
  expect(other).toEqual(before);
});

test('a new landing page reaches every card that led to the old one, and names the cards that do not', async () => {
  const card = (link_url: string) => ({ link_url, headline: 'h', picture: 'https://acme.example/x.png' });
  const other = 'https://acme.example/other';
  const cards = [card(WANTED.link_url), card(other), card(WANTED.link_url)];
  const { creative } = await call('create_ad_creative', { ...WANTED, cards });
  const link_url = 'https://acme.example/new';
  const { alternatives, notes } = await call('update_social_creative', { creative_id: creative.id, link_url });
  const made = await call('create_ad_creative', alternatives[0].arguments);
  const { link_data } = (await raw(made.creative.id)).object_story_spec;
  expect(link_data.link).toBe(link_url);
  expect(link_data.child_attachments.map(({ link }: { link: string }) => link)).toEqual([link_url, other, link_url]);
  expect(notes.join(' ')).toContain('Cards 2 do not lead to the old link_url');
});

test('the text of an existing post is not ours to change', async () => {
  const [{ ad_set_id }] = (await call('list_social_ads', { limit: 1 })).ads;
  const { ad } = await call('create_social_ad', { ad_set_id, name: 'Post', post_id: '101000000000001_800000000001' });
  const error = await refusal('update_social_creative', { ad_id: ad.id, headline: 'Other' });
  expect(error).toMatchObject({ code: 'unsupported', message: expect.stringContaining('post that exists') });
});

test('one text for a creative with several variants is not guessed at; for the only one it is the new one', async () => {
  const { message: _, ...base } = WANTED;
  const made = { ...base, bodies: ['a', 'b'], titles: ['t'], picture: 'https://acme.example/x.png' };
  const { creative } = await call('create_ad_creative', made);
  const error = await refusal('update_social_creative', { creative_id: creative.id, message: 'c', headline: 'u' });
  expect(error).toMatchObject({ field: 'message', message: expect.stringContaining('pass bodies with all') });
  expect(error.message).toContain('["a","b"]');
  const { alternatives } = await call('update_social_creative', { creative_id: creative.id, headline: 'u' });
  expect(alternatives[0].arguments).toMatchObject({ bodies: ['a', 'b'], titles: ['u'] });
  expect((await call('create_ad_creative', alternatives[0].arguments)).creative.form).toBe('asset_feed_spec');
});

test('a text and its variants are refused together, also where the creative has variants only', async () => {
  const { message: _, ...base } = WANTED;
  const variants = { bodies: ['a'], titles: ['t'], descriptions: ['d'], picture: 'https://acme.example/x.png' };
  const { creative } = await call('create_ad_creative', { ...base, ...variants });
  for (const [one, several] of Object.entries({ message: 'bodies', headline: 'titles', description: 'descriptions' })) {
    const both = { creative_id: creative.id, [one]: 'a', [several]: ['b', 'c'] };
    expect(await refusal('update_social_creative', both)).toMatchObject({ field: several, code: 'invalid_arguments' });
  }
});

test('variants take the place of the single texts of a creative', async () => {
  const made = { ...WANTED, headline: 'h', description: 'd', picture: 'https://acme.example/x.png' };
  const { creative } = await call('create_ad_creative', made);
  const variants = { bodies: ['a', 'b'], titles: ['t'] };
  const { alternatives } = await call('update_social_creative', { creative_id: creative.id, ...variants });
  const { arguments: args } = alternatives[0];
  expect(args).toMatchObject({ ...variants, description: 'd' });
  for (const single of ['message', 'headline']) expect(args).not.toHaveProperty(single);
  expect((await call('create_ad_creative', args)).creative.form).toBe('asset_feed_spec');
});

test('enhancements are switched off and an album becomes a link again where that is asked for', async () => {
  const picture = 'https://acme.example/x.png';
  const made = { ...WANTED, picture, attachment_style: 'album', enable_standard_enhancements: true };
  const { creative } = await call('create_ad_creative', made);
  const plain = { attachment_style: 'link', enable_standard_enhancements: false };
  const { alternatives } = await call('update_social_creative', { creative_id: creative.id, ...plain });
  const { sent } = (await call('create_ad_creative', alternatives[0].arguments)).creative;
  expect(sent.object_story_spec.link_data).not.toHaveProperty('attachment_style');
  expect(JSON.stringify(sent)).not.toContain('OPT_IN');
});
