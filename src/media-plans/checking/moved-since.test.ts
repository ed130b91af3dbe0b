import { afterEach, beforeEach, expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import type { JobPlace, Pipeline } from '../../pipeline/call.ts';
import { type Bed, pipelineBed, toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import type { MediaPlan } from '../../plans/media-plan.ts';
import type { Channel } from '../../tools/channel.ts';
import type { RunningCampaign } from '../../tools/media-planning.ts';
import { type HandMade, memberOf } from '../launch/launch.testing.ts';
import { officeOf } from '../sheet/office.testing.ts';
import { movedSince } from './moved-since.ts';

const SHEET = [
  ['Campaign', 'Budget'],
  ['North', '100'],
];
const failure = (more: object = {}) =>
  new Failure({ code: 'policy_rejected', message: 'No.', nextStep: 'Wait.', ...more });

let bed: Bed;
/** What the platform lists, or how it refuses. */
let lists: { campaigns: RunningCampaign[] | Failure; accounts?: Failure };
beforeEach(async () => {
  bed = await pipelineBed();
  await bed.connect({ mode: 'sandbox' });
  lists = { campaigns: [] };
});
afterEach(() => bed.discard());

const channel = {
  ...trains,
  reporting: {
    accounts: async () => {
      if (lists.accounts) throw lists.accounts;
      return [{ id: '1', name: 'Main', currency: { code: 'USD', digits: 2 }, timeZone: 'UTC' }];
    },
  },
  mediaPlanning: {
    running: async () => {
      if (lists.campaigns instanceof Failure) throw lists.campaigns;
      return lists.campaigns;
    },
    leastDailyBudget: async () => undefined,
  },
} as unknown as Channel;

interface Seen {
  now?: string[][];
  member?: Partial<HandMade>;
  new_rows?: number[];
}

/** What has moved since the plan of one campaign was checked, by cell. */
async function moved({ now = SHEET, member = {}, new_rows = [] }: Seen): Promise<string[]> {
  const made = memberOf({ channel: 'trains', account: '1', name: 'North', calls: [], ...member }, 0);
  const meanings = { A: 'campaign', B: 'budget_total' };
  const content = {
    cells: { tab: 'Plan', firstRow: 0, firstColumn: 0, shown: SHEET },
    request: { new_rows },
    answer: {
      skipped: [{ row: 1, kind: 'heads' }],
      mapping: Object.entries(meanings).map(([column, meaning]) => ({ column, meaning })),
    },
    members: [made],
  };
  const plan = { spreadsheetId: 's', range: 'Plan', content } as unknown as MediaPlan;
  const { tools, runTool } = officeOf([{ values: now }]);
  const pipeline: Pipeline = { ...bed.pipeline, tools: [...tools, toolOf(channel)], runTool };
  const workspace = await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId);
  const job = { pipeline, call: bed.call(), workspace } as JobPlace;
  return (await movedSince(job, plan)).map(({ cell, message }) => `${cell} ${message}`);
}

test.each<[string, string[][], string[]]>([
  ['as it was', SHEET, []],
  ['without its amount', [SHEET[0]!, ['North', ' ']], ['Plan!B2 100 when it was checked, empty now.']],
  [
    'with a long text',
    [SHEET[0]!, ['N'.repeat(90), '100']],
    [`Plan!A2 North when it was checked, ${'N'.repeat(80)}… now.`],
  ],
  [
    'with another row',
    [...SHEET, ['South', '50']],
    ['Plan!A3 This row was empty when it was checked; now it has South.'],
  ],
])('a sheet %s', async (_, now, told) => {
  expect(await moved({ now })).toEqual(told);
});

const usd = (amount: string, per: 'day' | 'total') => ({ amount, currency: 'USD', per });
const before: RunningCampaign = { id: '7', name: 'North', status: 'paused', groups: [] };
const group = { id: '8', name: 'Women', status: 'on' as const, ads: 1 };

test.each<[string, RunningCampaign[], string[]]>([
  ['is as it was', [before], []],
  ['is gone', [{ ...before, id: '9' }], ['Plan!A2 The campaign 7 is not there any more.']],
  [
    'has another budget',
    [{ ...before, budget: usd('900', 'total') }],
    ['Plan!F2 On the platform the budget was not set when it was checked, 900 USD in total now.'],
  ],
  [
    'ends and runs by now',
    [{ ...before, end: '2027-01-31', status: 'on' }],
    [
      'Plan!A2 On the platform the status was paused when it was checked, on now.',
      'Plan!A2 On the platform the end was not set when it was checked, 2027-01-31 now.',
    ],
  ],
  [
    'has other groups',
    [{ ...before, groups: [group] }],
    ['Plan!A2 On the platform its groups have changed since it was checked.'],
  ],
])('a campaign to be changed that %s', async (_, campaigns, told) => {
  lists.campaigns = campaigns;
  expect(await moved({ member: { kind: 'change', before } })).toEqual(told);
});

test('a campaign to be made whose name has appeared is told, unless its row is to be new', async () => {
  lists.campaigns = [{ ...before, name: ' north ' }];
  expect(await moved({})).toEqual(['Plan!A2 A campaign of this name has appeared in Main since it was checked.']);
  expect(await moved({ new_rows: [2] })).toEqual([]);
});

test('an account that is not reached any more, or refuses, is told at its campaigns', async () => {
  expect(await moved({ member: { account: '9' } })).toEqual(['Plan!A2 The account 9 is not connected any more.']);
  lists.campaigns = failure();
  expect(await moved({})).toEqual(['Plan!A2 Trains could not be asked what Main holds: No.']);
  lists.accounts = failure();
  expect(await moved({})).toEqual(['Plan!A2 Trains could not be asked: No.']);
});

test.each(['campaigns', 'accounts'] as const)(
  'a platform that does not list its %s for a moment says nothing about the plan',
  async (what) => {
    lists[what] = failure({ code: 'upstream_unavailable', retryable: true });
    await expect(moved({})).rejects.toMatchObject({ code: 'upstream_unavailable' });
  },
);
