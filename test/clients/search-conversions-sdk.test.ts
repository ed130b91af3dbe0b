import { createHash } from 'node:crypto';
import { v1 } from '@google-ads/datamanager';
import { OAuth2Client } from 'google-auth-library';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/ambient.ts';
import { type SearchSandbox, START, startSearch } from '../../src/sandbox/search/calls.testing.ts';
import { gclidOf } from '../../src/sandbox/search/data-manager/clicks.ts';
import { ACCOUNTS } from '../../src/sandbox/search/seed.ts';
import { requireAfterCamelCasing } from './search-descriptors.ts';

// biome-ignore lint/suspicious/noExplicitAny: the package's types describe the snake_case form, not the one it speaks here
type Anything = any;

let sandbox: SearchSandbox;
let ads: (service: string) => Anything;
let ingestion: v1.IngestionServiceClient;
let action: { id: string; resourceName: string };
let adGroup: string;
const options = { otherArgs: { headers: { 'login-customer-id': ACCOUNTS.manager } }, autoPaginate: false };

beforeAll(async () => {
  sandbox = await startSearch();
  const services = requireAfterCamelCasing('google-ads-node');
  const { hostname, port } = new URL(sandbox.origin);
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: await sandbox.token(), expiry_date: Date.now() + 3_600_000 });
  const at = { fallback: true, protocol: 'http', apiEndpoint: hostname, port: Number(port), authClient };
  ads = (service) => new services[service](at);
  ingestion = new v1.IngestionServiceClient(at as Anything);
  const found = await sandbox.search(
    "SELECT conversion_action.id FROM conversion_action WHERE conversion_action.name = 'Qualified lead'",
  );
  action = found.body.results[0].conversionAction;
  const groups = await sandbox.search("SELECT ad_group.id FROM ad_group WHERE ad_group.status = 'ENABLED' LIMIT 1");
  adGroup = groups.body.results[0].adGroup.id;
});
afterAll(() => sandbox.close());

const seconds = (ms: number) => ({ seconds: Math.floor(ms / 1000) });
const request = (events: object[], more: object = {}) =>
  ({
    destinations: [
      {
        operatingAccount: { accountType: 'GOOGLE_ADS', accountId: ACCOUNTS.america },
        loginAccount: { accountType: 'GOOGLE_ADS', accountId: ACCOUNTS.manager },
        productDestinationId: action.id,
      },
    ],
    events,
    encoding: 'HEX',
    ...more,
  }) as Anything;
const event = (transactionId: string, changes: object = {}) => ({
  transactionId,
  eventTimestamp: seconds(START - HOUR_MS),
  eventSource: 'OTHER',
  conversionValue: 19.9,
  currency: 'USD',
  userData: {
    userIdentifiers: [{ emailAddress: createHash('sha256').update('ada@example.com').digest('hex') }],
  },
  consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' },
  ...changes,
});

describe('the official client for conversions', () => {
  test('hands events in, and asks what became of them', async () => {
    const gclid = gclidOf({ customer: ACCOUNTS.america, unit: adGroup, day: Math.floor(START / DAY_MS) - 2 }, 3);
    const events = [
      event('SDK-1', { adIdentifiers: { gclid } }),
      event('SDK-2', { adIdentifiers: { gclid: 'made-up' } }),
    ];
    const [{ requestId }] = await ingestion.ingestEvents(request(events));
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    const [status] = await ingestion.retrieveRequestStatus({ requestId: requestId! });
    expect(status.requestStatusPerDestination).toMatchObject([{ requestStatus: 'PROCESSING' }]);
    sandbox.advance(2 * HOUR_MS);
    const reply = await sandbox.call('GET', `/v1/requestStatus:retrieve?requestId=${requestId}`);
    expect(reply.body.requestStatusPerDestination[0]).toMatchObject({ requestStatus: 'PARTIAL_SUCCESS' });
    sandbox.advance(-2 * HOUR_MS);
  });

  test('is told the field of a bad event, and nothing was taken', async () => {
    const refused = ingestion.ingestEvents(request([event('SDK-3'), event('')]));
    await expect(refused).rejects.toThrow(/problem with the request/);
    const found = await sandbox.ledger({ resource: 'conversion' });
    expect(JSON.stringify(found)).not.toContain('SDK-3');
  });

  test('has events only checked', async () => {
    const [reply] = await ingestion.ingestEvents(request([event('SDK-4')], { validateOnly: true }));
    expect(reply.requestId).toBeTruthy();
    expect(JSON.stringify(await sandbox.ledger({ resource: 'conversion' }))).not.toContain('SDK-4');
  });
});

describe('the official ads clients', () => {
  const customerId = ACCOUNTS.america;

  test('make a conversion action', async () => {
    const create = {
      ...{ name: 'By the client', type: 'UPLOAD_CLICKS', category: 'QUALIFIED_LEAD', status: 'ENABLED' },
      countingType: 'MANY_PER_CLICK',
      valueSettings: { defaultValue: 10, defaultCurrencyCode: 'USD', alwaysUseDefaultValue: false },
    };
    const [reply] = await ads('ConversionActionServiceClient').mutateConversionActions(
      { customerId, operations: [{ create }] },
      options,
    );
    expect(reply.results[0].resourceName).toMatch(/conversionActions\/\d+$/);
  });

  test('upload clicks where that is allowed, and are told the failed row', async () => {
    sandbox.world.db.exec("UPDATE search_projects SET uploads = 'ALLOWED'");
    const gclid = gclidOf({ customer: customerId, unit: adGroup, day: Math.floor(START / DAY_MS) - 2 }, 9);
    const row = (changes: object) => ({
      conversionAction: action.resourceName,
      conversionDateTime: `${new Date(START - HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')}+00:00`,
      conversionValue: 7.5,
      currencyCode: 'USD',
      ...changes,
    });
    const [reply] = await ads('ConversionUploadServiceClient').uploadClickConversions(
      {
        customerId,
        conversions: [row({ gclid: 'made-up', orderId: 'UP-1' }), row({ gclid, orderId: 'UP-2' })],
        partialFailure: true,
      },
      options,
    );
    expect(reply.results.map((result: Anything) => result.gclid)).toEqual([undefined, gclid]);
    expect(reply.partialFailureError.message).toContain('conversions[0]');
  });

  test('adjust what was counted', async () => {
    sandbox.advance(DAY_MS);
    const authClient = new OAuth2Client();
    authClient.setCredentials({ access_token: await sandbox.token(), expiry_date: Date.now() + 3_600_000 });
    const { hostname, port } = new URL(sandbox.origin);
    const services = requireAfterCamelCasing('google-ads-node');
    const client = new services.ConversionAdjustmentUploadServiceClient({
      ...{ fallback: true, protocol: 'http', apiEndpoint: hostname, port: Number(port), authClient },
    });
    const [reply] = await client.uploadConversionAdjustments(
      {
        customerId,
        conversionAdjustments: [
          {
            ...{ adjustmentType: 'RESTATEMENT', orderId: 'UP-2', conversionAction: action.resourceName },
            adjustmentDateTime: `${new Date(START + HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')}+00:00`,
            restatementValue: { adjustedValue: 5, currencyCode: 'USD' },
          },
        ],
        partialFailure: true,
      },
      options,
    );
    expect(reply.results).toMatchObject([{ orderId: 'UP-2', adjustmentType: 'RESTATEMENT' }]);
    const query =
      'SELECT lead_form_submission_data.id, lead_form_submission_data.lead_form_submission_fields FROM lead_form_submission_data LIMIT 1';
    const [rows] = await new services.GoogleAdsServiceClient({
      ...{ fallback: true, protocol: 'http', apiEndpoint: hostname, port: Number(port), authClient },
    }).search({ customerId, query }, options);
    expect(rows[0].leadFormSubmissionData).toMatchObject({
      id: expect.stringMatching(/^[\w-]{28}$/),
      leadFormSubmissionFields: [{ fieldType: 'FULL_NAME' }, { fieldType: 'EMAIL' }, { fieldType: 'PHONE_NUMBER' }],
    });
  });
});
