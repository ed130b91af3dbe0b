import { expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import type { ProfessionalClient } from '../client.ts';
import { WholeCampaign, WireCreative } from '../wire.ts';
import { budgetPercentProblems, budgetsByPercent } from './budget.ts';
import { campaignCopy, campaignCopyCalls } from './campaign.ts';
import { campaignsToCopy } from './campaign-group.ts';
import { COPIES_MAX, copyResult, creativeCopy, creativesToCopy } from './creative.ts';
import { copiedSchedule } from './schedule.ts';

const owner = 'urn:li:sponsoredAccount:1';
const creative = (id: number, more: object = {}) =>
  WireCreative.parse({
    id: `urn:li:sponsoredCreative:${id}`,
    campaign: 'urn:li:sponsoredCampaign:3',
    intendedStatus: 'ACTIVE',
    ...more,
  });

/** A platform that lists these, and keeps what it was asked. */
function platform(items: readonly unknown[]) {
  const asked: unknown[] = [];
  const list = async (_: string, __: unknown, request: unknown) => {
    asked.push(request);
    return { items };
  };
  return { client: { list } as unknown as ProfessionalClient, asked };
}

test('creatives that are over or rejected stay behind, with the reason', async () => {
  const over = ['ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED'];
  const { client } = platform([
    creative(1),
    creative(2, { review: { status: 'REJECTED' } }),
    ...over.map((intendedStatus, at) => creative(10 + at, { intendedStatus })),
  ]);
  const { fit, unfit } = await creativesToCopy(client, '1', '3', undefined);
  expect(fit.map(({ id }) => id)).toEqual(['urn:li:sponsoredCreative:1']);
  expect(unfit.map(({ source_id, why }) => `${source_id} ${why}`)).toEqual([
    '2 It was rejected in review.',
    ...over.map((status, at) => `${10 + at} It is ${status}.`),
  ]);
  await expect(
    creativesToCopy(platform([creative(2, { intendedStatus: 'REMOVED' })]).client, '1', '3', undefined),
  ).rejects.toThrow();
});

test('more creatives than one call copies have to be named', async () => {
  const many = Array.from({ length: COPIES_MAX + 1 }, (_, at) => creative(at + 1));
  await expect(creativesToCopy(platform(many).client, '1', '3', undefined)).rejects.toMatchObject({
    details: { problems: [{ field: 'creative_ids' }] },
  });
  expect((await creativesToCopy(platform(many).client, '1', '3', ['1', '2'])).fit).toHaveLength(2);
});

test('a copy whose answer was lost is told as unknown and not as refused', () => {
  const failed = (outcome: 'unknown' | 'not_applied') =>
    copyResult('1', new Failure({ code: 'conflict', message: 'm', nextStep: 'n', outcome }));
  expect(failed('unknown')).toMatchObject({ outcome: 'unknown' });
  expect(failed('not_applied')).toMatchObject({ outcome: 'refused' });
  expect(copyResult('1', 'urn%3Ali%3AsponsoredCreative%3A9')).toEqual({ source_id: '1', outcome: 'created', id: '9' });
  expect(creativeCopy(creative(1), '4')).toMatchObject({ intendedStatus: 'DRAFT' });
});

test('archived and removed campaigns of a group are not copied', async () => {
  const { client, asked } = platform([]);
  await campaignsToCopy(client, '1', '2');
  expect(asked).toMatchObject([{ params: { search: { status: { values: ['ACTIVE', 'PAUSED', 'DRAFT'] } } } }]);
});

test('a declaration goes with the copy, and what was never declared stays so', async () => {
  const source = (more: object) =>
    WholeCampaign.parse({
      ...{ id: 3, account: owner, campaignGroup: 'urn:li:sponsoredCampaignGroup:2', name: 'c', status: 'ACTIVE' },
      ...{ type: 'TEXT_AD', costType: 'CPM', ...more },
    });
  const copied = (more: object) =>
    campaignCopy({ status: 'DRAFT' }, source(more), {} as ProfessionalClient, '1') as Promise<Record<string, unknown>>;
  expect(await copied({ politicalIntent: 'POLITICAL' })).toMatchObject({
    politicalIntent: 'POLITICAL',
    status: 'DRAFT',
  });
  expect(await copied({})).toMatchObject({ politicalIntent: 'NOT_DECLARED', name: 'c (copy)' });
});

test('an end is copied only where it lies behind the new start, and a total budget alone needs one', () => {
  const source = (end: number) => ({ runSchedule: { start: 0, end }, totalBudget: {}, dailyBudget: {} });
  const at = { run_schedule_start: 1_000 };
  expect(copiedSchedule(at, source(1_001), 0).runSchedule).toEqual({ start: 1_000, end: 1_001 });
  expect(copiedSchedule(at, source(1_000), 0)).toMatchObject({
    runSchedule: { start: 1_000 },
    notes: [expect.stringContaining('has passed')],
  });
  const whole = { runSchedule: { start: 0, end: 1_000 }, totalBudget: {} };
  expect(() => copiedSchedule(at, whole, 0)).toThrow();
  expect(copiedSchedule({ ...at, daily_budget_amount: '5' }, whole, 0).runSchedule).toEqual({ start: 1_000 });
  expect(() => copiedSchedule({ ...at, total_budget_amount: '5' }, { runSchedule: { start: 0 } }, 0)).toThrow();
});

test('a percentage changes both budgets, and goes with no amount for either', () => {
  const budget = { amount: '10.00', currencyCode: 'USD' };
  expect(budgetsByPercent({ dailyBudget: budget, totalBudget: budget }, 20)).toMatchObject({
    dailyBudget: { amount: '12.00' },
    totalBudget: { amount: '12.00' },
  });
  expect(budgetsByPercent({ dailyBudget: budget }, undefined)).toEqual({});
  for (const field of ['daily_budget_amount', 'total_budget_amount'])
    expect(budgetPercentProblems({ percent: 20, [field]: '5' })).toMatchObject([{ field }]);
});

test('more creatives than one call copies are named call by call, fewer are not named at all', () => {
  const named = (creatives: string[][] | undefined) =>
    campaignCopyCalls('1', '2', creatives, []).map((call) => call.arguments.creative_ids);
  expect(named([['7'], ['8']])).toEqual([['7'], ['8']]);
  expect(named([['7']])).toEqual([undefined]);
  expect(named([])).toEqual([]);
  expect(named(undefined)).toEqual([undefined]);
});
