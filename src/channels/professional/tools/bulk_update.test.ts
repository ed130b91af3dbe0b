import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS } from '../../../ambient.ts';

const { call, refusal, fault, clearFaults, requests, ledger } = sandboxed('professional');

const groupNamed = async (name: string) =>
  (await call('list_campaign_groups', { name })).campaign_groups[0].id as string;

async function campaign(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const { campaign: made } = await call('create_professional_campaign', {
    campaign_group_id: await groupNamed('Always on'),
    name,
    status: 'PAUSED',
    daily_budget_amount: '40',
    associated_entity: '3000001',
    targeting: { include: { locations: ['United States'] } },
    ...more,
  });
  return made.id;
}

const methods = async () => (await requests()).filter(({ method }) => method !== 'GET').map(({ query }) => query);

test('many are switched in one changing request, each with its own result', async () => {
  const [a, b] = [await campaign('a'), await campaign('b')];
  const [cancelled] = (await call('list_professional_campaigns', { name: 'Stopped for good' })).campaigns;
  const before = (await methods()).length;
  const answer = await call('bulk_update', { campaign_ids: [a, b, cancelled.id, '987654321'], status: 'ACTIVE' });
  expect(answer).toMatchObject({ changed: 2, refused: 2, unknown: 0 });
  expect(answer.results[0]).toEqual({
    id: a,
    level: 'campaign',
    name: 'a',
    outcome: 'changed',
    applied: { status: { from: 'PAUSED', to: 'ACTIVE' } },
  });
  expect(answer.results[2]).toMatchObject({ outcome: 'refused', error: { message: expect.stringContaining('final') } });
  expect(answer.results[3]).toMatchObject({ outcome: 'refused', error: { code: 'not_found' } });
  expect((await methods()).slice(before)).toEqual([`ids=List(${a},${b})`]);
  const again = await call('bulk_update', { campaign_ids: [a, b], status: 'ACTIVE' });
  expect(again).toMatchObject({ changed: 0, results: [{ outcome: 'unchanged' }, { outcome: 'unchanged' }] });
  expect((await methods()).length).toBe(before + 1);
});

test('budgets change by a share or one by one, and what the platform refuses stops no other row', async () => {
  const [one, two] = [await campaign('c'), await campaign('d')];
  const raised = await call('bulk_update', { campaign_ids: [one, two], percent: 12.5 });
  expect(raised.results[0].applied.daily_budget).toEqual({
    from: { amount: '40.00', currency: 'USD' },
    to: { amount: '45.00', currency: 'USD' },
  });
  const each = await call('bulk_update', {
    campaign_ids: [two],
    status: 'ACTIVE',
    budgets: [
      { campaign_id: one, daily_budget_amount: '1.00' },
      { campaign_id: two, daily_budget_amount: '80.00' },
    ],
  });
  expect(each).toMatchObject({ changed: 1, refused: 1 });
  expect(each.results.find(({ id }: { id: string }) => id === one)).toMatchObject({
    outcome: 'refused',
    error: { code: 'invalid_arguments', message: expect.stringContaining('cannot be lower') },
  });
  expect(each.results.find(({ id }: { id: string }) => id === two).applied).toMatchObject({
    status: { to: 'ACTIVE' },
    daily_budget: { to: { amount: '80.00' } },
  });
  const nothing = await groupNamed('Always on');
  expect((await call('bulk_update', { campaign_group_ids: [nothing], percent: 5 })).results[0].error.message).toContain(
    'no budget',
  );
});

test('creatives go by URNs; one in review cannot be paused', async () => {
  const { creatives } = await call('list_creatives', {});
  const named = (name: string) => creatives.find((one: { name?: string }) => one.name === name).id as string;
  const ids = [named('Blue picture'), named('Red picture')];
  const { results } = await call('bulk_update', { creative_ids: [...ids, named('Unfinished')], status: 'PAUSED' });
  expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['changed', 'changed', 'refused']);
  expect(await call('bulk_update', { creative_ids: ids, status: 'ACTIVE' })).toMatchObject({ changed: 2 });
});

test('drafts are deleted, others marked; both at once is refused, and a cut answer is looked after', async () => {
  const [draft, other, paused] = [
    await campaign('e', { status: 'DRAFT' }),
    await campaign('f', { status: 'DRAFT' }),
    await campaign('g'),
  ];
  const mixed = await refusal('bulk_update', { campaign_ids: [draft, paused], status: 'REMOVED' });
  expect(mixed).toMatchObject({ field: 'status', message: expect.stringContaining(draft) });
  await fault('cut_after', 'DELETE .*adCampaigns');
  const gone = await call('bulk_update', { campaign_ids: [draft, other], status: 'REMOVED' });
  await clearFaults();
  expect(gone).toMatchObject({ changed: 2, unknown: 0 });
  expect(await ledger({ kind: 'delete', id: draft })).toHaveLength(1);
  const marked = await call('bulk_update', { campaign_ids: [paused], status: 'REMOVED' });
  expect(marked.results[0].applied.status.to).toBe('PENDING_DELETION');
});

test('what does not go together is named', async () => {
  const refused = (args: Record<string, unknown>) => refusal('bulk_update', args).then(({ field }) => field);
  expect(await refused({ status: 'ACTIVE' })).toBe('campaign_group_ids');
  expect(await refused({ campaign_ids: ['1'] })).toBe('status');
  expect(await refused({ creative_ids: ['1'], percent: 10 })).toBe('percent');
  expect(await refused({ campaign_ids: ['1'], creative_ids: ['2'], status: 'PAUSED' })).toBe('creative_ids');
  expect(
    await refused({ campaign_ids: ['1'], percent: 5, budgets: [{ campaign_id: '1', unit_cost_amount: '2' }] }),
  ).toBe('budgets.0');
  expect(await refused({ budgets: [{ campaign_group_id: '1', unit_cost_amount: '2' }] })).toBe(
    'budgets.0.unit_cost_amount',
  );
});

test('a bid of a campaign that the platform bids for is refused in its row, with the call that changes it', async () => {
  const [own, hand] = [await campaign('bids itself'), await campaign('by hand', { unit_cost_amount: '9.00' })];
  const { results } = await call('bulk_update', {
    budgets: [
      { campaign_id: own, unit_cost_amount: '9.50' },
      { campaign_id: hand, unit_cost_amount: '9.50' },
    ],
  });
  expect(results[0]).toMatchObject({
    outcome: 'refused',
    error: { next_step: expect.stringContaining('"optimization_target_type":"NONE"') },
  });
  expect(results[1]).toMatchObject({ outcome: 'changed', applied: { unit_cost: { to: { amount: '9.50' } } } });
});

test('a percentage is rounded to the coin', async () => {
  const id = await campaign('thirds', { daily_budget_amount: '33.33' });
  const { results } = await call('bulk_update', { campaign_ids: [id], percent: 3 });
  expect(results[0].applied.daily_budget.to).toEqual({ amount: '34.33', currency: 'USD' });
});

test('a total below the minimum of its days is refused in its row alone', async () => {
  const run_schedule_end = new Date(Date.now() + 40 * DAY_MS).toISOString();
  const whole = { daily_budget_amount: undefined, total_budget_amount: '900', run_schedule_end };
  const [low, fine] = [await campaign('low', whole), await campaign('fine', whole)];
  const { results } = await call('bulk_update', {
    budgets: [
      { campaign_id: low, total_budget_amount: '120' },
      { campaign_id: fine, total_budget_amount: '1200' },
    ],
  });
  expect(results).toMatchObject([
    { id: low, outcome: 'refused', error: { message: expect.stringContaining('cannot be lower than') } },
    { id: fine, outcome: 'changed', applied: { total_budget: { to: { amount: '1200.00' } } } },
  ]);
});

test('two raises that come at the same time both count', async () => {
  const id = await campaign('Raised twice');
  const raise = () => call('bulk_update', { campaign_ids: [id], percent: 10 });
  await Promise.all([raise(), raise()]);
  const [{ daily_budget }] = (await call('list_professional_campaigns', { campaign_ids: [id] })).campaigns;
  expect(daily_budget.amount).toBe('48.40');
});

test('many get a new end at once, or lose theirs', async () => {
  const [a, b] = [await campaign('Ends a'), await campaign('Ends b')];
  const end = new Date(Date.now() + 45 * DAY_MS).toISOString();
  const ended = await call('bulk_update', { campaign_ids: [a, b], run_schedule_end: end });
  expect(ended).toMatchObject({ changed: 2, results: [{ applied: { run_schedule_end: { to: end } } }, {}] });
  const day = (days: number) => new Date(Date.parse(end) - 1 + days * DAY_MS).toISOString().slice(0, 10);
  const { campaigns } = await call('list_professional_campaigns', { ends_from: day(0), ends_to: day(0) });
  expect(campaigns.map(({ id }: { id: string }) => id).sort()).toEqual([a, b].sort());
  expect(campaigns[0].campaign_group_name).toBe('Always on');
  const later = { ends_from: day(1), name: 'Ends a' };
  expect((await call('list_professional_campaigns', later)).campaigns).toEqual([]);
  expect((await call('list_professional_campaigns', { ...later, ends_from: day(-1) })).campaigns).toHaveLength(1);
  const open = await call('bulk_update', { campaign_ids: [a], run_schedule_end: 'none' });
  expect(open.results[0].applied.run_schedule_end.to).toBeNull();
  const past = await call('bulk_update', { campaign_ids: [b], run_schedule_end: '2026-01-01T00:00:00Z' });
  expect(past.results[0]).toMatchObject({ outcome: 'refused' });
  expect(await refusal('bulk_update', { creative_ids: ['7'], run_schedule_end: end })).toMatchObject({
    field: 'run_schedule_end',
  });
});

test('a percentage that ends below a minimum, or above the total, is refused in its row alone', async () => {
  const run_schedule_end = new Date(Date.now() + 40 * DAY_MS).toISOString();
  const whole = { daily_budget_amount: undefined, total_budget_amount: '900', run_schedule_end };
  const [lifetime, fine] = [await campaign('Lifetime', whole), await campaign('Fine', { daily_budget_amount: '90' })];
  const cut = await call('bulk_update', { campaign_ids: [lifetime, fine], percent: -80 });
  expect(cut.results).toMatchObject([
    { id: lifetime, outcome: 'refused', error: { message: expect.stringContaining('cannot be lower than') } },
    { id: fine, outcome: 'changed', applied: { daily_budget: { to: { amount: '18.00' } } } },
  ]);
  const both = { daily_budget_amount: '100', total_budget_amount: '120' };
  const capped = await campaign('Capped', both);
  const raised = await call('bulk_update', { campaign_ids: [capped, fine], percent: 50 });
  expect(raised.results).toMatchObject([
    { id: capped, outcome: 'refused', error: { message: expect.stringContaining('totalBudget') } },
    { id: fine, outcome: 'changed', applied: { daily_budget: { to: { amount: '27.00' } } } },
  ]);
});

test('a day alone is answered with the moments it may mean', async () => {
  const [{ id }] = (await call('list_professional_campaigns', { name: 'Engineers' })).campaigns;
  const hint = expect.stringContaining('begins at 2027-12-31T00:00:00Z and ends at 2028-01-01T00:00:00Z');
  const ended = { campaign_ids: [id], run_schedule_end: '2027-12-31' };
  expect(await refusal('bulk_update', ended)).toMatchObject({ field: 'run_schedule_end', message: hint });
  const begun = { campaign_id: id, run_schedule_start: '2027-12-31' };
  expect((await refusal('update_professional_campaign', begun)).message).toEqual(hint);
});
