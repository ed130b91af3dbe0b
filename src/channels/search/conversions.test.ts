import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../errors.testing.ts';
import type { Destination } from '../../tools/conversions/conversions.ts';
import { ConversionEvent } from '../../tools/conversions/event.ts';
import { type ScriptedReply, scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { SearchClient } from './client.ts';
import { conversions } from './conversions.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const NOW = Date.parse('2026-03-01T12:00:00Z');
const ACTION: Destination = {
  ...{ id: '777111122', name: 'Sale', kind: 'conversion action', status: 'ENABLED' },
  wire: { owner: '1234567890' },
};
const prepared = (changes: object) => {
  const event = { event: 'purchase', event_id: 'ORD-1', happened_at: '2026-03-01T09:00:00+01:00', ...changes };
  return conversions.prepare(ConversionEvent.parse(event), ACTION, NOW);
};
// biome-ignore lint/suspicious/noExplicitAny: a body is the platform's
const bodyOf = (changes: object): any => {
  const outcome = prepared(changes);
  if (!('body' in outcome)) throw new Error(`not sent: ${JSON.stringify(outcome)}`);
  return outcome.body;
};
const identifiersOf = (person: object) => bodyOf({ person }).userData.userIdentifiers;

describe('an event as it is sent', () => {
  test.each([
    [
      { email: 'Cloudy.SanFrancisco+shopping@gmail.com' },
      { emailAddress: '223ebda6f6889b1494551ba902d9d381daf2f642bae055888e96343d53e9f9c4' },
    ],
    [
      { email: 'user.name+NYC@Example.com' },
      { emailAddress: 'f109a2a632fbcea5fc82049f50beed3d8621bf9034399f437fb622222acccdac' },
    ],
    [
      { phone: '+1 (650) 555-1212' },
      { phoneNumber: '1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8' },
    ],
    [
      { email: ' c.l.o.u.d.y San Francisco+x+y@GoogleMail.com' },
      { emailAddress: sha256('cloudysanfrancisco@googlemail.com') },
    ],
    [{ phone: '+44 (0)7400 123456' }, { phoneNumber: sha256('+447400123456') }],
    [
      { email: ' 223EBDA6F6889B1494551BA902D9D381DAF2F642BAE055888E96343D53E9F9C4 ' },
      { emailAddress: '223ebda6f6889b1494551ba902d9d381daf2f642bae055888e96343d53e9f9c4' },
    ],
  ])('hashes %j as this platform writes it, and once', (person, identifier) => {
    expect(identifiersOf(person)).toEqual([identifier]);
  });

  test('has a name only with country and postal code, which stay readable', () => {
    const name = { first_name: 'Valéry', last_name: 'Smith' };
    expect(identifiersOf({ ...name, country: 'us', postal_code: '94035' })).toEqual([
      {
        address: {
          givenName: '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c',
          familyName: expect.stringMatching(/^[0-9a-f]{64}$/),
          regionCode: 'US',
          postalCode: '94035',
        },
      },
    ]);
    const written = {
      first_name: 'Dr. Prof. Vale\u0301ry',
      last_name: 'SMITH Jr.',
      country: 'UK',
      postal_code: 'M1 1AE',
    };
    const [{ address }] = bodyOf({ person: written, consent: true }).userData.userIdentifiers;
    expect(address).toMatchObject({ givenName: sha256('valéry'), familyName: sha256('smith'), regionCode: 'GB' });
    const alone = prepared({ person: name, click: { gclid: 'G' } });
    expect(alone).toMatchObject({ notes: [expect.stringContaining('postal_code')] });
    expect(alone).not.toHaveProperty('body.userData');
  });

  test('never has the hash of nothing', () => {
    const body = bodyOf({ click: { gclid: 'G' }, person: { email: ' ', phone: sha256(''), first_name: '...' } });
    expect(body.userData).toBeUndefined();
    expect(body).toEqual({
      transactionId: 'ORD-1',
      eventTimestamp: '2026-03-01T08:00:00.000Z',
      eventSource: 'WEB',
      adIdentifiers: { gclid: 'G' },
    });
  });

  test('has one click id, a value as number, and consent where it was given', () => {
    const click = { gclid: 'G', gbraid: 'B', wbraid: 'W', fbc: 'other' };
    const value = { amount: '19.90', currency: 'EUR' };
    expect(bodyOf({ click, value, consent: true, source: 'crm' })).toMatchObject({
      adIdentifiers: { gclid: 'G' },
      conversionValue: 19.9,
      currency: 'EUR',
      eventSource: 'OTHER',
      consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' },
    });
  });
});

describe('an event that is not sent', () => {
  const gclid = { click: { gclid: 'G' } };
  test.each([
    [{ person: { email: 'nobody' } }, 'person.email'],
    [{ person: { phone: '030 123456' } }, 'person.phone'],
    [{ ...gclid, person: { country: 'Germany' } }, 'person.country'],
    [{ ...gclid, person: { country: 'DE' } }, 'consent'],
    [{ ...gclid, person: { country: 'uk' } }, 'consent'],
    [{ ...gclid, happened_at: '2026-03-02T00:00:00Z' }, 'happened_at'],
    [{ ...gclid, happened_at: '2025-11-01T00:00:00Z' }, 'happened_at'],
  ])('%j is refused with its field and without its value', (changes, field) => {
    const outcome = prepared(changes);
    expect(outcome).toMatchObject({ refused: { field } });
    expect(JSON.stringify(outcome)).not.toMatch(/nobody|030|Germany/);
  });

  test.each([
    [{}, /click id/],
    [{ click: { ttclid: 'other' }, person: { external_id: '7' } }, /click id/],
    [{ lead: 'L1' }, /gclid/],
  ])('%j is skipped and says why', (changes, why) => {
    expect(prepared(changes)).toMatchObject({ skipped: expect.stringMatching(why) });
  });
});

describe('sending', () => {
  const send = (reply: ScriptedReply, testCode?: string) => {
    const { session, sent } = scriptedSession({ platform: 'search', dialect: channel.dialect!, replies: [reply] });
    const client = new SearchClient(session, '9876543210');
    const bodies = [bodyOf({ click: { gclid: 'A' } }), bodyOf({ click: { gclid: 'B' }, event_id: 'ORD-2' })];
    const batch = { account: '1234567890', destination: ACTION, bodies, ...(testCode !== undefined && { testCode }) };
    return { answers: conversions.send(client, batch), sent };
  };
  const refusal = (field: string, reason: string): ScriptedReply => ({
    status: 400,
    body: {
      error: {
        ...{ code: 400, message: 'There was a problem with the request.', status: 'INVALID_ARGUMENT' },
        details: [
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'INVALID_ARGUMENT' },
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field, description: 'Required field is missing.', reason }],
          },
        ],
      },
    },
  });

  test('goes to the owner of the action through the manager, and keeps the id of the request', async () => {
    const { answers, sent } = send({ body: { requestId: '126365e1' } });
    expect(await answers).toEqual([
      { outcome: 'sent', reference: '126365e1' },
      { outcome: 'sent', reference: '126365e1' },
    ]);
    expect(sent[0]).toMatchObject({ method: 'POST', url: expect.stringMatching(/\/v1\/events:ingest$/) });
    expect(JSON.parse(String(sent[0]?.body))).toMatchObject({
      destinations: [
        {
          operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1234567890' },
          loginAccount: { accountType: 'GOOGLE_ADS', accountId: '9876543210' },
          productDestinationId: '777111122',
        },
      ],
      encoding: 'HEX',
      validateOnly: false,
    });
  });

  test('a test event is only checked', async () => {
    const { answers, sent } = send({ body: { requestId: 'x' } }, '');
    await answers;
    expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ validateOnly: true });
  });

  test.each([
    ['events[1].transaction_id', 1, 'event_id'],
    ['events[0].user_data.user_identifiers[1].phone_number', 0, 'person.phone'],
    ['events[0].user_data.user_identifiers[0].address.region_code', 0, 'person.country'],
    ['events[0].ad_identifiers.gbraid', 0, 'click.gbraid'],
    ['events[1]', 1, 'person'],
  ])('a refusal of %s is about event %i and its %s; the other was not sent', async (theirs, at, field) => {
    const answers = await send(refusal(theirs, 'REQUIRED_FIELD_MISSING')).answers;
    const why = field.startsWith('person.') ? /form that the platform takes/ : /Required field is missing/;
    expect(answers[at]).toEqual({ outcome: 'refused', field, why: expect.stringMatching(why) });
    expect(answers[1 - at]).toEqual({ outcome: 'not_sent' });
  });

  test('of two refusals of one event the first is told', async () => {
    const twice = refusal('events[1].transaction_id', 'REQUIRED_FIELD_MISSING');
    const { details } = (twice.body as { error: { details: { fieldViolations?: object[] }[] } }).error;
    details[1]!.fieldViolations!.push({ field: 'events[1].currency', description: 'Second.', reason: 'X' });
    expect((await send(twice).answers)[1]).toMatchObject({ outcome: 'refused', field: 'event_id' });
  });

  test('an action that is switched off, or filled by something else, takes nothing from here', async () => {
    const action = (id: string, status: string, type: string) => ({
      conversionAction: { resourceName: `customers/1/conversionActions/${id}`, id, name: id, status, type },
    });
    const results = [
      action('1', 'ENABLED', 'UPLOAD_CLICKS'),
      action('2', 'HIDDEN', 'UPLOAD_CLICKS'),
      action('3', 'ENABLED', 'WEBPAGE'),
    ];
    const { session } = scriptedSession({
      platform: 'search',
      dialect: channel.dialect!,
      replies: [{ body: { results } }],
    });
    const found = await conversions.destinations(new SearchClient(session, undefined), '1');
    expect(found.map(({ closed }) => closed)).toEqual([
      undefined,
      'has status HIDDEN',
      expect.stringContaining('WEBPAGE'),
    ]);
  });

  test('a refusal about something else than an event fails', async () => {
    const reason = 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED';
    const failure = await failureOf(send(refusal('destinations[0].operating_account', reason)).answers);
    expect(failure).toMatchObject({ code: 'account_problem', outcome: 'not_applied' });
  });

  test('an action that the platform does not know yet takes events later', async () => {
    const field = 'destinations[0].product_destination_id';
    const [first] = await send(refusal(field, 'INVALID_CONVERSION_ACTION_ID')).answers;
    expect(first).toMatchObject({ outcome: 'refused', later: true, why: expect.stringContaining('six hours') });
  });
});
