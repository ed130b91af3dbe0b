import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { Failure, type Outcome } from '../errors.ts';
import { trains } from '../pipeline/pipeline.testing.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { storedStops } from '../store/stored-stops.ts';
import type { Channel } from '../tools/channel.ts';
import type { Reach, Reached } from '../tools/reach.ts';
import type { StopLists } from '../tools/stop-lists.ts';
import { CAMPAIGNS_ONLY } from '../tools/stopping.ts';
import { resumeSpending } from './resume-spending.ts';
import type { StopContext } from './status-changes.ts';
import { stopSpending } from './stop-spending.ts';

type Row = { id: string; outcome: string; error?: object };
type Asked = { campaign_ids: string[]; status: string; preview?: true };

/** What a platform has: the status of each campaign. */
let statuses: Map<string, string>;
/** What the channel's `bulk_update` answers; it changes nothing by itself. */
let answer: (asked: Asked) => Promise<{ results?: Row[]; plan?: object }>;
let asked: Asked[];
let atOnce: number;
let store: TemporaryStore;
let lists: StopLists;
let context: StopContext;

beforeEach(async () => {
  store = await temporaryStore();
  const { workspaceId } = await seedWorkspace(store, 'Acme');
  const ambient = stillAmbient();
  lists = storedStops(store, ambient, { workspaceId, by: 'key_1' });
  statuses = new Map();
  asked = [];
  atOnce = 2;
  answer = obedient;
  const place = placeIn(workspaceId);
  const reach = {
    channels: async () => [place],
    call: async (_: Reached, __: string, args: Asked) => {
      asked.push(args);
      return answer(args);
    },
    unexpected: () => new Failure({ code: 'internal', message: 'Broken.', nextStep: 'Ask.', outcome: 'unknown' }),
    ...{ stops: lists, stopsOf: () => lists, channelDeadlineMs: 10_000, stopDeadlineMs: 10_000 },
  };
  const { signal } = new AbortController();
  context = { reach: reach as unknown as Reach, signal, progress: () => {}, now: ambient.now };
});
afterEach(() => store.discard());

function placeIn(id: string): Reached {
  const account = { id: '1', name: 'North', status: 'ACTIVE', currency: 'USD', timeZone: 'UTC' };
  const stopping = {
    levels: CAMPAIGNS_ONLY,
    off: 'PAUSED',
    get atOnce() {
      return atOnce;
    },
    live: async () =>
      [...statuses]
        .filter(([, status]) => status === 'ACTIVE')
        .map(([one, status]) => ({ level: 'campaign', id: one, name: one, status })),
    budgets: async () => [],
  };
  const reporting = {
    accounts: async () => [account],
    entities: async (_: unknown, __: unknown, ___: string, ids: readonly string[]) =>
      new Map(ids.flatMap((one) => (statuses.has(one) ? [[one, { status: statuses.get(one) }]] : []))),
  };
  return {
    workspace: { id, name: 'Acme' },
    channel: { ...trains, stopping, reporting } as unknown as Channel,
    ...{ mode: 'sandbox', configured: undefined, fence: undefined, identity: 'c' },
    connect: () => ({ client: undefined, platformNow: () => 0 }),
  } as Reached;
}

async function obedient({ campaign_ids, status }: Asked): Promise<{ results: Row[] }> {
  for (const id of campaign_ids) statuses.set(id, status);
  return { results: campaign_ids.map((id) => ({ id, outcome: 'changed' })) };
}
const active = (...ids: string[]) => {
  for (const id of ids) statuses.set(id, 'ACTIVE');
};
const stop = async () => (await stopSpending({}, context)) as { stop_id: string; stopped: { id: string }[] };
const resume = (stop_id: string, preview = false) => resumeSpending({ stop_id, preview }, context);
const stateOf = async (id: string, object = 'a') => (await lists.objects(id)).find((one) => one.id === object)?.state;
const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id).sort();
const failing = (outcome: Outcome) => () =>
  Promise.reject(new Failure({ code: 'upstream_unavailable', message: 'Cut.', nextStep: 'Look.', outcome }));
const error = { code: 'conflict', message: 'No.', next_step: 'Look.' };

describe('stopping', () => {
  it('writes down what it is about to pause before the request leaves', async () => {
    active('a', 'b');
    let held: unknown[] = [];
    answer = async (args) => {
      const { id } = await lists.open(undefined);
      held = (await lists.objects(id)).map(({ id: one, state, before }) => [one, state, before]);
      return obedient(args);
    };
    await stop();
    expect(held).toEqual([
      ['a', 'pausing', 'ACTIVE'],
      ['b', 'pausing', 'ACTIVE'],
    ]);
  });

  it.each<[string, () => Promise<{ results?: Row[] }>, string]>([
    ['changed it', async () => ({ results: [{ id: 'a', outcome: 'changed' }] }), 'stopped'],
    ['found it paused', async () => ({ results: [{ id: 'a', outcome: 'unchanged' }] }), 'stopped'],
    ['refused it', async () => ({ results: [{ id: 'a', outcome: 'refused', error }] }), 'not_stopped'],
    ['does not know', async () => ({ results: [{ id: 'a', outcome: 'unknown', error }] }), 'pausing'],
    ['does not speak of it', async () => ({ results: [] }), 'pausing'],
    ['failed before anything left', failing('not_applied'), 'not_stopped'],
    ['lost the answer', failing('unknown'), 'pausing'],
    ['broke', () => Promise.reject(new TypeError('broken')), 'pausing'],
  ])('where the channel %s keeps that, and tells what may still spend', async (_, said, state) => {
    active('a');
    answer = said;
    const { stop_id, ...told } = (await stopSpending({}, context)) as Awaited<ReturnType<typeof stop>> & {
      not_stopped: { objects?: { id: string }[] }[];
    };
    expect(await stateOf(stop_id)).toBe(state);
    expect(ids(told.stopped)).toEqual(state === 'stopped' ? ['a'] : []);
    expect(ids(told.not_stopped.flatMap(({ objects = [] }) => objects))).toEqual(state === 'stopped' ? [] : ['a']);
  });

  it('sends an account four calls at the same time at most', async () => {
    active(...Array.from({ length: 40 }, (_, at) => `c${at}`));
    let [running, most] = [0, 0];
    answer = async (args) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running -= 1;
      return obedient(args);
    };
    const { stopped } = await stop();
    expect(stopped).toHaveLength(40);
    expect(asked).toHaveLength(20);
    expect(most).toBe(4);
  });
});

describe('resuming', () => {
  it('brings back what was paused or may have been, and nothing that certainly was not', async () => {
    active('paused', 'perhaps', 'refused');
    atOnce = 1;
    answer = async (args) => {
      const [id] = args.campaign_ids;
      if (id === 'perhaps') return failing('unknown')();
      return id === 'refused' ? { results: [{ id, outcome: 'refused', error }] } : obedient(args);
    };
    const { stop_id } = await stop();
    // The lost answer had been a yes, and somebody else has paused the refused one since.
    statuses.set('perhaps', 'PAUSED').set('refused', 'PAUSED');
    answer = obedient;
    expect(ids((await resume(stop_id)).resumed)).toEqual(['paused', 'perhaps']);
    expect(statuses.get('refused')).toBe('PAUSED');
  });

  it('leaves alone what runs, is gone or was changed since, and closes the stop', async () => {
    active('a', 'b', 'c', 'd');
    const { stop_id } = await stop();
    statuses.set('b', 'ACTIVE').set('c', 'ARCHIVED').delete('d');
    asked.length = 0;
    const { resumed, left_alone, closed } = await resume(stop_id);
    expect([ids(resumed), ids(left_alone), closed]).toEqual([['a'], ['b', 'c', 'd'], true]);
    expect(asked.flatMap(({ campaign_ids }) => campaign_ids)).toEqual(['a']);
  });

  it('asks nothing of an account in which nothing was stopped, nor of a channel that cannot stop', async () => {
    active('a');
    const { stop_id } = await stop();
    const places = (await context.reach.channels('own')) as Reached[];
    const others = ['south', 'tags'].map((name) => ({
      ...places[0]!,
      channel: { ...places[0]!.channel, name, ...(name === 'tags' && { stopping: undefined }) },
      fence: ['2'],
      connect: () => {
        throw new TypeError(`${name} was asked`);
      },
    }));
    const faults: unknown[] = [];
    const { unexpected } = context.reach;
    Object.assign(context.reach, {
      channels: async () => [...places, ...others],
      unexpected: (error: unknown) => faults.push(error) && unexpected(error),
    });
    expect(ids((await resume(stop_id)).resumed)).toEqual(['a']);
    expect(faults).toEqual([]);
  });

  it('is done once: what is paused later is not brought back by the old stop', async () => {
    active('a');
    const { stop_id } = await stop();
    await resume(stop_id);
    statuses.set('a', 'PAUSED');
    await expect(resume(stop_id)).rejects.toMatchObject({ code: 'conflict' });
    expect(statuses.get('a')).toBe('PAUSED');
  });

  it('by way of a preview changes nothing and closes nothing', async () => {
    active('a');
    const { stop_id } = await stop();
    answer = async () => ({ plan: { id: 'plan_1', difference: { a: {} } } });
    const { closed, plans } = await resume(stop_id, true);
    expect([closed, plans.length, await stateOf(stop_id)]).toEqual([false, 1, 'stopped']);
    answer = obedient;
    expect(ids((await resume(stop_id)).resumed)).toEqual(['a']);
  });

  it('leaves the stop open while something could not be brought back', async () => {
    active('a');
    const { stop_id } = await stop();
    answer = failing('not_applied');
    expect(await resume(stop_id)).toMatchObject({ closed: false, not_resumed: [{ objects: [{ id: 'a' }] }] });
    answer = obedient;
    expect(await resume(stop_id)).toMatchObject({ closed: true, resumed: [{ id: 'a' }] });
  });
});
