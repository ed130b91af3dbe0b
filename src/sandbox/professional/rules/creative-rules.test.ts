import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { CAMPAIGNS, CREATIVES, good, professionalForTests, US } from '../calls.testing.ts';
import { Store } from '../state.ts';

const sandbox = professionalForTests();
const PAGE = 'urn:li:organization:3000001';
const TEXT = { type: 'TEXT_AD', format: 'TEXT_AD' };
const MESSAGE = { type: 'SPONSORED_INMAILS', format: 'SPONSORED_INMAIL', creativeSelection: 'ROUND_ROBIN' };
const LEADS = { objectiveType: 'LEAD_GENERATION', optimizationTargetType: 'MAX_LEAD' };
const textAd = { headline: 'H', description: 'D', landingPage: 'https://acme.example' };
const SHARE = 'urn:li:share:7000000000000000001';

async function campaign(more = {}): Promise<string> {
  const group = await sandbox.create(`adAccounts/${US}/adCampaignGroups`, good.group);
  return `urn:li:sponsoredCampaign:${await sandbox.create(CAMPAIGNS, { ...good.campaign(group), ...more })}`;
}

const pathOf = (urn: string) => `${CREATIVES}/${encodeURIComponent(urn)}`;
const change = (set: object) => ({ body: { patch: { $set: set } }, method: 'PARTIAL_UPDATE' });

/** The campaign it goes into, the rest of the body, and what the refusal says. */
const BORN: [string, object, object, string][] = [
  ['rule 115: a birth as paused', TEXT, { intendedStatus: 'PAUSED' }, 'from null to PAUSED'],
  ['rule 118: an unknown campaign', TEXT, { campaign: 'urn:li:sponsoredCampaign:1' }, 'does not exist'],
  ['rule 119: a text among posts', {}, { content: { textAd } }, 'does not match'],
  ['rule 119: a post among texts', TEXT, { content: { reference: SHARE } }, 'does not match'],
  ['rule 119: a post as a message', MESSAGE, { content: { reference: SHARE } }, 'does not match'],
  ['rule 119: a message as a post', {}, { content: { reference: 'urn:li:adInMailContent:1' } }, 'does not match'],
  [
    'rule 120: an activity',
    {},
    { content: { reference: 'urn:li:activity:1' } },
    'Allowed URN types are adInMailContent, share, ugcPost',
  ],
  ['rule 120: a share without a number', {}, { content: { reference: 'urn:li:share:x' } }, 'is not a valid URN'],
  ['rule 121: leads without a form', LEADS, { content: { reference: SHARE } }, 'leadgenCallToAction is required'],
  ['rule 125: a long headline', TEXT, { content: { textAd: { ...textAd, headline: 'x'.repeat(26) } } }, '25'],
  ['rule 125: a long description', TEXT, { content: { textAd: { ...textAd, description: 'x'.repeat(76) } } }, '75'],
  ['rule 125: no landing page', TEXT, { content: { textAd: { ...textAd, landingPage: undefined } } }, '/landingPage'],
];

test.each(BORN)('%s is refused', async (_, kind, spoiled, message) => {
  const body = { campaign: await campaign(kind), content: { textAd }, intendedStatus: 'DRAFT', ...spoiled };
  expect((await sandbox.refused('POST', CREATIVES, { body })).message).toContain(message);
});

test('rule 116: a creative in review is not paused; rule 117: its content is fixed', async () => {
  const entity = { campaign: await campaign(TEXT), content: { textAd }, intendedStatus: 'ACTIVE' };
  const path = pathOf(await sandbox.create(CREATIVES, entity));
  const pause = change({ intendedStatus: 'PAUSED' });
  expect((await sandbox.refused('POST', path, pause)).message).toContain('from ACTIVE to PAUSED');
  sandbox.advance(HOUR_MS);
  expect((await sandbox.send('POST', path, pause)).status).toBe(204);
  expect(await sandbox.refused('POST', path, change({ content: { textAd } }))).toMatchObject({ status: 422 });
  expect(await sandbox.refused('POST', path, change({ campaign: entity.campaign }))).toMatchObject({ status: 422 });
});

test('rule 121: the form of an ad is fixed after the draft', async () => {
  const [ad] = (await sandbox.get(`${CREATIVES}?q=criteria&intendedStatuses=List(ACTIVE)`)).elements;
  const leadgenCallToAction = { destination: 'urn:li:adForm:8001', label: 'APPLY' };
  expect((await sandbox.refused('POST', pathOf(ad.id), change({ leadgenCallToAction }))).message).toContain('DRAFT');
});

test('rule 122: a campaign has at most 15 active and 100 creatives', async () => {
  const into = await campaign(TEXT);
  const one = (intendedStatus: string) => ({ campaign: into, content: { textAd }, intendedStatus });
  const many = async (count: number, status: string) => {
    const body = { elements: Array.from({ length: count }, () => one(status)) };
    const made = (await sandbox.send('POST', CREATIVES, { body, method: 'BATCH_CREATE' })).body.elements;
    return made.filter((each: { status: number }) => each.status === 201).length;
  };
  expect(await many(16, 'ACTIVE')).toBe(15);
  expect(await many(86, 'DRAFT')).toBe(85);
});

test('rule 124: a creative that is to be deleted does not change', async () => {
  const path = pathOf(
    await sandbox.create(CREATIVES, { campaign: await campaign(TEXT), content: { textAd }, intendedStatus: 'ACTIVE' }),
  );
  await sandbox.patch(path, { intendedStatus: 'PENDING_DELETION' });
  const { message } = await sandbox.refused('POST', path, change({ name: 'New' }));
  expect(message).toBe('Cannot update a canceled creative');
});

const post = {
  author: PAGE,
  commentary: 'Words',
  visibility: 'PUBLIC',
  lifecycleState: 'PUBLISHED',
  distribution: { feedDistribution: 'NONE' },
  adContext: { dscAdAccount: `urn:li:sponsoredAccount:${US}` },
};
const card = { landingPage: 'https://acme.example', media: { id: 'urn:li:image:X' } };

const POSTS: [string, object, object][] = [
  ['rule 126: one card', { content: { carousel: { cards: [card] } } }, { status: 400 }],
  ['rule 126: eleven cards', { content: { carousel: { cards: Array(11).fill(card) } } }, { status: 400 }],
  ['rule 127: a post for ads without its account', { adContext: {} }, { code: 'MISSING_REQUIRED_FIELD_FOR_DSC' }],
  [
    'rule 128: no distribution',
    { distribution: undefined },
    { status: 422, message: expect.stringContaining('/distribution') },
  ],
  ['rule 128: no visibility', { visibility: undefined }, { status: 422 }],
  ['rule 129: a page of others', { author: 'urn:li:organization:3000002' }, { status: 403 }],
  ['rule 129: a person', { author: 'urn:li:person:AcmeMember1' }, { status: 403 }],
  ['rule 132: words in place of a file', { content: { media: { id: 'None' } } }, { status: 422 }],
  ['rule 132: a file of another kind', { content: { media: { id: 'urn:li:organization:1' } } }, { status: 422 }],
  [
    'rule 132: a card without a file',
    { content: { carousel: { cards: [card, { ...card, media: {} }] } } },
    { status: 422 },
  ],
  [
    'rule 132: a thumbnail that is not there',
    { content: { article: { source: 'https://acme.example', title: 'T', thumbnail: 'urn:li:image:X' } } },
    { status: 404 },
  ],
  [
    'rule 131: a button without a landing page',
    { content: { media: { id: 'urn:li:image:X' } }, contentCallToActionLabel: 'APPLY' },
    { status: 400, message: expect.stringContaining('/contentLandingPage') },
  ],
];

test.each(POSTS)('%s is refused', async (_, spoiled, refusal) => {
  expect(await sandbox.refused('POST', 'posts', { body: { ...post, ...spoiled } })).toMatchObject(refusal);
});

const KINDS = ['image', 'document', 'video'] as const;
type Kind = (typeof KINDS)[number];

interface Begun {
  id: string;
  /** Where the one part of the file goes. */
  url: string;
  finish(tag: string | null): ReturnType<typeof sandbox.send>;
}

async function begin(kind: Kind, more = {}): Promise<Begun> {
  const start = { initializeUploadRequest: { owner: PAGE, ...(kind === 'video' && { fileSizeBytes: 1 }), ...more } };
  const { value } = (await sandbox.send('POST', `${kind}s?action=initializeUpload`, { body: start })).body;
  const end = { video: value[kind], uploadToken: value.uploadToken };
  return {
    id: value[kind],
    url: value.uploadUrl ?? value.uploadInstructions[0].uploadUrl,
    finish: (tag) =>
      sandbox.send('POST', 'videos?action=finalizeUpload', {
        body: { finalizeUploadRequest: { ...end, uploadedPartIds: [tag] } },
      }),
  };
}

const put = (url: string, body = 'x') =>
  fetch(url, { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body });

async function uploaded(kind: Kind): Promise<Begun> {
  const begun = await begin(kind);
  const sent = await put(begun.url);
  if (kind === 'video') expect((await begun.finish(sent.headers.get('etag'))).status).toBe(200);
  return begun;
}

/** Gives a file to a page of somebody else. */
function giveAway(kind: Kind, id: string): void {
  const store = new Store(sandbox.world.db);
  const file = store.find(kind, id.split(':').at(-1))!;
  store.save({ ...file, fields: { ...file.fields, owner: 'urn:li:organization:3000002' } } as never);
}

describe.each(KINDS)('a file (%s)', (kind) => {
  const shown = (id: string) => sandbox.send('POST', 'posts', { body: { ...post, content: { media: { id } } } });
  const unfound = { status: 404, body: { message: 'Could not find entity' } };

  test('rule 132: that was never uploaded, whose bytes are missing, or that is being processed is not shown', async () => {
    expect(await shown(`urn:li:${kind}:C4Enowhere`)).toMatchObject(unfound);
    const begun = await begin(kind);
    expect(await shown(begun.id)).toMatchObject(unfound);
    const sent = await put(begun.url);
    if (kind === 'video') {
      expect(await shown(begun.id)).toMatchObject(unfound);
      await begun.finish(sent.headers.get('etag'));
    }
    expect(await shown(begun.id)).toMatchObject(unfound);
    sandbox.advance(1000);
    expect((await shown(begun.id)).status).toBe(201);
  });

  test('rule 130: of another page is not shown', async () => {
    const { id } = await uploaded(kind);
    sandbox.advance(1000);
    expect((await shown(id)).status).toBe(201);
    giveAway(kind, id);
    expect((await shown(id)).body).toMatchObject({ code: 'INVALID_CONTENT_OWNERSHIP' });
  });

  test('rule 133: takes bytes at an address that was given out, until it was used or expired', async () => {
    const begun = await begin(kind);
    expect((await put(begun.url.replace(/[^/]+$/, 'C4Enowhere'))).status).toBe(404);
    expect((await put(begun.url, '')).status).toBe(400);
    const late = await begin(kind);
    const { url } = await uploaded(kind);
    expect((await put(url)).status).toBe(404);
    sandbox.advance(HOUR_MS);
    expect((await put(late.url)).status).toBe(404);
  });
});

test('rule 133: a video takes the parts it named, whole, is finished once and by its page', async () => {
  const { url } = await begin('video', { fileSizeBytes: 2 });
  expect((await put(url)).status).toBe(400);
  expect((await put(url.replace('part=0', 'part=1'), 'xy')).status).toBe(404);
  const begun = await begin('video');
  const tag = (await put(begun.url)).headers.get('etag');
  giveAway('video', begun.id);
  expect(await begun.finish(tag)).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
  const done = await uploaded('video');
  expect(await done.finish(tag)).toMatchObject({ status: 400 });
  const nowhere = { video: 'urn:li:video:C5Fnowhere', uploadToken: '', uploadedPartIds: [tag] };
  const end = { body: { finalizeUploadRequest: nowhere } };
  expect(await sandbox.refused('POST', 'videos?action=finalizeUpload', end)).toMatchObject({ status: 404 });
});

const follow = { headline: { custom: 'H' }, description: { custom: 'D' }, callToAction: 'VISIT_ORGANIZATION_LIFE' };
const spotlight = { headline: 'H', callToAction: 'Go', landingPage: 'https://acme.example' };
const dynamic = (format: string) => ({ type: 'DYNAMIC', format });

/** Every place of a creative that shows an image: its campaign and its content. */
const PLACES: [string, object, (image: string) => object][] = [
  ['a text ad', TEXT, (image) => ({ textAd: { ...textAd, image } })],
  [
    'the logo of a spotlight',
    dynamic('SPOTLIGHT'),
    (logo) => ({ spotlight: { ...spotlight, description: 'D', logo } }),
  ],
  [
    'the background of a spotlight',
    dynamic('SPOTLIGHT'),
    (backgroundImage) => ({ spotlight: { ...spotlight, backgroundImage } }),
  ],
  ['the logo of a follower ad', dynamic('FOLLOW_COMPANY'), (logo) => ({ follow: { ...follow, logo } })],
];

test.each(PLACES)('rules 120, 130, 132: %s shows an image that is there and its own', async (_, kind, contentWith) => {
  const objectiveType = 'format' in kind && kind.format === 'FOLLOW_COMPANY' ? 'ENGAGEMENT' : 'WEBSITE_VISIT';
  const target = await campaign({ ...kind, objectiveType });
  const create = (image: string) =>
    sandbox.send('POST', CREATIVES, {
      body: { campaign: target, intendedStatus: 'DRAFT', content: contentWith(image) },
    });
  expect(await create('urn:li:image:C4Enowhere')).toMatchObject({ status: 404 });
  expect(await create((await begin('image')).id)).toMatchObject({ status: 404 });
  const { id } = await uploaded('image');
  sandbox.advance(1000);
  expect((await create(id)).status).toBe(201);
  giveAway('image', id);
  expect((await create(id)).body).toMatchObject({ code: 'INVALID_CONTENT_OWNERSHIP' });
  expect(await create('urn:li:video:C5F1')).toMatchObject({ status: 422 });
});

test('rule 129: a post of a page that the caller may not post for is neither shown nor listed', async () => {
  const reference = await sandbox.create('posts', post);
  const store = new Store(sandbox.world.db);
  const held = store.find('post', reference.split(':').at(-1))!;
  const body = { campaign: await campaign(), intendedStatus: 'DRAFT', content: { reference } };
  expect((await sandbox.send('POST', CREATIVES, { body })).status).toBe(201);
  store.save({ ...held, fields: { ...held.fields, author: 'urn:li:organization:3000002' } });
  expect(await sandbox.refused('POST', CREATIVES, { body })).toMatchObject({ code: 'ACCESS_DENIED' });
  const listed = 'posts?q=author&isDsc=true&author=urn%3Ali%3Aorganization%3A3000002';
  expect(await sandbox.refused('GET', listed)).toMatchObject({ status: 403, code: 'ACCESS_DENIED' });
});

test('rule 133: an upload names its content type, and captions are asked for in the plural', async () => {
  const asked = { owner: PAGE, fileSizeBytes: 1 };
  const start = (more: object) => ({ body: { initializeUploadRequest: { ...asked, ...more } } });
  const path = 'videos?action=initializeUpload';
  expect(await sandbox.refused('POST', path, start({ uploadCaption: true }))).toMatchObject({ status: 422 });
  const { value } = (await sandbox.send('POST', path, start({ uploadCaptions: true }))).body;
  const [{ uploadUrl }] = value.uploadInstructions;
  const bare = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array([1]) });
  expect(bare.status).toBe(400);
  const end = { finalizeUploadRequest: { video: value.video, uploadToken: '', uploadedPartIds: ['none'] } };
  expect(await sandbox.refused('POST', 'videos?action=finalizeUpload', { body: end })).toMatchObject({ status: 400 });
});
