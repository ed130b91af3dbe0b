import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { ACCOUNT_URN, professionalForTests, START, US } from '../calls.testing.ts';
import { VIEWER } from '../seed.ts';

const sandbox = professionalForTests();

const ruleNamed = async (name: string): Promise<string> => {
  const { elements } = await sandbox.get(`conversions?q=account&account=${ACCOUNT_URN}&count=50`);
  return `urn:lla:llaPartnerConversion:${elements.find((one: { name: string }) => one.name === name).id}`;
};
const event = async (more: Record<string, unknown> = {}) => ({
  conversion: await ruleNamed('Sale'),
  conversionHappenedAt: START - DAY_MS,
  eventId: 'ORD-1',
  conversionValue: { currencyCode: 'EUR', amount: '19.90' },
  user: { userIds: [{ idType: 'SHA256_EMAIL', idValue: 'b'.repeat(64) }] },
  ...more,
});
const batch = (elements: unknown[]) => ({ body: { elements }, method: 'BATCH_CREATE' });
const kept = async () =>
  (await sandbox.control('GET', '/ledger?platform=professional&resource=conversionEvent')).effects;

test('one event is answered with an empty 201, a batch with a 201 for each; the rule tells when it last received', async () => {
  const one = await sandbox.send('POST', 'conversionEvents', { body: await event() });
  expect([one.status, one.body]).toEqual([201, undefined]);
  expect(one.headers.get('x-restli-id')).toBeNull();
  const many = await sandbox.send(
    'POST',
    'conversionEvents',
    batch([await event(), await event({ eventId: 'ORD-2' })]),
  );
  expect([many.status, many.body]).toEqual([200, { elements: [{ status: 201 }, { status: 201 }] }]);
  const { elements, paging } = await sandbox.get(`conversions?q=account&account=${ACCOUNT_URN}&count=50`);
  expect(paging.total).toBe(-1);
  expect(elements.find((rule: { name: string }) => rule.name === 'Sale').latestFirstPartyCallbackAt).toBe(START);
});

test('rule 148: all faults of the schema come at once, and a batch is refused whole', async () => {
  const { conversionValue, ...rest } = await event();
  const broken = { ...rest, conversionValue: { ...conversionValue, amount: 19.9 }, user: {}, colour: 'red' };
  const before = (await kept()).length;
  const single = await sandbox.refused('POST', 'conversionEvents', { body: broken });
  expect(single).toMatchObject({ status: 422 });
  expect(single.message.trim().split('\n').sort()).toEqual([
    'ERROR :: /colour :: unrecognized field found but not allowed',
    'ERROR :: /conversionValue/amount :: 19.9 cannot be coerced to String',
    'ERROR :: /user/userIds :: field is required but not found and has no default value',
  ]);
  const whole = await sandbox.refused('POST', 'conversionEvents', batch([await event(), broken]));
  expect(whole.message).toContain('Index: 1, ERROR :: /conversionValue/amount');
  expect((await kept()).length).toBe(before);
});

test.each([
  ['the future', START + 1],
  ['91 days ago', START - 91 * DAY_MS],
])('an event of %s is refused, and named by its place', async (_, conversionHappenedAt) => {
  const elements = [await event(), await event({ conversionHappenedAt })];
  expect(await sandbox.refused('POST', 'conversionEvents', batch(elements))).toEqual({
    message: 'Conversion time should be within 90 days and not exceed current time, indices [1] (0-indexed).',
    status: 400,
  });
});

test('rule 147: a rule that is unknown, or of accounts out of reach, reads like a lack of accounts', async () => {
  const unknown = await event({ conversion: 'urn:lla:llaPartnerConversion:7' });
  expect(await sandbox.refused('POST', 'conversionEvents', { body: unknown })).toEqual({
    message: 'No ad accounts found',
    status: 403,
  });
  const { elements } = await sandbox.get(
    'conversions?q=account&account=urn%3Ali%3AsponsoredAccount%3A500000002&count=50',
  );
  const foreign = await event({ conversion: `urn:lla:llaPartnerConversion:${elements[2].id}` });
  expect(await sandbox.refused('POST', 'conversionEvents', { body: foreign, token: VIEWER.token })).toMatchObject({
    status: 403,
  });
});

test('a rule that a tag fills, or that is switched off, takes nothing', async () => {
  const tagged = await event({ conversion: await ruleNamed('Purchase') });
  expect(await sandbox.refused('POST', 'conversionEvents', { body: tagged })).toMatchObject({ status: 400 });
  const rule = await ruleNamed('Sign-up');
  await sandbox.patch(`conversions/${rule.split(':').at(-1)}?account=${ACCOUNT_URN}`, { enabled: false });
  expect(await sandbox.refused('POST', 'conversionEvents', { body: await event({ conversion: rule }) })).toMatchObject({
    status: 400,
    message: expect.stringContaining('marked deleted'),
  });
});

test('rule 145: a person has to be named, by both names if by names, and never in plain text where a hash is due', async () => {
  const refused = async (user: unknown) => sandbox.refused('POST', 'conversionEvents', { body: await event({ user }) });
  expect(await refused({ userIds: [] })).toMatchObject({ status: 400 });
  expect(await refused({ userIds: [], userInfo: { firstName: 'Ada' } })).toMatchObject({
    status: 422,
    message: expect.stringContaining('/user/userInfo/lastName'),
  });
  const plain = await refused({ userIds: [{ idType: 'SHA256_EMAIL', idValue: 'ada@acme.example' }] });
  expect(plain).toMatchObject({ status: 400, message: expect.not.stringContaining('ada@') });
  const twice = await refused({ userIds: [], externalIds: ['a', 'b'] });
  expect(twice).toMatchObject({ status: 400, message: expect.stringContaining('At most one external id') });
  const body = await event({ user: { userIds: [], userInfo: { hashedFirstName: 'a'.repeat(64), lastName: 'Byron' } } });
  expect((await sandbox.send('POST', 'conversionEvents', { body })).status).toBe(201);
  const older = { body, headers: { 'linkedin-version': '202608' } };
  expect(await sandbox.refused('POST', 'conversionEvents', older)).toMatchObject({ status: 422 });
});

test('a version that has ended is refused, and so is the 601st call of a minute', async () => {
  const old = { body: await event(), headers: { 'linkedin-version': '202510' } };
  expect(await sandbox.refused('POST', 'conversionEvents', old)).toMatchObject({ status: 426 });
  const empty = { body: {} };
  const statuses: number[] = [];
  for (let sent = 0; sent < 601; sent += 1)
    statuses.push((await sandbox.send('POST', 'conversionEvents', empty)).status);
  expect(statuses.at(-1)).toBe(429);
});

test('a new rule comes back whole', async () => {
  const body = {
    name: 'Deal',
    account: `urn:li:sponsoredAccount:${US}`,
    type: 'SALES_QUALIFIED_LEAD',
    conversionMethod: 'CONVERSIONS_API',
  };
  const made = await sandbox.send('POST', 'conversions', { body });
  expect(made).toMatchObject({ status: 201, body: { name: 'Deal', enabled: true, associatedCampaigns: [] } });
  expect(made.headers.get('x-restli-id')).toBe(String(made.body.id));
});
