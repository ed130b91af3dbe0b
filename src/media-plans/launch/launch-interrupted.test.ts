import { describe, expect, test } from 'vitest';
import type { PlannedCall } from '../../tools/media-planning.ts';
import type { HandMade } from './launch.testing.ts';
import { failure, launchBed, line, lineCalls, NORTH } from './launch-bed.testing.ts';

const launch = launchBed();

describe('a launch that meets refusals, lost answers and processes that end', () => {
  test('a refused member keeps its cell and reason, the others go on; trying again makes only what failed', async () => {
    const id = await launch.planned([line('North'), line('South'), line('East')]);
    const problems = [{ field: 'daily_budget', message: 'is too small' }];
    launch.troubles.set('South', { error: failure({ message: 'Too small.', problems }) });
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    const shown = await (await launch.desk()).get(id, 0);
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
    expect(launch.names()).toEqual(['East', 'East g', 'North', 'North g']);
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({
      state: 'applied',
      progress: { made: 3, failed: 0 },
    });
    expect(launch.names()).toEqual(['East', 'East g', 'North', 'North g', 'South', 'South g']);
  });

  test('trying again sends nothing of a member whose outcome is unknown', async () => {
    const id = await launch.planned([line('North'), line('South'), line('East')]);
    launch.troubles.set('South', { error: failure({ code: 'outcome_unknown', outcome: 'unknown' }) });
    launch.troubles.set('East', { error: failure({}) });
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({
      state: 'unknown',
      progress: { made: 2, unknown: 1 },
    });
    expect(launch.sent.filter(({ name }) => name === 'South' || name === 'North')).toHaveLength(2);
  });

  test('a member that failed in the middle goes on from there', async () => {
    const id = await launch.planned([line('North')]);
    launch.troubles.set('North g', { error: failure({}) });
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    expect(launch.names()).toEqual(['North', 'North g']);
    expect(launch.sent.map(({ name }) => name)).toEqual(['North', 'North g', 'North g']);
  });

  test('a platform that names no time is tried again after five minutes at the latest', async () => {
    const id = await launch.planned([line('North')]);
    launch.troubles.set('North', { error: failure({ code: 'rate_limited', retryable: true }), times: 9 });
    await (await launch.desk()).apply(id);
    for (let tries = 0; tries < 10; tries++) {
      await launch.runJobs();
      launch.bed.ambient.advance(5 * 60_000);
    }
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({ state: 'applied', progress: { made: 1 } });
  });

  test('a launch that has begun is finished, although the sheet has moved since', async () => {
    const id = await launch.planned([line('North'), line('South')]);
    launch.troubles.set('South', {
      error: failure({ code: 'rate_limited', retryable: true, retryAfterS: 60 }),
      times: 1,
    });
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    expect(launch.names()).toEqual(['North', 'North g']);
    launch.moved = [{ cell: 'Plan!F2', level: 'stop', kind: 'moved', message: 'was 100, is 900 now.' }];
    launch.bed.ambient.advance(60_000);
    await launch.runJobs();
    launch.moved = [];
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({ state: 'applied', progress: { made: 2 } });
  });

  test('waits where the platform asks for it, and then goes on', async () => {
    const id = await launch.planned([line('North'), line('South'), line('East', '2')]);
    const busy = failure({ code: 'rate_limited', message: 'Slower.', retryable: true, retryAfterS: 60 });
    launch.troubles.set('North', { error: busy, times: 2 });
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    expect(launch.names()).toEqual(['East', 'East g']);
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({
      state: 'applying',
      progress: { made: 1, waiting: 2 },
    });
    for (const _ of [1, 2]) {
      launch.bed.ambient.advance(60_000);
      await launch.runJobs();
    }
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({ state: 'applied', progress: { made: 3 } });
    expect(launch.names()).toEqual(['East', 'East g', 'North', 'North g', 'South', 'South g']);
  });

  test.each(['over_limit', 'cap_unverifiable'] as const)(
    'a member that a spend limit stops (%s) fails',
    async (code) => {
      const id = await launch.planned([line('North'), line('South')]);
      launch.troubles.set('North', { error: failure({ code, retryable: true }) });
      await (await launch.desk()).apply(id);
      await launch.runJobs();
      const { state, members } = await (await launch.desk()).get(id, 0);
      expect(state).toBe('failed');
      expect(members?.map((one) => [one.name, one.state, one.error?.code])).toEqual([
        ['North', 'failed', code],
        ['South', 'made', undefined],
      ]);
    },
  );

  test('an answer that was lost is looked for; what is not there for certain is unknown and never sent again', async () => {
    const id = await launch.planned([line('North'), line('South')]);
    const lost = failure({ code: 'outcome_unknown', outcome: 'unknown' });
    launch.troubles.set('North', { error: lost, isMade: true });
    launch.troubles.set('South', { error: lost, isMade: false });
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    const shown = await (await launch.desk()).get(id, 0);
    expect(shown).toMatchObject({ state: 'unknown', progress: { made: 1, unknown: 1 } });
    expect(shown.members?.map((one) => [one.name, one.state, one.campaign_id])).toEqual([
      ['South', 'unknown', undefined],
      ['North', 'made', 'line-North'],
    ]);
    await expect((await launch.desk()).apply(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(launch.sent.filter(({ name }) => name === 'South')).toHaveLength(1);
  });

  const twoAlike = (): HandMade => {
    const [campaign, group] = lineCalls('North') as [PlannedCall, PlannedCall];
    const twin = { ...group, key: 'group 2' };
    return { channel: 'trains', account: '1', name: 'North', calls: [campaign, group, twin] };
  };
  test.each([
    ['is not the whole list', 'North', () => launch.planned([line('North')]), { next_cursor: 'more' }],
    [
      'holds two of the name',
      'North',
      () => launch.planned([line('North')]),
      { tracks: [NORTH, { ...NORTH, id: 'line-2' }] },
    ],
    ['may hold one from before', 'North', () => launch.planned([line('North')], { new_rows: [2] }), {}],
    ['may hold its twin', 'North g', () => launch.planned([twoAlike()]), {}],
  ])('a lost answer stays unknown where the list %s', async (_, name, plan, answer) => {
    const id = await plan();
    launch.listed = answer;
    launch.troubles.set(name, { error: failure({ code: 'outcome_unknown', outcome: 'unknown' }), isMade: true });
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({
      state: 'unknown',
      progress: { made: 0, unknown: 1 },
    });
    expect(launch.sent.filter((one) => one.name === name)).toHaveLength(1);
  });

  test.each([
    [
      'cannot be read',
      () => {
        launch.unlisted = failure({ code: 'upstream_unavailable', retryable: true });
      },
    ],
    ['is one that the tool does not know', () => Object.assign(launch.tool('lay_line'), { look: undefined })],
  ])('a lost answer stays unknown where the list %s, and the other members are made', async (_, prepare) => {
    const id = await launch.planned([line('North'), line('South')]);
    prepare();
    const lost = failure({ code: 'outcome_unknown', outcome: 'unknown' });
    launch.troubles.set('North', { error: lost, isMade: true });
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    const { state, progress } = await (await launch.desk()).get(id, 0);
    expect([state, progress]).toEqual(['unknown', { of: 2, made: 1, failed: 0, unknown: 1, waiting: 0 }]);
    expect(launch.sent.filter(({ name }) => name === 'North')).toHaveLength(1);
  });

  test('a change that the platform carried out is made, although what it shows now could not be read back', async () => {
    const [{ makes: _, ...change }] = lineCalls('North') as [PlannedCall];
    const id = await launch.planned([{ ...line('North'), kind: 'change', calls: [change] }]);
    launch.troubles.set('North', { error: failure({ code: 'outcome_unknown', outcome: 'applied' }), isMade: true });
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({ state: 'applied', progress: { made: 1 } });
    expect(launch.names()).toEqual(['North']);
  });

  test('a service that stops sends nothing more of a campaign that it has begun; the next one goes on with it', async () => {
    const id = await launch.planned([line('North')]);
    await (await launch.desk()).apply(id);
    const stopping = new AbortController();
    const { run } = launch.tool('lay_line');
    Object.assign(launch.tool('lay_line'), {
      run: (...given: Parameters<typeof run>) => {
        stopping.abort();
        return run(...given);
      },
    });
    expect(await launch.runOnce(id, stopping.signal)).toBe(launch.bed.ambient.now());
    expect(launch.names()).toEqual(['North']);
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({ state: 'applying', progress: { made: 0 } });
    await launch.runJobs();
    expect(launch.names()).toEqual(['North', 'North g']);
  });

  test('a process that ends between a call and its mark has the call answered from memory, not sent again', async () => {
    const id = await launch.planned([line('North')]);
    await (await launch.desk()).apply(id);
    const { mediaPlans } = launch.pipeline;
    const { moveMember } = mediaPlans;
    mediaPlans.moveMember = (...step) => {
      if (step[3].made.campaign === undefined) return moveMember.apply(mediaPlans, step);
      mediaPlans.moveMember = moveMember;
      return Promise.reject(new Error('killed'));
    };
    await launch.runJobs();
    expect(launch.names()).toEqual(['North']);
    launch.bed.ambient.advance(2 * 60_000);
    await launch.runJobs();
    expect((await (await launch.desk()).get(id, 0)).state).toBe('applied');
    expect(launch.sent.map(({ name }) => name)).toEqual(['North', 'North g']);
  });

  test('a call that another process may be at is asked about under the same key, and not sent a second time', async () => {
    const id = await launch.planned([line('North')]);
    const busy = failure({ code: 'conflict', message: 'Under way.', outcome: 'unknown', retryable: true });
    launch.troubles.set('North', { error: busy, isMade: true });
    await (await launch.desk()).apply(id);
    await launch.runJobs();
    expect((await (await launch.desk()).get(id, 0)).state).toBe('applying');
    launch.bed.ambient.advance(5_000);
    await launch.runJobs();
    expect(launch.sent.filter(({ name }) => name === 'North')).toHaveLength(1);
  });

  test('what a process had begun when it ended is sent again within the life of its key, and not later', async () => {
    for (const [name, hours, state] of [
      ['North', 19, 'applied'],
      ['South', 21, 'unknown'],
    ] as const) {
      const id = await launch.planned([line(name)]);
      await (await launch.desk()).apply(id);
      await launch.pipeline.mediaPlans.moveMember(id, 0, ['waiting'], {
        ...{ state: 'applying', campaignId: undefined, made: {}, error: undefined },
      });
      launch.bed.ambient.advance(hours * 3_600_000);
      await launch.runJobs();
      expect((await (await launch.desk()).get(id, 0)).state).toBe(state);
    }
    expect(launch.names()).toEqual(['North', 'North g']);
  });

  test('a platform that refuses for six hours is not waited for any more', async () => {
    const id = await launch.planned([line('North')]);
    launch.troubles.set('North', {
      error: failure({ code: 'rate_limited', retryable: true, retryAfterS: 7_000 }),
      times: 9,
    });
    await (await launch.desk()).apply(id);
    for (let waited = 0; waited < 4; waited++) {
      await launch.runJobs();
      expect((await (await launch.desk()).get(id, 0)).state).toBe(waited < 4 ? 'applying' : 'failed');
      launch.bed.ambient.advance(7_000_000);
    }
    await launch.runJobs();
    expect((await (await launch.desk()).get(id, 0)).state).toBe('failed');
    const log = launch.pipeline.store.db.selectFrom('audit_log').select('call_id').where('phase', '=', 'intent');
    const ids = (await log.execute()).map(({ call_id }) => call_id).filter((one) => one?.startsWith(`${id}.0.0`));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('whose key is revoked while it is made goes no further', async () => {
    const id = await launch.planned([line('North'), line('South')]);
    await (await launch.desk()).apply(id);
    let asked = 0;
    launch.pipeline.requester = async () => (++asked > 2 ? undefined : launch.bed.principal);
    await launch.runJobs();
    expect(await (await launch.desk()).get(id, 0)).toMatchObject({ state: 'failed', progress: { made: 1, failed: 1 } });
    expect(launch.names()).toEqual(['North', 'North g']);
  });

  test('is not given up when the process that began it ends', async () => {
    const id = await launch.planned([line('North')]);
    await (await launch.desk()).apply(id);
    await launch.pipeline.plans.abandonStale();
    expect((await (await launch.desk()).get(id, 0)).state).toBe('applying');
    await launch.runJobs();
    expect((await (await launch.desk()).get(id, 0)).state).toBe('applied');
  });
});
