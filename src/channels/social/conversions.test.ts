import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../ambient.ts';
import { ConversionEvent } from '../../tools/conversions/event.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { SocialClient } from './client.ts';
import { conversions } from './conversions.ts';
import { personKeys } from './resources/person-keys.ts';

const NOW = Date.parse('2026-11-15T15:00:00Z');
const DATASET = { id: '1', name: 'D', kind: 'dataset', status: 'ACTIVE' };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const EMAIL = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f';

const sale = {
  event: 'purchase',
  event_id: 'order-1',
  happened_at: '2026-11-15T15:00:00+01:00',
  value: { amount: '19.90', currency: 'EUR' },
  person: { email: ' John_Smith@gmail.com ' },
  browser: { user_agent: 'Mozilla/5.0' },
  url: 'https://acme.example/thanks',
};
const prepared = (changes: object = {}) =>
  conversions.prepare(ConversionEvent.parse({ ...sale, ...changes }), DATASET, NOW);

describe('a person is written by the documented rules', () => {
  test.each([
    ['email', ' John_Smith@gmail.com ', 'em', EMAIL],
    ['phone', '+1 (650) 555-1212', 'ph', 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
    ['phone', '0044 7400 123456', 'ph', 'd2db976dff17e6a44bd3a25a2ba91efc63ccb18de90db7a560e7cf93544934bd'],
    ['phone', '+44 (0)7400 123456', 'ph', 'd2db976dff17e6a44bd3a25a2ba91efc63ccb18de90db7a560e7cf93544934bd'],
    ['first_name', 'Valéry', 'fn', '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c'],
    ['city', 'New York', 'ct', '350c754ba4d38897693aa077ef43072a859d23f613443133fecbbd90a3512ca5'],
    ['postal_code', 'M1 1AE', 'zp', '1dc694c2070e697769fb959b50671d76cafd430d8ca191fbdd0affcaea344ac5'],
    ['city', 'São Paulo', 'ct', sha256('sãopaulo')],
    ['region', 'California', 'st', sha256('ca')],
    ['last_name', 'Anne-Marie', 'ln', sha256('annemarie')],
    ['postal_code', '94035-1234', 'zp', sha256('94035')],
    ['country', 'DE', 'country', sha256('de')],
    ['country', ' uk ', 'country', sha256('gb')],
    ['external_id', 'crm-7', 'external_id', sha256('crm-7')],
    ['email', EMAIL.toUpperCase(), 'em', EMAIL],
    ['email', `${EMAIL.toUpperCase()}.AQ`, 'em', `${EMAIL}.AQ`],
    ['first_name', `${EMAIL}.AQEBAQAB`, 'fn', `${EMAIL}.AQEBAQAB`],
    ['first_name', 'Vale\u0301ry', 'fn', '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c'],
  ] as const)('%s %s', (field, value, key, hash) => {
    expect(personKeys({ [field]: value })).toEqual({ keys: { [key]: hash } });
  });

  test('an empty value is dropped, never hashed', () => {
    expect(personKeys({ email: '  ', phone: '', last_name: sha256(''), first_name: 'A' })).toEqual({
      keys: { fn: sha256('a') },
    });
  });

  test('a region of another country keeps its name', () => {
    expect(personKeys({ region: 'Georgia', country: 'GE' })).toMatchObject({ keys: { st: sha256('georgia') } });
  });

  test.each([
    ['email', 'john smith'],
    ['phone', '07400 123456'],
    ['phone', '(650) 555-1212'],
    ['phone', 'call me'],
    ['country', 'Germany'],
  ])('%s %s cannot be matched and is refused without being repeated', (field, value) => {
    const answer = prepared({ person: { email: 'a@example.com', [field]: value } });
    expect(answer).toMatchObject({ refused: { field: `person.${field}` } });
    expect(JSON.stringify(answer)).not.toContain(value);
  });
});

const STORE = { source: 'store', url: undefined, browser: undefined };

describe('an event', () => {
  test('becomes what the platform takes', () => {
    expect(prepared()).toEqual({
      body: {
        event_name: 'Purchase',
        event_time: 1_794_751_200,
        event_id: 'order-1',
        action_source: 'website',
        event_source_url: 'https://acme.example/thanks',
        user_data: { em: EMAIL, client_user_agent: 'Mozilla/5.0' },
        custom_data: { value: 19.9, currency: 'EUR' },
      },
    });
  });

  test.each([
    ['sign_up', 'CompleteRegistration'],
    ['begin_checkout', 'InitiateCheckout'],
    ['Demo watched', 'Demo watched'],
  ])('%s is named %s', (event, event_name) => {
    expect(prepared({ event })).toMatchObject({ body: { event_name } });
  });

  test('a later stage of a lead names it and says that it comes from a CRM', () => {
    expect(prepared({ event: 'qualified_lead', source: 'crm', lead: '1234567890', person: undefined })).toMatchObject({
      body: {
        action_source: 'system_generated',
        user_data: { lead_id: '1234567890' },
        custom_data: { event_source: 'crm', lead_event_source: 'CRM' },
      },
    });
  });

  test('a sale that names a lead and no page is sent as an event of a CRM, also with the default source', () => {
    const sold = { lead: '1234567890', url: undefined, browser: undefined, person: undefined };
    expect(prepared(sold)).toMatchObject({
      body: { action_source: 'system_generated', user_data: { lead_id: sold.lead } },
    });
  });

  test('a bare click id becomes the cookie that the platform takes', () => {
    const at = Date.parse(sale.happened_at);
    expect(prepared({ click: { fbc: 'IwAR123' } })).toMatchObject({
      body: { user_data: { fbc: `fb.1.${at}.IwAR123` } },
    });
    expect(prepared({ click: { fbc: 'fb.1.5.x' } })).toMatchObject({ body: { user_data: { fbc: 'fb.1.5.x' } } });
  });

  test.each([
    ['url', { url: undefined }],
    ['browser.user_agent', { browser: undefined }],
    ['value', { value: undefined }],
    ['happened_at', { happened_at: new Date(NOW - 7 * DAY_MS - 1000).toISOString() }],
    ['happened_at', { source: 'store', happened_at: new Date(NOW - 62 * DAY_MS - 1000).toISOString() }],
    ['happened_at', { happened_at: new Date(NOW + DAY_MS).toISOString() }],
    ['click.fbp', { click: { fbp: 'nothing' } }],
    ['click.fbc', { click: { fbc: 'fb.1.IwAR123' } }],
  ])('is refused for its %s', (field, changes) => {
    expect(prepared(changes)).toMatchObject({ refused: { field, message: expect.any(String) } });
  });

  test('of a store may be two months old', () => {
    const happened_at = new Date(NOW - 61 * DAY_MS).toISOString();
    expect(prepared({ source: 'store', happened_at })).toMatchObject({ body: { action_source: 'physical_store' } });
  });

  test.each([
    ['tells no person', { person: undefined, click: { gclid: 'x' } }],
    ['tells a first name only', { ...STORE, person: { first_name: 'Ada' } }],
    ['tells a last name only', { ...STORE, person: { last_name: 'Lovelace' } }],
    ['tells a city only', { person: { city: 'Berlin', country: 'DE' } }],
    ['happened in an app', { source: 'app' }],
    ['names a lead with letters', { lead: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6-6' }],
    ['names a lead of nineteen digits', { lead: '7301234567890123456' }],
  ])('that %s is skipped', (_, changes) => {
    expect(prepared(changes)).toMatchObject({ skipped: expect.any(String) });
  });
});

describe('what the platform says of a request', () => {
  const sent = (body: object) => {
    const held = { access_token: 't' };
    const { session } = scriptedSession({ platform: 'social', dialect: channel.dialect!, replies: [{ body }], held });
    return conversions.send(new SocialClient(session), { account: '1', destination: DATASET, bodies: [{}, {}, {}] });
  };

  test('is that all were sent where it received as many', async () => {
    const answers = await sent({ events_received: 3, fbtrace_id: 'trace' });
    expect(answers).toEqual(Array(3).fill({ outcome: 'sent', reference: 'trace' }));
  });

  test.each([0, 2, 4])('is an unknown outcome of each where it received %i of three', async (events_received) => {
    await expect(sent({ events_received })).rejects.toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  });
});
