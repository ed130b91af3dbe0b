import { expect, test } from 'vitest';
import { z } from 'zod';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { ProfessionalClient, quotaOf } from './client.ts';
import { conversions } from './conversions.ts';

const scripted = (...bodies: unknown[]) => {
  const replies = bodies.map((body) => ({ body }));
  const { session, sent } = scriptedSession({ platform: 'professional', dialect: channel.dialect!, replies });
  return { client: new ProfessionalClient(session), sent };
};
const outcomes = (answers: readonly unknown[]) =>
  answers.map((one) => (one instanceof Error ? (one as unknown as { outcome: string }).outcome : one));

test('of many that were sent, one without an answer or with a fault is of unknown outcome, and one refused is refused', async () => {
  const { client } = scripted({ elements: [{ status: 201, id: '7' }, { status: 503 }, { status: 422 }] });
  expect(outcomes(await client.createEach('/x', [{}, {}, {}, {}], '1'))).toEqual([
    '7',
    'unknown',
    'not_applied',
    'unknown',
  ]);
  const changed = { results: { 1: { status: 204 }, 2: { status: 500 } }, errors: { 3: { status: 404 } } };
  const changes = ['1', '2', '3', '4'].map((key) => ({ key, fields: {} }));
  const each = await scripted(changed).client.updateEach('/x', changes, '1');
  expect(outcomes(each)).toEqual([undefined, 'unknown', 'not_applied', 'unknown']);
});

test('events whose outcome is unknown are not called refused, whether one of them or the whole request', async () => {
  const batch = { account: '1', destination: {} as never, bodies: [{}, {}] };
  const one = scripted({ elements: [{ status: 201, id: '7' }, { status: 500 }] });
  await expect(conversions.send(one.client, batch)).rejects.toMatchObject({ outcome: 'unknown' });
  const named = { status: 500, body: { status: 500, message: 'Index: 1, ERROR :: /user is not valid' } };
  for (const reply of [{ body: '<html>' }, named]) {
    const { session } = scriptedSession({ platform: 'professional', dialect: channel.dialect!, replies: [reply] });
    const sending = conversions.send(new ProfessionalClient(session), batch);
    await expect(sending).rejects.toMatchObject({ outcome: 'unknown' });
  }
});

test('a refusal of events repeats nothing of a person, and a rule that is off takes none', async () => {
  const description = 'ada@example.com is not valid';
  const inputErrors = [{ description, input: { inputPath: { fieldPath: 'user/userIds' } }, code: 'INVALID' }];
  const body = { status: 400, message: `Refused: ${description}`, errorDetails: { inputErrors } };
  const replies = [{ status: 400, body }];
  const { session } = scriptedSession({ platform: 'professional', dialect: channel.dialect!, replies });
  const batch = { account: '1', destination: {} as never, bodies: [{}] };
  const refused = await conversions.send(new ProfessionalClient(session), batch).catch((error) => error);
  expect(refused).toMatchObject({ outcome: 'not_applied', code: 'invalid_arguments' });
  expect(JSON.stringify(refused.details)).not.toContain('ada@');
  const rule = { name: 'Sale', conversionMethod: 'CONVERSIONS_API' };
  const { client } = scripted({
    elements: [
      { ...rule, id: 1, enabled: true },
      { ...rule, id: 2, enabled: false },
    ],
  });
  const closed = (await conversions.destinations(client, '1')).map((one) => one.closed);
  expect(closed).toEqual([undefined, expect.stringContaining('switched off')]);
});

test('null takes a field away, undefined leaves it, and neither is sent as a value', async () => {
  const { client, sent } = scripted({});
  await client.update('/x', { name: 'n', budget: null, bid: undefined }, '1');
  expect(JSON.parse(String(sent[0]?.body))).toEqual({ patch: { $set: { name: 'n' }, $delete: ['budget'] } });
});

test('a list is at its end with a page without objects, also where the platform names a next one', async () => {
  const page = (elements: object[]) => ({
    elements,
    paging: { start: 0, count: 10, links: [{ rel: 'next', href: '/' }] },
  });
  const { client, sent } = scripted(page([]), page([]));
  expect(await client.every('/x', z.object({ id: z.number() }), {}, '1')).toEqual([]);
  expect(sent).toHaveLength(1);
});

test('a query that is too long for an address goes in the body, and stays a reading', async () => {
  const { client, sent } = scripted({}, {});
  await client.get('/x', z.unknown(), { ids: ['1'] });
  await client.get('/x', z.unknown(), { ids: Array.from({ length: 500 }, (_, at) => `${at}-long-id`) });
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
  expect(sent[1]).toMatchObject({ headers: { 'x-http-method-override': 'GET' }, effect: 'read' });
  expect(sent[1]?.url.length).toBeLessThan(200);
});

test('calls are counted by resource and method, as the platform counts them', () => {
  const counted = (method: 'GET' | 'POST', path: string, headers = {}) =>
    quotaOf({ method, url: `https://api.linkedin.com/rest${path}`, headers });
  expect([
    counted('GET', '/adAnalytics?q=analytics&fields=clicks'),
    counted('POST', '/adAnalytics', { 'x-http-method-override': 'GET' }),
    counted('GET', '/adAccounts/5/adCampaigns?q=search'),
    counted('GET', '/adAccounts/5/adCampaigns/7'),
    counted('POST', '/adAccounts/6/adCampaigns', { 'x-restli-method': 'CREATE' }),
    counted('GET', '/adAccounts/5/creatives/urn%3Ali%3AsponsoredCreative%3A7'),
    counted('GET', '/adAccounts/5'),
  ]).toEqual([
    'adAnalytics FINDER',
    'adAnalytics FINDER',
    'adCampaigns FINDER',
    'adCampaigns GET',
    'adCampaigns CREATE',
    'creatives GET',
    'adAccounts GET',
  ]);
});
