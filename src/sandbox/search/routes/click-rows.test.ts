import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { START } from '../calls.testing.ts';
import { CUSTOMER, changesForTests, faultsOf, fresh, NAMES } from '../changes.testing.ts';
import { gclidOf } from '../data-manager/clicks.ts';
import { ACCOUNTS } from '../seed.ts';

/** Conversions in the older interface: what each row needs. */
const { created, one, sandbox } = changesForTests();
const post = async (path: string, body: object) => faultsOf(await sandbox.call('POST', CUSTOMER + path, body), 0);

const day = Math.floor(START / DAY_MS) - 3;
let conversionAction: string;
let young: string;
let web: { resourceName: string };
let adGroup: { id: string };
beforeAll(async () => {
  sandbox.world.db.exec("UPDATE search_projects SET uploads = 'ALLOWED'");
  const action = (where: string) =>
    one(`SELECT conversion_action.resource_name FROM conversion_action WHERE conversion_action.${where}`);
  conversionAction = (await action("name = 'Qualified lead'")).conversionAction.resourceName;
  web = (await action("type = 'WEBPAGE'")).conversionAction;
  young = await created('conversionActions', { name: fresh('Young'), type: 'UPLOAD_CLICKS' });
  adGroup = (await one("SELECT ad_group.id FROM ad_group WHERE ad_group.status = 'ENABLED' LIMIT 1")).adGroup;
});

const click = (nonce: number) => gclidOf({ customer: ACCOUNTS.america, unit: adGroup.id, day }, nonce);
const timeAt = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}+00:00`;
const row = (change: object) => ({
  ...{ gclid: click(1), conversionAction, conversionDateTime: timeAt(START - HOUR_MS), conversionValue: 40 },
  ...change,
});
const send = (conversions: object[], more: object = {}) =>
  post(':uploadClickConversions', { partialFailure: true, conversions, ...more });
const of = async (change: object) => (await send([row(change)])).map((text) => text.split('.').slice(1).join('.'));

test('rows are sent with partial failure, at least one and at most 2,000', async () => {
  expect(await send([row({})], { partialFailure: false })).toEqual([
    'partialFailureError.PARTIAL_FAILURE_MODE_REQUIRED',
  ]);
  expect(await send([])).toEqual(['requestError.REQUIRED_FIELD_MISSING conversions']);
  expect(await send(new Array(2001).fill(row({})))).toEqual(['requestError.TOO_MANY_MUTATE_OPERATIONS conversions']);
});

test('a click is uploaded once, to an action that takes it', async () => {
  const field = 'conversions[0].conversion_action';
  expect(await of({ conversionAction: `${NAMES}/conversionActions/1` })).toEqual([
    `NO_CONVERSION_ACTION_FOUND ${field}`,
  ]);
  expect(await of({ conversionAction: web.resourceName })).toEqual([`INVALID_CONVERSION_ACTION_TYPE ${field}`]);
  expect(await of({ conversionAction: young })).toEqual([`TOO_RECENT_CONVERSION_ACTION ${field}`]);
  expect(await of({ gclid: undefined, gbraid: 'a', wbraid: 'b' })).toEqual(['GBRAID_WBRAID_BOTH_SET conversions[0]']);
  expect(await of({ conversionDateTime: '2026-11-15' })).toEqual([
    'CONVERSION_PRECEDES_EVENT conversions[0].conversion_date_time',
  ]);
  expect(await of({ conversionDateTime: timeAt(START - 5 * DAY_MS) })).toEqual([
    'CONVERSION_PRECEDES_EVENT conversions[0]',
  ]);
  const old = gclidOf({ customer: ACCOUNTS.america, unit: adGroup.id, day: day - 100 }, 1);
  expect(await of({ gclid: old })).toEqual(['EXPIRED_EVENT conversions[0]']);
  const effects = async () => (await sandbox.ledger({ resource: 'conversions' })).length;
  expect(await send([row({})], { validateOnly: true })).toEqual([]);
  expect(await effects()).toBe(0);
  expect(await of({})).toEqual([]);
  expect(await effects()).toBe(1);
  expect(await of({})).toEqual(['CLICK_CONVERSION_ALREADY_EXISTS conversions[0]']);
});

test('an adjustment names its conversion in one way', async () => {
  const adjust = (change: object) =>
    post(':uploadConversionAdjustments', {
      ...{ partialFailure: true, validateOnly: true },
      conversionAdjustments: [
        { adjustmentType: 'RETRACTION', conversionAction, adjustmentDateTime: timeAt(START), ...change },
      ],
    });
  const pair = { gclidDateTimePair: { gclid: click(1), conversionDateTime: timeAt(START - HOUR_MS) } };
  const family = 'conversionAdjustmentUploadError';
  expect(await adjust({ ...pair, orderId: 'O' })).toEqual([
    `${family}.GCLID_DATE_TIME_PAIR_AND_ORDER_ID_BOTH_SET conversion_adjustments[0]`,
  ]);
  expect(await adjust({ orderId: 'O', conversionAction: `${NAMES}/conversionActions/1` })).toEqual([
    `${family}.NO_CONVERSION_ACTION_FOUND conversion_adjustments[0].conversion_action`,
  ]);
});
