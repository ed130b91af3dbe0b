import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('professional');

test('a campaign for conversions can be activated once one is attached', async () => {
  const { conversions } = await call('list_conversions');
  const conversion_id = conversions[1].id;
  const [{ id: campaign_group_id }] = (await call('list_campaign_groups', { name: 'Always on' })).campaign_groups;
  const { campaign } = await call('create_professional_campaign', {
    campaign_group_id,
    name: 'Buyers',
    daily_budget_amount: '30',
    objective_type: 'WEBSITE_CONVERSION',
    associated_entity: '3000001',
    targeting: { include: { locations: ['Germany'] } },
  });
  const activation = { campaign_id: campaign.id, status: 'ACTIVE' };
  expect(await refusal('update_professional_campaign', activation)).toMatchObject({
    upstream: { code: 'CONVERSION_CAMPAIGN_MISSING_ASSOCIATED_CONVERSION' },
    next_step: expect.stringContaining('attach_conversion'),
  });
  const attached = await call('attach_conversion', { campaign_id: campaign.id, conversion_id });
  expect(attached).toMatchObject({
    conversion: { name: 'Purchase', campaign_ids: [campaign.id] },
    applied: { attached: { from: false, to: true } },
  });
  expect((await call('update_professional_campaign', activation)).campaign.status).toBe('ACTIVE');
  const off = await call('attach_conversion', { campaign_id: campaign.id, conversion_id, attached: false });
  expect(off.conversion.campaign_ids).toEqual([]);
  expect(
    (await call('attach_conversion', { campaign_id: campaign.id, conversion_id, attached: false })).applied,
  ).toEqual({});
});

test('an unknown conversion or campaign is not found', async () => {
  const { conversions } = await call('list_conversions');
  const unknown = { campaign_id: '7', conversion_id: conversions[0].id };
  expect(await refusal('attach_conversion', unknown)).toMatchObject({ code: 'not_found', field: 'campaign_id' });
  expect(await refusal('attach_conversion', { campaign_id: '600000030', conversion_id: '7' })).toMatchObject({
    code: 'not_found',
    field: 'conversion_id',
  });
});
