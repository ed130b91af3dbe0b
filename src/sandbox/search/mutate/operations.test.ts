import { describe, expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, fresh, NAMES } from '../changes.testing.ts';
import { ACCOUNTS } from '../seed.ts';

const { mutate, newBudget, newCampaign, one, sandbox, together } = changesForTests();

describe('operations', () => {
  test('all happen or none, and every fault is told with its place', async () => {
    const name = fresh('Never');
    const reply = await mutate('campaignBudgets', [
      { create: { name, amountMicros: '1000000' } },
      { create: { name: fresh('x'), amountMicros: '-1' } },
      { create: { name: fresh('y') } },
      {},
    ]);
    expect(codesOf(reply)).toEqual([
      'campaignBudgetError.NEGATIVE_MONEY_AMOUNT',
      'fieldError.REQUIRED',
      'requestError.OPERATION_REQUIRED',
    ]);
    expect(reply.body.error.details[0].errors[0].location.fieldPathElements).toEqual([
      { fieldName: 'operations', index: 1 },
      { fieldName: 'create' },
      { fieldName: 'amount_micros' },
    ]);
    expect(
      await one(`SELECT campaign_budget.id FROM campaign_budget WHERE campaign_budget.name = '${name}'`),
    ).toBeUndefined();
  });

  test('that may fail by themselves leave an empty place each', async () => {
    const reply = await mutate(
      'campaignBudgets',
      [
        { create: { name: fresh('ok'), amountMicros: '1000000' } },
        { create: { name: 'z', amountMicros: '5' } },
        { create: { name: fresh('ok'), amountMicros: '2000000' } },
      ],
      { partialFailure: true },
    );
    expect(reply.status).toBe(200);
    expect(reply.body.results.map((result: object) => Object.keys(result))).toEqual([
      ['resourceName'],
      [],
      ['resourceName'],
    ]);
    expect(reply.body.partialFailureError.code).toBe(3);
    expect(codesOf(reply)).toEqual(['campaignBudgetError.MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC']);
  });

  test('148: that are only rehearsed change nothing, and say what would be wrong', async () => {
    const before = await sandbox.ledger();
    const name = fresh('Rehearsed');
    const good = await mutate('campaignBudgets', [{ create: { name, amountMicros: '1000000' } }], {
      validateOnly: true,
    });
    expect([good.status, good.body]).toEqual([200, {}]);
    expect(codesOf(await mutate('campaignBudgets', [{ create: { name } }], { validateOnly: true }))).toEqual([
      'fieldError.REQUIRED',
    ]);
    expect(
      await one(`SELECT campaign_budget.id FROM campaign_budget WHERE campaign_budget.name = '${name}'`),
    ).toBeUndefined();
    expect(await sandbox.ledger()).toEqual(before);
  });

  test('stand in the ledger once each, in the transaction that did them', async () => {
    const name = fresh('Ledger');
    const resourceName = await newBudget({ name });
    await mutate('campaignBudgets', [{ create: { name, amountMicros: '1000000' } }]);
    const entries = (await sandbox.ledger()).filter(({ id }) => resourceName.endsWith(`/${id}`));
    expect(entries).toMatchObject([{ kind: 'create', resource: 'campaign_budget', detail: { name } }]);
  });

  test('answer with the resource when it is asked for, without what the platform adds', async () => {
    const reply = await mutate('campaignBudgets', [{ create: { name: fresh('Shown'), amountMicros: '1000000' } }], {
      responseContentType: 'MUTABLE_RESOURCE',
    });
    expect(reply.body.results[0].campaignBudget).toMatchObject({
      amountMicros: '1000000',
      deliveryMethod: 'STANDARD',
      explicitlyShared: true,
    });
    expect(reply.body.results[0].campaignBudget).not.toHaveProperty('referenceCount');
  });

  test('on fields that do not exist or have another type are stopped at the door', async () => {
    const reply = await mutate('campaigns', [
      { create: { nmae: 'x', status: 'ON', networkSettings: { targetGoogleSearch: 'yes' } } },
    ]);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details[0]['@type']).toBe('type.googleapis.com/google.rpc.BadRequest');
    expect(reply.body.error.details[0].fieldViolations).toEqual([
      {
        field: 'operations[0].create',
        description: `Invalid JSON payload received. Unknown name "nmae" at 'operations[0].create': Cannot find field.`,
      },
      { field: 'operations[0].create.status', description: expect.stringContaining('"ON"') },
      {
        field: 'operations[0].create.network_settings.target_google_search',
        description: expect.stringContaining('TYPE_BOOL'),
      },
    ]);
  });

  test('may be written in snake_case with numbers for int64, too', async () => {
    const reply = await mutate('campaignBudgets', [{ create: { name: fresh('Snake'), amount_micros: 3_000_000 } }], {
      response_content_type: 'MUTABLE_RESOURCE',
    });
    expect(reply.body.results[0].campaignBudget.amountMicros).toBe('3000000');
  });
});

describe('masks', () => {
  test('change what they name, clear what the body lacks, and leave the rest', async () => {
    const campaign = await newCampaign({
      endDateTime: '2026-12-31 23:59:59',
      trackingUrlTemplate: 'https://t.example/{lpurl}',
    });
    const update = { resourceName: campaign, name: fresh('Renamed'), trackingUrlTemplate: 'ignored' };
    await mutate('campaigns', [{ update, updateMask: 'name,endDateTime' }]);
    const row = await one(
      `SELECT campaign.name, campaign.end_date_time, campaign.tracking_url_template FROM campaign WHERE campaign.resource_name = '${campaign}'`,
    );
    expect(row.campaign).toEqual({
      resourceName: campaign,
      name: update.name,
      trackingUrlTemplate: 'https://t.example/{lpurl}',
    });
  });

  test('switch the bidding strategy by naming a field of the new one', async () => {
    const campaign = await newCampaign();
    await mutate('campaigns', [
      {
        update: { resourceName: campaign, targetSpend: { cpcBidCeilingMicros: '2000000' } },
        updateMask: 'target_spend.cpc_bid_ceiling_micros',
      },
    ]);
    const row = await one(
      `SELECT campaign.bidding_strategy_type, campaign.target_spend.cpc_bid_ceiling_micros, campaign.manual_cpc.enhanced_cpc_enabled FROM campaign WHERE campaign.resource_name = '${campaign}'`,
    );
    expect(row.campaign).toEqual({
      resourceName: campaign,
      biddingStrategyType: 'TARGET_SPEND',
      targetSpend: { cpcBidCeilingMicros: '2000000' },
    });
  });

  test.each([
    [{ updateMask: '' }, ['fieldMaskError.FIELD_MASK_MISSING']],
    [{ updateMask: 'nmae' }, ['fieldMaskError.FIELD_NOT_FOUND']],
    [
      { updateMask: 'networkSettings', update: { networkSettings: { targetGoogleSearch: true } } },
      ['fieldMaskError.FIELD_HAS_SUBFIELDS'],
    ],
    [
      { updateMask: 'advertisingChannelType', update: { advertisingChannelType: 'DISPLAY' } },
      ['fieldError.IMMUTABLE_FIELD'],
    ],
    [{ updateMask: 'status', update: { status: 'REMOVED' } }, ['fieldError.INVALID_VALUE']],
    [{ updateMask: 'status', update: { status: 'UNKNOWN' } }, ['requestError.INVALID_ENUM_VALUE']],
  ])(
    '18, 21, 27: are refused: %j',
    async ({ updateMask, update = {} }: { updateMask: string; update?: object }, expected) => {
      const resourceName = await newCampaign();
      expect(codesOf(await mutate('campaigns', [{ update: { resourceName, ...update }, updateMask }]))).toEqual(
        expected,
      );
    },
  );

  test('do not go with create or remove', async () => {
    const budget = await newBudget();
    expect(codesOf(await mutate('campaignBudgets', [{ remove: budget, updateMask: 'name' }]))).toEqual([
      'fieldMaskError.FIELD_MASK_NOT_ALLOWED',
    ]);
  });
});

describe('names', () => {
  test.each([
    [24, { remove: `${NAMES}/campaigns/999` }, 'mutateError.RESOURCE_NOT_FOUND'],
    [25, { remove: `customers/${ACCOUNTS.europe}/campaigns/1` }, 'mutateError.RESOURCE_NOT_FOUND'],
    [24, { remove: 'campaigns/1' }, 'requestError.RESOURCE_NAME_MALFORMED'],
    [24, { remove: `${NAMES}/adGroups/1` }, 'requestError.RESOURCE_NAME_MALFORMED'],
    [24, { update: { name: 'x' }, updateMask: 'name' }, 'requestError.RESOURCE_NAME_MISSING'],
    [22, { create: { id: '5' } }, 'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE'],
    [17, { create: { status: 'REMOVED' } }, 'operationAccessDeniedError.CREATE_AS_REMOVED_NOT_PERMITTED'],
  ])('%i: %j', async (_, operation, code) => {
    expect(codesOf(await mutate('campaigns', [operation]))).toEqual([code]);
  });

  test('the same thing twice in a request, or after it was removed', async () => {
    const campaign = await newCampaign();
    const rename = { update: { resourceName: campaign, name: fresh('Twice') }, updateMask: 'name' };
    expect(codesOf(await mutate('campaigns', [rename, { remove: campaign }]))).toEqual([
      'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES',
    ]);
    expect((await mutate('campaigns', [{ remove: campaign }])).status).toBe(200);
    expect(codesOf(await mutate('campaigns', [rename]))).toEqual([
      'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
    ]);
    const row = await one(
      `SELECT campaign.status, campaign.serving_status FROM campaign WHERE campaign.resource_name = '${campaign}'`,
    );
    expect(row.campaign).toMatchObject({ status: 'REMOVED', servingStatus: 'NONE' });
  });

  test('temporary ones work across kinds, once each, and a failed parent fails its children', async () => {
    const budget = {
      campaignBudgetOperation: {
        create: { resourceName: `${NAMES}/campaignBudgets/-1`, name: fresh('Temporary'), amountMicros: '1000000' },
      },
    };
    const bad = { campaignOperation: { create: { resourceName: `${NAMES}/campaigns/-2`, name: fresh('x') } } };
    const child = { adGroupOperation: { create: { name: 'x', campaign: `${NAMES}/campaigns/-2` } } };
    const reply = await together([budget, bad, child], { partialFailure: true });
    expect(Object.keys(reply.body.mutateOperationResponses[0])).toEqual(['campaignBudgetResult']);
    expect(reply.body.mutateOperationResponses.slice(1)).toEqual([{}, {}]);
    expect(codesOf(reply)).toContain('newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS');
    const twice = await together([
      budget,
      { campaignOperation: { create: { resourceName: `${NAMES}/campaigns/-1`, name: 'x' } } },
    ]);
    expect(codesOf(twice)).toContain('newResourceCreationError.DUPLICATE_TEMP_IDS');
  });
});
