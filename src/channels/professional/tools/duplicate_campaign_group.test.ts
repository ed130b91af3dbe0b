import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, ledger, fault, clearFaults } = sandboxed('professional');

const group = async (name: string) => (await call('list_campaign_groups', { name })).campaign_groups[0];

test('a group is copied as a draft, and its campaigns by the calls it names', async () => {
  const source = await group('Leads');
  const { campaign_group, copied_from, next_calls } = await call('duplicate_campaign_group', {
    campaign_group_id: source.id,
    name: 'Leads in spring',
  });
  expect(campaign_group).toMatchObject({ name: 'Leads in spring', status: 'DRAFT', objective_type: 'LEAD_GENERATION' });
  expect(copied_from).toBe(source.id);
  expect(next_calls).toHaveLength(1);
  const { campaign } = await call(next_calls[0].tool, next_calls[0].arguments);
  expect(campaign).toMatchObject({ name: 'Demo requests', status: 'DRAFT', campaign_group_id: campaign_group.id });
});

test('of a large group the first campaigns are handed out, and the note leads to the others', async () => {
  const source = await group('Leads');
  const { campaigns } = await call('list_professional_campaigns', { campaign_group_id: source.id });
  const asked = { campaign_id: campaigns[0].id, campaign_group_id: source.id };
  const copy = (_: unknown, at: number) => call('duplicate_professional_campaign', { ...asked, name: `Copy ${at}` });
  await Promise.all(Array.from({ length: 50 }, copy));
  const { next_calls, notes } = await call('duplicate_campaign_group', { campaign_group_id: source.id });
  expect(next_calls).toHaveLength(50);
  expect(notes.at(-1)).toContain('the first 50 of 51 campaigns');
  expect(notes.at(-1)).toContain(`list_professional_campaigns {"campaign_group_id":"${source.id}"}`);
});

test('a budget of a group goes with it, and an end that has passed has to be given again', async () => {
  const whole = { name: 'Capped', total_budget_amount: '5000', run_schedule_end: '2027-03-01T00:00:00Z' };
  const { campaign_group } = await call('create_campaign_group', whole);
  const asked = { campaign_group_id: campaign_group.id, total_budget_amount: '7000' };
  expect((await call('duplicate_campaign_group', asked)).campaign_group).toMatchObject({
    name: 'Capped (copy)',
    total_budget: { amount: '7000.00' },
    run_schedule_end: '2027-03-01T00:00:00.000Z',
  });
  const late = { ...asked, run_schedule_start: '2027-04-01T00:00:00Z' };
  expect(await refusal('duplicate_campaign_group', late)).toMatchObject({ field: 'run_schedule_end' });
});

test('a copy is not made twice, and what is not there is told', async () => {
  const { id } = await group('Always on');
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*/adCampaignGroups$');
  expect(await refusal('duplicate_campaign_group', { campaign_group_id: id })).toMatchObject({ outcome: 'unknown' });
  await clearFaults();
  expect((await ledger({ kind: 'create' })).length).toBe(before + 1);
  expect(await refusal('duplicate_campaign_group', { campaign_group_id: '1' })).toMatchObject({ code: 'not_found' });
  const byName = await refusal('duplicate_campaign_group', { campaign_group_id: 'Leads' });
  expect(byName.message).toContain('list_campaign_groups');
});

test('dates and a percentage go to the copied campaigns too', async () => {
  const source = await group('Always on');
  const asked = { campaign_group_id: source.id, run_schedule_start: '2027-04-01T00:00:00Z', percent: 3 };
  const { next_calls } = await call('duplicate_campaign_group', asked);
  const next = next_calls.find(({ arguments: args }: { arguments: { name: string } }) => args.name === 'Engineers');
  expect(next.arguments).toMatchObject({ run_schedule_start: '2027-04-01T00:00:00.000Z', percent: 3 });
  const { campaign } = await call(next.tool, next.arguments);
  expect(campaign).toMatchObject({
    daily_budget: { amount: '61.80', currency: 'USD' },
    run_schedule_start: '2027-04-01T00:00:00.000Z',
  });
  const twice = { campaign_id: campaign.id, percent: 3, daily_budget_amount: '70' };
  expect(await refusal('duplicate_professional_campaign', twice)).toMatchObject({ code: 'invalid_arguments' });
});
