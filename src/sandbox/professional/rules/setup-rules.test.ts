import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { CAMPAIGNS, CREATIVES, good, money, professionalForTests, START, US } from '../calls.testing.ts';
import { Store } from '../state.ts';

/** Which settings of a campaign go together: what is refused, and beside it what is not. */
const sandbox = professionalForTests();
const GROUPS = `adAccounts/${US}/adCampaignGroups`;

type Refusal = { code?: string; errorDetails?: Record<string, { code: string; input?: unknown }[]> };
const faultsIn = (body: Refusal) => Object.values(body.errorDetails ?? {}).flat();
const codesIn = (body: Refusal) => [body.code, ...faultsIn(body).map(({ code }) => code)];

const MESSAGE = { type: 'SPONSORED_INMAILS', format: 'SPONSORED_INMAIL', creativeSelection: 'ROUND_ROBIN' };
const VIDEO = { format: 'SINGLE_VIDEO', objectiveType: 'VIDEO_VIEW', optimizationTargetType: 'NONE', costType: 'CPV' };
const BID = { unitCost: money('5') };
const TELEVISION = { ...VIDEO, ...BID, costType: 'CPM', connectedTelevisionOnly: true, offsiteDeliveryEnabled: true };
const LEADS = {
  ...{
    ...MESSAGE,
    objectiveType: 'LEAD_GENERATION',
    optimizationTargetType: 'MAX_LEAD',
    creativeSelection: 'OPTIMIZED',
  },
};
const TOTAL = {
  ...{ dailyBudget: undefined, totalBudget: money('500') },
  runSchedule: { ...good.group.runSchedule, end: START + 20 * DAY_MS },
};
const SPOTLIGHT = {
  ...{ type: 'DYNAMIC', format: 'SPOTLIGHT', optimizationTargetType: 'NONE', costType: 'CPC', ...BID },
};
const REACH = { objectiveType: 'BRAND_AWARENESS', optimizationTargetType: 'MAX_REACH' };

test.each<[string, string, object, object]>([
  ['messages shown by success', 'CONDITIONAL_INVALID_VALUE', MESSAGE, { creativeSelection: 'OPTIMIZED' }],
  ['messages to visitors shown by success', 'CONDITIONAL_INVALID_VALUE', LEADS, { objectiveType: 'WEBSITE_VISIT' }],
  ['a total without an end', 'CONDITIONAL_MISSING_FIELD', TOTAL, { runSchedule: good.group.runSchedule }],
  [
    'pacing over a lifetime without an end',
    'CONDITIONAL_MISSING_FIELD',
    { ...TOTAL, pacingStrategy: 'LIFETIME' },
    { runSchedule: good.group.runSchedule },
  ],
  ['dynamic ads without a format', 'CONDITIONAL_MISSING_FIELD', SPOTLIGHT, { format: undefined }],
  [
    'television elsewhere than on television',
    'CONDITIONAL_INVALID_VALUE',
    TELEVISION,
    { offsiteDeliveryEnabled: false },
  ],
  ['television with pictures', 'CONDITIONAL_INVALID_VALUE', TELEVISION, { format: 'STANDARD_UPDATE' }],
  ['reach in text ads', 'INVALID_CAMPAIGN_CONFIGURATION', REACH, { type: 'TEXT_AD', format: 'TEXT_AD' }],
  [
    'views of no format',
    'INVALID_CAMPAIGN_CONFIGURATION',
    { ...VIDEO, ...BID, unitCost: money('0.5') },
    { format: undefined },
  ],
  ['clicks paid by the view', 'INVALID_CAMPAIGN_CONFIGURATION', {}, { costType: 'CPV' }],
  ['a daily budget in words', 'INVALID_VALUE_FOR_FIELD', {}, { dailyBudget: money('25 dollars') }],
  ['a campaign of no account', 'MISSING_FIELD', {}, { account: undefined }],
])('%s: refused', async (_, code, sound, flaw) => {
  const campaign = good.campaign(await sandbox.create(GROUPS, good.group));
  const refused = await sandbox.refused('POST', CAMPAIGNS, { body: { ...campaign, ...sound, ...flaw } });
  expect(codesIn(refused)).toContain(code);
  const { status, body } = await sandbox.send('POST', CAMPAIGNS, { body: { ...campaign, ...sound } });
  expect([status, status === 201 ? '' : body]).toEqual([201, '']);
});

test('under a shared budget the platform bids or does not, as the group says', async () => {
  const budgetOptimization = { bidStrategy: 'MAXIMUM_DELIVERY', budgetOptimizationStrategy: 'DYNAMIC' };
  const shared = { objectiveType: 'WEBSITE_VISIT', budgetOptimization, dailyBudget: money('50') };
  const group = await sandbox.create(GROUPS, { ...good.group, ...shared });
  const { dailyBudget: _, ...campaign } = good.campaign(group);
  const manual = { ...campaign, optimizationTargetType: 'TARGET_COST_PER_CLICK', costType: 'CPC', ...BID };
  const refused = await sandbox.refused('POST', CAMPAIGNS, { body: manual });
  expect(JSON.stringify(refused)).toContain('bidStrategy is set to MAXIMUM_DELIVERY');
  expect((await sandbox.send('POST', CAMPAIGNS, { body: campaign })).status).toBe(201);
});

test('a spotlight has a description or a background', async () => {
  const group = await sandbox.create(GROUPS, good.group);
  const id = await sandbox.create(CAMPAIGNS, { ...good.campaign(group), ...SPOTLIGHT });
  const spotlight = {
    ...{ callToAction: 'Go', headline: 'H', landingPage: 'https://acme.example', organizationName: 'Acme' },
    ...{ logo: await image(), showMemberProfilePhoto: false },
  };
  const create = (content: object) => ({
    body: { campaign: `urn:li:sponsoredCampaign:${id}`, intendedStatus: 'DRAFT', content: { spotlight: content } },
  });
  const either = '/Creative/content/spotlight needs either a description or a backgroundImage';
  expect((await sandbox.refused('POST', CREATIVES, create(spotlight))).message).toBe(either);
  const both = { ...spotlight, description: 'D', backgroundImage: spotlight.logo };
  expect((await sandbox.refused('POST', CREATIVES, create(both))).message).toBe(either);
  const { status, body } = await sandbox.send('POST', CREATIVES, create({ ...spotlight, description: 'D' }));
  expect([status, status === 201 ? '' : body]).toEqual([201, '']);
});

async function image(): Promise<string> {
  const start = { initializeUploadRequest: { owner: 'urn:li:organization:3000001' } };
  const { value } = (await sandbox.send('POST', 'images?action=initializeUpload', { body: start })).body;
  const headers = { 'content-type': 'application/octet-stream' };
  await fetch(value.uploadUrl, { method: 'PUT', headers, body: 'x' });
  sandbox.advance(60_000);
  return value.image;
}

test('an owner has 1,500 addresses for leads', async () => {
  const store = new Store(sandbox.world.db);
  const owner = { sponsoredAccount: `urn:li:sponsoredAccount:${US}` };
  const told = { webhook: 'https://acme.example/leads', owner, leadType: 'SPONSORED' };
  const fields = { ...told, app: 'app', toldUntil: START + 99 * DAY_MS, failures: 9 };
  const held = store.list('leadNotification', { account: US }).length;
  for (let at = held; at < 1499; at += 1)
    store.insert('leadNotification', fields as never, { account: US, at: START, actor: 'urn:li:person:x' });
  expect((await sandbox.send('POST', 'leadNotifications', { body: told })).status).toBe(201);
  const refused = await sandbox.refused('POST', 'leadNotifications', { body: told });
  expect(refused.message).toBe('An owner has at most 1500 notifications');
});
