import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../ambient.ts';
import { forTests } from '../../for-tests.testing.ts';
import { type Reply, START, startSearch } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';
import { gclidOf } from './clicks.ts';

/** What the interface for events refuses at once, and what it tells hours later. */
const sandbox = forTests(() => startSearch());
const ids = { action: '', call: '', web: '', once: '', adGroup: '' };
const CONVERSIONS = `/v25/customers/${ACCOUNTS.america}/conversionActions:mutate`;

beforeAll(async () => {
  const rows = async (query: string) => (await sandbox.search(query)).body.results;
  const made = async (create: object) => {
    const { body } = await sandbox.call('POST', CONVERSIONS, { operations: [{ create }] });
    const id = body.results[0].resourceName.split('/').at(-1);
    // Known here only after hours.
    sandbox.world.db
      .prepare(
        "UPDATE search_entities SET doc = json_set(doc, '$.made_at', ?) WHERE kind = 'conversion_action' AND key = ?",
      )
      .run(START - DAY_MS, id);
    return id as string;
  };
  const named = "SELECT conversion_action.id FROM conversion_action WHERE conversion_action.name = 'Qualified lead'";
  ids.action = (await rows(named))[0].conversionAction.id;
  ids.call = await made({ name: 'Calls', type: 'AD_CALL', category: 'PURCHASE' });
  ids.web = await made({ name: 'Page', type: 'WEBPAGE', category: 'PURCHASE' });
  ids.once = await made({
    ...{ name: 'Once', type: 'UPLOAD_CLICKS', category: 'PURCHASE', countingType: 'ONE_PER_CLICK' },
    clickThroughLookbackWindowDays: '30',
  });
  ids.adGroup = (
    await rows("SELECT ad_group.id FROM ad_group WHERE ad_group.status = 'ENABLED' LIMIT 1")
  )[0].adGroup.id;
});

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const HEX = sha256('somebody').toString('hex');
let made = 0;
const event = (changes: object = {}) => ({
  ...{ transactionId: `T-${++made}`, eventTimestamp: new Date(START - HOUR_MS).toISOString(), eventSource: 'OTHER' },
  ...{ userData: { userIdentifiers: [{ emailAddress: HEX }] }, ...changes },
});
const person = (...userIdentifiers: object[]) => ({ userData: { userIdentifiers } });
const destination = (changes: object = {}) => ({
  operatingAccount: { accountType: 'GOOGLE_ADS', accountId: ACCOUNTS.america },
  loginAccount: { accountType: 'GOOGLE_ADS', accountId: ACCOUNTS.manager },
  ...{ productDestinationId: ids.action, ...changes },
});
const ingest = (events: unknown, changes: object = {}) =>
  sandbox.call('POST', '/v1/events:ingest', { destinations: [destination()], events, encoding: 'HEX', ...changes });
const violationsOf = ({ body }: Reply): string[] =>
  (body.error?.details ?? [])
    .flatMap(({ fieldViolations = [] }: { fieldViolations?: object[] }) => fieldViolations)
    .map(({ field, reason }: { field: string; reason?: string }) => [field, reason].filter(Boolean).join(' '));

const ADDRESS = { givenName: HEX, familyName: HEX, regionCode: 'US', postalCode: '94103' };
const address = (change: object) => event(person({ address: { ...ADDRESS, ...change } }));
const many = (count: number) => event(person(...new Array(count).fill({ emailAddress: HEX })));
const base64 = (text: string) => [[event(person({ emailAddress: text }))], { encoding: 'BASE64' }] as const;
const PERSON = 'events[0].user_data.user_identifiers[0]';

type Sent = readonly [unknown, object?];
const REFUSED: [string, () => Sent, () => Sent][] = [
  ['destinations REQUIRED_FIELD_MISSING', () => [[event()]], () => [[event()], { destinations: [] }]],
  [
    'destinations TOO_MANY_DESTINATIONS',
    () => [[event()], { destinations: new Array(10).fill(destination()) }],
    () => [[event()], { destinations: new Array(11).fill(destination()) }],
  ],
  ['events REQUIRED_FIELD_MISSING', () => [[event()]], () => [[]]],
  [
    'events TOO_MANY_EVENTS',
    () => [Array.from({ length: 2000 }, () => event())],
    () => [Array.from({ length: 2001 }, () => event())],
  ],
  [
    'destinations[0].product_destination_id REQUIRED_FIELD_MISSING',
    () => [[event()]],
    () => [[event()], { destinations: [destination({ productDestinationId: undefined })] }],
  ],
  [
    'destinations[0].product_destination_id INVALID_CONVERSION_ACTION_TYPE',
    () => [[event({ eventSource: 'WEB' })], { destinations: [destination({ productDestinationId: ids.web })] }],
    () => [[event()], { destinations: [destination({ productDestinationId: ids.call })] }],
  ],
  [
    'events[0].event_source EVENT_SOURCE_AND_DESTINATION_MISMATCH',
    () => [[event({ eventSource: 'WEB' })], { destinations: [destination({ productDestinationId: ids.web })] }],
    () => [[event({ eventSource: 'APP' })], { destinations: [destination({ productDestinationId: ids.web })] }],
  ],
  [
    'events[0].event_timestamp REQUIRED_FIELD_MISSING',
    () => [[event()]],
    () => [[event({ eventTimestamp: undefined })]],
  ],
  ['events[0].user_data.user_identifiers TOO_MANY_USER_IDENTIFIERS', () => [[many(10)]], () => [[many(11)]]],
  [`${PERSON} INVALID_FORMAT`, () => [[event()]], () => [[event(person({ emailAddress: HEX, phoneNumber: HEX }))]]],
  [
    `${PERSON}.address.given_name REQUIRED_FIELD_MISSING`,
    () => [[address({})]],
    () => [[address({ givenName: undefined })]],
  ],
  [
    `${PERSON}.address.postal_code REQUIRED_FIELD_MISSING`,
    () => [[address({})]],
    () => [[address({ postalCode: undefined })]],
  ],
  [
    `${PERSON}.address.region_code REQUIRED_FIELD_MISSING`,
    () => [[address({})]],
    () => [[address({ regionCode: undefined })]],
  ],
  [
    `${PERSON}.address.region_code INVALID_COUNTRY_CODE`,
    () => [[address({})]],
    () => [[address({ regionCode: 'USA' })]],
  ],
  [
    `${PERSON}.address.family_name INVALID_HEX_ENCODING`,
    () => [[address({})]],
    () => [[address({ familyName: 'Smith' })]],
  ],
  [
    `${PERSON}.email_address INVALID_BASE64_ENCODING`,
    () => base64(sha256('a').toString('base64')),
    () => base64('a@b.example'),
  ],
  [`${PERSON}.email_address INVALID_SHA256_FORMAT`, () => base64(sha256('a').toString('base64')), () => base64('YWJj')],
  ['events', () => [[event()]], () => [{}]],
  ['events[0]', () => [[event()]], () => [['event']]],
  ['events[0]', () => [[event()]], () => [[event({ colour: 'red' })]]],
  ['events[0].event_source', () => [[event()]], () => [[event({ eventSource: 'RADIO' })]]],
  [
    'events[0].conversion_value',
    () => [[event({ conversionValue: '7.5' })]],
    () => [[event({ conversionValue: 'much' })]],
  ],
  ['events[0].currency', () => [[event({ currency: 'USD' })]], () => [[event({ currency: 7 })]]],
  ['validate_only', () => [[event()], { validateOnly: true }], () => [[event()], { validateOnly: 'yes' }]],
];

test.each(REFUSED)('%s is refused', async (violation, taken, refused) => {
  const reply = await ingest(...refused());
  expect([reply.status, ...violationsOf(reply)]).toEqual([400, violation]);
  expect((await ingest(...taken())).body.error).toBeUndefined();
  // Three hundred requests a minute are taken.
  sandbox.waitOut(MINUTE_MS);
});

test('an account without accepted terms sends no people', async () => {
  const terms = (accepted: boolean) =>
    sandbox.world.db
      .prepare("SELECT doc FROM search_entities WHERE kind = 'customer' AND customer = ?")
      .all(ACCOUNTS.america)
      .map(({ doc }) => JSON.parse(String(doc)).conversion_tracking_setting?.accepted_customer_data_terms === accepted);
  expect(terms(true)).toEqual([true]);
  const set = (accepted: boolean) =>
    sandbox.world.db
      .prepare(
        "UPDATE search_entities SET doc = json_set(doc, '$.conversion_tracking_setting.accepted_customer_data_terms', json(?)) WHERE kind = 'customer' AND customer = ?",
      )
      .run(String(accepted), ACCOUNTS.america);
  set(false);
  expect(violationsOf(await ingest([event()]))).toEqual([
    'destinations[0].operating_account DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED',
  ]);
  set(true);
  expect((await ingest([event()])).status).toBe(200);
});

test('a status is asked for by the id of a request', async () => {
  const reply = await sandbox.call('GET', '/v1/requestStatus:retrieve');
  expect([reply.status, ...violationsOf(reply)]).toEqual([400, 'request_id REQUIRED_FIELD_MISSING']);
  const { requestId } = (await ingest([event()])).body;
  const known = await sandbox.call('GET', `/v1/requestStatus:retrieve?request_id=${requestId}`);
  expect(known.status).toBe(200);
});

test('an event goes to the destinations that it names', async () => {
  const destinations = [
    destination({ reference: 'a' }),
    destination({ reference: 'b', productDestinationId: ids.once }),
  ];
  const { requestId } = (await ingest([event({ destinationReferences: ['b'] }), event()], { destinations })).body;
  const { body } = await sandbox.call('GET', `/v1/requestStatus:retrieve?requestId=${requestId}`);
  const counts = body.requestStatusPerDestination.map(
    ({ eventsIngestionStatus }: { eventsIngestionStatus: { recordCount: string } }) =>
      eventsIngestionStatus.recordCount,
  );
  expect(counts).toEqual(['1', '2']);
});

test('what is wrong with a click is told hours later: age, count and consent', async () => {
  const today = Math.floor(START / DAY_MS);
  const click = (daysAgo: number, nonce = 1) => ({
    ...{ userData: undefined },
    adIdentifiers: { gclid: gclidOf({ customer: ACCOUNTS.america, unit: ids.adGroup, day: today - daysAgo }, nonce) },
  });
  const told = async (...events: object[]) => {
    const { requestId } = (await ingest(events, { destinations: [destination({ productDestinationId: ids.once })] }))
      .body;
    return requestId as string;
  };
  const requests = [
    await told(event(click(30, 2))),
    await told(event(click(31))),
    await told(event(click(-1))),
    await told(event(click(1, 7))),
    await told(event(click(1, 7))),
    await told(event({ userData: undefined, adIdentifiers: { gbraid: click(1).adIdentifiers.gclid } })),
    await told(event({ userData: undefined, adIdentifiers: { wbraid: 'made-up' } })),
    await told(event({ ...click(1, 9), consent: { adUserData: 'CONSENT_DENIED' } })),
  ];
  sandbox.advance(3 * HOUR_MS);
  const results = [];
  for (const id of requests) {
    const { body } = await sandbox.call('GET', `/v1/requestStatus:retrieve?requestId=${id}`);
    const [{ requestStatus, errorInfo }] = body.requestStatusPerDestination;
    results.push(errorInfo?.errorCounts[0].reason.replace(/^PROCESSING_ERROR_(REASON_)?/, '') ?? requestStatus);
  }
  expect(results).toEqual([
    ...['SUCCESS', 'EVENT_TOO_OLD', 'INVALID_EVENT', 'SUCCESS', 'DUPLICATE_GCLID'],
    ...['ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID', 'INVALID_WBRAID', 'DENIED_CONSENT'],
  ]);
});

test('three hundred requests a minute are taken, and no more', async () => {
  sandbox.waitOut(MINUTE_MS);
  const send = () => sandbox.call('POST', '/v1/events:ingest', {});
  for (let at = 0; at < 300; at += 1) expect((await send()).status).not.toBe(429);
  expect((await send()).status).toBe(429);
  sandbox.waitOut(MINUTE_MS);
  expect((await send()).status).not.toBe(429);
});
