import { describe, expect, test } from 'vitest';
import { Failure, type Outcome } from '../errors.ts';
import { trains } from '../pipeline/pipeline.testing.ts';
import type { Channel } from '../tools/channel.ts';
import type { Reach, Reached } from '../tools/reach.ts';
import { sendEverywhere, whereArguments } from './workspace-sends.ts';

type Call = { channel: string; account: string; args: Readonly<Record<string, unknown>> };

/** A channel with the accounts that its platform lists. */
function place(name: string, more: Partial<Reached> = {}, accounts: readonly string[] = ['1']): Reached {
  const reporting = { accounts: async () => accounts.map((id) => ({ id })) };
  return {
    workspace: { id: 'w', name: 'Acme' },
    channel: { ...trains, name, conversions: {}, reporting } as unknown as Channel,
    mode: 'sandbox',
    configured: undefined,
    fence: undefined,
    identity: name,
    connect: () => ({ client: undefined, platformNow: () => 0 }),
    ...more,
  };
}

/** Sends two events; a channel's call answers with what a test says. */
async function sentTo(places: readonly Reached[], answer: (call: Call) => unknown, wanted = {}, origin = '') {
  const calls: Call[] = [];
  const reach = {
    channels: async () => places,
    unexpected: () => new Failure({ code: 'internal', message: 'Broken.', nextStep: 'Ask.', outcome: 'unknown' }),
    async call(to: Reached, _: string, args: Call['args'], { id }: { id: string }) {
      const call = { channel: to.channel.name, account: id, args };
      calls.push(call);
      return answer(call);
    },
  } as unknown as Reach;
  const leads = { find: async (channel: string) => (channel === origin ? {} : undefined) } as never;
  const events = [{ event_id: 'a' }, { event_id: 'b' }];
  const { signal } = new AbortController();
  const outcomes = await sendEverywhere({ events, ...wanted }, { reach, signal, leads });
  return { calls, outcomes };
}

const allSent = ({ args }: Call) => ({ results: (args.events as unknown[]).map(() => ({ outcome: 'sent' })) });

describe('a channel whose call fails', () => {
  const told: readonly [Outcome, string][] = [
    ['not_applied', 'refused'],
    ['unknown', 'unknown'],
    ['applied', 'unknown'],
  ];
  test.each(told)(
    'with the outcome %s has every event called %s, and keeps no other channel',
    async (outcome, word) => {
      const failure = new Failure({ code: 'upstream_unavailable', message: 'Cut.', nextStep: 'Look.', outcome });
      const { outcomes } = await sentTo([place('north'), place('south')], (call) => {
        if (call.channel === 'north') throw failure;
        return allSent(call);
      });
      for (const ofEvent of outcomes)
        expect(ofEvent.map(({ channel, outcome: one }) => [channel, one])).toEqual([
          ['north', word],
          ['south', 'sent'],
        ]);
    },
  );

  test('by a fault of the service has every event called unknown: some may have been sent', async () => {
    const { outcomes } = await sentTo([place('north')], () => {
      throw new TypeError('broken');
    });
    expect(outcomes.flat().map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
  });
});

describe('the account', () => {
  test.each<[string, Reached, string]>([
    ['is the configured one', place('north', { configured: '7', fence: ['7', '8'] }), '7'],
    ['is the only one in the fence', place('north', { fence: ['8'] }, ['1', '2', '8']), '8'],
    ['is the only one that the connection reaches', place('north', {}, ['9']), '9'],
  ])('%s', async (_, to, account) => {
    const { calls } = await sentTo([to], allSent);
    expect(calls.map((call) => call.account)).toEqual([account]);
  });

  test.each<[string, Reached]>([
    ['several in the fence', place('north', { fence: ['7', '8'] })],
    ['several that the connection reaches', place('north', {}, ['1', '2'])],
    ['none that the connection reaches', place('north', {}, [])],
  ])('of %s is never guessed: nothing is sent', async (_, to) => {
    const { calls, outcomes } = await sentTo([to], allSent);
    expect(calls).toEqual([]);
    for (const { outcome, why } of outcomes.flat()) {
      expect(outcome).toBe('refused');
      expect(why).toContain('none is its default');
    }
  });
});

test('a destination that is named twice is one', async () => {
  const { calls } = await sentTo([place('north')], allSent, { destinations: ['north:5', 'north:5', 'north:6'] });
  expect(calls.map(({ args }) => args.destination_id)).toEqual(['5', '6']);
});

describe('an event of a lead', () => {
  const events = [{ event_id: 'a', lead: 'l1' }, { event_id: 'b', lead: '' }, { event_id: 'c' }];
  const told = async (wanted = {}, origin = 'south') => {
    const { calls, outcomes } = await sentTo([place('north'), place('south')], allSent, { events, ...wanted }, origin);
    const went = calls.map(({ channel, args }) => [
      channel,
      (args.events as { event_id: string }[]).map((one) => one.event_id),
    ]);
    return { went: Object.fromEntries(went), outcomes };
  };

  test('goes to the platform that the lead came from, and the others are told so', async () => {
    const { went, outcomes } = await told();
    expect(went).toEqual({ north: ['b', 'c'], south: ['a', 'b', 'c'] });
    expect(outcomes[0]).toMatchObject([{ channel: 'north', outcome: 'skipped', why: 'the lead came from south' }, {}]);
  });

  test('of no known platform is not sent, unless its channel is named', async () => {
    const { went, outcomes } = await told({}, 'elsewhere');
    expect(went).toEqual({ north: ['b', 'c'], south: ['b', 'c'] });
    expect(outcomes[0]!.map(({ why }) => why)).toEqual(Array(2).fill(expect.stringContaining('not known here')));
    expect((await told({ channels: ['north'] }, 'elsewhere')).went).toEqual({ north: ['a', 'b', 'c'] });
    expect((await told({ destinations: ['south:1'] }, 'elsewhere')).went).toEqual({ south: ['a', 'b', 'c'] });
  });
});

describe('where events go', () => {
  const off = {
    workspace: { id: 'w', name: 'Acme' },
    channel: { name: 'west', conversions: {} },
    code: 'not_connected',
    reason: 'Not connected.',
    nextStep: 'Connect it.',
  };
  const without = place('plain');
  Object.assign(without, { channel: { ...without.channel, conversions: undefined } });

  test('is every connected channel that takes conversions, and a test stays one', async () => {
    const { calls } = await sentTo([place('north'), without], allSent, { test: true, test_code: 'T1' });
    expect(calls.map(({ channel, args }) => [channel, args.test, args.test_code])).toEqual([['north', true, 'T1']]);
    const real = await sentTo([place('north')], allSent);
    expect(Object.keys(real.calls[0]!.args)).toEqual(['events']);
  });

  test.each<[string, object, string]>([
    ['a channel that is none', { channels: ['north', 'moon'] }, 'channels'],
    ['one that takes no conversions', { channels: ['plain'] }, 'channels'],
    ['a destination of a channel that is none', { destinations: ['moon:1'] }, 'destinations'],
    ['a destination without a channel', { destinations: ['77'] }, 'destinations'],
  ])('is not %s', async (_, wanted, field) => {
    await expect(sentTo([place('north'), without], allSent, wanted)).rejects.toMatchObject({
      code: 'invalid_arguments',
      details: { problems: [{ field }] },
    });
  });

  test('is told of a channel that is not connected where the caller asked for it, and refused where there is none', async () => {
    const both = [place('north'), off as unknown as Reached];
    expect((await sentTo(both, allSent)).outcomes[0]!.map(({ channel }) => channel)).toEqual(['north']);
    const asked = await sentTo(both, allSent, { channels: ['north', 'west'] });
    expect(asked.outcomes[0]).toMatchObject([{ channel: 'north' }, { channel: 'west', outcome: 'skipped' }]);
    await expect(sentTo([off as unknown as Reached], allSent)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is ten destinations at most by name', () => {
    const most = (count: number) => whereArguments.destinations.safeParse(Array(count).fill('north:1')).success;
    expect([0, 1, 10, 11].map(most)).toEqual([false, true, true, false]);
    expect([0, 1].map((count) => whereArguments.channels.safeParse(Array(count).fill('a')).success)).toEqual([
      false,
      true,
    ]);
  });
});
