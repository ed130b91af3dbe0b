import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { failureOf } from '../../errors.testing.ts';
import { Failure } from '../../errors.ts';
import { type ScriptedReply, scriptedSession } from '../../upstream/scripted-session.testing.ts';
import type { Credentials } from '../../upstream/session.ts';
import { channel } from './channel.ts';
import { checkOnly, SocialClient } from './client.ts';
import { CAMPAIGN_STATUS, CAMPAIGNS } from './wire.ts';

const TOKEN = 'EAAB-secret-token';

function scripted(replies: ScriptedReply[], held: Credentials = { access_token: TOKEN }) {
  const { session, sent } = scriptedSession({ platform: 'social', dialect: channel.dialect!, replies, held });
  return { client: new SocialClient(session), sent };
}

test('the token travels in the header alone; the proof of the app goes along when its secret is known', async () => {
  const held = { access_token: TOKEN, app_secret: 'shh' };
  const { client, sent } = scripted([{ body: { id: '1', status: 'ACTIVE' } }, { body: { id: '2' } }], held);
  await client.node(CAMPAIGN_STATUS, '1');
  await client.create('1', 'campaigns', { name: 'n' });
  const proof = createHmac('sha256', 'shh').update(TOKEN).digest('hex');
  for (const request of sent) {
    expect(request.headers?.authorization).toBe(`Bearer ${TOKEN}`);
    expect(request.url).not.toContain(TOKEN);
    expect(String(request.body)).not.toContain(TOKEN);
    expect(new URL(request.url).searchParams.get('appsecret_proof')).toBe(proof);
  }
  const plain = scripted([{ body: { id: '1', status: 'ACTIVE' } }]);
  await plain.client.node(CAMPAIGN_STATUS, '1');
  expect(plain.sent[0]?.url).not.toContain('appsecret_proof');
});

test('an error body under HTTP 200 is an error', async () => {
  const { client } = scripted([{ body: { error: { code: 31, error_subcode: 3858385, message: 'verify' } } }]);
  expect(await failureOf(client.update(CAMPAIGNS, '1', { name: 'n' }))).toMatchObject({ code: 'account_problem' });
});

test('a platform that repeats the token in its error does not make us repeat it', async () => {
  const { client } = scripted([
    { status: 400, body: { error: { code: 190, message: `Malformed access token ${TOKEN}` } } },
  ]);
  const failure = await failureOf(client.node(CAMPAIGN_STATUS, '1'));
  expect(JSON.stringify(failure.details)).not.toContain(TOKEN);
  expect(failure.code).toBe('token_expired');
});

test('a list ends with the page that has no next link, even if it has a cursor', async () => {
  const paging = { cursors: { after: 'A' }, next: `https://graph.example/x?access_token=${TOKEN}` };
  const { client, sent } = scripted([
    { body: { data: [], paging } },
    { body: { data: [{ id: '1', status: 'ACTIVE' }], paging: { cursors: { after: 'B' } } } },
  ]);
  const { items, next_cursor } = await client.list(CAMPAIGN_STATUS, 'act_1', { limit: 50 });
  expect(items.map(({ id }) => id)).toEqual(['1']);
  expect(next_cursor).toBeUndefined();
  expect(sent.map(({ url }) => new URL(url).searchParams.get('after'))).toEqual([null, 'A']);
});

test('a page too large to build is asked for in halves', async () => {
  const tooMuch = {
    status: 500,
    body: { error: { code: 1, message: "Please reduce the amount of data you're asking for" } },
  };
  const { client, sent } = scripted([tooMuch, tooMuch, { body: { data: [] } }]);
  await client.list(CAMPAIGN_STATUS, 'act_1', { limit: 200 });
  expect(sent.map(({ url }) => new URL(url).searchParams.get('limit'))).toEqual(['200', '100', '50']);
});

test('a create that met a fault, an empty answer or no JSON is of unknown outcome', async () => {
  for (const answer of [
    { status: 500, body: { error: { code: 2, message: 'down' } } },
    { status: 502, body: '<html>' },
    { body: '<html>' },
    { body: { success: true } },
  ]) {
    const { client } = scripted([answer]);
    const failure = await failureOf(client.create('1', 'campaigns', {}));
    expect(failure, JSON.stringify(answer)).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  }
});

test('a refusal after a lost first attempt leaves open what became of it, and keeps the refusal', async () => {
  const missing = { status: 400, body: { error: { code: 100, error_subcode: 33, message: 'gone' } } };
  const second = await failureOf(scripted([{ ...missing, mayBeSecond: true }]).client.remove('1'));
  expect(second).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', cause: { code: 'not_found' } });
  expect(await failureOf(scripted([missing]).client.remove('1'))).toMatchObject({ code: 'not_found' });
});

test('without a token nothing is sent', async () => {
  const { client, sent } = scripted([], {});
  expect(await failureOf(client.node(CAMPAIGN_STATUS, '1'))).toMatchObject({ code: 'token_expired' });
  expect(sent).toEqual([]);
});

test('only what the platform checks without making it is sent to be checked', () => {
  const request = { method: 'POST' as const, url: 'https://graph.example/x', json: { name: 'n' } };
  expect(checkOnly(request)).toBeUndefined();
  expect(checkOnly({ ...request, isCheckable: true })?.json).toEqual({
    name: 'n',
    execution_options: ['validate_only'],
  });
});

test.each([
  ['campaigns', true],
  ['adsets', true],
  ['ads', true],
  ['customaudiences', undefined],
  ['adimages', undefined],
])('a change of %s can be checked: %s', async (edge, isCheckable) => {
  const asked: unknown[] = [];
  const { session } = scriptedSession({ platform: 'social', dialect: channel.dialect! });
  session.change = async (request) => {
    asked.push(request.isCheckable);
    return { id: '1' } as never;
  };
  const client = new SocialClient(session);
  await client.create('1', edge, {});
  await client.update({ edge } as never, '1', {});
  expect(asked).toEqual([isCheckable, isCheckable]);
});

test('a platform that names the same place again is at its end, and a page is not halved without one', async () => {
  let asked = 0;
  const endless = () => {
    if (++asked > 20) throw new Error('It is read for ever.');
    return { body: { data: [], paging: { cursors: { after: 'A' }, next: 'https://graph.example/x' } } };
  };
  const { session } = scriptedSession({ platform: 'social', dialect: channel.dialect!, replies: endless });
  for await (const page of new SocialClient(session).pages(CAMPAIGN_STATUS, 'act_1', {}, '1')) expect(page).toEqual([]);
  expect(asked).toBe(2);
  const tooMuch = {
    status: 500,
    body: { error: { code: 1, message: "Please reduce the amount of data you're asking for" } },
  };
  const halved = scripted(Array.from({ length: 20 }, () => tooMuch));
  expect(await failureOf(halved.client.list(CAMPAIGN_STATUS, 'act_1', { limit: 200 }))).toBeInstanceOf(Failure);
  expect(halved.sent.map(({ url }) => new URL(url).searchParams.get('limit'))).toEqual(['200', '100', '50', '25']);
});

test('a page is read by its own token, with the proof of that token, or not at all', async () => {
  const { client, sent } = scripted([{ body: { id: '1', status: 'ACTIVE' } }], {
    access_token: TOKEN,
    app_secret: 'shh',
  });
  await client.as('EAAB-page-token').node(CAMPAIGN_STATUS, '1');
  const proof = createHmac('sha256', 'shh').update('EAAB-page-token').digest('hex');
  expect(sent[0]?.headers?.authorization).toBe('Bearer EAAB-page-token');
  expect(new URL(sent[0]!.url).searchParams.get('appsecret_proof')).toBe(proof);
  expect(() => client.as(undefined)).toThrow('no role on this page');
});
