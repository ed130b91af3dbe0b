import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { type SearchSandbox, startSearch } from '../calls.testing.ts';
import { clickOf } from '../data-manager/clicks.ts';
import { ACCOUNTS } from '../seed.ts';

let sandbox: SearchSandbox;
let receiver: Server;
let address: string;
const received: { google_key: string; lead_id: string; user_column_data: unknown[] }[] = [];

beforeAll(async () => {
  sandbox = await startSearch();
  receiver = createServer((request, reply) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(pieces).toString()));
      reply.end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const bound = receiver.address();
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/leads`;
});
afterAll(async () => {
  await sandbox.close();
  receiver.close();
});

const FIELDS = [
  ...['id', 'asset', 'campaign', 'ad_group', 'ad_group_ad', 'gclid', 'submission_date_time'],
  ...['lead_form_submission_fields', 'custom_lead_form_submission_fields'],
].map((field) => `lead_form_submission_data.${field}`);
const leads = async (where = '') => {
  const { status, body } = await sandbox.search(`SELECT ${FIELDS.join(', ')} FROM lead_form_submission_data ${where}`);
  expect(status).toBe(200);
  return (body.results ?? []).map(
    ({ leadFormSubmissionData }: { leadFormSubmissionData: object }) => leadFormSubmissionData,
  );
};

test('people have answered the seeded form, each with the click that brought them', async () => {
  const found = await leads();
  expect(found.length).toBeGreaterThan(20);
  expect(found[0]).toMatchObject({
    id: expect.stringMatching(/^[\w-]{28}$/),
    asset: expect.stringContaining('/assets/'),
    adGroupAd: expect.stringContaining('~'),
    submissionDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d-0[45]:00$/),
    leadFormSubmissionFields: [{ fieldType: 'FULL_NAME' }, { fieldType: 'EMAIL' }, { fieldType: 'PHONE_NUMBER' }],
    customLeadFormSubmissionFields: [{ questionText: 'When does it suit you?' }, { questionText: 'Which size?' }],
  });
  expect(clickOf(found[0].gclid)).toMatchObject({
    customer: ACCOUNTS.america,
    unit: found[0].adGroup.split('/').at(-1),
  });
});

test('157: leads come in while time passes, and are handed out for 30 days', async () => {
  const before = await leads();
  sandbox.advance(10 * DAY_MS);
  await sandbox.timePassed();
  const after = await leads();
  expect(after.length).toBeGreaterThan(before.length);
  const since = new Date(sandbox.world.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  const recent = await leads(`WHERE lead_form_submission_data.submission_date_time >= '${since}'`);
  expect(recent.length).toBeGreaterThan(0);
  expect(recent.length).toBeLessThan(after.length);
  sandbox.advance(20 * DAY_MS);
  await sandbox.timePassed();
  const ids = new Set((await leads()).map(({ id }: { id: string }) => id));
  expect(before.filter(({ id }: { id: string }) => ids.has(id)).length).toBeLessThan(before.length / 2);
});

test('157: a form with an address of ours is pushed each lead, with the text that was agreed on', async () => {
  const [{ campaign }] = await leads();
  const leadFormAsset = {
    ...{ businessName: 'Acme', headline: 'Call me', description: 'Back soon.', callToActionType: 'CONTACT_US' },
    ...{ callToActionDescription: 'Free', privacyPolicyUrl: 'https://www.acme.example/privacy' },
    fields: [{ inputType: 'EMAIL' }],
    deliveryMethods: [
      { webhook: { advertiserWebhookUrl: address, googleSecret: 'agreed-on', payloadSchemaVersion: '3' } },
    ],
  };
  const names = `customers/${ACCOUNTS.america}`;
  const asset = `${names}/assets/-1`;
  const { status } = await sandbox.call('POST', `/v25/${names}/googleAds:mutate`, {
    mutateOperations: [
      { assetOperation: { create: { resourceName: asset, name: 'Pushed', leadFormAsset } } },
      { campaignAssetOperation: { create: { campaign, asset, fieldType: 'LEAD_FORM' } } },
    ],
  });
  expect(status).toBe(200);
  await sandbox.timePassed();
  sandbox.advance(3 * DAY_MS);
  await sandbox.timePassed();
  const pushed = new Set(received.map(({ lead_id }) => lead_id));
  expect(pushed.size).toBeGreaterThan(3);
  expect(received.length).toBeGreaterThan(pushed.size);
  expect(received[0]).toMatchObject({ google_key: 'agreed-on', user_column_data: [{ column_id: 'EMAIL' }] });
  const ids = (await leads()).map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining([...pushed]));
});

test('157: a lead of more than 30 days ago is not shown, also before anything has taken it away', async () => {
  expect((await leads()).length).toBeGreaterThan(0);
  sandbox.advance(62 * DAY_MS);
  expect(await leads()).toEqual([]);
});
