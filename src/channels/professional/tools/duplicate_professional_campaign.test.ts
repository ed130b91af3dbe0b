import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, ledger, fault, clearFaults } = sandboxed('professional');

const named = async (name: string) => (await call('list_professional_campaigns', { name })).campaigns[0];

test('everything that was set is copied, the changes laid over it, and nothing spends', async () => {
  const source = await named('Directors');
  const { campaign, copied_from, next_calls, notes, keeps_from_serving } = await call(
    'duplicate_professional_campaign',
    {
      campaign_id: source.id,
      name: 'Directors in Germany',
      daily_budget_amount: '75.00',
      targeting: { include: { locations: ['Germany'] } },
    },
  );
  const { id, name, status, daily_budget, targeting, ...rest } = campaign;
  expect({ name, status, daily_budget, copied_from }).toEqual({
    name: 'Directors in Germany',
    status: 'DRAFT',
    daily_budget: { amount: '75.00', currency: 'USD' },
    copied_from: source.id,
  });
  for (const field of [
    'type',
    'format',
    'objective_type',
    'cost_type',
    'optimization_target_type',
    'associated_entity',
  ])
    expect(rest[field], field).toBe(source[field]);
  expect(targeting.include).toEqual({ ...source.targeting.include, locations: ['urn:li:geo:101282230'] });
  expect(notes.join(' ')).toContain('in a day');
  expect(keeps_from_serving.join(' ')).toMatch(/none is attached.*DRAFT.*no creative/s);
  expect(next_calls.map(({ tool }: { tool: string }) => tool)).toEqual(['duplicate_creatives', 'attach_conversion']);
  for (const { tool, arguments: args } of next_calls) await call(tool, args);
  const left = await call('diagnose_delivery', { campaign_id: id });
  expect(left.findings.map(({ about }: { about: string }) => about)).toEqual(['status', 'schedule', 'status']);
});

test('a copy is made once, also when the answer is lost; an unknown original is not found', async () => {
  const { id } = await named('Engineers');
  await fault('cut_after', 'POST .*/adCampaigns$');
  const error = await refusal('duplicate_professional_campaign', { campaign_id: id, name: 'Once' });
  await clearFaults();
  expect(error).toMatchObject({ code: 'outcome_unknown' });
  const made = await ledger({ kind: 'create', resource: 'adCampaign' });
  expect(made.filter(({ detail }) => JSON.stringify(detail).includes('Once'))).toHaveLength(1);
  expect(await refusal('duplicate_professional_campaign', { campaign_id: '1' })).toMatchObject({
    code: 'not_found',
    field: 'campaign_id',
  });
});

test('a total budget whose end has passed needs a new end', async () => {
  const group = (await call('list_campaign_groups', { name: 'Always on' })).campaign_groups[0].id;
  const { campaign } = await call('create_professional_campaign', {
    campaign_group_id: group,
    name: 'Short',
    total_budget_amount: '500',
    run_schedule_start: '2027-01-10T00:00:00Z',
    run_schedule_end: '2027-01-20T00:00:00Z',
  });
  const later = { campaign_id: campaign.id, run_schedule_start: '2027-03-01T00:00:00Z' };
  expect(await refusal('duplicate_professional_campaign', later)).toMatchObject({ field: 'run_schedule_end' });
  const copy = await call('duplicate_professional_campaign', { ...later, run_schedule_end: '2027-03-20T00:00:00Z' });
  expect(copy.campaign).toMatchObject({ name: 'Short (copy)', total_budget: { amount: '500.00' } });
});

test('a bid that the copy would never use is refused', async () => {
  const { id: campaign_id } = await named('Engineers');
  const before = (await ledger({ kind: 'create' })).length;
  expect(await refusal('duplicate_professional_campaign', { campaign_id, unit_cost_amount: '9.00' })).toMatchObject({
    field: 'unit_cost_amount',
    message: expect.stringContaining('MAX_CLICK'),
  });
  expect((await ledger({ kind: 'create' })).length).toBe(before);
});

test('conversions that cannot be read are told, instead of copying without a word of them', async () => {
  const source = await named('Directors');
  await fault('garbage', 'GET .*/campaignConversions', { form: 'empty', times: 1_000 });
  const { notes, next_calls } = await call('duplicate_professional_campaign', {
    campaign_id: source.id,
    name: 'Unread',
  });
  await clearFaults();
  expect(next_calls.map(({ tool }: { tool: string }) => tool)).toEqual(['duplicate_creatives']);
  expect(notes.join(' ')).toContain('could not be read');
});

test('a campaign without creatives hands out no call that would copy them', async () => {
  const source = await named('Not ready');
  const { next_calls } = await call('duplicate_professional_campaign', { campaign_id: source.id, name: 'Empty' });
  expect(next_calls).toEqual([]);
});
