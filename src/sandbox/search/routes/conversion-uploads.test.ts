import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { codesOf, type SearchSandbox, START, startSearch } from '../calls.testing.ts';
import { gclidOf } from '../data-manager/clicks.ts';
import { ACCOUNTS } from '../seed.ts';

let sandbox: SearchSandbox;
let conversionAction: string;
let adGroup: string;

beforeAll(async () => {
  sandbox = await startSearch();
  const actions = await sandbox.search(
    "SELECT conversion_action.id FROM conversion_action WHERE conversion_action.name = 'Qualified lead'",
  );
  conversionAction = actions.body.results[0].conversionAction.resourceName;
  const { body } = await sandbox.search("SELECT ad_group.id FROM ad_group WHERE ad_group.status = 'ENABLED' LIMIT 1");
  adGroup = body.results[0].adGroup.id;
});
afterAll(() => sandbox.close());

const post = (verb: string, body: object) =>
  sandbox.call('POST', `/v25/customers/${ACCOUNTS.america}:${verb}`, { partialFailure: true, ...body });
const timeAt = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}+00:00`;
const click = (nonce: number) =>
  gclidOf({ customer: ACCOUNTS.america, unit: adGroup, day: Math.floor(START / DAY_MS) - 3 }, nonce);
const conversion = (gclid: string, orderId: string) => ({
  ...{ gclid, orderId, conversionAction, conversionDateTime: timeAt(START - HOUR_MS) },
  ...{ conversionValue: 40, currencyCode: 'USD' },
});

test('154: the upload of clicks is closed to newcomers; others get a result a row, an empty one where it failed', async () => {
  const conversions = [conversion(click(1), 'O-1'), conversion('made-up', 'O-2'), conversion(click(2), 'O-3')];
  const closed = await post('uploadClickConversions', { conversions });
  expect(codesOf(closed)).toEqual(['notAllowlistedError.CUSTOMER_NOT_ALLOWLISTED_FOR_THIS_FEATURE']);
  sandbox.world.db.exec("UPDATE search_projects SET uploads = 'ALLOWED'");
  const { body } = await post('uploadClickConversions', { conversions });
  expect(body.results).toEqual([told(click(1)), {}, told(click(2))]);
  expect(codesOf({ body } as never)).toEqual(['conversionUploadError.UNPARSEABLE_GCLID']);
  const [error] = body.partialFailureError.details[0].errors;
  expect(error.location.fieldPathElements[0]).toEqual({ fieldName: 'conversions', index: 1 });
  const again = await post('uploadClickConversions', { conversions: conversions.slice(0, 1) });
  expect(codesOf(again)).toEqual(['conversionUploadError.ORDER_ID_ALREADY_IN_USE']);
});

const told = (gclid: string) => ({ gclid, conversionAction, conversionDateTime: timeAt(START - HOUR_MS) });

test('155: a counted conversion is restated after a day, each time later, until it is retracted for good', async () => {
  const adjust = async (adjustmentType: string, atMs: number, more: object = {}) => {
    const row = {
      ...{ adjustmentType, orderId: 'O-1', conversionAction, adjustmentDateTime: timeAt(atMs) },
      ...(adjustmentType === 'RESTATEMENT' && { restatementValue: { adjustedValue: 7.5, currencyCode: 'USD' } }),
      ...more,
    };
    return codesOf(await post('uploadConversionAdjustments', { conversionAdjustments: [row] })).map(
      (code) => code.split('.')[1],
    );
  };
  expect(await adjust('RESTATEMENT', START)).toEqual(['TOO_RECENT_CONVERSION']);
  sandbox.advance(25 * HOUR_MS);
  expect(await adjust('RESTATEMENT', START, { orderId: 'O-9' })).toEqual(['CONVERSION_NOT_FOUND']);
  expect(await adjust('RESTATEMENT', START - DAY_MS)).toEqual(['ADJUSTMENT_PRECEDES_CONVERSION']);
  expect(await adjust('RESTATEMENT', START + HOUR_MS)).toEqual([]);
  expect(await adjust('RESTATEMENT', START + HOUR_MS)).toEqual(['RESTATEMENT_ALREADY_EXISTS']);
  expect(await adjust('RESTATEMENT', START)).toEqual(['MORE_RECENT_RESTATEMENT_FOUND']);
  expect(await adjust('RETRACTION', START + 2 * HOUR_MS)).toEqual([]);
  expect(await adjust('RESTATEMENT', START + 3 * HOUR_MS)).toEqual(['CONVERSION_ALREADY_RETRACTED']);
  sandbox.advance(54 * DAY_MS);
  expect(await adjust('RETRACTION', START + 3 * DAY_MS, { orderId: 'O-3' })).toEqual(['CONVERSION_EXPIRED']);
});
