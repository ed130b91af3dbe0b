import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS } from '../../../ambient.ts';

const { call, refusal, advanceClock, fault, clearFaults, ledger } = sandboxed('professional');

const create = async (name: string) => (await call('create_campaign_group', { name })).campaign_group.id as string;

test('name, budget and status change, and the reply tells what did', async () => {
  const campaign_group_id = await create('Before');
  const { campaign_group, applied } = await call('update_campaign_group', {
    campaign_group_id,
    name: 'After',
    status: 'ACTIVE',
    total_budget_amount: '800.00',
    run_schedule_end: '2027-09-01T00:00:00Z',
  });
  expect(campaign_group).toMatchObject({ name: 'After', status: 'ACTIVE' });
  expect(applied).toMatchObject({
    name: { from: 'Before', to: 'After' },
    status: { from: 'DRAFT', to: 'ACTIVE' },
    total_budget: { from: null, to: { amount: '800.00', currency: 'USD' } },
  });
});

test('budget and end are taken away again', async () => {
  const campaign_group_id = await create('Bounded');
  const bounds = { total_budget_amount: '800', run_schedule_end: '2027-09-01T00:00:00Z' };
  await call('update_campaign_group', { campaign_group_id, ...bounds });
  expect(await refusal('update_campaign_group', { campaign_group_id, run_schedule_end: 'none' })).toMatchObject({
    field: 'run_schedule_end',
    outcome: 'not_applied',
  });
  const open = { total_budget_amount: 'none', run_schedule_end: 'none' };
  const { applied, not_applied, campaign_group } = await call('update_campaign_group', { campaign_group_id, ...open });
  expect(applied).toMatchObject({ total_budget: { to: null }, run_schedule_end: { to: null } });
  expect(not_applied).toEqual([]);
  expect(campaign_group).not.toHaveProperty('total_budget');
});

test('what is archived comes back, as the descriptions say; moments are told as people write them', async () => {
  const campaign_group_id = await create('Sleeper');
  await call('update_campaign_group', { campaign_group_id, status: 'ARCHIVED' });
  const { applied } = await call('update_campaign_group', { campaign_group_id, status: 'PAUSED' });
  expect(applied.status).toEqual({ from: 'ARCHIVED', to: 'PAUSED' });
  const past = await refusal('update_campaign_group', {
    campaign_group_id,
    run_schedule_start: '2026-01-01T00:00:00Z',
  });
  expect(past.message).toContain('2026-01-01T00:00:00.000Z must be no earlier than 20');
  expect(past.message).not.toMatch(/\d{13}/);
});

test('forbidden steps are refused with the allowed ones; a default group stays', async () => {
  const [{ id }] = (await call('list_campaign_groups', { status: ['ARCHIVED'] })).campaign_groups;
  const error = await refusal('update_campaign_group', { campaign_group_id: id, name: 'x', status: 'REMOVED' });
  expect(error).toMatchObject({ field: 'name' });
  const { campaign_groups } = await call('list_campaign_groups', { name: 'Default Campaign Group' });
  expect(await refusal('update_campaign_group', { campaign_group_id: campaign_groups[0].id, name: 'x' })).toMatchObject(
    {
      field: 'campaign_group_id',
      upstream: { code: 'CANNOT_UPDATE_BACKFILLED_CAMPAIGN_GROUPS' },
    },
  );
  expect(await refusal('update_campaign_group', { campaign_group_id: '1', name: 'x' })).toMatchObject({
    code: 'not_found',
  });
});

test('a draft is deleted, anything else goes; a draft whose start has passed gets a new one', async () => {
  const draft = await create('Short');
  const removed = await call('update_campaign_group', { campaign_group_id: draft, status: 'REMOVED' });
  expect(removed.applied).toEqual({ status: { from: 'DRAFT', to: 'REMOVED' } });
  expect((await call('list_campaign_groups', { campaign_group_ids: [draft] })).campaign_groups).toEqual([]);
  const stale = await create('Stale');
  await advanceClock(3 * DAY_MS);
  const { notes, applied } = await call('update_campaign_group', { campaign_group_id: stale, status: 'ACTIVE' });
  expect(notes.join(' ')).toContain('The start had passed');
  expect(Object.keys(applied)).toContain('run_schedule_start');
  const gone = await call('update_campaign_group', { campaign_group_id: stale, status: 'REMOVED' });
  expect(gone.applied.status.to).toBe('PENDING_DELETION');
});

test('a deletion cut off on its way back is seen to be done, and was done once', async () => {
  const campaign_group_id = await create('Cut');
  await fault('cut_after', 'DELETE .*/adCampaignGroups/');
  const removed = await call('update_campaign_group', { campaign_group_id, status: 'REMOVED' });
  await clearFaults();
  expect(removed.applied.status.to).toBe('REMOVED');
  expect(await ledger({ kind: 'delete', id: campaign_group_id })).toHaveLength(1);
});

test('a new start and a new end that come at the same time both stand', async () => {
  const { campaign_group: made } = await call('create_campaign_group', { name: 'Dated by two' });
  const at = (days: number) => new Date(made.run_schedule_start_ms + days * DAY_MS).toISOString();
  const change = (dates: object) => call('update_campaign_group', { campaign_group_id: made.id, ...dates });
  const wanted = { run_schedule_start: at(2), run_schedule_end: at(9) };
  await Promise.all(Object.entries(wanted).map(([name, value]) => change({ [name]: value })));
  const { campaign_groups } = await call('list_campaign_groups', { campaign_group_ids: [made.id] });
  expect(campaign_groups[0]).toMatchObject(wanted);
});

test('a group that is to be deleted takes no other status, which is said before anything is sent', async () => {
  const campaign_group_id = await create('Doomed');
  await call('update_campaign_group', { campaign_group_id, status: 'ACTIVE' });
  await call('update_campaign_group', { campaign_group_id, status: 'REMOVED' });
  expect(await refusal('update_campaign_group', { campaign_group_id, status: 'PAUSED' })).toMatchObject({
    code: 'invalid_arguments',
    message: expect.stringContaining('PENDING_DELETION is final'),
  });
});
