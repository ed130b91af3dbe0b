import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { JobPlace, Pipeline } from '../../pipeline/call.ts';
import { type Bed, pipelineBed, toolOf, trains, yard } from '../../pipeline/pipeline.testing.ts';
import { pageArguments, questionArguments } from '../../reports/question.ts';
import { channelOf } from '../../reports/scripted-channel.testing.ts';
import type { ComparisonRequest } from '../../tools/media-plan-comparison.ts';
import type { MediaPlanning, PlannedCampaign, RunningCampaign } from '../../tools/media-planning.ts';
import { officeOf } from '../sheet/office.testing.ts';
import { compareToPlan } from './compare-to-plan.ts';

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
  await bed.connect();
});
afterEach(() => bed.discard());

const usd = (amount: string) => ({ amount, currency: 'USD', per: 'day' as const });
const planned = (name: string, more: object = {}) =>
  ({ account: '1', currency: 'USD', name, groups: [], cells: {}, ...more }) as unknown as PlannedCampaign;
const running = (id: string, name: string, more: Partial<RunningCampaign> = {}): RunningCampaign => ({
  ...{ id, name, status: 'on', groups: [] },
  ...more,
});
const RUNNING = [
  running('11', 'Renamed since'),
  running('12', 'By nobody'),
  running('13', 'Women', { status: 'paused' }),
  running('14', 'Over', { status: 'ended', end: '2026-01-02' }),
];

/** What was told of each row when the plan was made; of those in `members` the campaign is kept too. */
const ROWS = [
  { rows: [2], channel: 'trains', account: '1', campaign: { name: 'Spring' }, fate: 'make' },
  { rows: [3], channel: 'trains', account: '1', campaign: { name: 'Left out' }, fate: 'out', budget: usd('9') },
  { rows: [4], channel: 'trains', account: '9', campaign: { name: 'Afar' }, fate: 'same' },
  { rows: [5], channel: 'trains', campaign: { name: 'Nowhere' }, fate: 'same' },
  { rows: [6], channel: 'trains', account: '1', campaign: { name: 'Gone' }, fate: 'same', budget: usd('9') },
  { rows: [7, 8], channel: 'trains', account: '1', campaign: { name: 'Shoes' }, fate: 'make' },
];
const group = (name: string, row: number, amount: string) => ({
  ...{ name, ads: [], keywords: [], countries: [], languages: [], audienceIds: [] },
  ...{ budget: usd(amount), cells: { name: `Plan!C${row}` } },
});
const MEMBERS = [
  {
    ...{ position: 0, rows: [2] },
    campaign: planned('Spring', { budget: usd('10'), start: '2026-01-05', end: '2026-01-14' }),
  },
  {
    ...{ position: 1, rows: [7, 8] },
    campaign: planned('Shoes', {
      ...{ start: '2026-02-01', end: '2026-02-10' },
      groups: [group('Women', 7, '50'), group('Men', 8, '70')],
    }),
  },
];

async function compared(request: Partial<ComparisonRequest>, office = officeOf([]), members = MEMBERS) {
  const scripted = channelOf('trains', [
    {
      id: '1',
      rows: [
        { id: '11', cost: 40 },
        { id: '12', cost: 7 },
      ],
    },
  ]);
  const mediaPlanning = {
    groupsAreCampaigns: true,
    running: async () => RUNNING,
    changing: () => ({ calls: [], problems: [] }),
  } as unknown as MediaPlanning;
  const kept = {
    ...{ planId: 'plan_1', createdAt: bed.ambient.now(), createdBy: bed.principal.id },
    content: { answer: { sheet: { name: 'Q4' }, rows: ROWS }, members },
  };
  const { mediaPlans } = bed.pipeline;
  Object.assign(mediaPlans, {
    ofPlan: async (_: string, id: string) => (id === 'plan_1' ? kept : undefined),
    members: async () => [{ position: 0, campaignId: '11' }],
  });
  const tools = [
    ...office.tools,
    toolOf(yard, { name: 'report', input: z.strictObject({ ...questionArguments, ...pageArguments }) }),
    toolOf({ ...trains, reporting: scripted.reporting!, mediaPlanning }),
  ];
  const pipeline: Pipeline = { ...bed.pipeline, tools, runTool: office.runTool };
  const workspace = await bed.pipeline.admission.workspace(bed.principal, undefined);
  return compareToPlan({ pipeline, call: bed.call(), workspace } as JobPlace, { limit: 100, ...request });
}

test('each row of a kept plan is told with what became of it: what runs, what is gone, what nobody can read', async () => {
  const { rows, counts } = await compared({ plan_id: 'plan_1' });
  expect(rows.map((row) => [row.rows, row.campaign.id, row.state, row.words])).toEqual([
    [[2], '11', 'live', 'Live.'],
    [[3], undefined, 'out', 'The plan left this row out.'],
    [[4], undefined, 'unknown', 'No connection of this workspace reaches 9.'],
    [[5], undefined, 'unknown', 'The row belongs to no account.'],
    [[6], undefined, 'missing', 'Not on the platform.'],
    [[7], '13', 'paused', 'Paused, starts on 2026-02-01.'],
    [[8], undefined, 'missing', 'Not on the platform.'],
  ]);
  expect(counts).toEqual({ live: 1, out: 1, unknown: 2, missing: 2, paused: 1 });
});

test('the money of a row is that of its campaign, or of its own group where groups are campaigns', async () => {
  const { rows } = await compared({ plan_id: 'plan_1' });
  const money = ({ planned, spent }: (typeof rows)[number]) => [planned?.amount, spent?.amount];
  expect(rows.map(money)).toEqual([
    ['100.00', '40.00'],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
    ['500.00', undefined],
    ['700.00', undefined],
  ]);
});

test('what runs in the days of the plan and no row plans is told; what has ended before, or is planned, is not', async () => {
  const { unplanned } = await compared({ plan_id: 'plan_1' });
  expect(unplanned.map(({ campaign, status, spent }) => [campaign, status, spent?.amount])).toEqual([
    [{ id: '12', name: 'By nobody' }, 'on', '7.00'],
  ]);
});

test('a plan without days says nothing about what else runs', async () => {
  const withoutDays = MEMBERS.map((one) => ({ ...one, campaign: planned(one.campaign.name) }));
  const { unplanned, rows } = await compared({ plan_id: 'plan_1' }, officeOf([]), withoutDays);
  expect([unplanned, rows[0]]).toMatchObject([[], { state: 'live', spent: null, planned: null }]);
});

test('rows of a sheet that can be no campaign are left out, and the first reason is told', async () => {
  const values = [
    ['Channel', 'Campaign', 'Start', 'End', 'Budget', 'Currency'],
    ['Social', 'North', '2026-12-01', '2026-12-24', '1800', 'USD'],
  ];
  const { rows, notes, sheet } = await compared({ spreadsheet_id: 's', range: 'Plan' }, officeOf([{ values }]));
  expect(sheet).toEqual({ spreadsheet_id: 's', range: 'Plan', name: 'Q4' });
  expect(rows).toMatchObject([{ rows: [2], state: 'out', words: 'The plan left this row out.', planned: null }]);
  expect(notes).toEqual([expect.stringContaining('1 cells cannot be read or used, the first is Plan!A2')]);
});
