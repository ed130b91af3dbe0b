import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { ACCOUNT_URN, CAMPAIGNS, CREATIVES, good, ONE, professionalForTests, START, US } from '../calls.testing.ts';
import { ACME } from '../seed.ts';
import { Store } from '../state.ts';

/** What bodies, lists, reports and accounts are answered with. */
const sandbox = professionalForTests();
const enc = encodeURIComponent;
const DAYS = 'dateRange=(start:(year:2026,month:11,day:1),end:(year:2026,month:11,day:14))';
const REPORT = `adAnalytics?q=analytics&pivot=CAMPAIGN&timeGranularity=ALL&accounts=List(${ACCOUNT_URN})`;

test('a body is one record, and a change names its fields', async () => {
  const raw = (body: string, method?: string) =>
    fetch(`${sandbox.origin}/rest/${ONE}/adCampaignGroups`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${ACME.token}`, 'linkedin-version': '202609', 'content-type': 'application/json' },
        ...{ 'x-restli-protocol-version': '2.0.0', ...(method && { 'x-restli-method': method }) },
      },
      body,
    }).then(async (reply) => (await reply.json()) as { status: number; message: string });
  for (const body of ['{', '[]', '"x"'])
    expect(await raw(body)).toMatchObject({ status: 400, message: 'Cannot parse request entity' });
  expect(await raw('{}', 'BATCH_CREATE')).toMatchObject({ status: 422, message: expect.stringContaining('/elements') });
  const id = await sandbox.create(`${ONE}/adCampaignGroups`, good.group);
  const change = (body: object) =>
    sandbox.refused('POST', `${ONE}/adCampaignGroups/${id}`, { body, method: 'PARTIAL_UPDATE' });
  expect((await change({})).message).toContain('/patch :: field is required');
  expect((await change({ patch: { $set: [] } })).message).toContain('/patch :: DataMap expected');
  expect((await change({ patch: { $delete: 'name' } })).message).toContain('/patch :: DataMap expected');
  expect((await change({ patch: { name: 'x' } })).message).toContain('/name :: unrecognized field');
  expect((await change({ patch: { $delete: ['name'] } })).message).toContain('/CampaignGroup/name is required');
  const end = START + 5 * DAY_MS;
  const nested = { body: { patch: { runSchedule: { $set: { end } } } }, method: 'PARTIAL_UPDATE' };
  expect((await sandbox.send('POST', `${ONE}/adCampaignGroups/${id}`, nested)).status).toBe(204);
  const path = `${ONE}/adCampaignGroups/${id}`;
  expect((await sandbox.get(path)).runSchedule).toEqual({ start: START + DAY_MS, end });
  const cleared = { body: { patch: { runSchedule: { $delete: ['end'] } } }, method: 'PARTIAL_UPDATE' };
  expect((await sandbox.send('POST', path, cleared)).status).toBe(204);
  expect((await sandbox.get(path)).runSchedule).toEqual({ start: START + DAY_MS });
  expect(await sandbox.refused('PUT', path, { body: {} })).toMatchObject({ status: 405 });
  const unknown = { body: {}, method: 'ACTION' };
  expect((await sandbox.refused('POST', 'images?action=fly', unknown)).message).toContain("Action 'fly' is not known");
});

test('lists are narrowed by each criterion, and turned round', async () => {
  const found = async (path: string, search: string) =>
    (await sandbox.get(`${path}?q=search&search=(${search})`)).elements.map((one: { name: string }) => one.name);
  expect(await found('adAccounts', 'name:(values:List(Acme))')).toEqual(['Acme']);
  expect(await found('adAccounts', 'type:(values:List(ENTERPRISE))')).toEqual([]);
  expect(await found('adAccounts', 'status:(values:List(CANCELED))')).toEqual([]);
  expect(await found('adAccounts', `reference:(values:List(${enc('urn:li:organization:3000002')}))`)).toEqual([]);
  expect(await found('adAccounts', 'test:true')).toEqual(['Acme test']);
  const page = (id: string) => `associatedEntity:(values:List(${enc(`urn:li:organization:${id}`)}))`;
  const all = await found(CAMPAIGNS, 'test:false');
  expect([await found(CAMPAIGNS, page('3000001')), await found(CAMPAIGNS, page('3000002'))]).toEqual([all, []]);
  const order = async (sortOrder: string) =>
    (await sandbox.get(`${CAMPAIGNS}?q=search&sortOrder=${sortOrder}`)).elements.map((one: { id: number }) => one.id);
  expect(await order('DESCENDING')).toEqual((await order('ASCENDING')).toReversed());
  const creatives = (await sandbox.get(`${CREATIVES}?q=criteria`)).elements;
  const { reference } = creatives.find((one: { content: { reference?: string } }) => one.content.reference).content;
  const shown = (await sandbox.get(`${CREATIVES}?q=criteria&contentReferences=List(${enc(reference)})`)).elements;
  expect(shown.length).toBeGreaterThan(0);
  expect(new Set(shown.map((one: { content: { reference: string } }) => one.content.reference))).toEqual(
    new Set([reference]),
  );
});

test('rows of a report come in the order asked for, to today where no end is named', async () => {
  const counts = async (more: string) =>
    (await sandbox.get(`${REPORT}&${more}&fields=impressions`)).elements.map(
      (one: { impressions: number }) => one.impressions,
    );
  const sorted = (await counts(DAYS)).toSorted((one: number, other: number) => one - other);
  expect(sorted.length).toBeGreaterThan(2);
  expect(await counts(`${DAYS}&sortBy=(field:IMPRESSIONS,order:ASCENDING)`)).toEqual(sorted);
  expect(await counts(`${DAYS}&sortBy=(field:IMPRESSIONS,order:DESCENDING)`)).toEqual(sorted.toReversed());
  const until = (day: number) => `dateRange=(start:(year:2026,month:11,day:1),end:(year:2026,month:11,day:${day}))`;
  expect(await counts('dateRange=(start:(year:2026,month:11,day:1))')).toEqual(await counts(until(15)));
  expect(await counts('dateRange=(start:(year:2026,month:11,day:1))')).not.toEqual(await counts(until(14)));
  const none = `${REPORT}&${DAYS}&companies=List(${enc('urn:li:organization:3000002')})`;
  expect((await sandbox.get(none)).elements).toEqual([]);
});

test('an account is made for its maker, changed, and deleted as a draft only', async () => {
  const made = await sandbox.create('adAccounts', { name: 'New', currency: 'USD' });
  expect(await sandbox.get(`adAccounts/${made}`)).toMatchObject({ name: 'New', type: 'BUSINESS', status: 'ACTIVE' });
  const account = `urn:li:sponsoredAccount:${made}`;
  const users = (await sandbox.get(`adAccountUsers?q=accounts&accounts=${enc(account)}`)).elements;
  expect(users).toMatchObject([{ user: `urn:li:person:${ACME.member}`, role: 'ACCOUNT_BILLING_ADMIN' }]);
  await sandbox.patch(`adAccounts/${made}`, { name: 'Newer' });
  expect(await sandbox.get(`adAccounts/${made}`)).toMatchObject({ name: 'Newer' });
  expect((await sandbox.ledger({ resource: 'adAccount' })).map(({ kind, account: id }) => [kind, id])).toEqual([
    ['create', made],
    ['update', made],
  ]);
  for (const [body, code] of [
    [{ name: ' ', currency: 'USD' }, 'BLANK_ACCOUNT_NAME'],
    [{ name: 'A', currency: 'USD', type: 'ENTERPRISE' }, 'CONDITIONAL_INVALID_VALUE'],
  ] as const)
    expect(await sandbox.refused('POST', 'adAccounts', { body })).toMatchObject({ code });
  const store = new Store(sandbox.world.db);
  const stored = store.find('account', made)!;
  store.save({ ...stored, fields: { ...stored.fields, status: 'DRAFT' } });
  expect((await sandbox.send('DELETE', `adAccounts/${made}`)).status).toBe(204);
  expect(await sandbox.refused('GET', `adAccounts/${made}`)).toMatchObject({ status: 404 });
});

const segment = (type: string) => ({
  ...{
    name: 'S',
    sourcePlatform: 'LIST_UPLOAD',
    account: `urn:li:sponsoredAccount:${US}`,
    accessPolicy: 'PRIVATE',
    type,
  },
  destinations: [{ destination: 'LINKEDIN' }],
});

test('members come in batches, of the kind of their segment, each with what it needs', async () => {
  const of = async (type: string) => await sandbox.create('dmpSegments', segment(type));
  const [people, firms] = [await of('USER'), await of('COMPANY')];
  const send = (id: string, name: string, elements: object[], method: string | undefined = 'BATCH_CREATE') =>
    sandbox.send('POST', `dmpSegments/${id}/${name}`, { body: { elements }, ...(method && { method }) });
  const person = { action: 'ADD', firstName: 'A', lastName: 'B' };
  const each = async (id: string, name: string, elements: object[]) =>
    (await send(id, name, elements)).body.elements.map((one: { status: number }) => one.status);
  expect(await each(people, 'users', [person, { action: 'ADD', firstName: 'A' }, { action: 'ADD' }])).toEqual([
    ...[201, 400, 400],
  ]);
  expect(await each(firms, 'companies', [{ action: 'ADD', companyName: 'A' }, { action: 'ADD' }])).toEqual([201, 400]);
  expect((await send(firms, 'users', [person])).body.message).toBe('A segment of type COMPANY has no users');
  expect((await send(people, 'users', new Array(5001).fill(person))).body.message).toContain('at most 5000');
  expect((await send(people, 'users', new Array(5000).fill(person))).status).toBe(200);
  const plain = { body: person };
  const single = await sandbox.refused('POST', `dmpSegments/${people}/users`, plain);
  expect(single.message).toBe('X-RestLi-Method BATCH_CREATE has to be named');
  expect((await sandbox.get(`dmpSegments/${people}`)).inputCount).toBe(1);
});

test('events are at most 5,000, for at most a hundred rules, each named by its URN', async () => {
  const known = (await sandbox.get(`conversions?q=account&account=${ACCOUNT_URN}&count=50`)).elements;
  const sale = known.find((one: { name: string }) => one.name === 'Sale');
  const conversion = `urn:lla:llaPartnerConversion:${sale.id}`;
  const event = (named: string) => ({
    ...{ conversion: named, conversionHappenedAt: START - DAY_MS },
    user: { userIds: [{ idType: 'SHA256_EMAIL', idValue: 'b'.repeat(64) }] },
  });
  const send = async (conversions: string[]) =>
    await sandbox.send('POST', 'conversionEvents', {
      ...{ body: { elements: conversions.map(event) }, method: 'BATCH_CREATE' },
    });
  const rules = (count: number) => Array.from({ length: count }, (_, at) => `urn:lla:llaPartnerConversion:${at + 1}`);
  expect((await send(new Array(5001).fill(conversion))).body.message).toContain('at most 5000 elements');
  expect((await send(rules(101))).body.message).toContain('at most 100 conversion rules');
  expect((await send(rules(100))).body.message).not.toContain('at most');
  expect((await send(['urn:li:conversion:1'])).body.message).toContain('/conversion :: Invalid Urn format');
  expect((await send([conversion])).status).toBe(200);
});
