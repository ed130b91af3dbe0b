import { expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';
import { DAY_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import type { Destination } from '../../tools/conversions/conversions.ts';
import { ConversionEvent } from '../../tools/conversions/event.ts';
import type { ProfessionalClient } from './client.ts';
import { conversions } from './conversions.ts';

const sandbox = sandboxed('professional');
const NOW = Date.parse('2026-11-15T12:00:00Z');
const RULE: Destination = {
  id: '104012',
  name: 'Sale',
  kind: 'conversion_rule',
  status: 'ENABLED',
  wire: { attributes: true },
};
const EMAIL = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f';

const made = (more: Record<string, unknown> = {}, at = NOW) =>
  ConversionEvent.parse({
    event: 'purchase',
    event_id: 'ORD-1',
    happened_at: new Date(at - DAY_MS).toISOString(),
    person: { email: ' John_Smith@gmail.com ' },
    ...more,
  });
const prepared = (more?: Record<string, unknown>) => conversions.prepare(made(more), RULE, NOW);

test('the time is in milliseconds, the amount text, the e-mail hashed as the platform writes it', () => {
  expect(prepared({ value: { amount: '19.9', currency: 'EUR' } })).toEqual({
    body: {
      conversion: 'urn:lla:llaPartnerConversion:104012',
      conversionHappenedAt: NOW - DAY_MS,
      eventId: 'ORD-1',
      conversionValue: { currencyCode: 'EUR', amount: '19.9' },
      user: { userIds: [{ idType: 'SHA256_EMAIL', idValue: EMAIL }] },
    },
  });
});

test.each([
  [
    'a hash that is one already',
    { person: { email: EMAIL.toUpperCase() } },
    { userIds: [{ idType: 'SHA256_EMAIL', idValue: EMAIL }] },
  ],
  [
    'a click and an address of the network',
    { person: {}, click: { li_fat_id: 'f-1' }, browser: { ip: '203.0.113.9' } },
    {
      userIds: [
        { idType: 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID', idValue: 'f-1' },
        { idType: 'SHA256_IP_ADDRESS', idValue: 'd861b7e91033ebc1c1e8e7af3929010158b3241b54ca87ef73e79c32f26400ec' },
      ],
    },
  ],
  [
    'both names, with the country',
    { person: { first_name: 'Valéry', last_name: "O'Neil", country: 'us' } },
    {
      userIds: [],
      userInfo: {
        hashedFirstName: '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c',
        hashedLastName: expect.stringMatching(/^[0-9a-f]{64}$/),
        countryCode: 'US',
      },
    },
  ],
  ['an own id', { person: { external_id: 'crm-7', email: '  ' } }, { userIds: [], externalIds: ['crm-7'] }],
  [
    'a lead',
    { person: undefined, lead: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6-6' },
    { userIds: [], lead: 'urn:li:leadGenFormResponse:f81d4fae-7dec-11d0-a765-00a0c91e6bf6-6' },
  ],
])('%s names a person, and userIds is always there', (_, given, user) => {
  expect(prepared(given)).toMatchObject({ body: { user } });
  expect((prepared(given) as { body: { user: unknown } }).body.user).toEqual(user);
});

test.each([
  ['only one name', { person: { first_name: 'Ada' } }],
  ['only a phone', { person: { phone: '+16505551212' } }],
  ['an IPv6 address', { person: undefined, browser: { ip: '2001:db8::1' } }],
  ["another platform's lead", { lead: '1234567890' }],
])('%s: it is not sent', (_, given) => {
  expect(prepared(given)).toEqual({ skipped: expect.any(String) });
});

test.each([-1, 91 * DAY_MS])('%d ms old is refused before it is sent', (age) => {
  const event = { ...made(), happened_at: new Date(NOW - age).toISOString() };
  expect(conversions.prepare(event, RULE, NOW)).toMatchObject({ refused: { field: 'happened_at' } });
});

test('what is no address is not hashed: its hash would be one for many people', () => {
  const answer = prepared({ person: { email: 'n/a', external_id: 'crm-7' } });
  expect(answer).toMatchObject({ refused: { field: 'person.email' } });
  expect(prepared({ person: { email: ' ' } })).toHaveProperty('skipped');
});

test('a rule that no campaign counts says that it never attributes', () => {
  expect(conversions.prepare(made(), { ...RULE, wire: { attributes: false } }, NOW)).toMatchObject({
    notes: [expect.stringContaining('never attributes')],
  });
});

test('rules of the platform are destinations; those of tags are closed, and each says which events it stands for', async () => {
  const { client, account } = await sandbox.client<ProfessionalClient>();
  expect(await conversions.destinations(client, account)).toMatchObject([
    { name: 'Demo request', closed: expect.stringContaining('INSIGHT_TAG') },
    { name: 'Purchase', closed: expect.any(String) },
    { name: 'Sale', events: ['purchase', 'Sale'], status: 'ENABLED', quality: { campaigns: 1 } },
    { name: 'Qualified lead', events: ['qualified_lead', 'Qualified lead'] },
    {
      name: 'Sign-up',
      events: ['sign_up', 'Sign-up'],
      quality: { campaigns: 0, note: expect.stringContaining('never') },
    },
  ]);
});

test('events go over in one request; of one that is refused whole the bad events are named, without their values', async () => {
  const { client, account } = await sandbox.client<ProfessionalClient>();
  const destination = (await conversions.destinations(client, account)).find(({ name }) => name === 'Sale')!;
  const now = Date.now();
  const bodies = ['ORD-1', 'ORD-2'].map((event_id) => {
    const one = conversions.prepare(made({ event_id }, now), destination, now);
    return 'body' in one ? (one.body as Record<string, unknown>) : {};
  });
  expect(await conversions.send(client, { account, destination, bodies })).toEqual([
    { outcome: 'sent' },
    { outcome: 'sent' },
  ]);
  const [sent] = (await conversions.destinations(client, account)).filter(({ name }) => name === 'Sale');
  expect(sent!.last_received).toBeDefined();
  const bad = { ...bodies[1], user: { userIds: [{ idType: 'PHONE', idValue: 'secret@acme.example' }] } };
  const early = { ...bodies[1], conversionHappenedAt: now - 91 * DAY_MS };
  const answers = [bad, early].map((one) =>
    conversions.send(client, { account, destination, bodies: [bodies[0], one] }),
  );
  expect(await Promise.all(answers)).toEqual([
    [{ outcome: 'not_sent' }, { outcome: 'refused', field: 'person', why: expect.not.stringContaining('PHONE') }],
    [{ outcome: 'not_sent' }, { outcome: 'refused', field: 'happened_at', why: expect.any(String) }],
  ]);
  const unknown = bodies.map((body) => ({ ...body, conversion: 'urn:lla:llaPartnerConversion:7' }));
  const missing = await conversions.send(client, { account, destination, bodies: unknown }).catch((error) => error);
  expect(missing.details).toMatchObject({
    code: 'not_found',
    nextStep: expect.stringContaining('list_conversion_destinations'),
  });
});

test('of a refusal that names no event only the fields are told, not the values that the platform repeats', async () => {
  const words = 'secret@acme.example is no hash';
  const createEach = async () => {
    const problems = [{ field: 'user.userIds', message: words }];
    throw new Failure({
      code: 'invalid_arguments',
      message: words,
      problems,
      nextStep: '',
      upstream: { message: words },
    });
  };
  const client = { createEach } as unknown as ProfessionalClient;
  const failure = await conversions
    .send(client, { account: '1', destination: RULE, bodies: [{}] })
    .catch((error) => error);
  expect(failure.details).toMatchObject({ message: 'The professional platform refused: user.userIds' });
  expect(JSON.stringify(failure.details)).not.toContain('secret');
});
