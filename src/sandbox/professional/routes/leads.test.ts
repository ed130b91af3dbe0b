import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { ACCOUNT_URN, professionalForTests, START, US } from '../calls.testing.ts';
import { APP, READER_TOKEN, VIEWER } from '../seed.ts';

const sandbox = professionalForTests();
const OWNER = `(sponsoredAccount:${ACCOUNT_URN})`;
const LEADS = `leadFormResponses?q=owner&owner=${OWNER}&leadType=(leadType:SPONSORED)`;
const all = async (more = '') => (await sandbox.get(`${LEADS}${more}&count=1000`)).elements;

/** An address of an advertiser; it proves itself by `secret` unless that is undefined. */
const got: { signature: unknown; body: string }[] = [];
let secret: string | undefined = APP.secret;
const receiver = createServer(async (request, reply) => {
  if (request.method === 'GET') {
    const challengeCode = new URL(request.url!, 'http://here').searchParams.get('challengeCode')!;
    const challengeResponse = createHmac('sha256', secret ?? 'wrong')
      .update(challengeCode)
      .digest('hex');
    reply.end(JSON.stringify({ challengeCode, challengeResponse }));
    return;
  }
  got.push({ signature: request.headers['x-li-signature'], body: await textOf(request) });
  reply.end();
});
async function textOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString();
}
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
afterAll(() => receiver.close());
const webhook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/leads`;

test('there are as many leads as reports tell of, the newest first, and none is older than 90 days', async () => {
  const leads = await all();
  const day = Date.parse('2026-11-10T00:00:00Z');
  const range = 'dateRange=(start:(year:2026,month:11,day:10),end:(year:2026,month:11,day:10))';
  const account = `accounts=List(urn%3Ali%3AsponsoredAccount%3A${US})`;
  const report = await sandbox.get(
    `adAnalytics?q=analytics&pivot=ACCOUNT&timeGranularity=ALL&${range}&${account}&fields=oneClickLeads`,
  );
  const ofDay = await all(`&submittedAtTimeRange=(start:${day},end:${day + DAY_MS - 1})`);
  // Leads that members withdraw are gone, and still counted.
  expect(report.elements[0].oneClickLeads - ofDay.length).toBeLessThanOrEqual(1);
  expect(ofDay.length).toBeGreaterThan(0);
  const times = leads.map(({ submittedAt }: { submittedAt: number }) => submittedAt);
  expect(times).toEqual(times.toSorted((one: number, other: number) => other - one));
  expect(Math.min(...times)).toBeGreaterThan(START - 90 * DAY_MS);
  expect(await all()).toEqual(leads);
});

test('rule 149: answers name the questions of their version by number, in no order', async () => {
  const [last] = await all('&fields=id,versionedLeadGenFormUrn,formResponse,form:(id,content)');
  const first = (await all('&fields=versionedLeadGenFormUrn,formResponse,form:(content)')).at(-1);
  expect(Object.keys(last).sort()).toEqual(['form', 'formResponse', 'id', 'versionedLeadGenFormUrn']);
  expect(last.versionedLeadGenFormUrn).toMatch(/^urn:li:versionedLeadGenForm:\(urn:li:leadGenForm:\d+,2\)$/);
  expect(first.versionedLeadGenFormUrn).toMatch(/,1\)$/);
  const questions = (lead: typeof last) =>
    Object.fromEntries(
      lead.form.content.questions.map((one: { questionId: number; predefinedField?: string }) => [
        one.questionId,
        one.predefinedField,
      ]),
    );
  expect([questions(first)[1], questions(last)[1]]).toEqual(['EMAIL', 'FIRST_NAME']);
  const orders = (await all('&fields=formResponse')).map(({ formResponse }: typeof last) =>
    formResponse.answers.map(({ questionId }: { questionId: number }) => questionId).join(),
  );
  expect(new Set(orders).size).toBeGreaterThan(3);
  const id = /Form:(\d+),/.exec(last.versionedLeadGenFormUrn)![1];
  const { content, versionId } = await sandbox.get(`leadForms/${id}`);
  expect(versionId).toBe(2);
  await sandbox.patch(`leadForms/${id}`, { content: { ...content, questions: content.questions.slice(0, 3) } });
  expect(await sandbox.get(`leadForms/${id}`)).toMatchObject({ versionId: 3 });
  expect((await all('&fields=form:(content)'))[0].form.content.questions).toHaveLength(5);
});

test('rule 150: without a role on the page leads look like a bad token, and forms alone need no leads scope', async () => {
  expect(await sandbox.refused('GET', LEADS, { token: VIEWER.token })).toMatchObject({ status: 401 });
  expect((await sandbox.send('GET', `leadForms?q=owner&owner=${OWNER}`, { token: VIEWER.token })).status).toBe(200);
  expect(await sandbox.refused('GET', LEADS, { token: READER_TOKEN })).toMatchObject({ status: 403 });
});

test('rule 151: a filter by form names one version; test leads come alone', async () => {
  const one = (version: number, id: string) =>
    all(`&versionedLeadGenFormUrn=urn%3Ali%3AversionedLeadGenForm%3A%28urn%3Ali%3AleadGenForm%3A${id}%2C${version}%29`);
  const leads = await all();
  const id = /Form:(\d+),/.exec(leads[0].versionedLeadGenFormUrn)![1]!;
  const [first, second] = [await one(1, id), await one(2, id)];
  expect(first.length).toBeGreaterThan(0);
  expect(first.length + second.length).toBe(leads.length);
  expect(await all('&limitedToTestLeads=true')).toMatchObject([{ testLead: true }]);
});

test.each([
  ['a URN in a record', LEADS.replaceAll('%3A', ':')],
  ['brackets in a text', `${LEADS}&versionedLeadGenFormUrn=urn:li:versionedLeadGenForm:(urn:li:leadGenForm:1,1)`],
  ['a bare lead type', LEADS.replace('(leadType:SPONSORED)', 'SPONSORED')],
])('rule 153: %s that is not written as it should be is refused', async (_, path) => {
  expect(await sandbox.refused('GET', path)).toMatchObject({ status: 400 });
});

test('rule 152: an address is told of leads once it has proved itself, and given up when it cannot', async () => {
  const entity = {
    webhook: webhook(),
    owner: { sponsoredAccount: `urn:li:sponsoredAccount:${US}` },
    leadType: 'SPONSORED',
  };
  const id = await sandbox.create('leadNotifications', entity);
  const criteria = `leadNotifications?q=criteria&owner=(value:${OWNER})&leadType=(leadType:SPONSORED)`;
  expect((await sandbox.get(criteria)).elements).toEqual([{ id: Number(id), ...entity }]);
  sandbox.advance(5 * DAY_MS);
  await sandbox.timePassed();
  const created = got.filter(({ body }) => JSON.parse(body).leadAction === 'CREATED');
  const ids = new Set(created.map(({ body }) => JSON.parse(body).leadGenFormResponse));
  const since = await all(`&submittedAtTimeRange=(start:${START + 1})`);
  expect(since.every((lead: { id: string }) => ids.has(`urn:li:leadGenFormResponse:${lead.id}`))).toBe(true);
  for (const { body, signature } of got)
    expect(signature).toBe(createHmac('sha256', APP.secret).update(`hmacsha256=${body}`).digest('hex'));
  expect(JSON.stringify(got)).not.toContain('example.com');
  const told = got.length;
  await sandbox.timePassed();
  expect(got).toHaveLength(told);
  sandbox.advance(40 * DAY_MS);
  await sandbox.timePassed();
  expect(got.some(({ body }) => JSON.parse(body).leadAction === 'DELETED')).toBe(true);
  expect(new Set(got.map(({ body }) => body)).size).toBeLessThan(got.length);
  secret = undefined;
  for (let hour = 0; hour < 9; hour += 3) {
    sandbox.advance(3 * HOUR_MS);
    await sandbox.timePassed();
  }
  secret = APP.secret;
  const last = got.length;
  sandbox.advance(10 * DAY_MS);
  await sandbox.timePassed();
  expect(got).toHaveLength(last);
  expect((await sandbox.send('DELETE', `leadNotifications/${id}`)).status).toBe(204);
});

test('an address is https, no tunnel, and of leads that ad accounts have', async () => {
  const owner = { sponsoredAccount: `urn:li:sponsoredAccount:${US}` };
  for (const [url, leadType] of [
    ['http://acme.example/leads', 'SPONSORED'],
    ['https://a.ngrok.io/leads', 'SPONSORED'],
    ['https://acme.example/leads', 'EVENT'],
  ])
    expect(
      await sandbox.refused('POST', 'leadNotifications', { body: { webhook: url, owner, leadType } }),
    ).toMatchObject({ status: 400 });
});

test('a form is made with its questions numbered by the platform', async () => {
  const localized = (text: string) => ({ localized: { de_DE: text } });
  const entity = {
    owner: { sponsoredAccount: `urn:li:sponsoredAccount:${US}` },
    name: 'Messe',
    creationLocale: { country: 'DE', language: 'de' },
    content: {
      headline: localized('Besuchen Sie uns'),
      questions: [{ predefinedField: 'EMAIL' }, { name: 'day', question: localized('Welcher Tag?') }],
      legalInfo: { privacyPolicyUrl: 'https://acme.example/privacy' },
    },
  };
  const id = await sandbox.create('leadForms', entity);
  expect(await sandbox.get(`leadForms/${id}`)).toMatchObject({
    state: 'DRAFT',
    versionId: 1,
    content: { questions: [{ questionId: 1 }, { questionId: 2 }] },
  });
  const without = { ...entity, content: { ...entity.content, legalInfo: undefined } };
  expect(await sandbox.refused('POST', 'leadForms', { body: without })).toMatchObject({
    status: 422,
    message: expect.stringContaining('/content/legalInfo'),
  });
});
