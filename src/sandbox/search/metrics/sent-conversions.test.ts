import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { type SearchSandbox, START, startSearch } from '../calls.testing.ts';
import { gclidOf } from '../data-manager/clicks.ts';
import { ACCOUNTS } from '../seed.ts';
import { dayText, localTime } from './calendar.ts';

let sandbox: SearchSandbox;
let adGroup: string;
let campaign: string;
const actions: Record<string, string> = {};
const DAY = localTime(START, 'America/New_York').day - 3;

beforeAll(async () => {
  sandbox = await startSearch();
  const found = await sandbox.search('SELECT conversion_action.id, conversion_action.name FROM conversion_action');
  for (const { conversionAction } of found.body.results) actions[conversionAction.name] = conversionAction.id;
  const { body } = await sandbox.search(
    `SELECT ad_group.id, campaign.id FROM ad_group WHERE ad_group.status = 'ENABLED' AND campaign.status = 'ENABLED'
     AND segments.date = '${dayText(DAY)}' AND metrics.clicks > 5 LIMIT 1`,
  );
  [adGroup, campaign] = [body.results[0].adGroup.id, body.results[0].campaign.id];
});
afterAll(() => sandbox.close());

const byClick = (nonce: number) => ({
  adIdentifiers: { gclid: gclidOf({ customer: ACCOUNTS.america, unit: adGroup, day: DAY }, nonce) },
});
const send = (action: string, transactionId: string, value: number, person: object = byClick(transactionId.length)) =>
  sandbox.call('POST', '/v1/events:ingest', {
    destinations: [
      {
        operatingAccount: { accountType: 'GOOGLE_ADS', accountId: ACCOUNTS.america },
        loginAccount: { accountType: 'GOOGLE_ADS', accountId: ACCOUNTS.manager },
        productDestinationId: actions[action],
      },
    ],
    encoding: 'HEX',
    events: [
      {
        ...{ transactionId, eventSource: 'OTHER', conversionValue: value, currency: 'USD' },
        eventTimestamp: new Date(START - HOUR_MS).toISOString(),
        ...person,
      },
    ],
  });

const METRICS = ['conversions', 'conversions_value', 'all_conversions', 'all_conversions_value'];
const numbersOf = (metrics: Record<string, number>) =>
  ['conversions', 'conversionsValue', 'allConversions', 'allConversionsValue'].map((name) => metrics[name] ?? 0);
const report = async (from: string, more: string[] = [], where = `ad_group.id = ${adGroup}`) => {
  const fields = [...METRICS.map((name) => `metrics.${name}`), ...more].join(', ');
  const { body } = await sandbox.search(
    `SELECT ${fields} FROM ${from} WHERE segments.date = '${dayText(DAY)}' AND ${where}`,
  );
  return (body.results ?? []) as { metrics: Record<string, number>; segments: Record<string, string> }[];
};
const added = (rows: { metrics: Record<string, number> }[]) =>
  METRICS.map((_, at) => rows.reduce((sum, { metrics }) => sum + numbersOf(metrics)[at]!, 0));
const raised = (after: number[], before: number[]) =>
  after.map((number, at) => Math.round((number - before[at]!) * 100) / 100);

test('156: what was sent counts on the day of the click, some hours later, in every report alike', async () => {
  const ofCampaign = () => report('campaign', [], `campaign.id = ${campaign}`);
  const before = added(await report('ad_group'));
  const beforeAbove = added(await ofCampaign());
  const beforeByDevice = added(await report('ad_group', ['segments.device']));
  expect((await send('Qualified lead', 'R', 40)).status).toBe(200);
  expect((await send('Sale by phone or in a store', 'RR', 100)).status).toBe(200);
  expect(added(await report('ad_group'))).toEqual(before);
  sandbox.advance(3 * HOUR_MS);
  // The second action is not primary: it enters all conversions only.
  const more = [1, 40, 2, 140];
  expect(raised(added(await report('ad_group')), before)).toEqual(more);
  expect(raised(added(await ofCampaign()), beforeAbove)).toEqual(more);
  expect(raised(added(await report('ad_group', ['segments.device'])), beforeByDevice)).toEqual(more);
  const byAction = await report('ad_group', ['segments.conversion_action_name']);
  const sold = byAction.find(({ segments }) => segments.conversionActionName === 'Sale by phone or in a store');
  expect(numbersOf(sold!.metrics).slice(2)).toEqual([1, 100]);
});

test('a person who answered a form is known again by the e-mail address', async () => {
  const fields = ['ad_group', 'submission_date_time', 'lead_form_submission_fields'];
  const { body } = await sandbox.search(
    `SELECT ${fields.map((field) => `lead_form_submission_data.${field}`).join(', ')} FROM lead_form_submission_data LIMIT 1`,
  );
  const lead = body.results[0].leadFormSubmissionData;
  const email = lead.leadFormSubmissionFields.find(({ fieldType }: { fieldType: string }) => fieldType === 'EMAIL');
  const query = () =>
    sandbox.search(
      `SELECT metrics.all_conversions FROM ad_group WHERE ad_group.id = ${lead.adGroup.split('/').at(-1)}
       AND segments.date = '${lead.submissionDateTime.slice(0, 10)}'`,
    );
  const counted = async () => Number((await query()).body.results?.[0]?.metrics.allConversions ?? 0);
  const before = await counted();
  const emailAddress = createHash('sha256').update(email.fieldValue).digest('hex');
  await send('Qualified lead', 'BY-MAIL', 5, { userData: { userIdentifiers: [{ emailAddress }] } });
  sandbox.advance(3 * HOUR_MS);
  expect((await counted()) - before).toBeCloseTo(1);
});

test('a retracted conversion counts no more, a restated one by its new value', async () => {
  const before = added(await report('ad_group'));
  sandbox.advance(DAY_MS);
  const adjust = (orderId: string, action: string, more: object) =>
    sandbox.call('POST', `/v25/customers/${ACCOUNTS.america}:uploadConversionAdjustments`, {
      conversionAdjustments: [
        {
          ...{ orderId, conversionAction: `customers/${ACCOUNTS.america}/conversionActions/${actions[action]}` },
          adjustmentDateTime: `${new Date(START + HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')}+00:00`,
          ...more,
        },
      ],
      partialFailure: true,
    });
  await adjust('R', 'Qualified lead', { adjustmentType: 'RETRACTION' });
  const restatementValue = { adjustedValue: 30, currencyCode: 'USD' };
  await adjust('RR', 'Sale by phone or in a store', { adjustmentType: 'RESTATEMENT', restatementValue });
  expect(raised(added(await report('ad_group')), before)).toEqual([-1, -40, -1, -110]);
});
