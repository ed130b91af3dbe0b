import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../../errors.ts';
import type { StoredJobs } from '../../jobs/stored-jobs.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { type Bed, pipelineBed, toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import { planDesk } from '../../pipeline/plan-desk.ts';
import type { Tool } from '../../tools/define-tool.ts';
import type { SheetProblem } from '../../tools/media-plan-desk.ts';
import type { PlannedCall } from '../../tools/media-planning.ts';
import { type HandMade, handMadePlan, memberOf } from './launch.testing.ts';
import { LAUNCH_JOB, launchJob } from './launch-job.ts';
import { launching } from './launching.ts';
import { fullArguments } from './made-ids.ts';

let bed: Bed;
let pipeline: Pipeline;
/** What the platform holds: every request that it carried out, and every one that came. */
let made: Record<string, unknown>[];
let sent: Record<string, unknown>[];
/** What becomes of the next requests for a name: thrown instead of carried out, or after it. */
let troubles: Map<string, { error: Failure; isMade?: boolean; times?: number }>;
let moved: SheetProblem[];
/** What a list answers besides the objects of the name. */
let listed: Record<string, unknown>;

const input = z.strictObject({ name: z.string(), in: z.string().optional(), daily_budget: z.string().optional() });
const laying = (name: string, part: string) =>
  toolOf(trains, {
    name,
    access: 'write',
    repeat: 'never',
    input,
    output: z.looseObject({}),
    look: (args: Record<string, unknown>) => ({ tool: 'list_tracks', arguments: { name: args.name } }),
    run: async (args: Record<string, unknown>) => {
      sent.push(args);
      const trouble = troubles.get(String(args.name));
      if (trouble) {
        trouble.times = (trouble.times ?? 1) - 1;
        if (trouble.times === 0) troubles.delete(String(args.name));
        if (trouble.isMade) made.push({ ...args, id: `${part}-${args.name}` });
        throw trouble.error;
      }
      made.push({ ...args, id: `${part}-${args.name}` });
      return { [part]: { id: `${part}-${args.name}` } };
    },
  });
const list = toolOf(trains, {
  name: 'list_tracks',
  output: z.looseObject({}),
  run: async ({ name }: { name?: string }) => ({ tracks: made.filter((one) => one.name === name), ...listed }),
});

beforeEach(async () => {
  bed = await pipelineBed();
  [made, sent, troubles, moved, listed] = [[], [], new Map(), [], {}];
  silent = undefined;
  pipeline = Object.assign(bed.pipeline, {
    launching,
    tools: [laying('lay_line', 'line'), laying('lay_track', 'track'), laying('lay_yard', 'yard'), list],
  });
  await bed.connect({ mode: 'sandbox', account: '1' });
});
afterEach(() => bed.discard());

const lineCalls = (name: string): PlannedCall[] => [
  {
    key: 'campaign',
    level: 'campaign',
    name,
    tool: 'lay_line',
    arguments: { name, daily_budget: '100' },
    makes: ['line', 'id'],
    from: { daily_budget: 'budget' },
  },
  {
    key: 'group 1',
    level: 'group',
    name: `${name} g`,
    tool: 'lay_track',
    arguments: { name: `${name} g`, in: { made: 'campaign' } },
    makes: ['track', 'id'],
    from: {},
  },
];
const line = (name: string, account = '1'): HandMade => ({ channel: 'trains', account, name, calls: lineCalls(name) });

const place = async () => ({
  pipeline,
  call: bed.call(),
  workspace: await pipeline.admission.workspace(bed.principal, bed.workspaceId),
});
const desk = async () => planDesk(await place());
const planned = async (members: readonly HandMade[], more?: { new_rows: number[] }) =>
  (await handMadePlan(await place(), members, more)).id;
/** Instead of an answer about what has moved. */
let silent: Failure | undefined;
const look = async () => {
  if (silent) throw silent;
  return moved;
};
const runJobs = () => (pipeline.jobs as StoredJobs).runDue([launchJob(pipeline, look)]);
const NORTH = { name: 'North', id: 'line-North' };
const names = () => made.map(({ name }) => name).sort();
const failure = (more: Partial<Failure['details']>) =>
  new Failure({ code: 'policy_rejected', message: 'No such thing.', nextStep: 'Change it.', ...more });

describe('a launch', () => {
  test('answers at once, then makes every member in order, with the ids that earlier calls made', async () => {
    const id = await planned([line('North'), line('South'), line('East', '2')]);
    const { plan } = (await (await desk()).apply(id)) as { plan: { state: string; progress: unknown } };
    expect(plan).toMatchObject({ state: 'applying', progress: { of: 3, made: 0, waiting: 3 } });
    expect(made).toEqual([]);
    await runJobs();
    const shown = await (await desk()).get(id, 0);
    expect(shown).toMatchObject({ state: 'applied', progress: { of: 3, made: 3 }, result: { made: 3, members: 3 } });
    expect(shown.members?.map(({ campaign_id }) => campaign_id)).toEqual(['line-North', 'line-South', 'line-East']);
    expect(made).toContainEqual({ name: 'North g', in: 'line-North', id: 'track-North g' });
    expect(names()).toEqual(['East', 'East g', 'North', 'North g', 'South', 'South g']);
    const links = await pipeline.mediaPlans.links({
      workspaceId: bed.workspaceId,
      spreadsheetId: 'file_00000000000000aa',
      tab: 'Plan',
    });
    expect(links.map(({ campaign_id, row }) => [campaign_id, row])).toEqual([
      ['line-North', 2],
      ['line-South', 3],
      ['line-East', 4],
    ]);
  });

  test('of two apply calls at once, one begins it', async () => {
    const id = await planned([line('North')]);
    const both = await Promise.allSettled([(await desk()).apply(id), (await desk()).apply(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await runJobs();
    expect(names()).toEqual(['North', 'North g']);
  });

  test('a job of a plan that is not being applied makes nothing, and a failed plan without failed members is over', async () => {
    const id = await planned([line('North')]);
    const { jobs, store, mediaPlans, plans } = pipeline;
    const job = { kind: LAUNCH_JOB, key: id, runAt: bed.ambient.now(), workspaceId: bed.workspaceId };
    await store.transaction((tx) => jobs.put(tx, job));
    await runJobs();
    const over = { campaignId: '7', made: { campaign: '7', 'group 1': '8' }, error: undefined };
    expect(await mediaPlans.moveMember(id, 0, ['waiting'], { ...over, state: 'made' })).toBe(true);
    expect(await mediaPlans.moveMember(id, 0, ['waiting', 'applying'], { ...over, state: 'waiting' })).toBe(false);
    expect(await mediaPlans.ofPlan('ws_other', id)).toBeUndefined();
    const kept = (await mediaPlans.ofPlan(bed.workspaceId, id))!;
    expect(await mediaPlans.find('ws_other', kept.id)).toBeUndefined();
    await plans.move((await plans.find(bed.workspaceId, id))!, ['planned'], 'failed', { actor: 'test' });
    await expect((await desk()).apply(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(sent).toEqual([]);
  });

  test('the same content again is the open plan; it lives for three days', async () => {
    const id = await planned([line('North')]);
    expect(await planned([line('North')])).toBe(id);
    expect(await planned([line('South')])).not.toBe(id);
    bed.ambient.advance(71 * 3_600_000);
    expect((await (await desk()).get(id, 0)).state).toBe('planned');
    bed.ambient.advance(2 * 3_600_000);
    expect((await (await desk()).get(id, 0)).state).toBe('expired');
  });

  test('where the sheet has moved, nothing is sent and the cells are named', async () => {
    const id = await planned([line('North')]);
    moved = [{ cell: 'Plan!F2', level: 'stop', kind: 'moved', message: 'was 100, is 900 now.' }];
    await (await desk()).apply(id);
    await runJobs();
    const shown = await (await desk()).get(id, 0);
    expect(shown).toMatchObject({ state: 'stale', note: expect.stringContaining('Plan!F2: was 100, is 900 now.') });
    expect(sent).toEqual([]);
    await expect((await desk()).apply(id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('where a platform cannot be looked at, it waits; after hours it ends without anything sent', async () => {
    silent = failure({ code: 'upstream_unavailable', message: 'No answer.', retryable: true, retryAfterS: 60 });
    const [first, second] = [await planned([line('North')]), await planned([line('South')])];
    await (await desk()).apply(first);
    await runJobs();
    expect(await (await desk()).get(first, 0)).toMatchObject({ state: 'applying', progress: { waiting: 1 } });
    silent = undefined;
    bed.ambient.advance(60_000);
    await runJobs();
    expect(await (await desk()).get(first, 0)).toMatchObject({ state: 'applied', progress: { made: 1 } });
    silent = failure({ code: 'upstream_unavailable', message: 'No answer.', retryable: true });
    await (await desk()).apply(second);
    await runJobs();
    bed.ambient.advance(13 * 3_600_000);
    await runJobs();
    expect(await (await desk()).get(second, 0)).toMatchObject({
      state: 'failed',
      note: expect.stringContaining('No answer.'),
    });
    expect(names()).toEqual(['North', 'North g']);
  });

  test('a refused member keeps its cell and reason, the others go on; trying again makes only what failed', async () => {
    const id = await planned([line('North'), line('South'), line('East')]);
    const problems = [{ field: 'daily_budget', message: 'is too small' }];
    troubles.set('South', { error: failure({ message: 'Too small.', problems }) });
    await (await desk()).apply(id);
    await runJobs();
    const shown = await (await desk()).get(id, 0);
    expect(shown).toMatchObject({
      state: 'failed',
      progress: { of: 3, made: 2, failed: 1 },
      note: expect.stringContaining('2 of 3 campaigns were made'),
    });
    expect(shown.members?.[0]).toMatchObject({
      name: 'South',
      state: 'failed',
      error: { code: 'policy_rejected', message: 'Too small.', next_step: 'Change it.', cell: 'Plan!F3' },
    });
    expect(names()).toEqual(['East', 'East g', 'North', 'North g']);
    await (await desk()).apply(id);
    await runJobs();
    expect(await (await desk()).get(id, 0)).toMatchObject({ state: 'applied', progress: { made: 3, failed: 0 } });
    expect(names()).toEqual(['East', 'East g', 'North', 'North g', 'South', 'South g']);
  });

  test('trying again sends nothing of a member whose outcome is unknown', async () => {
    const id = await planned([line('North'), line('South'), line('East')]);
    troubles.set('South', { error: failure({ code: 'outcome_unknown', outcome: 'unknown' }) });
    troubles.set('East', { error: failure({}) });
    await (await desk()).apply(id);
    await runJobs();
    await (await desk()).apply(id);
    await runJobs();
    expect(await (await desk()).get(id, 0)).toMatchObject({ state: 'unknown', progress: { made: 2, unknown: 1 } });
    expect(sent.filter(({ name }) => name === 'South' || name === 'North')).toHaveLength(2);
  });

  test('a member that failed in the middle goes on from there', async () => {
    const id = await planned([line('North')]);
    troubles.set('North g', { error: failure({}) });
    await (await desk()).apply(id);
    await runJobs();
    await (await desk()).apply(id);
    await runJobs();
    expect(names()).toEqual(['North', 'North g']);
    expect(sent.map(({ name }) => name)).toEqual(['North', 'North g', 'North g']);
  });

  test('waits where the platform asks for it, and then goes on', async () => {
    const id = await planned([line('North'), line('South'), line('East', '2')]);
    const busy = failure({ code: 'rate_limited', message: 'Slower.', retryable: true, retryAfterS: 60 });
    troubles.set('North', { error: busy, times: 2 });
    await (await desk()).apply(id);
    await runJobs();
    expect(names()).toEqual(['East', 'East g']);
    expect(await (await desk()).get(id, 0)).toMatchObject({ state: 'applying', progress: { made: 1, waiting: 2 } });
    for (const _ of [1, 2]) {
      bed.ambient.advance(60_000);
      await runJobs();
    }
    expect(await (await desk()).get(id, 0)).toMatchObject({ state: 'applied', progress: { made: 3 } });
    expect(names()).toEqual(['East', 'East g', 'North', 'North g', 'South', 'South g']);
  });

  test.each(['over_limit', 'cap_unverifiable'] as const)(
    'a member that a spend limit stops (%s) fails',
    async (code) => {
      const id = await planned([line('North'), line('South')]);
      troubles.set('North', { error: failure({ code, retryable: true }) });
      await (await desk()).apply(id);
      await runJobs();
      const { state, members } = await (await desk()).get(id, 0);
      expect(state).toBe('failed');
      expect(members?.map((one) => [one.name, one.state, one.error?.code])).toEqual([
        ['North', 'failed', code],
        ['South', 'made', undefined],
      ]);
    },
  );

  test('an answer that was lost is looked for; what is not there for certain is unknown and never sent again', async () => {
    const id = await planned([line('North'), line('South')]);
    const lost = failure({ code: 'outcome_unknown', outcome: 'unknown' });
    troubles.set('North', { error: lost, isMade: true });
    troubles.set('South', { error: lost, isMade: false });
    await (await desk()).apply(id);
    await runJobs();
    const shown = await (await desk()).get(id, 0);
    expect(shown).toMatchObject({ state: 'unknown', progress: { made: 1, unknown: 1 } });
    expect(shown.members?.map((one) => [one.name, one.state, one.campaign_id])).toEqual([
      ['South', 'unknown', undefined],
      ['North', 'made', 'line-North'],
    ]);
    await expect((await desk()).apply(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(sent.filter(({ name }) => name === 'South')).toHaveLength(1);
  });

  const twoAlike = (): HandMade => {
    const [campaign, group] = lineCalls('North') as [PlannedCall, PlannedCall];
    const twin = { ...group, key: 'group 2' };
    return { channel: 'trains', account: '1', name: 'North', calls: [campaign, group, twin] };
  };
  test.each([
    ['is not the whole list', 'North', () => planned([line('North')]), { next_cursor: 'more' }],
    ['holds two of the name', 'North', () => planned([line('North')]), { tracks: [NORTH, { ...NORTH, id: 'line-2' }] }],
    ['may hold one from before', 'North', () => planned([line('North')], { new_rows: [2] }), {}],
    ['may hold its twin', 'North g', () => planned([twoAlike()]), {}],
  ])('a lost answer stays unknown where the list %s', async (_, name, plan, answer) => {
    const id = await plan();
    listed = answer;
    troubles.set(name, { error: failure({ code: 'outcome_unknown', outcome: 'unknown' }), isMade: true });
    await (await desk()).apply(id);
    await runJobs();
    expect(await (await desk()).get(id, 0)).toMatchObject({ state: 'unknown', progress: { made: 0, unknown: 1 } });
    expect(sent.filter((one) => one.name === name)).toHaveLength(1);
  });

  test('a process that ends between a call and its mark has the call answered from memory, not sent again', async () => {
    const id = await planned([line('North')]);
    await (await desk()).apply(id);
    const { mediaPlans } = pipeline;
    const { moveMember } = mediaPlans;
    mediaPlans.moveMember = (...step) => {
      if (step[3].made.campaign === undefined) return moveMember.apply(mediaPlans, step);
      mediaPlans.moveMember = moveMember;
      return Promise.reject(new Error('killed'));
    };
    await runJobs();
    expect(names()).toEqual(['North']);
    bed.ambient.advance(2 * 60_000);
    await runJobs();
    expect((await (await desk()).get(id, 0)).state).toBe('applied');
    expect(sent.map(({ name }) => name)).toEqual(['North', 'North g']);
  });

  test('a call that another process may be at is asked about under the same key, and not sent a second time', async () => {
    const id = await planned([line('North')]);
    const busy = failure({ code: 'conflict', message: 'Under way.', outcome: 'unknown', retryable: true });
    troubles.set('North', { error: busy, isMade: true });
    await (await desk()).apply(id);
    await runJobs();
    expect((await (await desk()).get(id, 0)).state).toBe('applying');
    bed.ambient.advance(5_000);
    await runJobs();
    expect(sent.filter(({ name }) => name === 'North')).toHaveLength(1);
  });

  test('nothing is made in what has no id', () => {
    const member = memberOf(line('North'), 0);
    const [tool] = pipeline.tools as [Tool];
    const inIt = { name: 'g', in: { made: 'campaign' } };
    for (const id of [undefined, ''])
      expect(() => fullArguments(tool, member, inIt, () => id)).toThrow('(campaign) has no id');
    expect(fullArguments(tool, member, inIt, () => '7')).toMatchObject({ name: 'g', in: '7' });
  });

  test('what a process had begun when it ended is sent again within the life of its key, and not later', async () => {
    for (const [name, hours, state] of [
      ['North', 19, 'applied'],
      ['South', 21, 'unknown'],
    ] as const) {
      const id = await planned([line(name)]);
      await (await desk()).apply(id);
      await pipeline.mediaPlans.moveMember(id, 0, ['waiting'], {
        ...{ state: 'applying', campaignId: undefined, made: {}, error: undefined },
      });
      bed.ambient.advance(hours * 3_600_000);
      await runJobs();
      expect((await (await desk()).get(id, 0)).state).toBe(state);
    }
    expect(names()).toEqual(['North', 'North g']);
  });

  test('a platform that refuses for six hours is not waited for any more', async () => {
    const id = await planned([line('North')]);
    troubles.set('North', { error: failure({ code: 'rate_limited', retryable: true, retryAfterS: 7_000 }), times: 9 });
    await (await desk()).apply(id);
    for (let waited = 0; waited < 4; waited++) {
      await runJobs();
      expect((await (await desk()).get(id, 0)).state).toBe(waited < 4 ? 'applying' : 'failed');
      bed.ambient.advance(7_000_000);
    }
    await runJobs();
    expect((await (await desk()).get(id, 0)).state).toBe('failed');
    const log = pipeline.store.db.selectFrom('audit_log').select('call_id').where('phase', '=', 'intent');
    const ids = (await log.execute()).map(({ call_id }) => call_id).filter((one) => one?.startsWith(`${id}.0.0`));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('whose key is revoked while it is made goes no further', async () => {
    const id = await planned([line('North'), line('South')]);
    await (await desk()).apply(id);
    let asked = 0;
    pipeline.requester = async () => (++asked > 2 ? undefined : bed.principal);
    await runJobs();
    expect(await (await desk()).get(id, 0)).toMatchObject({ state: 'failed', progress: { made: 1, failed: 1 } });
    expect(names()).toEqual(['North', 'North g']);
  });

  test('a container is made once and serves the other members of its account', async () => {
    const inYard = (name: string): HandMade => ({
      channel: 'trains',
      account: '1',
      name,
      calls: [
        {
          ...{ key: 'container Main', level: 'container', name: 'Main', tool: 'lay_yard' },
          ...{ arguments: { name: 'Main' }, makes: ['yard', 'id'], from: {} },
        },
        {
          ...{ key: 'campaign', level: 'campaign', name, tool: 'lay_line' },
          ...{ arguments: { name, in: { made: 'container Main' } }, makes: ['line', 'id'], from: {} },
        },
      ],
    });
    const id = await planned([inYard('North'), inYard('South')]);
    await (await desk()).apply(id);
    await runJobs();
    expect(names()).toEqual(['Main', 'North', 'South']);
    expect(made).toContainEqual({ name: 'South', in: 'yard-Main', id: 'line-South' });
    expect((await (await desk()).get(id, 0)).state).toBe('applied');
  });

  test.each([
    ['is gone', async () => undefined],
    ['may only read', async () => ({ ...bed.principal, readOnly: true })],
  ])('whose key %s makes nothing more, and says so', async (_, requester) => {
    const id = await planned([line('North'), line('South')]);
    await (await desk()).apply(id);
    pipeline.requester = requester;
    await runJobs();
    const shown = await (await desk()).get(id, 0);
    expect(shown).toMatchObject({ state: 'failed', progress: { failed: 2 } });
    expect(shown.members?.[0]?.error?.code).toBe('permission_denied');
    expect(sent).toEqual([]);
  });

  test('where no process runs jobs, the answer says so', async () => {
    const id = await planned([line('North')]);
    pipeline.runsJobs = false;
    expect(await (await desk()).apply(id)).toMatchObject({
      plan: { note: expect.stringContaining('ADHELM_JOBS=off') },
    });
  });

  test('is not given up when the process that began it ends', async () => {
    const id = await planned([line('North')]);
    await (await desk()).apply(id);
    await pipeline.plans.abandonStale();
    expect((await (await desk()).get(id, 0)).state).toBe('applying');
    await runJobs();
    expect((await (await desk()).get(id, 0)).state).toBe('applied');
  });
});

describe('the history', () => {
  test('has a launch as one change, which opens', async () => {
    const id = await planned([line('North'), line('South')]);
    await (await desk()).apply(id);
    await runJobs();
    const history = pipeline.desks.history(await place());
    const { changes } = await history.list({ limit: 50 });
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      call_id: id,
      tool: 'plan_from_sheet',
      object: { id, name: 'Q4' },
      plan: { id, campaigns: 2, made: 2 },
    });
    const parts = await history.list({ limit: 50, plan: id });
    expect(parts.changes.map(({ tool, part_of }) => [tool, part_of])).toEqual([
      ['lay_track', id],
      ['lay_line', id],
      ['lay_track', id],
      ['lay_line', id],
    ]);
    expect((await history.list({ limit: 50, channel: ['trains'] })).changes).toHaveLength(4);
  });
});
