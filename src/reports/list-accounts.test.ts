import { expect, test } from 'vitest';
import { listAccounts } from './list-accounts.ts';
import { channelOf, contextOf } from './scripted-channel.testing.ts';

const NOON = '2026-11-18T12:00:00Z';

test('an account that the platform lists and does not know any more is left out of the list', async () => {
  const channel = channelOf('ads', []);
  channel.reporting!.accounts = async () => [{ id: '1' }, { id: '2' }];
  channel.reporting!.account = async (_, id) =>
    id === '1'
      ? undefined
      : { id, name: 'Two', status: 'ACTIVE', currency: { code: 'USD', digits: 2 }, timeZone: 'UTC' };
  const { accounts, missing } = await listAccounts({ limit: 10 }, contextOf([channel], NOON));
  expect([accounts.map(({ id }) => id), missing]).toEqual([['2'], []]);
});

test('a list of accounts ends with the caller that leaves, and does not call the rest missing', async () => {
  const channel = channelOf('ads', []);
  const leaving = new AbortController();
  channel.reporting!.accounts = async () => [{ id: '1' }];
  channel.reporting!.account = async () => {
    leaving.abort(new Error('The caller has left.'));
    throw new Error('cut off');
  };
  const context = { ...contextOf([channel], NOON), signal: leaving.signal };
  await expect(listAccounts({ limit: 10 }, context)).rejects.toThrow('The caller has left.');
});

test('a platform that lists its accounts and tells nothing of them is missing after its deadline, and the others are there', async () => {
  const silent = channelOf('silent', []);
  silent.reporting!.accounts = async () => [{ id: '1' }, { id: '2' }];
  silent.reporting!.account = () => new Promise(() => {});
  const context = contextOf([silent, channelOf('trains', [{ id: '7', rows: [] }])], NOON);
  context.reach.channelDeadlineMs = 100;
  const { accounts, missing } = await listAccounts({ limit: 10 }, context);
  expect(accounts.map(({ channel, id }) => [channel, id])).toEqual([['trains', '7']]);
  expect(missing).toMatchObject([{ channel: 'silent', code: 'upstream_unavailable' }]);
  expect(missing[0]!.reason).toContain('within 0.1 s');
});
