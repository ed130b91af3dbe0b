import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { CAMPAIGNS, good, money, professionalForTests, START, US } from '../calls.testing.ts';
import { READER_TOKEN, VIEWER } from '../seed.ts';

const sandbox = professionalForTests();
const GROUPS = `adAccounts/${US}/adCampaignGroups`;

const group = (more = {}) => sandbox.create(GROUPS, { ...good.group, ...more });

test('versions, tokens, scopes and roles are checked in that order of strictness', async () => {
  const get = (headers: Record<string, string>) => sandbox.refused('GET', 'adAccounts?q=search', { headers });
  expect(await get({ 'linkedin-version': '' })).toMatchObject({ status: 400, code: 'VERSION_MISSING' });
  expect(await get({ 'linkedin-version': '202508' })).toMatchObject({ status: 426, code: 'NONEXISTENT_VERSION' });
  expect(await get({ authorization: '' })).toMatchObject({ status: 401, serviceErrorCode: 65604 });
  expect(await get({ authorization: 'Bearer x' })).toMatchObject({ status: 401, serviceErrorCode: 65600 });
  const body = good.group;
  expect(await sandbox.refused('POST', GROUPS, { body, token: READER_TOKEN })).toMatchObject({ code: 'ACCESS_DENIED' });
  expect(await sandbox.refused('POST', GROUPS, { body, token: VIEWER.token })).toMatchObject({
    status: 403,
    code: 'NO_PERMISSION_ON_ENTITY',
  });
  expect((await sandbox.send('GET', 'adAccounts?q=search', { headers: { 'linkedin-version': '202511' } })).status).toBe(
    200,
  );
  sandbox.setNow(Date.parse('2026-11-16T00:00:00Z'));
  expect(await get({ 'linkedin-version': '202511' })).toMatchObject({ status: 426 });
  sandbox.setNow(START);
});

test('a campaign is created, found, changed and deleted; its id comes in a header', async () => {
  const groupId = await group({ name: 'Round trip' });
  const id = await sandbox.create(CAMPAIGNS, { ...good.campaign(groupId), status: 'DRAFT', name: 'Round (trip), one' });
  const found = await sandbox.get(
    `${CAMPAIGNS}?q=search&search=(name:(values:List(Round%20%28trip%29%2C%20one)),campaignGroup:(values:List(urn%3Ali%3AsponsoredCampaignGroup%3A${groupId})))`,
  );
  expect(found.elements).toMatchObject([
    { id: Number(id), status: 'DRAFT', servingStatuses: expect.arrayContaining(['STOPPED']) },
  ]);
  await sandbox.patch(`${CAMPAIGNS}/${id}`, { name: 'Renamed', dailyBudget: money('30') });
  expect(await sandbox.get(`${CAMPAIGNS}/${id}`)).toMatchObject({ name: 'Renamed', version: { versionTag: '2' } });
  expect((await sandbox.send('DELETE', `${CAMPAIGNS}/${id}`)).status).toBe(204);
  expect(await sandbox.refused('GET', `${CAMPAIGNS}/${id}`)).toMatchObject({ status: 404 });
});

test('the shape of a body is judged first, with every fault in one answer', async () => {
  const body = {
    ...good.campaign('1'),
    objectiveType: 'WEBSITE_CONVERSIONS',
    id: 7,
    colour: 'red',
    politicalIntent: true,
  };
  const { status, message } = await sandbox.refused('POST', CAMPAIGNS, { body });
  expect(status).toBe(422);
  expect(message).toContain('ERROR :: /objectiveType :: "WEBSITE_CONVERSIONS" is not an enum symbol\n');
  expect(message).toContain('/id :: ReadOnly field present in a create request');
  expect(message).toContain('/colour :: unrecognized field found but not allowed');
  expect(message).toContain('/politicalIntent :: enum type is not backed by a String');
});

const SPOILED: [string, Record<string, unknown>, string][] = [
  ['a past start', { runSchedule: { start: START - 1 } }, 'DATE_TOO_EARLY'],
  ['an end before the start', { runSchedule: { start: START + 9, end: START + 8 } }, 'START_DATE_AFTER_END_DATE'],
  ['another currency', { dailyBudget: money('25', 'EUR') }, 'MISMATCH_FIELDS'],
  ['a budget below the minimum', { dailyBudget: money('9') }, 'FIELD_VALUE_TOO_LOW'],
  ['a total below the daily budget', { totalBudget: money('20') }, 'MULTIPLE_VALIDATIONS_FAILED'],
  ['a total without an end', { dailyBudget: undefined, totalBudget: money('500') }, 'CONDITIONAL_MISSING_FIELD'],
  ['no declaration', { politicalIntent: undefined }, 'MISSING_FIELD'],
  ['no targeting', { targetingCriteria: undefined }, 'MISSING_FIELD'],
  ['no page', { associatedEntity: undefined }, 'CONDITIONAL_MISSING_FIELD'],
  ['a forbidden combination', { optimizationTargetType: 'MAX_LEAD' }, 'INVALID_CAMPAIGN_CONFIGURATION'],
  ['an unknown group', { campaignGroup: 'urn:li:sponsoredCampaignGroup:1' }, 'FIELD_VALUE_DOES_NOT_EXIST'],
  ['an unknown locale', { locale: { country: 'PT', language: 'en' } }, 'INVALID_VALUE_FOR_FIELD'],
  ['a birth as archived', { status: 'ARCHIVED' }, 'STATUS_CHANGE_NOT_ALLOWED'],
];

test.each(SPOILED)('%s is refused', async (_, spoiled, code) => {
  const body = { ...good.campaign(await group()), ...spoiled };
  expect(await sandbox.refused('POST', CAMPAIGNS, { body })).toMatchObject({ status: 400, code });
});

test('a draft passes what an active campaign does not, and a bid of nothing is taken', async () => {
  const groupId = await group();
  const light = { targetingCriteria: undefined, associatedEntity: undefined, dailyBudget: money('1'), status: 'DRAFT' };
  const draft = await sandbox.create(CAMPAIGNS, { ...good.campaign(groupId), ...light });
  const activation = { body: { patch: { $set: { status: 'ACTIVE' } } }, method: 'PARTIAL_UPDATE' };
  expect(await sandbox.refused('POST', `${CAMPAIGNS}/${draft}`, activation)).toMatchObject({
    code: 'MULTIPLE_VALIDATIONS_FAILED',
  });
  const manual = { optimizationTargetType: 'NONE', costType: 'CPC', unitCost: money('0') };
  await sandbox.create(CAMPAIGNS, { ...good.campaign(groupId), ...manual });
});

test('statuses follow the table, and a draft whose start has passed is stuck until it gets a new one', async () => {
  const groupId = await group();
  const step = (id: string, set: object) =>
    sandbox.send('POST', `${CAMPAIGNS}/${id}`, { body: { patch: { $set: set } }, method: 'PARTIAL_UPDATE' });
  const id = await sandbox.create(CAMPAIGNS, good.campaign(groupId));
  for (const status of ['ACTIVE', 'PAUSED', 'ARCHIVED', 'PAUSED'])
    expect((await step(id, { status })).status).toBe(204);
  expect((await step(id, { status: 'DRAFT' })).body).toMatchObject({ code: 'STATUS_CHANGE_NOT_ALLOWED' });
  const draft = await sandbox.create(CAMPAIGNS, { ...good.campaign(groupId), status: 'DRAFT' });
  sandbox.advance(2 * DAY_MS);
  expect((await step(draft, { name: 'New' })).body).toMatchObject({ code: 'DATE_TOO_EARLY' });
  const runSchedule = { start: START + 3 * DAY_MS };
  expect((await step(draft, { name: 'New', runSchedule })).status).toBe(204);
  sandbox.setNow(START);
});

test('queries are parsed, not compared: structure must be literal and 2.0.0 must be named', async () => {
  const query = 'q=search&search=(status:(values:List(ACTIVE)))';
  expect((await sandbox.get(`${CAMPAIGNS}?${query}&pageSize=2`)).metadata.nextPageToken).toBeTypeOf('string');
  const wrong = [
    `${CAMPAIGNS}?${query.replace('(status', '%28status')}`,
    `${CAMPAIGNS}?q=search&search=(status:(values:List(LIVE)))`,
  ];
  for (const path of wrong) expect(await sandbox.refused('GET', path)).toMatchObject({ code: 'PARAM_INVALID' });
  expect(
    await sandbox.refused('GET', `${CAMPAIGNS}?${query}`, { headers: { 'x-restli-protocol-version': '' } }),
  ).toMatchObject({
    code: 'PARAM_INVALID',
  });
  expect(await sandbox.refused('GET', `${CAMPAIGNS}?q=search&search.status.values[0]=ACTIVE`)).toMatchObject({
    code: 'QUERY_PARAM_NOT_ALLOWED',
  });
  expect(await sandbox.refused('GET', `${CAMPAIGNS}/urn%3Ali%3AsponsoredCampaign%3A1`)).toMatchObject({
    message: expect.stringContaining('java.lang.Long'),
  });
});
