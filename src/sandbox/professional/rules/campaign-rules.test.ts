import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { CAMPAIGNS, good, money, professionalForTests, START, US } from '../calls.testing.ts';
import { Store } from '../state.ts';
import { campaignFaults } from './campaigns.ts';
import { scheduleFaults } from './limits.ts';

const sandbox = professionalForTests();
const GROUPS = `adAccounts/${US}/adCampaignGroups`;
const END = { start: START + DAY_MS, end: START + 31 * DAY_MS };
const SHARED = { bidStrategy: 'MAXIMUM_DELIVERY', budgetOptimizationStrategy: 'DYNAMIC' };
const VISITS = { objectiveType: 'WEBSITE_VISIT', budgetOptimization: SHARED };

/** Every code a refusal holds, also of several faults at once. */
function codesIn(body: { code?: string; errorDetails?: Record<string, { code: string }[]> }): string[] {
  const inner = Object.values(body.errorDetails ?? {}).flat();
  return [...new Set([body.code ?? '', ...inner.map(({ code }) => code)])];
}

const group = (more = {}) => sandbox.create(GROUPS, { ...good.group, ...more });
const campaign = async (more = {}, groupId?: string) =>
  sandbox.create(CAMPAIGNS, { ...good.campaign(groupId ?? (await group())), ...more });
const changed = async (path: string, set: object, $delete: string[] = []) => {
  const body = { patch: { $set: set, $delete } };
  return codesIn((await sandbox.send('POST', path, { body, method: 'PARTIAL_UPDATE' })).body ?? {});
};

const GROUP_FAULTS: [string, object, string][] = [
  ['rule 36: no name', { name: undefined }, 'MISSING_FIELD'],
  ['rule 36: a blank name', { name: ' ' }, 'INVALID_VALUE_BLANK_FIELD'],
  ['rule 36: a long name', { name: 'x'.repeat(101) }, 'FIELD_LENGTH_TOO_LONG'],
  ['rule 37: another currency', { totalBudget: money('500', 'EUR'), runSchedule: END }, 'MISMATCH_FIELDS'],
  ['rule 38: a past start', { runSchedule: { start: START - 1 } }, 'DATE_TOO_EARLY'],
  ['rule 40: an end before the start', { runSchedule: { ...END, end: START } }, 'START_DATE_AFTER_END_DATE'],
  ['rule 43: a draft without a schedule', { status: 'DRAFT', runSchedule: undefined }, 'MISSING_FIELD'],
  ['rule 44: a budget of nothing', { totalBudget: money('0'), runSchedule: END }, 'FIELD_VALUE_TOO_LOW'],
  ['rule 45: a birth as paused', { status: 'PAUSED' }, 'STATUS_CHANGE_NOT_ALLOWED'],
  ['rule 46: a total below the minimum', { totalBudget: money('99.99'), runSchedule: END }, 'FIELD_VALUE_TOO_LOW'],
  ['rule 47: a total without an end', { totalBudget: money('500') }, 'CONDITIONAL_MISSING_FIELD'],
  ['rule 48: a daily budget that is not shared', { dailyBudget: money('50') }, 'CONDITIONAL_FIELD_NOT_ALLOWED'],
  [
    'rule 49: two shared budgets',
    { ...VISITS, dailyBudget: money('50'), totalBudget: money('5000'), runSchedule: END },
    'CONDITIONAL_FIELD_NOT_ALLOWED',
  ],
  [
    'rule 50: a shared budget without an objective',
    { budgetOptimization: SHARED, dailyBudget: money('50') },
    'CONDITIONAL_MISSING_FIELD',
  ],
  ['rule 52: a shared budget below its minimum', { ...VISITS, dailyBudget: money('29.99') }, 'FIELD_VALUE_TOO_LOW'],
  [
    'rule 52: a shared total below its minimum',
    { ...VISITS, totalBudget: money('899'), runSchedule: END },
    'FIELD_VALUE_TOO_LOW',
  ],
];

test.each(GROUP_FAULTS)('%s is refused', async (_, spoiled, code) => {
  expect(codesIn(await sandbox.refused('POST', GROUPS, { body: { ...good.group, ...spoiled } }))).toContain(code);
});

const MANUAL = { optimizationTargetType: 'NONE', costType: 'CPC' };
const TEXT = { type: 'TEXT_AD', format: 'TEXT_AD', ...MANUAL };
const MESSAGE = { type: 'SPONSORED_INMAILS', format: 'SPONSORED_INMAIL', creativeSelection: 'ROUND_ROBIN' };
const VIDEO = { format: 'SINGLE_VIDEO', objectiveType: 'VIDEO_VIEW', optimizationTargetType: 'NONE', costType: 'CPV' };
const AWARE = { objectiveType: 'BRAND_AWARENESS', optimizationTargetType: 'MAX_REACH' };
const often = (frequency: number) => ({
  optimizationPreference: {
    frequencyOptimizationPreference: { frequency, timeSpan: { duration: 7, unit: 'DAY' } },
  },
});

const CAMPAIGN_FAULTS: [string, object, string][] = [
  ['rule 58: no group', { campaignGroup: undefined }, 'MISSING_CAMPAIGN_GROUP_ID'],
  ['rule 58: an unknown group', { campaignGroup: 'urn:li:sponsoredCampaignGroup:1' }, 'FIELD_VALUE_DOES_NOT_EXIST'],
  ['rule 63: no cost type', { costType: undefined }, 'MISSING_FIELD'],
  ['rule 63: no type', { type: undefined }, 'MISSING_FIELD'],
  ['rule 63: no word on off-site delivery', { offsiteDeliveryEnabled: undefined }, 'MISSING_FIELD'],
  ['rule 64: no declaration', { politicalIntent: undefined }, 'MISSING_FIELD'],
  ['rule 65: an unknown locale', { locale: { country: 'PT', language: 'en' } }, 'INVALID_VALUE_FOR_FIELD'],
  ['rule 66: no budget', { dailyBudget: undefined }, 'MISSING_FIELD'],
  ['rule 69: a daily budget below the minimum', { dailyBudget: money('9.99') }, 'FIELD_VALUE_TOO_LOW'],
  ['rule 70: a daily budget above the maximum', { dailyBudget: money('20000.01') }, 'FIELD_VALUE_TOO_HIGH'],
  [
    'rule 71: a total below the minimum of its days',
    { dailyBudget: undefined, totalBudget: money('299.99'), runSchedule: END },
    'FIELD_VALUE_TOO_LOW',
  ],
  ['rule 72: a total below the daily budget', { totalBudget: money('20') }, 'CONDITIONAL_VALUE_TOO_LOW'],
  [
    'rule 73: a total without an end',
    { dailyBudget: undefined, totalBudget: money('500') },
    'CONDITIONAL_MISSING_FIELD',
  ],
  ['rule 73: pacing over a lifetime without an end', { pacingStrategy: 'LIFETIME' }, 'CONDITIONAL_MISSING_FIELD'],
  ['rule 75: a bid below the floor', { ...TEXT, unitCost: money('1.99') }, 'FIELD_VALUE_TOO_LOW'],
  ['rule 76: a bid above the ceiling', { ...MANUAL, unitCost: money('300.01') }, 'FIELD_VALUE_TOO_HIGH'],
  ['rule 76: a bid above the daily budget', { ...MANUAL, unitCost: money('26') }, 'CONDITIONAL_VALUE_TOO_HIGH'],
  ['rule 78: a forbidden combination', { optimizationTargetType: 'MAX_LEAD' }, 'INVALID_CAMPAIGN_CONFIGURATION'],
  ['rule 79: messages paid by the click', { ...MESSAGE, ...MANUAL }, 'CONDITIONAL_INVALID_VALUE'],
  ['rule 81: views of a picture', { ...VIDEO, format: 'STANDARD_UPDATE' }, 'INVALID_CAMPAIGN_CONFIGURATION'],
  ['rule 82: dynamic ads without a format', { type: 'DYNAMIC', format: undefined }, 'CONDITIONAL_MISSING_FIELD'],
  ['rule 83: video without an objective', { ...VIDEO, objectiveType: undefined }, 'CONDITIONAL_MISSING_FIELD'],
  ['rule 86: no page', { associatedEntity: undefined }, 'CONDITIONAL_MISSING_FIELD'],
  ['rule 88: text ads elsewhere', { ...TEXT, offsiteDeliveryEnabled: true }, 'INVALID_CAMPAIGN_CONFIGURATION'],
  ['rule 89: television on site', { ...VIDEO, connectedTelevisionOnly: true }, 'CONDITIONAL_INVALID_VALUE'],
  ['rule 90: a frequency of 2', { ...AWARE, ...often(2) }, 'FIELD_VALUE_TOO_LOW'],
  ['rule 90: a frequency of 31', { ...AWARE, ...often(31) }, 'FIELD_VALUE_TOO_HIGH'],
  ['rule 90: a frequency of visits', often(5), 'CONDITIONAL_FIELD_NOT_ALLOWED'],
  ['rule 93: talent leads without the right', { objectiveType: 'TALENT_LEAD' }, 'INVALID_ENTITLEMENT_FOR_TALENT_LEAD'],
  ['rule 94: no targeting', { targetingCriteria: undefined }, 'MISSING_FIELD'],
  ['rule 107: flat targeting', { targeting: {} }, 'TARGETING_FIELD_DEPRECATED'],
];

test.each(CAMPAIGN_FAULTS)('%s is refused', async (_, spoiled, code) => {
  const body = { ...good.campaign(await group()), ...spoiled };
  expect(codesIn(await sandbox.refused('POST', CAMPAIGNS, { body }))).toContain(code);
});

test('rule 39: a draft whose start has passed is refused every change', async () => {
  const id = await campaign({ status: 'DRAFT' });
  sandbox.advance(2 * DAY_MS);
  expect(await changed(`${CAMPAIGNS}/${id}`, { name: 'New' })).toContain('DATE_TOO_EARLY');
  sandbox.setNow(START);
});

test('rule 41: a start that has passed is fixed; rule 42: a new end lies ahead', async () => {
  const id = await campaign();
  sandbox.advance(3 * DAY_MS);
  const path = `${CAMPAIGNS}/${id}`;
  const { start } = good.campaign('1').runSchedule;
  expect(await changed(path, { runSchedule: { start: START + 9 * DAY_MS } })).toContain('DATE_IMMUTABLE_WHEN_PASSED');
  expect(await changed(path, { runSchedule: { start, end: start + DAY_MS } })).toContain('DATE_TOO_EARLY');
  sandbox.setNow(START);
});

test('rule 47: the end of a group with a total budget cannot go', async () => {
  const id = await group({ totalBudget: money('500'), runSchedule: END });
  const runSchedule = { start: END.start };
  expect(await changed(`${GROUPS}/${id}`, { runSchedule })).toContain('CONDITIONAL_MISSING_FIELD');
});

test('rule 51: a shared budget stays one; rule 53: the objective of a group is fixed', async () => {
  const id = await group(VISITS);
  const bidStrategy = 'MANUAL';
  expect(await changed(`${GROUPS}/${id}`, { budgetOptimization: { ...SHARED, bidStrategy } })).toContain(
    'FIELD_NOT_ALLOWED',
  );
  expect(await changed(`${GROUPS}/${id}`, { objectiveType: 'ENGAGEMENT' })).toContain('OBJECTIVE_CHANGE_NOT_ALLOWED');
});

test('rule 54: a running group is not deleted; rule 55: the default group is not changed', async () => {
  const id = await group();
  expect(await sandbox.refused('DELETE', `${GROUPS}/${id}`)).toMatchObject({
    code: 'DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS',
  });
  const search = `${GROUPS}?q=search&search=(name:(values:List(Default%20Campaign%20Group)))`;
  const [usual] = (await sandbox.get(search)).elements;
  expect(await changed(`${GROUPS}/${usual.id}`, { name: 'Mine' })).toContain(
    'CANNOT_UPDATE_BACKFILLED_CAMPAIGN_GROUPS',
  );
});

test('rule 57: groups and accounts hold a certain number of campaigns', async () => {
  const store = new Store(sandbox.world.db);
  const groupId = await group();
  const faults = (siblings: { inGroup: number; inAccount: number; active: number }) =>
    campaignFaults({
      campaign: { ...good.campaign(groupId), status: 'ACTIVE' },
      before: undefined,
      account: store.find('account', US)!,
      group: store.find('group', groupId),
      touched: [],
      hasConversion: false,
      purse: () => undefined,
      audience: () => 1000,
      exists: () => true,
      segment: () => undefined,
      siblings,
      now: START,
    }).map(({ description }) => description);
  expect(faults({ inGroup: 1999, inAccount: 4999, active: 999 })).toEqual([]);
  expect(faults({ inGroup: 2000, inAccount: 2000, active: 0 })).toMatchObject([expect.stringContaining('2000')]);
  expect(faults({ inGroup: 0, inAccount: 5000, active: 0 })).toMatchObject([expect.stringContaining('5000')]);
  expect(faults({ inGroup: 0, inAccount: 1000, active: 1000 })).toMatchObject([expect.stringContaining('1000 active')]);
});

const IN_GROUPS: [string, object, object, string][] = [
  ['rule 59: a paused campaign in a draft group', { status: 'DRAFT' }, {}, 'CONDITIONAL_INVALID_VALUE'],
  ['rule 61: another objective', { objectiveType: 'ENGAGEMENT' }, {}, 'CONDITIONAL_INVALID_VALUE'],
  ['rule 67: a budget of its own under a shared one', VISITS, {}, 'CONDITIONAL_FIELD_NOT_ALLOWED'],
];

test.each(IN_GROUPS)('%s is refused', async (_, of, spoiled, code) => {
  const body = { ...good.campaign(await group(of)), ...spoiled };
  expect(codesIn(await sandbox.refused('POST', CAMPAIGNS, { body }))).toContain(code);
});

test('rule 60: nothing goes into an archived group', async () => {
  const id = await group();
  await sandbox.patch(`${GROUPS}/${id}`, { status: 'ARCHIVED' });
  const refused = await sandbox.refused('POST', CAMPAIGNS, { body: good.campaign(id) });
  expect(codesIn(refused)).toContain('CONDITIONAL_INVALID_VALUE');
});

test('rule 77: a bid of nothing is taken and wins nothing', async () => {
  const id = await campaign({ ...MANUAL, unitCost: money('0') });
  expect(new Store(sandbox.world.db).find('campaign', id)?.history).toMatchObject([{ wins: 0 }]);
});

const FIXED: [string, object, string][] = [
  ['rule 65: the locale', { locale: { country: 'DE', language: 'de' } }, 'FIELD_IMMUTABLE_FOR_NON_DRAFT_CAMPAIGNS'],
  ['rule 74: the pacing', { pacingStrategy: 'ACCELERATED' }, 'FIELD_NOT_ALLOWED'],
  ['rule 84: the type', { type: 'TEXT_AD' }, 'FIELD_NOT_ALLOWED'],
  ['rule 84: the format', { format: 'CAROUSEL' }, 'FIELD_IMMUTABLE_FOR_NON_DRAFT_CAMPAIGNS'],
  ['rule 85: the objective', { objectiveType: 'ENGAGEMENT' }, 'IMMUTABLE_CAMPAIGN_OBJECTIVE_TYPE'],
  ['rule 87: the page', { associatedEntity: 'urn:li:organization:3000002' }, 'IMMUTABLE_ASSOCIATED_ENTITY'],
];

test.each(FIXED)('%s of a paused campaign cannot change', async (_, set, code) => {
  expect(await changed(`${CAMPAIGNS}/${await campaign()}`, set)).toContain(code);
});

test('rule 92: a campaign for conversions is not activated without one', async () => {
  const id = await campaign({ objectiveType: 'WEBSITE_CONVERSION', optimizationTargetType: 'MAX_CONVERSION' });
  expect(await changed(`${CAMPAIGNS}/${id}`, { status: 'ACTIVE' })).toContain(
    'CONVERSION_CAMPAIGN_MISSING_ASSOCIATED_CONVERSION',
  );
});

test('rule 110: a paused campaign is not deleted; rule 111: statuses follow the table', async () => {
  const id = await campaign();
  expect(await sandbox.refused('DELETE', `${CAMPAIGNS}/${id}`)).toMatchObject({
    code: 'DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS',
  });
  expect(await changed(`${CAMPAIGNS}/${id}`, { status: 'DRAFT' })).toContain('STATUS_CHANGE_NOT_ALLOWED');
});

test('rule 112: nothing of a cancelled campaign changes; rule 113: nothing but the status of an archived one', async () => {
  const [over] = (await sandbox.get(`${CAMPAIGNS}?q=search&search=(status:(values:List(CANCELED)))`)).elements;
  expect(await changed(`${CAMPAIGNS}/${over.id}`, { name: 'New' })).toContain(
    'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS',
  );
  const id = await campaign();
  await sandbox.patch(`${CAMPAIGNS}/${id}`, { status: 'ARCHIVED' });
  expect(await changed(`${CAMPAIGNS}/${id}`, { name: 'New' })).toContain('FIELD_NOT_ALLOWED');
  expect(await changed(`${CAMPAIGNS}/${id}`, { status: 'PAUSED' })).toEqual(['']);
});

async function costOf(id: string): Promise<number> {
  const range = 'dateRange=(start:(year:2026,month:11,day:1),end:(year:2027,month:2,day:28))';
  const facet = `campaigns=List(urn%3Ali%3AsponsoredCampaign%3A${id})`;
  const path = `adAnalytics?q=analytics&pivot=CAMPAIGN&timeGranularity=ALL&${range}&${facet}&fields=costInLocalCurrency`;
  return Number((await sandbox.get(path)).elements[0]?.costInLocalCurrency ?? 0);
}

/** A campaign of 25.00 a day with one approved ad. */
async function running(groupId: string, more = {}): Promise<string> {
  const id = await campaign({ type: 'TEXT_AD', format: 'TEXT_AD', status: 'ACTIVE', ...more }, groupId);
  const textAd = { headline: 'H', description: 'D', landingPage: 'https://acme.example' };
  const body = { campaign: `urn:li:sponsoredCampaign:${id}`, intendedStatus: 'ACTIVE', content: { textAd } };
  await sandbox.create(`adAccounts/${US}/creatives`, body);
  return id;
}

test('a total budget stops its campaign and holds it, and a higher one lets it go on', async () => {
  const id = await running(await group(), { totalBudget: money('110') });
  sandbox.setNow(START + 20 * DAY_MS);
  expect(await costOf(id)).toBe(110);
  expect((await sandbox.get(`${CAMPAIGNS}/${id}`)).servingStatuses).toEqual(['CAMPAIGN_TOTAL_BUDGET_HOLD']);
  await sandbox.patch(`${CAMPAIGNS}/${id}`, { totalBudget: money('500') });
  sandbox.setNow(START + 22 * DAY_MS);
  const spent = await costOf(id);
  expect(spent).toBeGreaterThan(120);
  expect(spent).toBeLessThan(110 + 4 * 25);
  sandbox.setNow(START);
});

test('rule 109: the total budget of a group stops all its campaigns, and what is left has to suffice', async () => {
  const runSchedule = { start: good.group.runSchedule.start, end: START + 60 * DAY_MS };
  const groupId = await group({ totalBudget: money('150'), runSchedule });
  const ids = [await running(groupId), await running(groupId)];
  const body = { ...good.campaign(groupId), dailyBudget: money('151') };
  expect(codesIn(await sandbox.refused('POST', CAMPAIGNS, { body }))).toContain('INSUFFICIENT_CAMPAIGN_GROUP_BUDGET');
  sandbox.setNow(START + 20 * DAY_MS);
  expect((await Promise.all(ids.map(costOf))).reduce((sum, one) => sum + one, 0)).toBe(150);
  expect((await sandbox.get(`${GROUPS}/${groupId}`)).servingStatuses).toEqual(['CAMPAIGN_GROUP_TOTAL_BUDGET_HOLD']);
  expect((await sandbox.get(`${CAMPAIGNS}/${ids[0]}`)).servingStatuses).toEqual(['CAMPAIGN_GROUP_TOTAL_BUDGET_HOLD']);
  const later = { ...good.campaign(groupId), runSchedule: { start: START + 30 * DAY_MS } };
  const refused = await sandbox.refused('POST', CAMPAIGNS, { body: later });
  expect(codesIn(refused)).toContain('INSUFFICIENT_CAMPAIGN_GROUP_BUDGET');
  sandbox.setNow(START);
});

test('an end that has passed may stay as it is, and is not moved to another moment that has passed', () => {
  const before = { start: START - 9 * DAY_MS, end: START - 2 * DAY_MS };
  const faults = (end: number) =>
    scheduleFaults({ entity: 'campaign', schedule: { ...before, end }, before, stored: 'PAUSED', now: START });
  expect(faults(before.end)).toEqual([]);
  expect(faults(before.end + DAY_MS)).toMatchObject([{ code: 'DATE_TOO_EARLY', path: '/campaign/runSchedule/end' }]);
});
