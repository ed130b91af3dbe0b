import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { CAMPAIGNS, CREATIVES, good, money, professionalForTests, START, US } from '../calls.testing.ts';
import { Store } from '../state.ts';
import { dailyMin } from './limits.ts';
import { Quota } from './quota.ts';

/** Bodies of every kind: each row has one that is taken, and what spoils it. */
const sandbox = professionalForTests();
const ACCOUNT = `urn:li:sponsoredAccount:${US}`;
const GROUPS = `adAccounts/${US}/adCampaignGroups`;
const PAGE = 'urn:li:organization:3000001';
const URL = 'https://acme.example';
const enc = encodeURIComponent;

const ids: Record<string, string> = {};
const campaign = async (more: object = {}): Promise<string> => {
  ids.group ??= await sandbox.create(GROUPS, good.group);
  return `urn:li:sponsoredCampaign:${await sandbox.create(CAMPAIGNS, { ...good.campaign(ids.group), ...more })}`;
};
const store = () => new Store(sandbox.world.db);

const TEXT = { type: 'TEXT_AD', format: 'TEXT_AD' };

beforeAll(async () => {
  ids.campaign = await campaign(TEXT);
  ids.posting = await campaign();
  ids.dead = await campaign(TEXT);
  const dead = store().find('campaign', ids.dead.split(':').at(-1))!;
  store().save({ ...dead, fields: { ...dead.fields, status: 'CANCELED' } });
  const forms = await sandbox.get(`leadForms?q=owner&owner=(sponsoredAccount:${enc(ACCOUNT)})`);
  ids.form = `urn:li:adForm:${forms.elements[0].id}`;
  ids.conversation = await sandbox.create('conversationAds', { parentAccount: ACCOUNT });
  const other = await sandbox.create('conversationAds', { parentAccount: ACCOUNT });
  const words = { bodySource: { text: 'a' } };
  ids.content = await sandbox.create(`conversationAds/${enc(ids.conversation)}/sponsoredMessageContents`, words);
  ids.foreignContent = await sandbox.create(`conversationAds/${enc(other)}/sponsoredMessageContents`, words);
  const rules = (await sandbox.get(`conversions?q=account&account=${enc(ACCOUNT)}&count=50`)).elements;
  const sent = rules.find((one: { name: string }) => one.name === 'Sale');
  ids.conversion = `urn:lla:llaPartnerConversion:${sent.id}`;
});

const node = (bodySource: object, ...options: object[]) => ({
  bodySource,
  ...(options.length > 0 && { nextAction: { options } }),
});
const SITE = { replyType: 'EXTERNAL_WEBSITE', optionText: 'Go', landingPage: URL };
const NODES = () => `conversationAds/${enc(ids.conversation!)}/sponsoredMessageContents`;
const form = (change: object = {}) => ({
  ...{ owner: { sponsoredAccount: ACCOUNT }, name: 'F', creationLocale: { country: 'US', language: 'en' } },
  content: {
    headline: { localized: { en_US: 'H' } },
    questions: [{ predefinedField: 'EMAIL' }],
    legalInfo: { privacyPolicyUrl: URL },
    ...change,
  },
});
const choice = (option: object) => ({
  ...{ name: 'q', question: { localized: { en_US: 'Which?' } } },
  questionDetails: { multipleChoiceQuestionDetails: { options: [option] } },
});
const told = (change: object = {}) => ({
  ...{ webhook: `${URL}/leads`, owner: { sponsoredAccount: ACCOUNT }, leadType: 'SPONSORED', ...change },
});
const rule = (change: object = {}) => ({
  ...{ name: 'C', type: 'LEAD', account: ACCOUNT, postClickAttributionWindowSize: 180, ...change },
});
const segment = (type: string) => ({
  ...{ name: 'S', sourcePlatform: 'LIST_UPLOAD', account: ACCOUNT, accessPolicy: 'PRIVATE', type },
  destinations: [{ destination: 'LINKEDIN' }],
});
const ad = (content: object, more: object = {}) => ({ intendedStatus: 'DRAFT', content, ...more });
const textAd = { headline: 'H', description: 'D', landingPage: URL };
const post = {
  ...{ author: PAGE, commentary: 'Words', visibility: 'PUBLIC', lifecycleState: 'PUBLISHED' },
  ...{ distribution: { feedDistribution: 'NONE' }, adContext: { dscAdAccount: ACCOUNT } },
};
const upload = (change: object = {}) => ({ initializeUploadRequest: { owner: PAGE, ...change } });

/** What is wrong, where, a body that is taken, one that is refused, and the refusal. */
const BODIES: [string, () => string, () => object, () => object, object][] = [
  [
    'a form that is not there in a conversation',
    NODES,
    () => node({ leadGenerationForm: ids.form }),
    () => node({ leadGenerationForm: 'urn:li:adForm:1' }),
    { message: expect.stringContaining('urn:li:adForm:1 does not exist') },
  ],
  [
    'an option that leads two ways',
    NODES,
    () => node({ text: 'a' }, SITE),
    () => node({ text: 'a' }, { ...SITE, nextContent: ids.content }),
    { message: expect.stringContaining('either a landingPage or a nextContent') },
  ],
  [
    'an option that leads nowhere',
    NODES,
    () => node({ text: 'a' }, SITE),
    () => node({ text: 'a' }, { replyType: 'SIMPLE_REPLY', optionText: 'On' }),
    { message: expect.stringContaining('either a landingPage or a nextContent') },
  ],
  [
    'a website without its address',
    NODES,
    () => node({ text: 'a' }, { replyType: 'SIMPLE_REPLY', optionText: 'On', nextContent: ids.content }),
    () => node({ text: 'a' }, { ...SITE, landingPage: undefined, nextContent: ids.content }),
    { message: expect.stringContaining('/landingPage is required for EXTERNAL_WEBSITE') },
  ],
  [
    'a conversation of no account',
    () => 'conversationAds',
    () => ({ parentAccount: ACCOUNT }),
    () => ({ parentAccount: 'urn:li:sponsoredAccount:x' }),
    { status: 422, message: expect.stringContaining('/parentAccount :: ') },
  ],
  [
    'a form without a headline in its language',
    () => 'leadForms',
    form,
    () => form({ headline: { localized: { de_DE: 'H' } } }),
    { status: 422, message: expect.stringContaining('/content/headline/localized/en_US') },
  ],
  [
    'a form without questions',
    () => 'leadForms',
    form,
    () => form({ questions: [] }),
    { message: '/content/questions must not be empty' },
  ],
  [
    'a form with a policy that is no address',
    () => 'leadForms',
    form,
    () => form({ legalInfo: { privacyPolicyUrl: 'our site' } }),
    { message: '/content/legalInfo/privacyPolicyUrl is not a URL' },
  ],
  [
    'a question without words',
    () => 'leadForms',
    () =>
      form({
        questions: [
          { predefinedField: 'EMAIL' },
          { name: 'q', question: { localized: { en_US: 'Why?' } }, questionDetails: { textQuestionDetails: {} } },
        ],
      }),
    () =>
      form({
        questions: [
          { predefinedField: 'EMAIL' },
          { name: 'q', question: { localized: { de_DE: 'Warum?' } }, questionDetails: { textQuestionDetails: {} } },
        ],
      }),
    { message: '/content/questions/1/question is required' },
  ],
  [
    'an answer to choose without words',
    () => 'leadForms',
    () => form({ questions: [choice({ text: { localized: { en_US: 'Yes' } } })] }),
    () => form({ questions: [choice({ id: 1 })] }),
    { message: expect.stringContaining('multipleChoiceQuestionDetails/options/0/text') },
  ],
  [
    'an address of leads that is none',
    () => 'leadNotifications',
    told,
    () => told({ webhook: 'leads' }),
    { message: '/webhook must be an https address' },
  ],
  [
    'an address of leads that is not secret',
    () => 'leadNotifications',
    told,
    () => told({ webhook: 'http://acme.example' }),
    { message: '/webhook must be an https address' },
  ],
  [
    'an address of leads in a tunnel',
    () => 'leadNotifications',
    told,
    () => told({ webhook: 'https://x.ngrok.io' }),
    { message: '/webhook must not be the address of a tunnel' },
  ],
  [
    'leads of a page for an account',
    () => 'leadNotifications',
    told,
    () => told({ leadType: 'COMPANY' }),
    { message: expect.anything() },
  ],
  [
    'leads of a form without a version',
    () => 'leadNotifications',
    () => told({ versionedForm: 'urn:li:versionedLeadGenForm:(urn:li:leadGenForm:8001,1)' }),
    () => told({ versionedForm: 'urn:li:leadGenForm:8001' }),
    { status: 422, message: expect.stringContaining('/versionedForm') },
  ],
  [
    'half a year for a kind without it',
    () => 'conversions',
    rule,
    () => rule({ type: 'SEARCH' }),
    { message: 'The attribution window of 180 days is not allowed for SEARCH' },
  ],
  [
    'a year of views for a kind without it',
    () => 'conversions',
    () => rule({ viewThroughAttributionWindowSize: 365 }),
    () => rule({ postClickAttributionWindowSize: 30, viewThroughAttributionWindowSize: 364 }),
    { message: 'The attribution window of 364 days is not allowed for LEAD' },
  ],
  [
    'a switch in words',
    () => 'conversions',
    () => rule({ enabled: true }),
    () => rule({ enabled: 'yes' }),
    { status: 422, message: expect.stringContaining('/enabled :: "yes" cannot be coerced to Boolean') },
  ],
  [
    'destinations that are no list',
    () => 'dmpSegments',
    () => segment('USER'),
    () => ({ ...segment('USER'), destinations: {} }),
    { status: 422, message: expect.stringContaining('/destinations :: array type is not backed by a DataList') },
  ],
  [
    'a destination that is no record',
    () => 'dmpSegments',
    () => segment('COMPANY'),
    () => ({ ...segment('COMPANY'), destinations: ['LINKEDIN'] }),
    { status: 422, message: expect.stringContaining('record type is not backed by a DataMap') },
  ],
  [
    'an owner that is no union',
    () => 'leadForms',
    form,
    () => ({ ...form(), owner: ACCOUNT }),
    { status: 422, message: expect.stringContaining('/owner :: union type is not backed by a DataMap') },
  ],
  [
    'an owner of an unknown kind',
    () => 'leadForms',
    form,
    () => ({ ...form(), owner: { person: 'urn:li:person:x' } }),
    { status: 422, message: expect.stringContaining('/owner/person :: unrecognized field') },
  ],
  [
    'words that are no map',
    () => 'leadForms',
    form,
    () => form({ headline: { localized: [] } }),
    { status: 422, message: expect.stringContaining('map type is not backed by a DataMap') },
  ],
  [
    'an ad in a campaign that is over',
    () => CREATIVES,
    () => ad({ textAd }, { campaign: ids.campaign }),
    () => ad({ textAd }, { campaign: ids.dead }),
    { message: expect.stringMatching(/^\/Creative\/campaign urn:li:sponsoredCampaign:\d+ is CANCELED$/) },
  ],
  [
    'a post that is a draft of the platform',
    () => 'posts',
    () => post,
    () => ({ ...post, adContext: { ...post.adContext, isDsc: true } }),
    { status: 422, message: expect.stringContaining('/adContext/isDsc :: ReadOnly field') },
  ],
  [
    'an upload that does not exist',
    () => 'images?action=initializeUpload',
    upload,
    () => upload({ owner: undefined }),
    { status: 422, message: expect.stringContaining('/initializeUploadRequest/owner :: field is required') },
  ],
  [
    'a film of no size',
    () => 'videos?action=initializeUpload',
    () => upload({ fileSizeBytes: 1 }),
    upload,
    { status: 422, message: expect.stringContaining('/initializeUploadRequest/fileSizeBytes :: field is required') },
  ],
  [
    'a group without a status',
    () => GROUPS,
    () => good.group,
    () => ({ ...good.group, status: undefined }),
    { code: 'MISSING_FIELD' },
  ],
  [
    'a group without an account',
    () => GROUPS,
    () => good.group,
    () => ({ ...good.group, account: undefined }),
    { code: 'MISSING_FIELD' },
  ],
  [
    'a budget in words',
    () => GROUPS,
    () => ({
      ...good.group,
      totalBudget: money('500'),
      runSchedule: { start: START + DAY_MS, end: START + 9 * DAY_MS },
    }),
    () => ({
      ...good.group,
      totalBudget: money('a lot'),
      runSchedule: { start: START + DAY_MS, end: START + 9 * DAY_MS },
    }),
    { code: 'INVALID_VALUE_FOR_FIELD' },
  ],
];

test.each(BODIES)('%s: refused', async (_, path, taken, refused, refusal) => {
  const body = { ...refused() };
  expect(inside(await sandbox.refused('POST', path(), { body }), refusal)).toMatchObject(refusal);
  const { status, body: reply } = await sandbox.send('POST', path(), { body: taken() });
  expect([status < 300, status < 300 ? '' : reply]).toEqual([true, '']);
});

/** The first of the codes in the details where the refusal has one of its own there. */
function inside(reply: { errorDetails?: { inputErrors?: { code: string }[] } }, refusal: object): object {
  const details = reply.errorDetails?.inputErrors;
  return 'code' in refusal && details ? { ...reply, code: details[0]!.code } : reply;
}

test('the first message of a conversation is one of its own', async () => {
  const path = `conversationAds/${enc(ids.conversation!)}`;
  const change = (firstMessageContent: string) => ({
    ...{ body: { patch: { $set: { firstMessageContent } } }, method: 'PARTIAL_UPDATE' },
  });
  expect((await sandbox.refused('POST', path, change(ids.foreignContent!))).message).toContain('is not in this');
  expect((await sandbox.send('POST', path, change(ids.content!))).status).toBe(204);
  expect(await sandbox.get(path)).toMatchObject({ id: ids.conversation, firstMessageContent: ids.content });
  expect(await sandbox.refused('GET', `conversationAds/${enc('urn:li:sponsoredConversation:1')}`)).toMatchObject({
    status: 404,
  });
});

test.each<[string, object, object]>([
  ['a film in a campaign without a format', { format: undefined }, { content: { media: { id: 'urn:li:video:x' } } }],
  ['a row of cards in a campaign without a format', { format: undefined }, {}],
])('%s needs one that was made with that format', async (what, kind, content) => {
  const before = store().list('post')[0]!;
  const cards = { content: { carousel: { cards: [{}, {}] } } };
  const shown = what.startsWith('a film') ? content : cards;
  const { id } = store().insert('post', { ...before.fields, ...shown }, { at: START, actor: 'urn:li:person:x' });
  const body = ad({ reference: `urn:li:share:${id}` }, { campaign: await campaign(kind) });
  expect((await sandbox.refused('POST', CREATIVES, { body })).message).toContain(
    'needs a campaign that was created with that format',
  );
});

test('a step of an ad goes forward only, and a form belongs to campaigns for leads', async () => {
  const id = await sandbox.create(CREATIVES, ad({ textAd }, { campaign: ids.campaign, intendedStatus: 'ACTIVE' }));
  const path = `${CREATIVES}/${enc(id)}`;
  const step = (intendedStatus: string) => ({
    ...{ body: { patch: { $set: { intendedStatus } } }, method: 'PARTIAL_UPDATE' },
  });
  for (const status of ['DRAFT', 'CANCELED', 'REMOVED'])
    expect((await sandbox.refused('POST', path, step(status))).message).toContain(`from ACTIVE to ${status}`);
  const draft = `${CREATIVES}/${enc(await sandbox.create(CREATIVES, ad({ textAd }, { campaign: ids.campaign })))}`;
  expect((await sandbox.refused('POST', draft, step('PENDING_DELETION'))).message).toContain('PENDING_DELETION');
  expect((await sandbox.send('POST', path, step('PENDING_DELETION'))).status).toBe(204);
  const leadgenCallToAction = { destination: ids.form, label: 'APPLY' };
  const reference = `urn:li:share:${store().list('post')[0]!.id}`;
  const into = async (kind: object) => ad({ reference }, { campaign: await campaign(kind), leadgenCallToAction });
  const views = await sandbox.refused('POST', CREATIVES, {
    body: await into({ objectiveType: 'BRAND_AWARENESS', optimizationTargetType: 'MAX_REACH' }),
  });
  expect(views.message).toContain('cannot be set if /Campaign/objectiveType is BRAND_AWARENESS');
  const leads = { objectiveType: 'LEAD_GENERATION', optimizationTargetType: 'MAX_LEAD' };
  expect((await sandbox.send('POST', CREATIVES, { body: await into(leads) })).status).toBe(201);
});

test('numbers of a day and of a currency without a minimum of its own', () => {
  expect([dailyMin('XTS'), dailyMin('USD')]).toEqual([1000, 1000]);
  const quota = new Quota();
  let last: string | undefined;
  for (let calls = 0; calls < 100_000; calls += 1) last = quota.take('app', START);
  expect(last).toBeUndefined();
  expect(quota.take('app', START)).toBe('DAY');
  expect(quota.take('other', START)).toBeUndefined();
  expect(quota.take('app', START + DAY_MS + HOUR_MS)).toBeUndefined();
});
