import { beforeEach, expect, test } from 'vitest';
import { trains } from '../pipeline/pipeline.testing.ts';
import { CAMPAIGNS_ONLY } from '../tools/stopping.ts';
import { delivering } from './delivering.ts';
import type { StopContext } from './status-changes.ts';

/** What a platform shows of its one account. */
interface Shown {
  live?: string[];
  /** Left out: the account is no longer there. */
  account?: { name: string };
  /** False: nothing can be stopped there, because nothing is spent there. */
  isStoppable?: boolean;
}
let shown: Record<string, Shown>;
let budgetsAsked: string[];
beforeEach(() => {
  budgetsAsked = [];
});

function placeOf([name, { live = [], account, isStoppable = true }]: [string, Shown]) {
  const stopping = {
    levels: CAMPAIGNS_ONLY,
    off: 'PAUSED',
    live: async () => live.map((id) => ({ level: 'campaign', id, name: id, status: 'ACTIVE' })),
    budgets: async () => {
      budgetsAsked.push(name);
      return [];
    },
  };
  const reporting = {
    accounts: async () => [{ id: '1' }],
    account: async () => account && { id: '1', status: 'ACTIVE', currency: 'USD', timeZone: 'UTC', ...account },
  };
  return {
    workspace: { id: 'w', name: 'Acme' },
    channel: { ...trains, name, reporting, ...(isStoppable && { stopping }) },
    mode: 'live',
    connect: () => ({ client: undefined }),
  };
}

async function found(): ReturnType<typeof delivering> {
  const unreached = { workspace: { id: 'w', name: 'Acme' }, reason: 'No.', nextStep: 'Do.' };
  const others = [
    { ...unreached, channel: { ...trains, name: 'west' }, code: 'not_connected' },
    { ...unreached, channel: { ...trains, name: 'hidden' }, code: 'permission_denied' },
  ];
  const reach = {
    channels: async () => [...Object.entries(shown).map(placeOf), ...others],
    channelDeadlineMs: 10_000,
    unexpected: (error: unknown) => error,
  };
  const { signal } = new AbortController();
  return delivering({ reach, signal, progress: () => {}, now: () => 0 } as unknown as StopContext);
}

test('only accounts in which something is on are told, by their name or else their id', async () => {
  shown = {
    north: { live: ['a', 'b'], account: { name: 'North Ltd' } },
    south: { live: ['c'], account: { name: '' } },
    idle: { account: { name: 'Idle Ltd' } },
    gone: { live: ['d'] },
    tags: { live: ['e'], account: { name: 'Tags Ltd' }, isStoppable: false },
  };
  const { accounts, silent } = await found();
  expect(accounts.map(({ channel, name, objects }) => [channel, name, objects.map(({ id }) => id)])).toEqual([
    ['north', 'North Ltd', ['a', 'b']],
    ['south', '1', ['c']],
  ]);
  expect(budgetsAsked.sort(), 'for nothing else is a budget read').toEqual(['north', 'south']);
  expect(silent.map(({ channel, code }) => [channel, code])).toEqual([['hidden', 'permission_denied']]);
});
