import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { type SearchSandbox, START, startSearch } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';
import { gclidOf } from './clicks.ts';

let sandbox: SearchSandbox;
let action: string;
let europeanAction: string;
let adGroup: string;

const NAMED = "conversion_action.name = 'Qualified lead'";
const idIn = async (customer: string) =>
  (await sandbox.search(`SELECT conversion_action.id FROM conversion_action WHERE ${NAMED}`, customer)).body.results[0]
    .conversionAction.id as string;

beforeAll(async () => {
  sandbox = await startSearch();
  action = await idIn(ACCOUNTS.america);
  europeanAction = await idIn(ACCOUNTS.europe);
  const { body } = await sandbox.search("SELECT ad_group.id FROM ad_group WHERE ad_group.status = 'ENABLED' LIMIT 1");
  adGroup = body.results[0].adGroup.id;
});
afterAll(() => sandbox.close());

const TODAY = Math.floor(START / DAY_MS);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const EMAIL = { emailAddress: sha256('somebody@example.com') };
let made = 0;
const event = (changes: object = {}) => ({
  transactionId: `T-${++made}`,
  eventTimestamp: new Date(START - HOUR_MS).toISOString(),
  eventSource: 'OTHER',
  userData: { userIdentifiers: [EMAIL] },
  ...changes,
});
const destination = (changes: object = {}) => ({
  operatingAccount: { accountType: 'GOOGLE_ADS', accountId: ACCOUNTS.america },
  loginAccount: { accountType: 'GOOGLE_ADS', accountId: ACCOUNTS.manager },
  productDestinationId: action,
  ...changes,
});
const ingest = (events: object[], changes: object = {}) =>
  sandbox.call('POST', '/v1/events:ingest', { destinations: [destination()], events, encoding: 'HEX', ...changes });
const violationsOf = ({ body }: Awaited<ReturnType<typeof ingest>>) =>
  body.error.details
    .find((detail: { '@type': string }) => detail['@type'].endsWith('BadRequest'))
    .fieldViolations.map(({ field, reason }: { field: string; reason: string }) => `${field} ${reason}`);
const statusOf = async (requestId: string) =>
  (await sandbox.call('GET', `/v1/requestStatus:retrieve?requestId=${requestId}`)).body.requestStatusPerDestination[0];

describe('events:ingest', () => {
  test('149: refuses the whole request for one bad event, naming it in snake case, with an id that has no status', async () => {
    const reply = await ingest([event(), event({ transactionId: undefined })]);
    expect(reply.status).toBe(400);
    expect(violationsOf(reply)).toEqual(['events[1].transaction_id REQUIRED_FIELD_MISSING']);
    const { requestId } = reply.body.error.details.at(-1);
    expect(requestId).toMatch(/^t-/);
    expect((await sandbox.call('GET', `/v1/requestStatus:retrieve?requestId=${requestId}`)).status).toBe(404);
  });

  test.each([
    [{ eventTimestamp: 'yesterday' }, 'event_timestamp INVALID_FORMAT'],
    [{ eventTimestamp: new Date(START + HOUR_MS).toISOString() }, 'event_timestamp EVENT_TIME_INVALID'],
    [{ eventSource: undefined }, 'event_source REQUIRED_FIELD_MISSING'],
    [{ currency: 'XYZ' }, 'currency INVALID_CURRENCY_CODE'],
    [{ destinationReferences: ['other'] }, 'destination_references[0] INVALID_DESTINATION'],
    [
      { userData: { userIdentifiers: [{ emailAddress: 'a@b.example' }] } },
      'user_data.user_identifiers[0].email_address INVALID_HEX_ENCODING',
    ],
    [
      { userData: { userIdentifiers: [{ phoneNumber: 'abcd' }] } },
      'user_data.user_identifiers[0].phone_number INVALID_SHA256_FORMAT',
    ],
  ])('refuses %j', async (changes, violation) => {
    expect(violationsOf(await ingest([event(changes)]))).toEqual([`events[0].${violation}`]);
  });

  test('150: needs an identifier, an encoding for hashes, and an action that takes events', async () => {
    expect(violationsOf(await ingest([event({ userData: undefined })]))).toEqual(['events[0] NO_IDENTIFIERS_PROVIDED']);
    expect(violationsOf(await ingest([event()], { encoding: undefined }))).toEqual(['encoding REQUIRED_FIELD_MISSING']);
    const at = (productDestinationId: string) =>
      ingest([event()], { destinations: [destination({ productDestinationId })] });
    const field = 'destinations[0].product_destination_id';
    expect(violationsOf(await at('AW-1/abc'))).toEqual([`${field} INVALID_NUMBER_FORMAT`]);
    expect(violationsOf(await at('1'))).toEqual([`${field} INVALID_CONVERSION_ACTION_ID`]);
  });

  test('takes numbers for enums, and nothing of another account or without its own scope', async () => {
    const numbers = [event({ eventSource: 5, consent: { adUserData: 1, adPersonalization: 1 } })];
    expect((await ingest(numbers, { encoding: 1 })).status).toBe(200);
    const stranger = destination({ operatingAccount: { accountType: 'GOOGLE_ADS', accountId: ACCOUNTS.stranger } });
    expect((await ingest([event()], { destinations: [stranger] })).status).toBe(403);
    const anonymous = await sandbox.call('POST', '/v1/events:ingest', {}, { authorization: undefined });
    expect(anonymous.status).toBe(401);
  });

  test('153: takes a made-up click id, and tells hours later that it is none', async () => {
    const good = gclidOf({ customer: ACCOUNTS.america, unit: adGroup, day: TODAY - 2 }, 1);
    const { body } = await ingest([
      event({ adIdentifiers: { gclid: 'made-up' }, userData: undefined }),
      event({
        adIdentifiers: { gclid: gclidOf({ customer: ACCOUNTS.europe, unit: adGroup, day: 20_000 }, 1) },
        userData: undefined,
      }),
      event({ adIdentifiers: { gclid: good }, userData: undefined }),
    ]);
    expect(await statusOf(body.requestId)).toMatchObject({ requestStatus: 'PROCESSING' });
    sandbox.advance(3 * HOUR_MS);
    const { errorInfo, ...status } = await statusOf(body.requestId);
    expect(status).toMatchObject({ requestStatus: 'PARTIAL_SUCCESS', eventsIngestionStatus: { recordCount: '3' } });
    expect(errorInfo.errorCounts.map(({ reason }: { reason: string }) => reason)).toEqual([
      'PROCESSING_ERROR_REASON_INVALID_GCLID',
      'PROCESSING_ERROR_OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER',
    ]);
  });

  test('153: leaves out people in Europe without a stated consent', async () => {
    const there = destination({
      operatingAccount: { accountType: 'GOOGLE_ADS', accountId: ACCOUNTS.europe },
      productDestinationId: europeanAction,
    });
    const consent = { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' };
    const { body } = await ingest([event(), event({ consent })], { destinations: [there] });
    sandbox.advance(3 * HOUR_MS);
    expect((await statusOf(body.requestId)).errorInfo.errorCounts).toEqual([
      { recordCount: '1', reason: 'PROCESSING_ERROR_REASON_NO_CONSENT' },
    ]);
  });

  test('152: a transaction counts once, and by the value that came last', async () => {
    const twice = event({ transactionId: 'TWICE', conversionValue: 10, currency: 'USD' });
    await ingest([twice]);
    await ingest([{ ...twice, conversionValue: 12 }]);
    const kept = await sandbox.ledger({ resource: 'conversion' });
    expect(JSON.stringify(kept).split('TWICE')).toHaveLength(2);
    const row = sandbox.world.db.prepare("SELECT value FROM search_conversions WHERE transaction_id = 'TWICE'").all();
    expect(row).toEqual([{ value: 12 }]);
  });

  test('takes every currency there is', async () => {
    const { status } = await ingest([event({ conversionValue: 1.234, currency: 'KWD' })]);
    expect(status).toBe(200);
  });

  test("counts a conversion by the action's own value where it comes without one, or always", async () => {
    const path = `/v25/customers/${ACCOUNTS.america}/conversionActions:mutate`;
    const make = async (name: string, alwaysUseDefaultValue: boolean) => {
      const valueSettings = { defaultValue: 7, defaultCurrencyCode: 'EUR', alwaysUseDefaultValue };
      const create = { name, type: 'UPLOAD_CLICKS', category: 'PURCHASE', valueSettings };
      const { body } = await sandbox.call('POST', path, { operations: [{ create }] });
      return destination({ productDestinationId: body.results[0].resourceName.split('/').at(-1) });
    };
    const destinations = [await make('By default', false), await make('Always', true)];
    sandbox.advance(6 * HOUR_MS);
    const without = event({ transactionId: 'WORTHLESS' });
    const worth = () =>
      sandbox.world.db
        .prepare("SELECT value, currency FROM search_conversions WHERE transaction_id = 'WORTHLESS' ORDER BY rowid")
        .all();
    const usual = { value: 7, currency: 'EUR' };
    expect((await ingest([without], { destinations })).status).toBe(200);
    expect(worth()).toEqual([usual, usual]);
    await ingest([{ ...without, conversionValue: 12, currency: 'USD' }], { destinations });
    expect(worth()).toEqual([{ value: 12, currency: 'USD' }, usual]);
  });

  test('only checks when it is asked to, and then keeps no status', async () => {
    const { status, body } = await ingest([event()], { validateOnly: true });
    expect(status).toBe(200);
    expect((await sandbox.call('GET', `/v1/requestStatus:retrieve?requestId=${body.requestId}`)).status).toBe(404);
  });

  test('151: knows a new conversion action only after six hours', async () => {
    const create = { name: 'Just made', type: 'UPLOAD_CLICKS', category: 'PURCHASE' };
    const path = `/v25/customers/${ACCOUNTS.america}/conversionActions:mutate`;
    const { body } = await sandbox.call('POST', path, { operations: [{ create }] });
    const productDestinationId = body.results[0].resourceName.split('/').at(-1);
    const send = () => ingest([event()], { destinations: [destination({ productDestinationId })] });
    expect((await send()).status).toBe(400);
    sandbox.advance(6 * HOUR_MS);
    expect((await send()).status).toBe(200);
  });
});
