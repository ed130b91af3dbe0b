import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Destination } from '../../tools/conversions/conversions.ts';
import { ConversionEvent } from '../../tools/conversions/event.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { VideoClient } from './client.ts';
import { conversions } from './conversions.ts';
import { PIXELS } from './wire.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const PIXEL: Destination = {
  id: '1850000000000007919',
  name: 'Shop',
  kind: 'pixel',
  status: 'RECEIVING',
  wire: { source: 'web', id: 'C1PIXELCODE' },
};
const SHOPS: Destination = { ...PIXEL, id: '7', kind: 'offline_event_set', wire: { source: 'offline', id: '7' } };
const CRM: Destination = { ...PIXEL, id: '8', kind: 'crm_event_set', wire: { source: 'crm', id: '8' } };
const LEAD = '7301234567890123456';

const eventOf = (given: Record<string, unknown>) =>
  ConversionEvent.parse({
    event: 'purchase',
    event_id: 'ORD-1',
    happened_at: '2026-11-15T09:00:00+01:00',
    url: 'https://acme.example/thanks',
    person: { email: 'a@example.com' },
    ...given,
  });
const prepared = (given: Record<string, unknown>, to = PIXEL) => conversions.prepare(eventOf(given), to, NOW);
// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape
const bodyOf = (given: Record<string, unknown>, to = PIXEL): any => {
  const answer = prepared(given, to);
  if (!('body' in answer)) throw new Error(`not sent: ${JSON.stringify(answer)}`);
  return answer.body;
};

describe('the person is hashed as the platform wants it', () => {
  test.each([
    ['email', ' John_Smith@gmail.com ', '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
    ['phone', '+1 (650) 555-1212', '1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8'],
    ['phone', '001 650 555 1212', '1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8'],
    ['external_id', 'user_123', '80fba0ae1c48e3978e43e4efc365e14e12ea0c830ba8ba5b9a2dafc7e3f2ab8b'],
  ])('%s %s', (field, plain, hash) => {
    expect(bodyOf({ person: { [field]: plain } }).user[field]).toEqual([hash]);
    expect(bodyOf({ person: { [field]: hash.toUpperCase() } }).user[field]).toEqual([hash]);
  });

  test('what is no address is not hashed: its hash would be one for many people', () => {
    const click = { ttclid: 'E.C.P.x' };
    for (const email of ['n/a', 'nobody', 'a b@example.com'])
      expect(prepared({ person: { email }, click })).toMatchObject({ refused: { field: 'person.email' } });
  });

  test('names and postal code are hashed, places are plain', () => {
    const person = {
      email: 'a@example.com',
      first_name: 'Valéry',
      postal_code: 'M1 1AE',
      city: 'New York',
      country: 'US',
    };
    expect(bodyOf({ person }).user).toMatchObject({
      first_name: '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c',
      zip_code: '1dc694c2070e697769fb959b50671d76cafd430d8ca191fbdd0affcaea344ac5',
      city: 'newyork',
      country: 'us',
    });
  });

  test('an empty value is dropped, and a phone number without country code refused', () => {
    const answer = prepared({ person: { email: 'a@example.com', phone: '(650) 555-1212', first_name: ' ' } });
    expect(answer).toMatchObject({ refused: { field: 'person.phone' } });
    expect(Object.keys(bodyOf({ person: { email: 'a@example.com', phone: ' ', first_name: ' ' } }).user)).toEqual([
      'email',
    ]);
    expect(JSON.stringify(answer)).not.toContain('555');
  });

  test('what people write into phone numbers is no part of them', () => {
    const hash = bodyOf({ person: { phone: '+447400123456' } }).user.phone;
    expect(bodyOf({ person: { phone: '+44 (0)7400 123456' } }).user.phone).toEqual(hash);
    expect(bodyOf({ person: { phone: '0044 7400 123456' } }).user.phone).toEqual(hash);
  });
});

test('an event has the platform’s name, seconds, value and page', () => {
  const event = { value: { amount: 19.9, currency: 'EUR' }, click: { ttclid: 'E.C.P.x', fbc: 'no' } };
  expect(bodyOf(event)).toMatchObject({
    event: 'Purchase',
    event_time: 1794729600,
    event_id: 'ORD-1',
    properties: { value: 19.9, currency: 'EUR' },
    page: { url: 'https://acme.example/thanks' },
    user: { ttclid: 'E.C.P.x' },
  });
  expect(bodyOf({ event: 'qualified_lead' }).event).toBe('QualifiedLead');
  // Every object of JavaScript has something of that name.
  for (const to of [PIXEL, CRM])
    expect(bodyOf({ event: 'constructor', ...(to === CRM && { lead: LEAD }) }, to).event).toBe('constructor');
  expect(bodyOf({ event: 'Fitted' }).event).toBe('Fitted');
});

test('an event goes to the source it belongs to', () => {
  expect(prepared({}, SHOPS)).toMatchObject({ skipped: expect.stringContaining('another place') });
  expect(prepared({ source: 'store' })).toMatchObject({ skipped: expect.stringContaining('another place') });
  expect(bodyOf({ source: 'store' }, SHOPS)).not.toHaveProperty('page');
  expect(prepared({ lead: LEAD })).toMatchObject({ skipped: expect.stringContaining('CRM event set') });
  expect(prepared({ source: 'crm' }, CRM)).toMatchObject({ skipped: expect.stringContaining('with a lead') });
  expect(prepared({ lead: 'urn:li:leadGenFormResponse:1' }, CRM)).toMatchObject({
    skipped: expect.stringContaining('another platform'),
  });
  const stage = { event: 'qualified_lead', lead: LEAD, person: undefined, url: undefined };
  expect(bodyOf(stage, CRM)).toMatchObject({ event: 'qualified_lead', lead: { lead_id: LEAD } });
});

test('what the platform would refuse or could not use is not sent', () => {
  const in6Minutes = new Date(NOW + 6 * 60_000).toISOString();
  expect(prepared({ happened_at: in6Minutes })).toMatchObject({ refused: { field: 'happened_at' } });
  expect(prepared({ url: undefined })).toMatchObject({ refused: { field: 'url' } });
  expect(prepared({ person: { first_name: 'Ann' } })).toMatchObject({ skipped: expect.stringContaining('nothing') });
  expect(prepared({ event: 'Fitted', source: 'store' }, SHOPS)).toMatchObject({
    skipped: expect.stringContaining('standard'),
  });
  expect(prepared({ event: 'Purchase', lead: LEAD }, CRM)).toMatchObject({ refused: { field: 'event' } });
  const old = { source: 'store', happened_at: '2026-10-01T00:00:00Z' };
  expect(prepared(old, SHOPS)).toMatchObject({ notes: [expect.stringContaining('28 days')] });
});

describe('sending', () => {
  const sending = (reply: { status?: number; body: unknown }) => {
    const { session, sent } = scriptedSession({ platform: 'video', dialect: channel.dialect!, replies: [reply] });
    const batch = { account: '1', destination: PIXEL, bodies: [bodyOf({}), bodyOf({ event_id: 'ORD-2' })] };
    return { sent, answers: conversions.send(new VideoClient(session), batch) };
  };

  test('names the pixel by its code, and no advertiser', async () => {
    const { sent, answers } = sending({ body: { code: 0, message: 'OK', request_id: '20261115ab', data: {} } });
    expect(await answers).toEqual(Array(2).fill({ outcome: 'sent', reference: '20261115ab' }));
    expect(sent[0]?.url).toMatch(/\/event\/track\/$/);
    const { data, ...rest } = JSON.parse(String(sent[0]?.body));
    expect(rest).toEqual({ event_source: 'web', event_source_id: 'C1PIXELCODE' });
    expect(data).toHaveLength(2);
  });

  test('the rate limit of this address comes with HTTP 401 and is no matter of the token', async () => {
    const { answers } = sending({ status: 401, body: { code: 40100, message: 'Too many requests.' } });
    await expect(answers).rejects.toMatchObject({ details: { code: 'rate_limited', retryable: true } });
  });

  test('a refusal names the field of the event', async () => {
    const message = 'data.1.page.url: Missing data for required field.';
    const { answers } = sending({ body: { code: 40002, message } });
    await expect(answers).rejects.toMatchObject({
      details: { code: 'invalid_arguments', problems: [{ field: 'url', message: 'Missing data for required field.' }] },
    });
  });
});

describe('destinations', () => {
  const told = (answer: (path: string) => { status?: number; body: object }) => {
    const replies = ({ url }: { url: string }) => answer(new URL(url).pathname);
    const { session } = scriptedSession({ platform: 'video', dialect: channel.dialect!, replies });
    return conversions.destinations(new VideoClient(session), '1');
  };
  const data = (value: object) => ({ body: { code: 0, message: 'OK', data: value } });
  const pixel = { pixel_id: '5', pixel_name: 'Shop' };

  test('a pixel whose code is not shown takes no events', async () => {
    const answer = (path: string) =>
      path.endsWith('/pixel/list/') ? data({ pixels: [pixel], page_info: { total_number: 1 } }) : data({ list: [] });
    expect((await told(answer)).find(({ id }) => id === '5')).toMatchObject({
      closed: expect.stringContaining('no code'),
    });
  });

  test('a permission that is missing closes some; a token that has ended is told as such', async () => {
    const refused = (code: number) => (path: string) =>
      path.endsWith('/pixel/list/')
        ? data({ pixels: [], page_info: { total_number: 0 } })
        : { body: { code, message: 'no' } };
    expect(await told(refused(40001))).toMatchObject([{ status: 'NOT_READABLE' }, { status: 'NOT_READABLE' }]);
    await expect(told(refused(40105))).rejects.toMatchObject({ code: 'token_expired' });
  });
});

describe('the client', () => {
  test('a page without objects ends a list, even if the platform names a larger total', async () => {
    let asked = 0;
    const replies = () => {
      if (++asked > 20) throw new Error('It is read for ever.');
      return { body: { code: 0, message: 'OK', data: { pixels: [], page_info: { total_number: 50 } } } };
    };
    const { session } = scriptedSession({ platform: 'video', dialect: channel.dialect!, replies });
    expect(await new VideoClient(session).all(PIXELS, '1')).toEqual([]);
    expect(asked).toBe(1);
  });

  test('a change names the advertiser it is about; listing advertisers without the app’s secret sends nothing', async () => {
    const replies = [{ body: { code: 0, message: 'OK', data: {} } }];
    const { session, sent } = scriptedSession({ platform: 'video', dialect: channel.dialect!, replies });
    const client = new VideoClient(session);
    await client.change('campaign/update', { name: 'n' }, z.unknown(), '77');
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ advertiser_id: '77', name: 'n' });
    await expect(client.advertisers()).rejects.toMatchObject({ code: 'permission_denied' });
    expect(sent).toHaveLength(1);
  });
});
