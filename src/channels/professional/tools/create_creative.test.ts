import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { PIXEL } from '../resources/file.testing.ts';

const { call, refusal, fault, clearFaults, ledger, requests } = sandboxed('professional');

const campaign = async (name: string) =>
  (await call('list_professional_campaigns', { name })).campaigns[0].id as string;

const words = {
  intro_text: 'New',
  headline: 'See',
  landing_page_url: 'https://acme.example/new',
  button: 'LEARN_MORE',
};

async function image(): Promise<string> {
  const uploaded = await call('upload_professional_image', { organization_id: '3000001', image_base64: PIXEL });
  return uploaded.image.id;
}

test('a single image becomes a post for the ad alone, as a draft', async () => {
  const campaign_id = await campaign('Engineers');
  const args = { campaign_id, kind: 'IMAGE', name: 'Picture', image_id: await image(), ...words };
  const { creative, keeps_from_serving } = await call('create_creative', args);
  expect(creative).toMatchObject({ shown_as: 'Ad', name: 'Picture', status: 'DRAFT', campaign_id });
  expect(creative.content.reference).toMatch(/^urn:li:share:\d+$/);
  expect(keeps_from_serving.join(' ')).toContain('DRAFT');
  const sent = (await requests()).find(({ path }) => path.endsWith('/creatives') && path.includes('500000001'));
  const { post } = JSON.parse(sent!.request_body!).creative.inlineContent;
  expect(post).toMatchObject({
    adContext: { dscAdAccount: 'urn:li:sponsoredAccount:500000001', dscStatus: 'ACTIVE' },
    distribution: { feedDistribution: 'NONE', thirdPartyDistributionChannels: [] },
    isReshareDisabledByAuthor: false,
  });
  const { creative: again } = await call('create_creative', {
    campaign_id,
    kind: 'POST',
    post_id: creative.content.reference,
  });
  expect(again.content).toEqual(creative.content);
});

test('a video becomes a post for the ad alone as well', async () => {
  const group = (await call('list_campaign_groups', { status: ['ACTIVE'] })).campaign_groups[0].id;
  const { campaign: made } = await call('create_professional_campaign', {
    campaign_group_id: group,
    name: 'Moving pictures',
    format: 'SINGLE_VIDEO',
    daily_budget_amount: '60',
    daily_budget_currency: 'USD',
  });
  const { posts } = await call('list_page_posts', { organization_id: '3000001' });
  const { video_id } = posts.find((post: { video_id?: string }) => post.video_id);
  const args = { campaign_id: made.id, kind: 'VIDEO', name: 'Film', video_id, ...words };
  expect(await refusal('create_creative', args)).toMatchObject({ field: 'organization_id' });
  const { creative } = await call('create_creative', { ...args, organization_id: '3000001' });
  expect(creative).toMatchObject({ name: 'Film', status: 'DRAFT', campaign_id: made.id });
  expect(creative.content.reference).toMatch(/^urn:li:(?:share|ugcPost):\d+$/);
});

test('a carousel has two to ten cards, and a campaign of that format', async () => {
  const group = (await call('list_campaign_groups', { name: 'Always on' })).campaign_groups[0].id;
  const { campaign: made } = await call('create_professional_campaign', {
    campaign_group_id: group,
    name: 'Several pictures',
    format: 'CAROUSEL',
    daily_budget_amount: '60',
    associated_entity: '3000001',
  });
  const card = { image_id: await image(), headline: 'One of them', landing_page_url: 'https://acme.example/one' };
  const args = {
    campaign_id: made.id,
    kind: 'CAROUSEL',
    intro_text: 'Look',
    cards: [card, card],
    button: 'LEARN_MORE',
  };
  const { creative } = await call('create_creative', args);
  expect(creative).toMatchObject({ status: 'DRAFT', campaign_id: made.id });
  expect(await refusal('create_creative', { ...args, cards: [card] })).toMatchObject({ field: 'cards' });
  expect(await refusal('create_creative', { ...args, kind: 'IMAGE' })).toMatchObject({ code: 'invalid_arguments' });
  const elsewhere = { ...args, campaign_id: await campaign('Engineers') };
  expect((await refusal('create_creative', elsewhere)).message).toContain('CAROUSEL');
});

test('text ads go into text campaigns, and lead forms into those for leads', async () => {
  const campaign_id = await campaign('Text in the margin');
  const { button: _, intro_text: __, ...line } = words;
  const { creative } = await call('create_creative', {
    campaign_id,
    kind: 'TEXT',
    ...line,
    description: 'Come and see',
  });
  expect(creative).toMatchObject({ kind: 'textAd', content: { textAd: { headline: 'See' } } });
  const leads = await campaign('Demo requests');
  const args = { campaign_id: leads, kind: 'IMAGE', image_id: await image(), ...words };
  expect(await refusal('create_creative', args)).toMatchObject({ field: 'lead_form_id' });
  const [form] = (await call('list_lead_forms')).lead_forms;
  expect((await call('create_creative', { ...args, lead_form_id: form.id })).creative.lead_form_id).toBe(form.id);
});

test('arguments that do not go together are refused by name', async () => {
  const campaign_id = await campaign('Engineers');
  expect(await refusal('create_creative', { campaign_id, kind: 'IMAGE', ...words })).toMatchObject({
    field: 'image_id',
  });
  expect(await refusal('create_creative', { campaign_id, kind: 'POST', post_id: 'urn:li:activity:1' })).toMatchObject({
    field: 'post_id',
  });
  const wrong = {
    campaign_id,
    kind: 'TEXT',
    headline: 'a',
    description: 'b',
    landing_page_url: 'https://acme.example',
  };
  expect(await refusal('create_creative', wrong)).toMatchObject({ code: 'invalid_arguments', outcome: 'not_applied' });
  expect(await refusal('create_creative', { ...wrong, headline: 'x'.repeat(26) })).toMatchObject({ field: 'headline' });
});

test.each([
  ['POST', { post_id: 'urn:li:share:1' }],
  ['TEXT', { headline: 'a', description: 'b', landing_page_url: 'https://acme.example' }],
  ['FOLLOW', { headline: 'a', description: 'b' }],
  ['EVENT', { post_id: 'urn:li:share:1', event_id: '1' }],
  ['MESSAGE', { message_id: 'urn:li:adInMailContent:1' }],
  ['CONVERSATION', { message_id: 'urn:li:adInMailContent:1' }],
])('an ad of kind %s has neither a button nor a page of its own', async (kind, more) => {
  const args = { campaign_id: await campaign('Engineers'), kind, ...more };
  for (const other of [{ button: 'LEARN_MORE' }, { organization_id: '3000001' }])
    expect(await refusal('create_creative', { ...args, ...other })).toMatchObject({
      code: 'invalid_arguments',
      field: Object.keys(other)[0],
    });
  const labelled = await refusal('create_creative', { ...args, button: 'LEARN_MORE', lead_form_id: '1' });
  expect(labelled.field).not.toBe('button');
});

test('cut off after it arrived, it was made once and is called unknown', async () => {
  const args = { campaign_id: await campaign('Engineers'), kind: 'IMAGE', image_id: await image(), ...words };
  const before = (await ledger({ kind: 'create', resource: 'creative' })).length;
  await fault('cut_after', 'POST .*/creatives$');
  expect(await refusal('create_creative', args)).toMatchObject({ code: 'outcome_unknown', retryable: false });
  await clearFaults();
  expect((await ledger({ kind: 'create', resource: 'creative' })).length).toBe(before + 1);
});

test('a kind that does not fit, a form that is missing and one that is not published are told beforehand', async () => {
  const image_id = (await call('upload_professional_image', { organization_id: '3000001', image_base64: PIXEL })).image
    .id;
  const named = async (name: string) => (await call('list_professional_campaigns', { name })).campaigns[0].id;
  const card = { image_id, headline: 'a', landing_page_url: 'https://acme.example/' };
  const cards = { kind: 'CAROUSEL', intro_text: 'x', cards: [card, card] };
  const unfit = await refusal('create_creative', { campaign_id: await named('Engineers'), ...cards });
  expect(unfit).toMatchObject({ field: 'kind', allowed_values: ['IMAGE', 'POST'] });
  expect(unfit.message).toContain('format CAROUSEL');
  const { lead_forms } = await call('list_lead_forms');
  const form = lead_forms.find(({ status }: { status: string }) => status === 'DRAFT');
  const ad = { campaign_id: await named('Demo requests'), kind: 'IMAGE', intro_text: 'Hi', image_id };
  const formless = { ...ad, landing_page_url: 'https://acme.example/' };
  expect(await refusal('create_creative', formless)).toMatchObject({ field: 'lead_form_id' });
  const held = await call('create_creative', { ...ad, lead_form_id: form.id, button: 'REQUEST_DEMO' });
  expect(held.keeps_from_serving.join()).toContain('not published');
});

test('a form that is not there or has no place is refused, and so is content that the platform does not find', async () => {
  const [form] = (await call('list_lead_forms')).lead_forms;
  const ad = { kind: 'IMAGE', image_id: await image(), ...words };
  const leads = { ...ad, campaign_id: await campaign('Demo requests') };
  const visits = { ...ad, campaign_id: await campaign('Engineers') };
  expect(await refusal('create_creative', { ...leads, lead_form_id: '1' })).toMatchObject({
    field: 'lead_form_id',
    message: expect.stringContaining('does not exist'),
    outcome: 'not_applied',
  });
  expect(await refusal('create_creative', { ...visits, lead_form_id: form.id })).toMatchObject({
    field: 'lead_form_id',
  });
  expect(await refusal('create_creative', { ...visits, image_id: 'urn:li:image:none' })).toMatchObject({
    code: 'not_found',
    field: 'image_id',
  });
  const post = { campaign_id: visits.campaign_id, kind: 'POST', post_id: 'urn:li:share:1' };
  expect(await refusal('create_creative', post)).toMatchObject({ code: 'not_found', field: 'post_id' });
});

const dynamic = async (format: string) => {
  const { campaign_groups } = await call('list_campaign_groups', { name: 'Always on' });
  const args = { campaign_group_id: campaign_groups[0].id, name: format, format, objective_type: 'BRAND_AWARENESS' };
  return { ...args, daily_budget_amount: '60', associated_entity: '3000001' };
};

test('a campaign of job ads could never get an ad here and is refused, with what works', async () => {
  const before = (await ledger({ kind: 'create' })).length;
  const refused = await refusal('create_professional_campaign', await dynamic('JOBS'));
  expect(refused).toMatchObject({ field: 'format', outcome: 'not_applied' });
  expect(refused.message).toContain('does not publish what such an ad holds');
  expect(refused.allowed_values).toContain('STANDARD_UPDATE');
  expect(refused.allowed_values).not.toContain('JOBS');
  expect((await ledger({ kind: 'create' })).length).toBe(before);
});

test('an event ad shows the post of an event, in a campaign of that format', async () => {
  const campaign_id = (await call('create_professional_campaign', await dynamic('SPONSORED_UPDATE_EVENT'))).campaign.id;
  const [{ id: post_id }] = (await call('list_page_posts', { organization_id: '3000001' })).posts;
  const args = { campaign_id, kind: 'EVENT', post_id };
  expect(await refusal('create_creative', args)).toMatchObject({ field: 'event_id' });
  const { creative } = await call('create_creative', { ...args, event_id: '7100000000000000001' });
  expect(creative.content).toEqual({ eventAd: { post: post_id, event: 'urn:li:event:7100000000000000001' } });
  const bare = await refusal('create_creative', { campaign_id, kind: 'POST', post_id });
  expect(bare).toMatchObject({ field: 'kind', allowed_values: ['EVENT'] });
  const elsewhere = { ...args, campaign_id: await campaign('Engineers'), event_id: '71' };
  expect((await refusal('create_creative', elsewhere)).message).toContain('format SPONSORED_UPDATE_EVENT');
});

test('a campaign without a format takes the kinds of its type alone', async () => {
  const { format: _, ...open } = await dynamic('TEXT_AD');
  const { campaign: made } = await call('create_professional_campaign', { ...open, type: 'TEXT_AD' });
  const args = { campaign_id: made.id, kind: 'SPOTLIGHT', headline: 'a', description: 'b' };
  const refused = await refusal('create_creative', { ...args, landing_page_url: 'https://acme.example/' });
  expect(refused).toMatchObject({ field: 'kind', allowed_values: ['TEXT'] });
});

test('spotlight and follow ads are made for the campaigns of their formats', async () => {
  const spotlight = (await call('create_professional_campaign', await dynamic('SPOTLIGHT'))).campaign.id;
  const follow = (await call('create_professional_campaign', await dynamic('FOLLOW_COMPANY'))).campaign.id;
  const lines = { headline: 'Grow with us', description: 'Tools for teams' };
  const shown = { ...lines, landing_page_url: 'https://acme.example/', button: 'SIGN_UP' };
  const made = await call('create_creative', { campaign_id: spotlight, kind: 'SPOTLIGHT', ...shown });
  expect(made.creative).toMatchObject({
    status: 'DRAFT',
    kind: 'spotlight',
    content: { spotlight: { ...lines, landingPage: 'https://acme.example/', callToAction: 'Sign up' } },
  });
  const followed = await call('create_creative', { campaign_id: follow, kind: 'FOLLOW', ...lines });
  expect(followed.creative.content.follow).toMatchObject({ headline: { custom: 'Grow with us' } });
  const other = { campaign_id: follow, kind: 'SPOTLIGHT', ...shown };
  expect(await refusal('create_creative', other)).toMatchObject({ field: 'kind', allowed_values: ['FOLLOW'] });
  const long = { campaign_id: spotlight, kind: 'SPOTLIGHT', ...shown, headline: 'x'.repeat(51) };
  expect(await refusal('create_creative', long)).toMatchObject({ field: 'headline' });
});
