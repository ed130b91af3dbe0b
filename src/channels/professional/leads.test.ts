import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';
import { DAY_MS } from '../../ambient.ts';
import type { Lead } from '../../tools/leads/leads.ts';
import type { ProfessionalClient } from './client.ts';
import { leads } from './leads.ts';

const sandbox = sandboxed('professional');
const secrets = { credentials: { client_secret: 'li-secret' }, shared: '' };
const CODE = '890e4665-4dfe-4ab1-b689-ed553bceeed0';
const push = leads.push!;

const everything = async (asked: { since: number; form?: string }) => {
  const { client, account } = await sandbox.client<ProfessionalClient>();
  const found: Lead[] = [];
  for await (const page of leads.since(client, account, asked)) found.push(...page);
  return found;
};

test('a challenge is answered by the secret of the app, and only if it is a UUID', () => {
  expect(JSON.parse(push.challenge!(new URLSearchParams({ challengeCode: CODE }), secrets)!.body)).toEqual({
    challengeCode: CODE,
    challengeResponse: 'adccfdad6bb4ff6c9ee351c23f2afdf40000d4a80206544b92f9bd01a385c27c',
  });
  for (const challengeCode of ['', 'hmacsha256={"type":"LEAD_ACTION"}', `${CODE}\n`, ` ${CODE}`, `${CODE}${CODE}`])
    expect(push.challenge!(new URLSearchParams({ challengeCode }), secrets)).toBeUndefined();
  expect(push.challenge!(new URLSearchParams(`challengeCode=${CODE}&challengeCode=x`), secrets)).toBeUndefined();
});

test('a message is genuine by the signature of its raw bytes alone', () => {
  const body = Buffer.from('{"type":"LEAD_ACTION"}');
  const signature = 'ab1260daf62857947cf300767ae0900ef42489c7391500b8fec8ebb514f61ce8';
  expect(push.isGenuine(body, { 'x-li-signature': signature }, secrets)).toBe(true);
  expect(push.isGenuine(Buffer.concat([body, Buffer.from(' ')]), { 'x-li-signature': signature }, secrets)).toBe(false);
  expect(push.isGenuine(body, {}, secrets)).toBe(false);
  const plain = createHmac('sha256', 'li-secret').update(body).digest('hex');
  expect(push.isGenuine(body, { 'x-li-signature': plain }, secrets)).toBe(false);
  expect(push.isGenuine(body, { 'x-li-signature': signature }, { credentials: {}, shared: '' })).toBe(false);
});

test('repeats have one mark, and a deletion is an order to erase', () => {
  const message = (leadAction: string) =>
    Buffer.from(
      JSON.stringify({ type: 'LEAD_ACTION', leadGenFormResponse: 'urn:li:leadGenFormResponse:f81d-6', leadAction }),
    );
  expect(push.read(message('CREATED'))).toEqual({ marks: ['urn:li:leadGenFormResponse:f81d-6 CREATED'], erased: [] });
  expect(push.read(message('DELETED'))).toMatchObject({ erased: ['f81d-6'] });
  const lead = '"leadGenFormResponse":"urn:li:leadGenFormResponse:f81d-6"';
  const person = '"type":"LEAD_ACTION","leadGenFormResponse":"urn:li:person:f81d-6"';
  const others = [`{"type":"PING",${lead},"leadAction":"DELETED"}`, `{${person},"leadAction":"DELETED"}`];
  for (const other of ['[]', 'null', '{', '{"type":"PING"}', ...others])
    expect(push.read(Buffer.from(other))).toEqual({ marks: [], erased: [] });
});

test('leads of all versions come with the fields of their own, page by page', async () => {
  const all = await everything({ since: 0 });
  expect(all.length).toBeGreaterThan(100);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const fieldsOf = ({ answers }: Lead) => answers.map(({ field }) => field).sort();
  expect(fieldsOf(all[0]!)).toEqual(['email', 'first_name', 'last_name', 'plans', 'size']);
  expect(fieldsOf(all.at(-1)!)).toEqual(['company', 'email']);
  for (const { answers } of all)
    expect(answers.find(({ field }) => field === 'email')!.values[0]).toMatch(/@example\.(com|org)$/);
  expect(all[0]).toMatchObject({
    campaign_id: expect.stringMatching(/^\d+$/),
    ad_id: expect.stringMatching(/^\d+$/),
    is_test: false,
    consents: [{ key: '7', text: 'Acme may write to me', given: expect.any(Boolean) }],
  });
  expect(all[0]!.answers.find(({ field }) => field === 'size')!.values[0]).toMatch(/10/);
  const since = Date.now() - 10 * DAY_MS;
  expect((await everything({ since })).length).toBe(all.filter((lead) => lead.submitted_at >= since).length);
  expect(await everything({ since: 0, form: '1' })).toEqual([]);
});

test('leads that are deleted between two pages hide no other', async () => {
  const versionedLeadGenFormUrn = 'urn:li:versionedLeadGenForm:(urn:li:leadGenForm:9,1)';
  const formResponse = { answers: [], consentResponses: [] };
  let there = Array.from({ length: 250 }, (_, n) => ({
    id: `lead-${n}`,
    submittedAt: 250 - n,
    testLead: false,
    versionedLeadGenFormUrn,
    formResponse,
  }));
  const client = {
    session: { platformNow: () => 1000 },
    async found(_path: string, _shape: unknown, { start, count }: { start: number; count: number }) {
      const page = there.slice(start, start + count);
      there = there.slice(3);
      return page;
    },
  } as unknown as ProfessionalClient;
  const found: string[] = [];
  for await (const page of leads.since(client, '1', { since: 0 })) found.push(...page.map(({ id }) => id));
  expect(found).toEqual(Array.from({ length: 250 }, (_, n) => `lead-${n}`));
});

test('only what was accepted is consent; the span that is read has an end, so that new leads move no page', async () => {
  const asked: { submittedAtTimeRange: object }[] = [];
  const consentResponses = [true, false].map((accepted, consentId) => ({ consentId, accepted }));
  const client = {
    session: { platformNow: () => 1000 },
    async found(_path: string, _shape: unknown, params: { submittedAtTimeRange: object }) {
      asked.push(params);
      const formResponse = { answers: [], consentResponses };
      return [{ id: 'l', submittedAt: 1, testLead: false, versionedLeadGenFormUrn: 'leadGenForm:9,', formResponse }];
    },
  } as unknown as ProfessionalClient;
  const found: Lead[] = [];
  for (const since of [0, 2000]) for await (const page of leads.since(client, '1', { since })) found.push(...page);
  expect(found[0]!.consents!.map(({ given }) => given)).toEqual([true, false]);
  expect(asked.map(({ submittedAtTimeRange }) => submittedAtTimeRange)).toEqual([
    { start: 0, end: 1000 },
    { start: 2000, end: 2000 },
  ]);
});

test('forms with their questions, and which of them an ad can use', async () => {
  const { client, account } = await sandbox.client<ProfessionalClient>();
  const forms = await leads.forms(client, account);
  expect(forms).toMatchObject([
    { name: 'Request a demo', usable: true },
    { name: 'Newsletter', usable: false },
  ]);
  expect(await leads.form(client, account, forms[0]!.id)).toMatchObject({
    privacy_url: 'https://acme.example/privacy',
    questions: expect.arrayContaining([
      { field: 'email', text: 'E-mail' },
      { field: 'size', text: 'How large is your team?', choices: ['1-10', 'More than 10'] },
    ]),
  });
  for (const id of ['7', 'x/y'])
    await expect(leads.form(client, account, id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a missing role on the page is told as such, although the platform answers as if the token were bad', async () => {
  const { connections, directory } = sandbox.service().home;
  const workspaceId = await sandbox.workspaceNamed('Acme');
  const { id, mode, account, options } = (await connections.get(workspaceId, 'professional'))!;
  const { refresh_token: _, ...held } = await connections.credentials(id);
  const credentials = { ...held, access_token: 'AQVsandboxprofessionalviewer001' };
  await connections.put({ workspaceId, channel: 'professional', mode, options, credentials, account: account! });
  directory.refresh();
  await expect(everything({ since: 0 })).rejects.toMatchObject({
    code: 'permission_denied',
    details: { nextStep: expect.stringContaining('page') },
  });
});
