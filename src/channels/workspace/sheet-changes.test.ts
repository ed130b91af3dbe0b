import { expect, test } from 'vitest';
import { fates, HEAD, plannedSheet } from './planned-sheet.testing.ts';

const { service, write, plan, campaigns, apply } = plannedSheet();

const life = (name: string, budget = '900.00') => `Social,${name},Traffic,2027-01-05,2027-02-03,${budget},USD`;

test('the same sheet again changes only what changed; a row that is renamed or taken out is seen as that', async () => {
  await write(HEAD, life('Alpha'), life('Beta'), life('Gamma'), life('Delta'));
  const first = await plan();
  expect(await apply(first.plan.id)).toMatchObject({ state: 'applied' });
  const again = await plan();
  expect(again.problems).toEqual([]);
  expect(fates(again)).toEqual({ Alpha: 'same', Beta: 'same', Gamma: 'same', Delta: 'same' });
  expect(again.plan).toBeUndefined();
  await write(HEAD, life('Alpha'), life('Beta', '990.00'), life('Gamma two'));
  const changed = await plan();
  expect(fates(changed)).toEqual({ Alpha: 'same', Beta: 'change', 'Gamma two': 'change' });
  expect(changed.rows[2].difference).toMatchObject({ name: { from: 'Gamma', to: 'Gamma two' } });
  expect(changed.taken_out).toMatchObject([{ name: 'Delta', words: expect.stringContaining('It is paused') }]);
  expect(await apply(changed.plan.id)).toMatchObject({ state: 'applied' });
  expect(await campaigns('Gamma two')).toHaveLength(1);
  expect(await campaigns('Gamma')).toHaveLength(0);
  expect(await campaigns('Delta')).toMatchObject([{ status: 'PAUSED' }]);
});

test('a sheet that was edited between check and apply is stale by cell, and nothing is made', async () => {
  await write(HEAD, life('Edited'), life('Untouched'));
  const first = await plan();
  await write(HEAD, life('Edited', '1200.00'), life('Untouched'), life('Added'));
  const { state, note } = await apply(first.plan.id);
  expect(state).toBe('stale');
  expect(note).toContain('Plan!F2: 900.00 when it was checked, 1200.00 now');
  expect(await campaigns('Untouched')).toEqual([]);
});

test('words outside the rows that decide about them make it stale too: sections, and what amounts are counted in', async () => {
  const sheet = (unit: string, section: string) => [
    `Plan 2027,Amounts in ${unit}`,
    'Campaign,Objective,Start,End,Budget',
    section,
    'Sectioned,Traffic,2027-01-05,2027-02-03,9',
  ];
  await write(...sheet('k USD', 'Meta (USD)'));
  const first = await plan();
  expect(first.rows).toMatchObject([{ budget: { amount: '9000.00', currency: 'USD' } }]);
  await write(...sheet('USD', 'Meta (EUR)'));
  const { state, note } = await apply(first.plan.id);
  expect(state).toBe('stale');
  expect(note).toContain('Plan!B1: Amounts in k USD when it was checked, Amounts in USD now');
  expect(note).toContain('Plan!A3: Meta (USD) when it was checked, Meta (EUR) now');
  expect(await campaigns('Sectioned')).toEqual([]);
});

test('what appeared or moved on the platform between check and apply keeps everything from being made', async () => {
  // Below the rows that other tests have made campaigns of: those would be taken for renamed.
  const gap = Array.from({ length: 8 }, () => ',,,,,,');
  await write(HEAD, ...gap, life('Appears'), life('Beside'));
  const first = await plan();
  const make = (name: string) =>
    service().call('social', 'create_social_campaign', {
      ...{ name, objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: '50' },
    });
  await make('Appears');
  expect(await apply(first.plan.id)).toMatchObject({
    state: 'stale',
    note: expect.stringContaining('Plan!B10: A campaign of this name has appeared in Acme US since it was checked.'),
  });
  const { result } = await make('Moves');
  await write('Channel,Campaign,Daily budget,Currency', 'Social,Moves,70,USD');
  const second = await plan();
  const campaign_id = result.campaign.id;
  await service().call('social', 'update_social_campaign', { campaign_id, daily_budget: '60' });
  expect(await apply(second.plan.id)).toMatchObject({
    state: 'stale',
    note: expect.stringContaining('the budget was 50.00 USD a day when it was checked, 60.00 USD a day now'),
  });
  await write(HEAD, ...gap, life('Grows'));
  const third = await plan();
  await write(HEAD, ...gap, life('Grows'), life('New row'));
  expect(await apply(third.plan.id)).toMatchObject({
    state: 'stale',
    note: expect.stringContaining('This row was empty when it was checked'),
  });
  expect([...(await campaigns('Beside')), ...(await campaigns('Grows'))]).toEqual([]);
  expect(await campaigns('Moves')).toMatchObject([{ daily_budget: { amount: '60.00' } }]);
});

test('a name that several campaigns have is not guessed at, and none is made beside them', async () => {
  for (const _ of [1, 2])
    await service().call('social', 'create_social_campaign', {
      ...{ name: 'Double', objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: '50' },
    });
  await write('Channel,Campaign,Objective,Daily budget,Currency', 'Social,Double,Traffic,70,USD');
  const answer = await plan();
  expect(fates(answer)).toEqual({ Double: 'out' });
  expect(answer.problems).toMatchObject([{ cell: 'Plan!B2', level: 'stop' }]);
  expect(answer.problems[0].message).toMatch(/^2 campaigns of Acme US have this name: \d+, \d+\.$/);
});
