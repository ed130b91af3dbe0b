import { expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { trains } from '../../pipeline/pipeline.testing.ts';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import type { Reached } from '../../tools/reach.ts';
import type { HistoryAccount } from '../history/daily-history.ts';
import { lookAtPlatforms } from './platform-look.ts';

const NOW = Date.UTC(2026, 0, 15);

interface Around {
  spec?: Partial<MonitorSpec>;
  /** Accounts whose days are kept. */
  kept?: readonly string[];
  fence?: readonly string[];
  configured?: string;
  error?: Error;
}

/** A look at a platform that lists the accounts 1, 2 and 3, and the accounts that it was asked about. */
async function looked({ spec, kept = [], fence, configured, error }: Around) {
  const asked: string[] = [];
  const accountProblems = async (_: unknown, account: string) => {
    asked.push(account);
    if (error) throw error;
    return [];
  };
  const listed = async () => ['1', '2', '3'].map((id) => ({ id, name: `Line ${id}` }));
  const channel = { ...trains, watching: { accountProblems }, reporting: { accounts: listed } };
  const reached = { channel, mode: 'live', fence, configured, connect: () => ({ client: 0 }) } as unknown as Reached;
  const known = kept.map((account) => ({ channel: 'trains', mode: 'live', account, name: `Kept ${account}` }));
  const look = await lookAtPlatforms({
    spec: { kind: 'account_problem', action: 'notify', ...spec },
    reached: [reached],
    known: known as HistoryAccount[],
    now: NOW,
    signal: new AbortController().signal,
  });
  return { asked, names: look.findings.map(({ subject }) => subject.name), reasons: look.reasons };
}

test.each<[string, Around, string[], string[]]>([
  ['the one that is named', { spec: { account: '9' }, kept: ['1'] }, ['9'], ['9']],
  ['those whose days are kept', { kept: ['1', '2'], configured: '7' }, ['1', '2'], ['Kept 1', 'Kept 2']],
  ['of those that are kept the ones inside the fence', { kept: ['1', '2'], fence: ['2'] }, ['2'], ['Kept 2']],
  ['those of the fence before any day is kept', { fence: ['2', '5'], configured: '7' }, ['2', '5'], ['2', '5']],
  ['the configured one where there is no fence', { configured: '7' }, ['7'], ['7']],
  ['all that the connection reaches where nothing else is said', {}, ['1', '2', '3'], ['Line 1', 'Line 2', 'Line 3']],
])('a platform is asked about %s', async (_, around, accounts, called) => {
  const { asked, names } = await looked(around);
  expect([asked, names]).toEqual([accounts, called]);
});

test('what a platform answers becomes words; a fault of the service ends the look', async () => {
  const error = new Failure({ code: 'upstream_unavailable', message: 'Away.', nextStep: 'Wait.' });
  expect(await looked({ configured: '7', error })).toMatchObject({ names: [], reasons: ['trains: Away.'] });
  await expect(looked({ configured: '7', error: new Error('broken') })).rejects.toThrow('broken');
});
