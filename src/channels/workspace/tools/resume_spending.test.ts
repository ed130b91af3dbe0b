import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Any,
  CHANNELS,
  idsOf,
  type SpendingService,
  STOPPED,
  startSpendingService,
} from '../../../../test/spending-service.ts';

let service: SpendingService;
beforeAll(async () => {
  service = await startSpendingService();
});
afterEach(() => service.asBefore());
afterAll(() => service?.close());

const everyStatus = async () => {
  const statuses = new Map<string, string>();
  for (const channel of CHANNELS)
    for (const [id, { status }] of await service.objects(channel)) statuses.set(`${channel} ${id}`, status);
  return statuses;
};

test('exactly what the stop paused comes back; what was paused before stays paused', async () => {
  const before = await everyStatus();
  const { stop_id, stopped } = await service.ask('stop_spending');
  const { resumed, left_alone, not_resumed, closed } = await service.ask('resume_spending', { stop_id });
  expect({ left_alone, not_resumed, closed }).toEqual({ left_alone: [], not_resumed: [], closed: true });
  for (const channel of CHANNELS) expect(idsOf(resumed, channel)).toEqual(idsOf(stopped, channel));
  expect(await everyStatus()).toEqual(before);
  expect(await service.refusal('resume_spending', { stop_id })).toMatchObject({ code: 'conflict' });
  const next = await service.ask('stop_spending');
  expect(next.stop_id).not.toBe(stop_id);
});

test('a campaign that somebody activated after the stop is not in the list and is left alone', async () => {
  const paused = [...(await service.objects('search')).values()].find(({ status }) => status === STOPPED.search.off);
  const { stop_id, stopped } = await service.ask('stop_spending', { channels: ['search'] });
  expect(idsOf(stopped, 'search')).not.toContain(paused.id);
  await service.switch('search', [paused.id], 'on');
  const runs = stopped.find(({ account }: Any) => account === stopped[0].account);
  await service.call('search', 'bulk_update', {
    customer_id: runs.account,
    campaign_ids: [runs.id],
    status: STOPPED.search.on,
  });
  const { resumed, left_alone, closed } = await service.ask('resume_spending', { stop_id });
  expect(idsOf(resumed, 'search')).not.toContain(paused.id);
  expect(idsOf(resumed, 'search')).not.toContain(runs.id);
  expect(left_alone).toMatchObject([{ id: runs.id, why: 'It runs already: its status is ENABLED.' }]);
  expect(closed).toBe(true);
  expect((await service.objects('search')).get(paused.id).status).toBe(STOPPED.search.on);
});

test('what was deleted since is named and does not keep the others', async () => {
  const { stop_id, stopped } = await service.ask('stop_spending');
  const victims: Any[] = [];
  for (const [channel, status, account] of [
    ['search', 'REMOVED', 'customer_id'],
    ['video', 'DELETE', 'advertiser_id'],
    ['social', 'DELETED', undefined],
  ] as const) {
    const victim = stopped.find((one: Any) => one.channel === channel);
    victims.push(victim);
    const named = account && { [account]: victim.account };
    const { result } = await service.call(channel, 'bulk_update', { campaign_ids: [victim.id], status, ...named });
    expect(result.changed, JSON.stringify(result)).toBe(1);
  }
  const { resumed, left_alone, not_resumed, closed } = await service.ask('resume_spending', { stop_id });
  expect({ not_resumed, closed }).toEqual({ not_resumed: [], closed: true });
  const why = new Map(left_alone.map((one: Any) => [one.id, one.why]));
  expect(why.size).toBe(victims.length);
  for (const { id, channel } of victims)
    expect(why.get(id), channel).toMatch(
      /^It (is gone: .*|was changed since: its status is (REMOVED|DELETE|DELETED)\.)$/,
    );
  expect(resumed.length).toBe(stopped.length - victims.length);
});

test('a channel that does not answer keeps its part of the list, which a later call brings back', async () => {
  const { stop_id, stopped } = await service.ask('stop_spending', { channels: ['search', 'video'] });
  await service.control('/faults', 'POST', { platform: 'video', kind: 'unavailable', times: 10_000 });
  const first = await service.ask('resume_spending', { stop_id });
  expect(idsOf(first.resumed, 'search')).toEqual(idsOf(stopped, 'search'));
  expect(first.closed).toBe(false);
  expect(first.not_resumed.map(({ channel }: Any) => channel)).toEqual(first.not_resumed.map(() => 'video'));
  expect(first.not_resumed.flatMap(({ objects }: Any) => objects.map(({ id }: Any) => id)).sort()).toEqual(
    idsOf(stopped, 'video'),
  );
  await service.recover();
  // A breaker that was open lets one request through first.
  await service.ask('list_accounts', { channels: ['video'] });
  const second = await service.ask('resume_spending', { stop_id });
  expect(second).toMatchObject({ closed: true, not_resumed: [] });
  expect(idsOf(second.resumed, 'video')).toEqual(idsOf(stopped, 'video'));
  expect(idsOf(second.resumed, 'search')).toEqual([]);
});

test('a stop of another workspace is an unknown stop', async () => {
  const { stop_id } = await service.ask('stop_spending', { channels: ['search'] });
  const workspaceId = await service.workspaceId('Acme Japan');
  const foreign = await service.refusal('resume_spending', { stop_id, workspaceId });
  const unknown = await service.refusal('resume_spending', { stop_id: 'stop_0000000000000000', workspaceId });
  expect(foreign).toMatchObject({ code: 'not_found', field: 'stop_id' });
  expect(JSON.stringify(foreign).replaceAll(stop_id, '')).toBe(
    JSON.stringify(unknown).replaceAll('stop_0000000000000000', ''),
  );
});

test('what was about to be paused when the process was killed is in the list and comes back', async () => {
  const before = await service.live('search');
  const { stop_id } = await service.ask('stop_spending', { channels: ['search'] });
  // As it stands on disk between the request that pauses and its answer.
  await service.home.store.db.updateTable('stop_objects').set({ state: 'pausing' }).execute();
  const { resumed, closed } = await service.ask('resume_spending', { stop_id });
  expect(idsOf(resumed, 'search')).toEqual(expect.arrayContaining(before));
  expect(closed).toBe(true);
});

describe('as a plan', () => {
  const planIds = ({ plans }: Any): string[] => plans.map(({ id }: Any) => id).sort();
  const applied = (plan_id: string) => service.ask('apply_plan', { plan_id });

  test('a preview switches nothing on and names what is left alone; applied, its plans take their objects off the list', async () => {
    const before = await everyStatus();
    const { stop_id, stopped } = await service.ask('stop_spending');
    const paused = await everyStatus();
    const [runs] = stopped.filter(({ channel }: Any) => channel === 'social');
    await service.switch('social', [runs.id], 'on');
    const { plans, resumed, left_alone, not_resumed, closed } = await service.ask('resume_spending', {
      stop_id,
      preview: true,
    });
    expect({ resumed, not_resumed, closed }).toEqual({ resumed: [], not_resumed: [], closed: false });
    expect(left_alone).toMatchObject([{ id: runs.id, why: 'It runs already: its status is ACTIVE.' }]);
    expect(await everyStatus()).toEqual(new Map([...paused, [`social ${runs.id}`, 'ACTIVE']]));
    for (const channel of CHANNELS) {
      const own = plans.filter((one: Any) => one.channel === channel);
      expect(own.flatMap(({ difference }: Any) => Object.keys(difference)).sort(), channel).toEqual(
        idsOf(stopped, channel).filter((id) => id !== runs.id),
      );
    }
    expect(plans[0]).toMatchObject({ state: 'planned', class: 'activate', reason: expect.stringContaining(stop_id) });
    for (const { id } of plans) await applied(id);
    expect(await everyStatus()).toEqual(before);
    expect((await service.list(stop_id)).filter(({ state }) => state === 'stopped')).toMatchObject([
      { object_id: runs.id },
    ]);
    expect(await service.ask('resume_spending', { stop_id })).toMatchObject({ resumed: [], plans: [], closed: true });
  });

  test('where people have to agree, it waits as one plan however often it is asked for, and their yes closes the stop', async () => {
    const { home } = service;
    const { id: workspaceId, organizationId } = (await home.directory.find('Acme'))!;
    const rule = (activate: 'approve' | 'auto') =>
      home.policies.set({ organizationId, workspaceId, actor: 'test', change: { rules: { activate } } });
    const before = await service.live('search');
    const { stop_id } = await service.ask('stop_spending', { channels: ['search'] });
    await rule('approve');
    const first = await service.ask('resume_spending', { stop_id });
    expect(first).toMatchObject({ resumed: [], closed: false });
    expect(first.plans.length).toBeGreaterThan(0);
    for (const { code, objects } of first.not_resumed) {
      expect(code).toBe('approval_required');
      expect(objects.length).toBeGreaterThan(0);
    }
    expect(await service.live('search')).toEqual([]);
    const second = await service.ask('resume_spending', { stop_id });
    expect(planIds(second)).toEqual(planIds(first));
    await rule('auto');
    for (const { id } of first.plans) {
      expect(await home.plans.approve((await home.plans.find(workspaceId, id))!, 'a person')).toBe('approved');
      const { plan } = await service.ask('get_plan', { plan_id: id, wait_s: 25 });
      expect(plan).toMatchObject({ state: 'applied' });
    }
    expect((await service.live('search')).sort()).toEqual(before.sort());
    expect(await service.refusal('resume_spending', { stop_id })).toMatchObject({ code: 'conflict' });
  });
});
