import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { Failure } from '../errors.ts';
import { trains } from '../pipeline/pipeline.testing.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { storedStops } from '../store/stored-stops.ts';
import type { Channel } from '../tools/channel.ts';
import type { Reach, Reached } from '../tools/reach.ts';
import type { StopLists } from '../tools/stop-lists.ts';
import type { LiveObject } from '../tools/stopping.ts';
import { resumeSpending } from './resume-spending.ts';
import type { StopContext } from './status-changes.ts';
import { stopSpending } from './stop-spending.ts';

/** An account of one connection, with its objects by level and id. */
interface Account {
  workspace: string;
  channel: string;
  account: string;
  objects: Record<string, Record<string, string>>;
  budgets?: () => Promise<unknown[]>;
  accounts?: () => Promise<unknown[]>;
  known?: () => Promise<unknown>;
  live?: () => Promise<never>;
}
interface Asked {
  channel: string;
  account: string;
  ids: string[];
  level: string;
  status: string;
  preview?: true;
}
type Answer = { results?: { id: string; outcome: string; error?: object }[]; plan?: object };

const LEVELS = {
  campaign: { argument: 'campaign_ids', inReports: 'campaign' },
  group: { argument: 'group_ids', inReports: 'ad_group' },
} as const;
let store: TemporaryStore;
let lists: Record<string, StopLists>;
let accounts: Account[];
let asked: Asked[];
let answer: (call: Asked) => Promise<Answer>;
let workspaces: string[];
const now = stillAmbient();

beforeEach(async () => {
  store = await temporaryStore();
  lists = {};
  workspaces = [];
  for (const name of ['Acme', 'Beta']) {
    const { workspaceId } = await seedWorkspace(store, name);
    workspaces.push(workspaceId);
    lists[workspaceId] = storedStops(store, now, { workspaceId, by: 'key_1' });
  }
  asked = [];
  answer = async ({ ids }) => ({ results: ids.map((id) => ({ id, outcome: 'changed' })) });
});
afterEach(() => store.discard());

const account = (more: Partial<Account> = {}): Account => ({
  ...{ workspace: workspaces[0]!, channel: 'north', account: '1', objects: { campaign: { a: 'ACTIVE' } } },
  ...more,
});

function placeOf(one: Account): Reached {
  const live = async () =>
    Object.entries(one.objects).flatMap(([level, all]) =>
      Object.entries(all).flatMap(([id, status]) => (status.startsWith('A') ? [{ level, id, name: id, status }] : [])),
    );
  const stopping = {
    levels: LEVELS,
    off: 'PAUSED',
    atOnce: 10,
    live: one.live ?? live,
    budgets: one.budgets ?? (async () => []),
  };
  const told = { id: one.account, name: one.account, status: 'ACTIVE', currency: 'USD', timeZone: 'UTC' };
  const inReports = { campaign: 'campaign', ad_group: 'group' } as Record<string, string>;
  const reporting = {
    accounts: one.accounts ?? (async () => [told]),
    account: one.known ?? (async () => told),
    entities: async (_: unknown, __: unknown, level: string) =>
      new Map(Object.entries(one.objects[inReports[level]!] ?? {}).map(([id, status]) => [id, { status }])),
  };
  return {
    workspace: { id: one.workspace, name: one.workspace },
    channel: { ...trains, name: one.channel, stopping, reporting } as unknown as Channel,
    ...{ mode: 'sandbox', configured: undefined, fence: undefined, identity: `${one.workspace} ${one.channel}` },
    connect: () => ({ client: undefined, platformNow: () => 0 }),
  } as Reached;
}

function context({ more = [] as object[], stopDeadlineMs = 10_000 } = {}): StopContext {
  const reach = {
    channels: async () => [...accounts.map(placeOf), ...more],
    call: async ({ channel }: Reached, _: string, args: Record<string, unknown>, { id }: { id: string }) => {
      const level = args.group_ids ? 'group' : 'campaign';
      const ids = args[`${level}_ids`] as string[];
      const call = { channel: channel.name, account: id, ids, level, ...(args as { status: string }) };
      asked.push(call);
      return answer(call);
    },
    unexpected: () => new Failure({ code: 'internal', message: 'Broken.', nextStep: 'Ask.', outcome: 'unknown' }),
    ...{ stops: lists[workspaces[0]!], stopsOf: (id: string) => lists[id], channelDeadlineMs: 600_000, stopDeadlineMs },
  };
  const { signal } = new AbortController();
  return { reach: reach as unknown as Reach, signal, progress: () => {}, now: now.now };
}
// biome-ignore lint/suspicious/noExplicitAny: an answer is read here as JSON
type Any = any;
const stop = (more = {}, at = {}): Promise<Any> => stopSpending(more, context(at));
const resume = (stop_id: string, preview = false): Promise<Any> => resumeSpending({ stop_id, preview }, context());
const ids = (lines: readonly { id: string }[]) => lines.map(({ id }) => id).sort();
const failure = (message: string, outcome: 'unknown' | 'not_applied' = 'not_applied') =>
  new Failure({ code: 'upstream_unavailable', message, nextStep: 'Look.', outcome });
const off = (channel: string, workspace = workspaces[0]!) => ({
  ...{ workspace: { id: workspace, name: workspace }, channel: { ...trains, name: channel } },
  ...{ code: 'not_connected', reason: 'Not connected.', nextStep: 'Connect it.' },
});

describe('resuming', () => {
  test('objects of one id in several accounts and channels each by their own, with the status they had', async () => {
    accounts = [
      account({ objects: { campaign: { a: 'ACTIVE', b: 'ALIVE' } } }),
      account({ channel: 'south' }),
      account({ channel: 'west', account: '2' }),
    ];
    const { stop_id } = await stop();
    for (const one of accounts)
      for (const id of Object.keys(one.objects.campaign!)) one.objects.campaign![id] = 'PAUSED';
    accounts[1]!.objects.campaign!.a = 'ACTIVE';
    asked = [];
    const { resumed, left_alone, closed } = await resume(stop_id);
    expect(asked.map(({ channel, ids: some, status }) => `${channel} ${some} ${status}`).sort()).toEqual([
      'north a ACTIVE',
      'north b ALIVE',
      'west a ACTIVE',
    ]);
    expect([resumed.length, left_alone, closed]).toEqual([3, [expect.objectContaining({ channel: 'south' })], true]);
    const states = (await lists[workspaces[0]!]!.objects(stop_id)).map(
      ({ channel, id, state }) => `${channel} ${id} ${state}`,
    );
    expect(states.sort()).toEqual(['north a resumed', 'north b resumed', 'south a left', 'west a resumed']);
  });

  test('leaves the stop open for an account that no connection reaches any more, and for one that cannot be read', async () => {
    accounts = [account(), account({ channel: 'south' }), account({ channel: 'west' })];
    const { stop_id } = await stop();
    accounts = [
      account({ objects: { campaign: { a: 'PAUSED' } } }),
      account({ channel: 'south', accounts: () => Promise.reject(failure('Away.')) }),
    ];
    const { resumed, not_resumed, closed } = await resume(stop_id);
    expect([ids(resumed), closed]).toEqual([['a'], false]);
    expect(not_resumed.map(({ channel, code }: Any) => `${channel} ${code}`).sort()).toEqual([
      'south upstream_unavailable',
      'west not_connected',
    ]);
    expect((await lists[workspaces[0]!]!.find(stop_id))?.closedAt).toBeUndefined();
  });

  test('as a preview asks for plans, each shown once, and tells what is in none', async () => {
    accounts = [account({ objects: { campaign: { a: 'ACTIVE', b: 'ACTIVE' } } })];
    const { stop_id } = await stop();
    accounts[0]!.objects.campaign = { a: 'PAUSED', b: 'PAUSED' };
    asked = [];
    answer = async ({ ids: some }) =>
      some.includes('a') ? { plan: { id: 'plan_1', difference: { a: {} } } } : { results: [] };
    const { plans, not_resumed } = await resume(stop_id, true);
    expect(asked.every(({ preview }) => preview === true)).toBe(true);
    expect([ids(plans), ids(not_resumed.flatMap(({ objects }: Any) => objects))]).toEqual([['plan_1'], ['b']]);
    // A person has to agree to both: the plan that waits is told once.
    answer = ({ ids: some }) =>
      Promise.reject(
        new Failure({ code: 'approval_required', message: `${some}`, nextStep: 'w', plan: { id: 'plan_2' } } as never),
      );
    const waiting = await resume(stop_id);
    expect([ids(waiting.plans), waiting.closed]).toEqual([['plan_2'], false]);
  });
});

describe('accounts of one channel', () => {
  const paused = () => {
    for (const one of accounts) one.objects.campaign!.a = 'PAUSED';
  };

  test('come back each by its own objects, though the ids are the same', async () => {
    accounts = [account(), account({ account: '2' })];
    const { stop_id } = await stop();
    paused();
    asked = [];
    await resume(stop_id);
    expect(asked.map((call) => `${call.account} ${call.ids}`).sort()).toEqual(['1 a', '2 a']);
  });

  test('that are gone, cannot be read or are not reached any more are told apart', async () => {
    accounts = [account(), account({ account: '2' }), account({ account: '3' })];
    const { stop_id } = await stop();
    paused();
    const bare = (id: string, known: () => Promise<unknown>) => ({ accounts: async () => [{ id }], known });
    accounts = [
      account(bare('1', async () => undefined)),
      account({ account: '2', ...bare('2', () => Promise.reject(failure('Away.'))), objects: {} }),
    ];
    const { left_alone, not_resumed } = await resume(stop_id);
    expect(left_alone).toMatchObject([{ account: '1', why: expect.stringContaining('It is gone') }]);
    expect(not_resumed.map((line: Any) => `${line.account} ${line.code}`).sort()).toEqual([
      '2 upstream_unavailable',
      '3 not_connected',
    ]);
  });

  test('that fail or are late in the middle are told with their own objects alone, in their own workspace', async () => {
    const broken = () => {
      throw failure('Broken.');
    };
    accounts = [
      account({ budgets: broken }),
      account({ account: '2', objects: { campaign: { b: 'ACTIVE' } } }),
      account({ workspace: workspaces[1]!, account: '3', objects: { campaign: { c: 'ACTIVE' } } }),
    ];
    answer = () => new Promise(() => {});
    const { not_stopped } = await stop({ workspaces: 'all' }, { stopDeadlineMs: 200 });
    const told = not_stopped.map(
      (line: Any) => `${workspaces.indexOf(line.workspace_id)} ${line.account ?? ''}: ${ids(line.objects ?? [])}`,
    );
    expect(told).toContain('0 1: a');
    expect(told.filter((line: string) => line.startsWith('1')).join()).toMatch(/: c$/);
    expect(told.filter((line: string) => line.startsWith('1')).join()).not.toMatch(/a|b/);
  });
});

test('a connection that is late as a whole is told with what its own workspace was about to pause', async () => {
  const both = (...some: string[]) => ({ accounts: async () => some.map((id) => ({ id })) });
  accounts = [
    account(both('1', '2')),
    account({ workspace: workspaces[1]!, ...both('3', '4'), objects: { campaign: { c: 'ACTIVE' } } }),
  ];
  answer = () => new Promise(() => {});
  const { not_stopped } = await stop({ workspaces: 'all' }, { stopDeadlineMs: 200 });
  const told = not_stopped.map(({ workspace_id, account: one, objects }: Any) => [workspace_id, one, ids(objects)]);
  expect(told).toHaveLength(2);
  expect(told).toEqual(
    expect.arrayContaining([
      [workspaces[0], undefined, ['a', 'a']],
      [workspaces[1], undefined, ['c', 'c']],
    ]),
  );
});

test('an account that cannot be read is told, also where another workspace’s accounts cannot be listed for the same reason', async () => {
  accounts = [
    account({ accounts: () => Promise.reject(failure('No list.')) }),
    account({ workspace: workspaces[1]!, account: '3', live: () => Promise.reject(failure('No campaigns.')) }),
  ];
  const { not_stopped } = await stop({ workspaces: 'all' });
  expect(not_stopped.map(({ workspace_id, why }: Any) => [workspace_id, why])).toEqual([
    [workspaces[0], 'No list.'],
    [workspaces[1], 'No campaigns.'],
  ]);
});

describe('stopping', () => {
  test('asks for objects of one level at a time, and takes a row without an outcome for no yes', async () => {
    accounts = [account({ objects: { campaign: { a: 'ACTIVE' }, group: { g: 'ACTIVE', h: 'ACTIVE' } } })];
    answer = async ({ ids: some }) => ({
      results: some.map((id) => ({ id, outcome: id === 'h' ? 'refused' : 'changed' })),
    });
    const { stopped, not_stopped } = await stop();
    expect(asked.map(({ level, ids: some }) => `${level} ${some}`).sort()).toEqual(['campaign a', 'group g,h']);
    expect(ids(stopped)).toEqual(['a', 'g']);
    expect(not_stopped).toMatchObject([{ code: 'outcome_unknown', objects: [{ id: 'h' }] }]);
  });

  test('tells objects of one call together where they were refused in the same words', async () => {
    accounts = [account({ objects: { campaign: { a: 'ACTIVE', b: 'ACTIVE', c: 'ACTIVE' } } })];
    const words = { a: 'Held.', b: 'Held.', c: 'Gone.' } as Record<string, string>;
    answer = async ({ ids: some }) => ({
      results: some.map((id) => ({
        id,
        outcome: 'refused',
        error: { code: 'conflict', message: words[id], next_step: 'n' },
      })),
    });
    const { not_stopped } = await stop();
    expect(not_stopped.map(({ why, objects }: Any) => `${why} ${ids(objects)}`).sort()).toEqual([
      'Gone. c',
      'Held. a,b',
    ]);
  });

  test('tells every reason by itself, and what is not connected only where it was asked for', async () => {
    accounts = [account({ objects: { campaign: { a: 'ACTIVE' }, group: { g: 'ACTIVE' } } })];
    answer = ({ level }) => Promise.reject(failure(`No ${level}.`));
    const more = [off('moon')];
    const reasons = ({ not_stopped }: Any) => not_stopped.map(({ why }: Any) => why).sort();
    expect(reasons(await stop({}, { more }))).toEqual(['No campaign.', 'No group.']);
    expect(reasons(await stop({ channels: ['north', 'moon'] }, { more }))).toHaveLength(3);
  });

  test('of all workspaces keeps a list for each that is connected, and what is not stopped in that of its own', async () => {
    accounts = [
      account(),
      account({ account: '2' }),
      account({ workspace: workspaces[1]!, accounts: () => Promise.reject(failure('Away.')) }),
    ];
    const { workspaceId: third } = await seedWorkspace(store, 'Third');
    lists[third] = storedStops(store, now, { workspaceId: third, by: 'x' });
    answer = async ({ account: id, ids: some }) => {
      if (id === '2') throw failure('Cut.', 'unknown');
      return { results: some.map((one) => ({ id: one, outcome: 'changed' })) };
    };
    const { stops, not_stopped } = await stop({ workspaces: 'all' }, { more: [off('moon', third)] });
    expect(stops.map(({ workspace_id }: Any) => workspace_id)).toEqual(workspaces);
    expect(not_stopped.map(({ workspace_id }: Any) => workspace_id).sort()).toEqual([...workspaces].sort());
    for (const { workspace_id, stop_id } of stops) {
      const kept = (await lists[workspace_id]!.find(stop_id))!.notStopped;
      expect(kept.map((one) => one.workspace_id)).toEqual([workspace_id]);
    }
  });

  test('tells of a channel that is too late what was about to be paused there, and nothing that was answered', async () => {
    accounts = [
      account({ objects: { campaign: { a: 'ACTIVE' }, group: { g: 'ACTIVE' } } }),
      account({ channel: 'south', objects: { campaign: { s: 'ACTIVE' } } }),
    ];
    answer = ({ channel, level, ids: some }) =>
      channel === 'north' && level === 'group'
        ? new Promise(() => {})
        : Promise.resolve({ results: some.map((id) => ({ id, outcome: 'changed' })) });
    const { stopped, not_stopped } = await stop({}, { stopDeadlineMs: 200 });
    expect(ids(stopped)).toEqual(['a', 's']);
    expect(not_stopped).toMatchObject([{ channel: 'north', objects: [{ id: 'g' }] }]);
    expect(not_stopped[0].objects).toHaveLength(1);
  });
});

describe('what a day no longer costs', () => {
  const spent = (object: LiveObject, amount: string) => ({
    id: object.id,
    object,
    amount: { amount, currency: 'USD' },
    period: 'DAILY',
  });
  const costs = async (budgets: (live: readonly LiveObject[]) => Promise<unknown[]>) => {
    accounts = [account({ objects: { campaign: { a: 'ACTIVE', b: 'ACTIVE' } } })];
    const of = accounts[0]!;
    Object.assign(of, { budgets: (_: unknown, __: string, live: readonly LiveObject[]) => budgets(live) });
    answer = async ({ ids: some }) => ({
      results: some.map((id) => ({
        id,
        outcome: id === 'b' ? 'refused' : 'changed',
        error: { code: 'conflict', message: 'No.', next_step: 'n' },
      })),
    });
    return stop();
  };

  test('counts what was stopped alone', async () => {
    const { no_longer_spent_a_day, stop_id } = await costs(async (live) => live.map((one) => spent(one, '5.00')));
    expect(no_longer_spent_a_day).toEqual([{ amount: '5.00', currency: 'USD' }]);
    const priced = (await lists[workspaces[0]!]!.objects(stop_id)).map(({ id, aDay }) => [id, aDay?.amount]);
    expect(priced).toEqual([
      ['a', '5.00'],
      ['b', undefined],
    ]);
  });

  test.each<[string, () => Promise<unknown[]>]>([
    ['cannot be read', () => Promise.reject(failure('Away.'))],
    ['come too late', () => new Promise(() => {})],
  ])('is told to be less where budgets %s, and the stop is answered all the same', async (_, budgets) => {
    const { stopped, notes, no_longer_spent_a_day } = await costs(budgets);
    expect([ids(stopped), no_longer_spent_a_day]).toEqual([['a'], []]);
    expect(notes).toEqual([expect.stringContaining('The budgets of 1 accounts could not be read')]);
  });
});
