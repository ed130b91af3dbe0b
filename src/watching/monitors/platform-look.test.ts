import { expect, test } from 'vitest';
import { type ErrorCode, Failure } from '../../errors.ts';
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
  /** How the platform answers for one account. */
  error?: (account: string) => Error | undefined;
}

/** A look at a platform that lists the accounts 1, 2 and 3, and the accounts that it was asked about. */
async function looked({ spec, kept = [], fence, configured, error }: Around) {
  const asked: string[] = [];
  const answer = async (_: unknown, account: string) => {
    asked.push(account);
    const thrown = error?.(account);
    if (thrown) throw thrown;
    return [];
  };
  const listed = async () => ['1', '2', '3'].map((id) => ({ id, name: `Line ${id}` }));
  const channel = {
    ...trains,
    watching: { accountProblems: answer, rejectedAds: answer },
    reporting: { accounts: listed },
  };
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

const ads = { kind: 'ad_rejected' } as const;

test.each<[string, Around, string[]]>([
  ['the one that is named', { spec: { account: '9' }, kept: ['1'] }, ['9']],
  ['those of the fence, whether their days are kept or not', { kept: ['1', '2'], fence: ['2', '5'] }, ['2', '5']],
  [
    'those whose days are kept and all others that it lists',
    { kept: ['9', '1'], configured: '7' },
    ['9', '1', '2', '3'],
  ],
  ['for ads, those whose days are kept', { spec: ads, kept: ['1', '2'], configured: '7' }, ['1', '2']],
  ['for ads, the configured one before any day is kept', { spec: ads, configured: '7' }, ['7']],
  ['all that the connection reaches where nothing else is said', { spec: ads }, ['1', '2', '3']],
])('a platform is asked about %s', async (_, around, accounts) => {
  expect((await looked(around)).asked).toEqual(accounts);
});

test('an account has the name that is kept, else the one that is listed, else its id', async () => {
  expect((await looked({ kept: ['9', '1'] })).names).toEqual(['Kept 9', 'Kept 1', 'Line 2', 'Line 3']);
  expect((await looked({ fence: ['2'] })).names).toEqual(['2']);
});

const failure = (code: ErrorCode) => new Failure({ code, message: 'No.', nextStep: 'Wait.' });

test('what a platform answers becomes words; a fault of the service ends the look', async () => {
  const error = () => failure('upstream_unavailable');
  expect(await looked({ error })).toEqual({ asked: ['1'], names: [], reasons: ['trains: No.'] });
  await expect(looked({ error: () => new Error('broken') })).rejects.toThrow('broken');
});

test.each(['account_problem', 'permission_denied', 'not_found'] as const)(
  'ads of the other accounts are looked at where one account answers %s',
  async (code) => {
    expect(await looked({ spec: ads, error: (account) => (account === '1' ? failure(code) : undefined) })).toEqual({
      asked: ['1', '2', '3'],
      names: [],
      reasons: ['trains, Line 1: No.'],
    });
  },
);

test('an account that refuses every question is closed, and that is a finding', async () => {
  const error = (account: string) => (account === '1' ? failure('account_problem') : undefined);
  expect(await looked({ error })).toMatchObject({ names: ['Line 1', 'Line 2', 'Line 3'], reasons: [] });
  // Of one that was closed from the start no day is kept.
  expect(await looked({ kept: ['2', '3'], error })).toMatchObject({ names: ['Kept 2', 'Kept 3', 'Line 1'] });
});
