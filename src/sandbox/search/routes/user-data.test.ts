import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../ambient.ts';
import { codesOf } from '../calls.testing.ts';
import { CUSTOMER, changesForTests, fresh, NAMES } from '../changes.testing.ts';
import { ACCOUNTS } from '../seed.ts';

const { codes, created, newAdGroup, newCampaign, one, sandbox } = changesForTests();

const customers = () => created('userLists', { name: fresh('Customers'), crmBasedUserList: {} });
const person = (at: number) => ({
  userIdentifiers: [{ hashedEmail: createHash('sha256').update(String(at)).digest('hex') }],
});
const post = (path: string, body: object) => sandbox.call('POST', `${CUSTOMER}/offlineUserDataJobs${path}`, body);
const jobFor = async (userList: string) => {
  const job = { type: 'CUSTOMER_MATCH_USER_LIST', customerMatchUserListMetadata: { userList } };
  const { body } = await post(':create', { job });
  return `/${body.resourceName.split('/').at(-1)}`;
};

test('a job fills a list of customers when it is run, and once', async () => {
  const list = await customers();
  const job = await jobFor(list);
  const operations = [1, 2, 3, 4, 5].map((at) => ({ create: person(at) }));
  expect((await post(`${job}:addOperations`, { operations })).status).toBe(200);
  const size = async () =>
    (await one(`SELECT user_list.size_for_display FROM user_list WHERE user_list.resource_name = '${list}'`)).userList
      .sizeForDisplay;
  expect(await size()).toBe('0');
  expect((await post(`${job}:run`, {})).status).toBe(200);
  expect(await size()).toBe('3');
  expect(codesOf(await post(`${job}:run`, {}))).toEqual(['offlineUserDataJobError.JOB_ALREADY_STARTED']);
  const { offlineUserDataJob } = await one(
    `SELECT offline_user_data_job.status FROM offline_user_data_job WHERE offline_user_data_job.id = ${job.slice(1)}`,
  );
  expect(offlineUserDataJob.status).toBe('RUNNING');
  sandbox.advance(20 * MINUTE_MS);
  const later = await one(
    `SELECT offline_user_data_job.status FROM offline_user_data_job WHERE offline_user_data_job.id = ${job.slice(1)}`,
  );
  expect(later.offlineUserDataJob.status).toBe('SUCCESS');
});

test('people go into a job of the account that was made and has not been run', async () => {
  const job = await jobFor(await customers());
  const operations = [{ create: person(1) }];
  const elsewhere = `/v25/customers/${ACCOUNTS.europe}/offlineUserDataJobs${job}`;
  for (const [step, body] of [
    ['addOperations', { operations }],
    ['run', {}],
  ] as const) {
    expect(codesOf(await post(`/1:${step}`, body))).toEqual(['mutateError.RESOURCE_NOT_FOUND']);
    expect(codesOf(await sandbox.call('POST', `${elsewhere}:${step}`, body))).toEqual([
      'mutateError.RESOURCE_NOT_FOUND',
    ]);
  }
  await post(`${job}:run`, {});
  expect(codesOf(await post(`${job}:addOperations`, { operations }))).toEqual([
    'offlineUserDataJobError.JOB_ALREADY_STARTED',
  ]);
});

test('people are hashed, few in an operation, and go into lists of customers only', async () => {
  const list = await customers();
  const job = await jobFor(list);
  const add = (create: object) => post(`${job}:addOperations`, { operations: [{ create }] });
  expect(codesOf(await add({ userIdentifiers: [{ hashedEmail: 'a@b.example' }] }))).toEqual([
    'offlineUserDataJobError.INVALID_SHA256_FORMAT',
  ]);
  expect(codesOf(await add({}))).toEqual(['offlineUserDataJobError.MISSING_USER_IDENTIFIER']);
  const many = Array.from({ length: 21 }, (_, at) => person(at).userIdentifiers[0]);
  expect(codesOf(await add({ userIdentifiers: many }))).toEqual(['offlineUserDataJobError.TOO_MANY_USER_IDENTIFIERS']);
  const { userList } = await one("SELECT user_list.resource_name FROM user_list WHERE user_list.name = 'Buyers'");
  const wrong = {
    type: 'CUSTOMER_MATCH_USER_LIST',
    customerMatchUserListMetadata: { userList: userList.resourceName },
  };
  expect(codesOf(await post(':create', { job: wrong }))).toEqual(['offlineUserDataJobError.INVALID_USER_LIST_TYPE']);
});

test('101: a list is of one kind, has a name of its own, and is on a campaign or on its ad groups', async () => {
  const list = await customers();
  expect(await codes('userLists', { name: fresh('None') })).toEqual(['userListError.CONCRETE_TYPE_REQUIRED']);
  expect(await codes('userLists', { name: 'Buyers', crmBasedUserList: {} })).toEqual([
    'userListError.NAME_ALREADY_USED',
  ]);
  expect(await codes('userLists', { name: fresh('Long'), basicUserList: {}, membershipLifeSpan: '541' })).toEqual([
    'rangeError.TOO_HIGH',
    'userListError.CONVERSION_TYPE_ID_REQUIRED',
  ]);
  const campaign = await newCampaign();
  const adGroup = await newAdGroup(campaign);
  await created('adGroupCriteria', { adGroup, userList: { userList: list } });
  expect(await codes('campaignCriteria', { campaign, userList: { userList: list } })).toEqual([
    'criterionError.CANNOT_ATTACH_CRITERIA_AT_CAMPAIGN_AND_ADGROUP',
  ]);
  await created('campaignCriteria', { campaign, negative: true, userList: { userList: list } });
  const closed = await created('userLists', { name: fresh('Old'), crmBasedUserList: {}, membershipStatus: 'CLOSED' });
  expect(await codes('campaignCriteria', { campaign, negative: true, userList: { userList: closed } })).toEqual([
    'criterionError.CANNOT_ADD_CLOSED_USER_LIST',
  ]);
  expect(await codes('campaignCriteria', { campaign, userList: { userList: `${NAMES}/userLists/1` } })).toContain(
    'criterionError.INVALID_USER_LIST',
  );
});
