import { expect, test, vi } from 'vitest';
import { Failure } from '../errors.ts';
import { trains } from '../pipeline/pipeline.testing.ts';
import { leadsEverywhere } from './workspace-leads.ts';

type Context = Parameters<typeof leadsEverywhere>[1];

/** A platform with six accounts, whose leads are read by `call`. */
const contextOf = (call: (account: string) => Promise<object>) =>
  ({
    leads: { keptDays: 90, page: async () => ({ items: [] }) },
    signal: new AbortController().signal,
    reach: {
      channels: async () => [
        {
          workspace: { id: 'w', name: 'Acme' },
          channel: { ...trains, leads: {} },
          mode: 'live',
          fence: ['1', '2', '3', '4', '5', '6'],
        },
      ],
      call: (_: unknown, __: string, ___: object, { id }: { id: string }) => call(id),
      channelDeadlineMs: 10_000,
      unexpected: () => new Failure({ code: 'internal', message: 'Broken.', nextStep: 'Ask.' }),
    },
  }) as unknown as Context;
const read = (call: (account: string) => Promise<object>) =>
  leadsEverywhere({ limit: 10, with_personal_data: false }, contextOf(call));

test('when the time is up, accounts whose turn has not come are missing too, and are not asked any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const asked: string[] = [];
    const reading = read(async (account) => {
      asked.push(account);
      return asked.length > 4 ? {} : new Promise(() => {});
    });
    await vi.advanceTimersByTimeAsync(10_000);
    const { missing } = await reading;
    expect(asked).toEqual(['1', '2', '3', '4']);
    expect(missing).toMatchObject([{ channel: 'trains', reason: expect.stringContaining('within 10 s') }]);
    expect(missing[0], 'stands for all accounts').not.toHaveProperty('account');
  } finally {
    vi.useRealTimers();
  }
});

test('leads that are older than the last reading, or of accounts that failed, are told account by account', async () => {
  const { missing } = await read(async (account) => {
    if (account === '2') throw new TypeError('broken');
    const not_current = { as_of: '2026-11-17T09:00:00Z', why: 'The platform is away.', next_step: 'Call later.' };
    return account === '1' ? { not_current } : {};
  });
  expect(missing.map(({ account, reason }) => [account, reason])).toEqual([
    ['1', 'Leads since 2026-11-17T09:00:00Z are not here. The platform is away.'],
    ['2', 'Broken.'],
  ]);
});

test('a platform that does not list its accounts is missing after its deadline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const context = contextOf(async () => ({}));
    const [place] = await context.reach.channels('own');
    const silent = { ...trains, name: 'silent', leads: {}, reporting: { accounts: () => new Promise(() => {}) } };
    const unlisted = { ...place, channel: silent, fence: undefined, connect: () => ({}) };
    context.reach.channels = async () => [unlisted as never, place!];
    const reading = leadsEverywhere({ limit: 10, with_personal_data: false }, context);
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await reading).missing).toMatchObject([
      { channel: 'silent', reason: expect.stringContaining('within 10 s') },
    ]);
  } finally {
    vi.useRealTimers();
  }
});
