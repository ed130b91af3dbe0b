import { beforeAll, expect, test } from 'vitest';
import { good, professionalForTests, US } from '../calls.testing.ts';

const sandbox = professionalForTests();
const ACCOUNT = `urn:li:sponsoredAccount:${US}`;
const regular = { callToActionText: 'See', callToActionLandingPageUrl: 'https://acme.example' };
const message = {
  account: ACCOUNT,
  name: 'M',
  subject: 'S',
  sender: 'urn:li:person:AcmeMember1',
  htmlBody: '<p>Hi</p>',
  subContent: { regular },
};
const SITE = { replyType: 'EXTERNAL_WEBSITE', optionText: 'Go', landingPage: 'https://acme.example' };

let conversation: string;
const contents = () => `conversationAds/${encodeURIComponent(conversation)}/sponsoredMessageContents`;
const opened = (content: string) =>
  sandbox.patch(`conversationAds/${encodeURIComponent(conversation)}`, { firstMessageContent: content });
const guided = () => ({ guidedReplies: { sponsoredConversation: conversation } });

beforeAll(async () => {
  conversation = await sandbox.create('conversationAds', { parentAccount: ACCOUNT });
});

const LETTERS: [string, object, object][] = [
  ['rule 134: a subject of 61 characters', { subject: 'x'.repeat(61) }, { status: 400 }],
  [
    'rule 134: a button of 21 characters',
    { subContent: { regular: { ...regular, callToActionText: 'x'.repeat(21) } } },
    { status: 400 },
  ],
  ['rule 134: a sender who is not approved', { sender: 'urn:li:person:X' }, { code: 'SINMAIL_SENDER_NOT_APPROVED' }],
  ['rule 27: a button and a conversation', { subContent: { regular, ...guided() } }, { status: 422 }],
  ['rule 24: an unknown field', { text: 'x' }, { status: 422 }],
];

test.each(LETTERS)('%s is refused', async (_, spoiled, refusal) => {
  const refused = await sandbox.refused('POST', 'inMailContents', { body: { ...message, ...spoiled } });
  expect(refused).toMatchObject(refusal);
});

test('rule 14: a message is read by its URN, not by a number', async () => {
  const id = await sandbox.create('inMailContents', message);
  expect(await sandbox.get(`inMailContents/${encodeURIComponent(id)}`)).toMatchObject({ id, subject: 'S' });
  const bare = await sandbox.refused('GET', `inMailContents/${id.split(':').at(-1)}`);
  expect(bare).toMatchObject({ status: 400, message: 'Key parameter value invalid' });
});

const NODES: [string, object][] = [
  ['rule 134: six options', { bodySource: { text: 'a' }, nextAction: { options: Array(6).fill(SITE) } }],
  ['rule 134: words of 501 characters', { bodySource: { text: 'x'.repeat(501) } }],
  [
    'rule 134: an option of 36 characters',
    { bodySource: { text: 'a' }, nextAction: { options: [{ ...SITE, optionText: 'x'.repeat(36) }] } },
  ],
  [
    'rule 134: a message that is not there yet, as in a circle',
    {
      bodySource: { text: 'a' },
      nextAction: {
        options: [{ replyType: 'SIMPLE_REPLY', optionText: 'On', nextContent: 'urn:li:sponsoredMessageContent:1' }],
      },
    },
  ],
];

test.each(NODES)('%s is refused', async (_, body) => {
  expect(await sandbox.refused('POST', contents(), { body })).toMatchObject({ status: 400 });
});

test('rule 134: a conversation has 25 messages and no more', async () => {
  conversation = await sandbox.create('conversationAds', { parentAccount: ACCOUNT });
  for (let count = 0; count < 25; count += 1) await sandbox.create(contents(), { bodySource: { text: 'a' } });
  const refused = await sandbox.refused('POST', contents(), { body: { bodySource: { text: 'a' } } });
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('25') });
});

test('rules 119 and 134: a conversation ad needs its format, and for leads a form', async () => {
  conversation = await sandbox.create('conversationAds', { parentAccount: ACCOUNT });
  const body = { ...message, subContent: guided() };
  expect(await sandbox.refused('POST', 'inMailContents', { body })).toMatchObject({ status: 400 });
  await opened(await sandbox.create(contents(), { bodySource: { text: 'a' }, nextAction: { options: [SITE] } }));
  const reference = await sandbox.create('inMailContents', body);
  const group = await sandbox.create(`adAccounts/${US}/adCampaignGroups`, good.group);
  const campaign = async (more: object) => {
    const inbox = { type: 'SPONSORED_INMAILS', creativeSelection: 'ROUND_ROBIN', ...more };
    const id = await sandbox.create(`adAccounts/${US}/adCampaigns`, { ...good.campaign(group), ...inbox });
    return { campaign: `urn:li:sponsoredCampaign:${id}`, intendedStatus: 'DRAFT', content: { reference } };
  };
  const send = (creative: object) => sandbox.send('POST', `adAccounts/${US}/creatives`, { body: creative });
  const leads = { objectiveType: 'LEAD_GENERATION', optimizationTargetType: 'MAX_LEAD' };
  const letters = await send(await campaign({ format: 'SPONSORED_INMAIL' }));
  expect(letters).toMatchObject({ status: 400, body: { message: expect.stringContaining('does not match') } });
  expect((await send(await campaign({ format: 'SPONSORED_MESSAGE' }))).status).toBe(201);
  const formless = await send(await campaign({ format: 'SPONSORED_MESSAGE', ...leads }));
  expect(formless.body.code).toBe('SPONSORED_MESSAGE_CONTENT_AD_FORM_URN_NOT_FOUND_IN_MESSAGE_TREE');
  const [form] = (await sandbox.get(`leadForms?q=owner&owner=(sponsoredAccount:${encodeURIComponent(ACCOUNT)})`))
    .elements;
  await sandbox.create(contents(), { bodySource: { leadGenerationForm: `urn:li:adForm:${form.id}` } });
  expect((await send(await campaign({ format: 'SPONSORED_MESSAGE', ...leads }))).status).toBe(201);
});

test('rule 119: an event ad belongs into a campaign of events, and a post does not', async () => {
  const group = await sandbox.create(`adAccounts/${US}/adCampaignGroups`, good.group);
  const made = async (format: string, content: object) => {
    const id = await sandbox.create(`adAccounts/${US}/adCampaigns`, { ...good.campaign(group), format });
    const body = { campaign: `urn:li:sponsoredCampaign:${id}`, intendedStatus: 'DRAFT', content };
    return (await sandbox.send('POST', `adAccounts/${US}/creatives`, { body })).status;
  };
  const [post] = (await sandbox.get(`posts?q=author&author=${encodeURIComponent('urn:li:organization:3000001')}`))
    .elements;
  const eventAd = { post: post.id, event: 'urn:li:event:71' };
  expect(await made('SPONSORED_UPDATE_EVENT', { eventAd })).toBe(201);
  expect(await made('SPONSORED_UPDATE_EVENT', { reference: post.id })).toBe(400);
  expect(await made('STANDARD_UPDATE', { eventAd })).toBe(400);
  expect(await made('SPONSORED_UPDATE_EVENT', { eventAd: { ...eventAd, post: 'urn:li:share:1' } })).toBe(404);
  expect(await made('SPONSORED_UPDATE_EVENT', { eventAd: { post: post.id } })).toBe(422);
});
