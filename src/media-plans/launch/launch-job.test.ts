import { describe, expect, test } from 'vitest';
import type { Tool } from '../../tools/define-tool.ts';
import { type HandMade, memberOf } from './launch.testing.ts';
import { failure, launchBed, line } from './launch-bed.testing.ts';
import { LAUNCH_JOB } from './launch-job.ts';
import { fullArguments } from './made-ids.ts';

const launch = launchBed();

describe('a launch', () => {
  test('answers at once, then makes every member in order, with the ids that earlier calls made', async () => {
    const id = await launch.planned([line('North'), line('South'), line('East', '2')]);
    const { plan } = (await (await launch.desk()).apply(id)) as { plan: { state: string; progress: unknown } };
    expect(plan).toMatchObject({ state: 'applying', progress: { of: 3, made: 0, waiting: 3 } });
    expect(launch.made).toEqual([]);
    await launch.runJobs();
    const shown = await (await launch.desk()).get(id, 0);
    expect(shown).toMatchObject({ state: 'applied', progress: { of: 3, made: 3 }, result: { made: 3, members: 3 } });
    expect(shown.members?.map(({ campaign_id }) => campaign_id)).toEqual(['line-North', 'line-South', 'line-East']);
    expect(launch.made).toContainEqual({ name: 'North g', in: 'line-North', id: 'track-North g' });
    expect(launch.names()).toEqual(['East', 'East g', 'North', 'North g', 'South', 'South g']);
    const links = await launch.pipeline.mediaPlans.links({
      workspaceId: launch.bed.workspaceId,
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
    const id = await launch.planned([line('North')]);
    const both = await Promise.allSettled([(await launch.desk()).apply(id), (await launch.desk()).apply(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await launch.runJobs();
    expect(launch.names()).toEqual(['North', 'North g']);
  });

  test('a job of a plan that is not being applied makes nothing, and a failed plan without failed members is over', async () => {
    const id = await launch.planned([line('North')]);
    const { jobs, store, mediaPlans, plans } = launch.pipeline;
    const job = { kind: LAUNCH_JOB, key: id, runAt: launch.bed.ambient.now(), workspaceId: launch.bed.workspaceId };
    await store.transaction((tx) => jobs.put(tx, job));
    await launch.runJobs();
    const over = { campaignId: '7', made: { campaign: '7', 'group 1': '8' }, error: undefined };
    expect(await mediaPlans.moveMember(id, 0, ['waiting'], { ...over, state: 'made' })).toBe(true);
    expect(await mediaPlans.moveMember(id, 0, ['waiting', 'applying'], { ...over, state: 'waiting' })).toBe(false);
    expect(await mediaPlans.ofPlan('ws_other', id)).toBeUndefined();
    const kept = (await mediaPlans.ofPlan(launch.bed.workspaceId, id))!;
    expect(await mediaPlans.find('ws_other', kept.id)).toBeUndefined();
    await plans.move((await plans.find(launch.bed.workspaceId, id))!, ['planned'], 'failed', { actor: 'test' });
    await expect((await launch.desk()).apply(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(launch.sent).toEqual([]);
  });

  test('the same content again is the open plan; it lives for three days', async () => {
    const id = await launch.planned([line('North')]);
    expect(await launch.planned([line('North')])).toBe(id);
    expect(await launch.planned([line('South')])).not.toBe(id);
    launch.bed.ambient.advance(71 * 3_600_000);
    expect((await (await launch.desk()).get(id, 0)).state).toBe('planned');
    launch.bed.ambient.advance(2 * 3_600_000);
    expect((await (await launch.desk()).get(id, 0)).state).toBe('expired');
  });

  test('where the sheet has moved, nothing is sent and the cells are named', async () => {
    const id = await launch.planned([line('North')]);
    launch.moved = [{ cell: 'Plan!F2', level: 'stop', kind: 'moved', message: 'was 100, is 900 now.' }];
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    const shown = await (await launch.desk()).get(id, 0);
    expect(shown).toMatchObject({ state: 'stale', note: expect.stringContaining('Plan!F2: was 100, is 900 now.') });
    expect(launch.sent).toEqual([]);
    await expect((await launch.desk()).apply(id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('where a platform cannot be looked at, it waits; after hours it ends without anything sent', async () => {
    launch.silent = failure({ code: 'upstream_unavailable', message: 'No answer.', retryable: true, retryAfterS: 60 });
    const [first, second] = [await launch.planned([line('North')]), await launch.planned([line('South')])];
    await (await launch.desk()).apply(first);
    await launch.runJobs();
    expect(await (await launch.desk()).get(first, 0)).toMatchObject({ state: 'applying', progress: { waiting: 1 } });
    launch.silent = undefined;
    launch.bed.ambient.advance(60_000);
    await launch.runJobs();
    expect(await (await launch.desk()).get(first, 0)).toMatchObject({ state: 'applied', progress: { made: 1 } });
    launch.silent = failure({ code: 'upstream_unavailable', message: 'No answer.', retryable: true });
    await (await launch.desk()).apply(second);
    await launch.runJobs();
    launch.bed.ambient.advance(13 * 3_600_000);
    await launch.runJobs();
    expect(await (await launch.desk()).get(second, 0)).toMatchObject({
      state: 'failed',
      note: expect.stringContaining('No answer.'),
    });
    expect(launch.names()).toEqual(['North', 'North g']);
  });

  test('a fault of ours while the sheet is looked at again ends no plan: the job fails as it is, and runs again', async () => {
    const id = await launch.planned([line('North')]);
    await (await launch.desk()).apply(id);
    launch.silent = new TypeError('broken');
    await expect(launch.runOnce(id)).rejects.toThrow('broken');
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({ state: 'applying', progress: { waiting: 1 } });
    launch.silent = undefined;
    await launch.runJobs();
    expect((await (await launch.desk()).get(id, 0)).state).toBe('applied');
  });

  test('a plan whose content is no longer kept is still shown, with how far it has come', async () => {
    const id = await launch.planned([line('North')]);
    Object.assign(launch.pipeline.mediaPlans, { ofPlan: async () => undefined });
    const { progress, members } = await (await launch.desk()).get(id, 0);
    expect([progress, members]).toEqual([{ of: 1, made: 0, failed: 0, unknown: 0, waiting: 1 }, []]);
    expect(await launch.pipeline.launching.callsToUndo(launch.pipeline, launch.bed.workspaceId, id)).toEqual([]);
  });

  test('nothing is made in what has no id', () => {
    const member = memberOf(line('North'), 0);
    const [tool] = launch.pipeline.tools as [Tool];
    const inIt = { name: 'g', in: { made: 'campaign' } };
    for (const id of [undefined, ''])
      expect(() => fullArguments(tool, member, inIt, () => id)).toThrow('(campaign) has no id');
    expect(fullArguments(tool, member, inIt, () => '7')).toMatchObject({ name: 'g', in: '7' });
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
    const id = await launch.planned([inYard('North'), inYard('South')]);
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    expect(launch.names()).toEqual(['Main', 'North', 'South']);
    expect(launch.made).toContainEqual({ name: 'South', in: 'yard-Main', id: 'line-South' });
    expect((await (await launch.desk()).get(id, 0)).state).toBe('applied');
  });

  test.each([
    ['is gone', async () => undefined],
    ['may only read', async () => ({ ...launch.bed.principal, readOnly: true })],
  ])('whose key %s makes nothing more, and says so', async (_, requester) => {
    const id = await launch.planned([line('North'), line('South')]);
    await (await launch.desk()).apply(id);
    launch.pipeline.requester = requester;
    await launch.runJobs();
    const shown = await (await launch.desk()).get(id, 0);
    expect(shown).toMatchObject({ state: 'failed', progress: { failed: 2 } });
    expect(shown.members?.[0]?.error?.code).toBe('permission_denied');
    expect(launch.sent).toEqual([]);
  });

  test('where no process runs jobs, the answer says so', async () => {
    const id = await launch.planned([line('North')]);
    launch.pipeline.runsJobs = false;
    expect(await (await launch.desk()).apply(id)).toMatchObject({
      plan: { note: expect.stringContaining('ADHELM_JOBS=off') },
    });
  });
});

describe('the history', () => {
  test('has a launch as one change, which opens', async () => {
    const id = await launch.planned([line('North'), line('South')]);
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    const history = launch.pipeline.desks.history(await launch.place());
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
