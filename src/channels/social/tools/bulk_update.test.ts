import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS } from '../../../ambient.ts';

const { call, refusal, fault, clearFaults, requests, workspaceNamed } = sandboxed('social');

interface Listed {
  id: string;
  status: string;
  daily_budget?: { amount: string };
}

const campaign = async (name: string, more: Record<string, unknown> = {}) =>
  (
    await call('create_social_campaign', {
      name,
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      daily_budget: 20,
      ...more,
    })
  ).campaign.id as string;

const many = (names: string[]) => Promise.all(names.map((name) => campaign(name)));

test('many are switched in one changing request, each with its own result', async () => {
  const ids = await many(['a', 'b', 'c']);
  const [archived] = await many(['d']);
  await call('update_social_campaign', { campaign_id: archived, status: 'ARCHIVED' });
  const before = (await requests()).length;
  const answer = await call('bulk_update', { campaign_ids: [...ids, archived, '987654321'], status: 'ACTIVE' });
  expect(answer).toMatchObject({ changed: 3, refused: 2, unknown: 0 });
  expect(answer.results[0]).toEqual({
    id: ids[0],
    level: 'campaign',
    name: 'a',
    outcome: 'changed',
    applied: { status: { from: 'PAUSED', to: 'ACTIVE' } },
  });
  expect(answer.results[3]).toMatchObject({ id: archived, outcome: 'refused', error: { code: expect.any(String) } });
  expect(answer.results[4]).toMatchObject({ outcome: 'refused', error: { code: 'not_found' } });
  const sent = (await requests()).slice(before).filter(({ method }) => method === 'POST');
  expect(sent.map(({ path }) => path)).toEqual(['/v26.0/', '/v26.0/', '/v26.0/']);
  expect(sent.filter(({ request_body }) => request_body?.includes('"POST"'))).toHaveLength(1);
  const again = await call('bulk_update', { campaign_ids: ids, status: 'ACTIVE' });
  expect(again).toMatchObject({ changed: 0, results: ids.map((id) => ({ id, outcome: 'unchanged' })) });
  await call('bulk_update', { campaign_ids: ids, status: 'DELETED' });
});

test('budgets change by a share, or one by one; a row that breaks a rule stops no other', async () => {
  const [one, two] = (await many(['e', 'f'])) as [string, string];
  const raised = await call('bulk_update', { campaign_ids: [one, two], percent: 25 });
  expect(raised.results[0].applied.daily_budget).toMatchObject({ from: { amount: '20.00' }, to: { amount: '25.00' } });
  const each = await call('bulk_update', {
    campaign_ids: [two],
    status: 'ACTIVE',
    budgets: [
      { campaign_id: one, daily_budget: '0.01' },
      { campaign_id: two, daily_budget: 40 },
    ],
  });
  expect(each).toMatchObject({ changed: 1, refused: 1 });
  const { campaigns } = await call('list_social_campaigns', { campaign_ids: [one, two] });
  expect(campaigns.map(({ daily_budget, status }: Listed) => [daily_budget!.amount, status])).toEqual([
    ['25.00', 'PAUSED'],
    ['40.00', 'ACTIVE'],
  ]);
  await call('bulk_update', { campaign_ids: [one, two], status: 'ARCHIVED' });
});

test('cut off after it arrived, it is sent again and told as it stands', async () => {
  const ids = await many(['g', 'h']);
  await fault('cut_after', 'POST /v26.0/$', { skip: 1 });
  expect(await call('bulk_update', { campaign_ids: ids, status: 'ACTIVE' })).toMatchObject({ changed: 2, refused: 0 });
  await clearFaults();
  const { campaigns } = await call('list_social_campaigns', { campaign_ids: ids });
  expect(campaigns.map(({ status }: Listed) => status)).toEqual(['ACTIVE', 'ACTIVE']);
});

test('what makes no sense is refused before anything is sent', async () => {
  expect(await refusal('bulk_update', { status: 'ACTIVE' })).toMatchObject({ field: 'campaign_ids' });
  expect(await refusal('bulk_update', { campaign_ids: ['1'] })).toMatchObject({ field: 'status' });
  expect(await refusal('bulk_update', { ad_ids: ['1'], percent: 10 })).toMatchObject({
    field: 'percent',
  });
  expect(await refusal('bulk_update', { budgets: [{ campaign_id: '1' }] })).toMatchObject({
    field: 'budgets.0.daily_budget',
  });
  const budgets = [{ campaign_id: '1', daily_budget: 5 }];
  expect(await refusal('bulk_update', { campaign_ids: ['1'], percent: 10, budgets })).toMatchObject({
    field: 'budgets.0',
    message: expect.stringContaining('second budget'),
  });
  const ids = Array.from({ length: 30 }, (_, at) => String(at + 1));
  expect(await refusal('bulk_update', { campaign_ids: ids, ad_ids: ids, status: 'PAUSED' })).toMatchObject({
    message: expect.stringContaining('50'),
  });
});

test('an amount that cannot be is refused in its own row, and the others are changed', async () => {
  const [one, two] = await many(['whole', 'broken']);
  const { changed, refused, results } = await call('bulk_update', {
    budgets: [
      { campaign_id: one, daily_budget: '21.00' },
      { campaign_id: two, daily_budget: '21.005' },
    ],
  });
  expect([changed, refused]).toEqual([1, 1]);
  expect(results[1]).toMatchObject({ id: two, outcome: 'refused', error: { code: 'invalid_arguments' } });
  expect(results[1].error.message).toContain('too many decimals');
});

test('two percentages of one budget that come at the same time are both counted', async () => {
  const ids = await many(['first of two', 'second of two']);
  const answers = await Promise.all(
    [ids, ids.toReversed()].map((campaign_ids) => call('bulk_update', { campaign_ids, percent: 10 })),
  );
  expect(answers.map(({ changed }) => changed)).toEqual([2, 2]);
  const { campaigns } = await call('list_social_campaigns', { campaign_ids: ids });
  expect(campaigns.map(({ daily_budget }: Listed) => daily_budget!.amount)).toEqual(['24.20', '24.20']);
});

/** An ad set that runs for 30 days on a lifetime budget of 100; the platform wants at least 1.00 a day of it. */
async function monthLong(): Promise<string> {
  const campaign_id = await campaign('month', { daily_budget: undefined, is_adset_budget_sharing_enabled: false });
  const [{ created_time }] = (await call('list_social_campaigns', { campaign_ids: [campaign_id] })).campaigns;
  const { ad_set } = await call('create_ad_set', {
    campaign_id,
    name: 'month',
    targeting: { geo_locations: { countries: ['US'] } },
    advantage_audience: false,
    optimization_goal: 'REACH',
    lifetime_budget: 100,
    end_time: new Date(Date.parse(created_time) + 30 * DAY_MS).toISOString(),
  });
  return ad_set.id;
}

test('a lifetime budget below the minimum for its days is refused in its own row, by percent too', async () => {
  const id = await monthLong();
  const [other] = await many(['daily']);
  for (const change of [
    { campaign_ids: [other], ad_set_ids: [id], percent: -75 },
    {
      budgets: [
        { campaign_id: other, daily_budget: 22 },
        { ad_set_id: id, lifetime_budget: '29.99' },
      ],
    },
  ])
    expect(await call('bulk_update', change)).toMatchObject({
      changed: 1,
      results: [
        { outcome: 'changed' },
        { id, outcome: 'refused', error: { message: expect.stringContaining('lifetime budget must be at least') } },
      ],
    });
  expect((await call('list_ad_sets', { ad_set_ids: [id] })).ad_sets[0].lifetime_budget.amount).toBe('100.00');
  expect(await call('bulk_update', { ad_set_ids: [id], percent: -65 })).toMatchObject({ changed: 1 });
});

test('ad sets get another end, each with its own result', async () => {
  const [one, two] = [await monthLong(), await monthLong()];
  const [{ end_time: before }] = (await call('list_ad_sets', { ad_set_ids: [one] })).ad_sets;
  const end_time = new Date(Date.parse(before) + DAY_MS).toISOString();
  const { changed, results } = await call('bulk_update', { ad_set_ids: [one, two], end_time });
  expect(changed).toBe(2);
  expect(results[0]).toMatchObject({ id: one, outcome: 'changed', applied: { end_time: { from: before } } });
  expect(Date.parse(results[0].applied.end_time.to)).toBe(Date.parse(end_time));
  expect(await call('bulk_update', { ad_set_ids: [one], end_time })).toMatchObject({
    results: [{ id: one, outcome: 'unchanged' }],
  });
  // A lifetime budget needs an end.
  expect(await call('bulk_update', { ad_set_ids: [one], end_time: 'none' })).toMatchObject({ refused: 1 });
  expect(await refusal('bulk_update', { campaign_ids: ['1'], end_time })).toMatchObject({ field: 'ad_set_ids' });
});

test.each([
  ['Acme', '33.33', 3, '34.33'],
  ['Acme', '33.33', -3, '32.33'],
  ['Acme Japan', '3333', 3, '3433'],
  ['Acme Japan', '3333', -3, '3233'],
])('a percent of a budget of %s is rounded to whole minor units', async (company, from, percent, to) => {
  const workspaceId = await workspaceNamed(company);
  const id = await campaign('rounded', { workspaceId, daily_budget: from });
  const answer = await call('bulk_update', { workspaceId, campaign_ids: [id], percent });
  expect(answer.results[0].applied.daily_budget).toMatchObject({ from: { amount: from }, to: { amount: to } });
});
