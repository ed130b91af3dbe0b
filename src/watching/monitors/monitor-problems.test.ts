import { expect, test } from 'vitest';
import type { Principal } from '../../auth/key-records.ts';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import { placeProblems, refuseOtherChannels, sees, specProblems } from './monitor-problems.ts';

const fields = (spec: object) => specProblems(spec as MonitorSpec).map(({ field }) => field);

test.each([
  [{ kind: 'zero_delivery', channel: 'search', account: '1', campaigns: ['2'] }, []],
  [{ kind: 'zero_delivery', account: '1' }, ['channel']],
  [{ kind: 'zero_delivery', channel: 'search', campaigns: ['2'] }, ['account']],
  [{ kind: 'account_problem', channel: 'search', account: '1', campaigns: ['2'] }, ['campaigns']],
  [{ kind: 'over_limit', channel: 'search' }, ['channel']],
  [{ kind: 'plan_waiting', channel: 'search', account: '1' }, ['account']],
  [{ kind: 'token_expiry', channel: 'search', account: '1' }, ['account']],
  [{ kind: 'own' }, ['own']],
  [{ kind: 'zero_delivery', own: { level: 'campaign' } }, ['own']],
  [{ kind: 'token_expiry', action: 'pause' }, ['action']],
  [{ kind: 'own', own: { level: 'account' }, action: 'pause' }, ['action']],
  [{ kind: 'own', own: { level: 'campaign' }, action: 'pause' }, []],
])('the monitor %j has its problems in %j', (spec, wrong) => {
  expect(fields(spec)).toEqual(wrong);
});

const CHANNELS = [{ name: 'search', reporting: {} }, { name: 'social', reporting: {} }, { name: 'tags' }];
const KEPT = [{ channel: 'search', account: '1', completeUntil: '2026-11-17' }];

interface Around {
  connections?: readonly object[];
  kept?: readonly object[];
  missing?: readonly string[];
}

function problemsAt(spec: object, { connections, kept = KEPT, missing = [] }: Around = {}) {
  const asked: unknown[] = [];
  const parts = {
    history: {
      accounts: async () => kept,
      campaigns: async (_: string, { campaigns }: { campaigns: string[] }) =>
        campaigns.filter((id) => id.startsWith('kept')).map((id) => ({ campaign: { id } })),
    },
    unknownEndpoints: async (_: string, ids: readonly string[]) => ids.filter((id) => id !== 'known'),
  };
  const workspace = {
    id: 'ws_1',
    name: 'Acme',
    connections: connections ?? [{ channel: 'search' }, { channel: 'tags' }],
  };
  const missingCampaigns = async (...place: unknown[]) => {
    asked.push(place);
    return [...missing];
  };
  const found = placeProblems({
    spec: { kind: 'zero_delivery', ...spec },
    workspace,
    channels: CHANNELS,
    parts,
    missingCampaigns,
  } as never);
  return { found, asked };
}

test.each<[string, object, Around, object[]]>([
  ['a channel that is connected', { channel: 'search' }, {}, []],
  [
    'a channel that is not connected',
    { channel: 'social' },
    {},
    [
      {
        field: 'channel',
        message: 'social is not connected in Acme, or has nothing to watch',
        allowed_values: ['search'],
      },
    ],
  ],
  [
    'a channel without figures',
    { channel: 'tags' },
    {},
    [
      {
        field: 'channel',
        message: 'tags is not connected in Acme, or has nothing to watch',
        allowed_values: ['search'],
      },
    ],
  ],
  ['a sign-in of a channel without figures', { kind: 'token_expiry', channel: 'tags' }, {}, []],
  ['an account that is known', { channel: 'search', account: '1' }, {}, []],
  [
    'an account that does not exist',
    { channel: 'search', account: '2' },
    {},
    [{ field: 'account', message: 'names no account of search that the workspace can read', allowed_values: ['1'] }],
  ],
  [
    'an account outside those of the connection, although its days are kept',
    { channel: 'search', account: '1' },
    { connections: [{ channel: 'search', accounts: ['7'] }] },
    [
      {
        field: 'account',
        message: 'names no account of search that the workspace can read',
        allowed_values: ['1', '7'],
      },
    ],
  ],
  ['an account where none is known yet', { channel: 'search', account: '2' }, { kept: [] }, []],
  [
    'a campaign that does not exist',
    { channel: 'search', account: '1', campaigns: ['kept1', '9'] },
    { missing: ['9'] },
    [{ field: 'campaigns', message: '9: no such campaign in account 1' }],
  ],
  [
    'an endpoint of another workspace',
    { notify: ['known', 'other'] },
    {},
    [{ field: 'notify', message: 'other names no endpoint of the workspace' }],
  ],
])('%s', async (_, spec, around, problems) => {
  expect(await problemsAt(spec, around).found).toEqual(problems);
});

test('the platform is asked only for campaigns that no kept day tells of', async () => {
  const { found, asked } = problemsAt({ channel: 'search', account: '1', campaigns: ['kept1', '9'] });
  expect(await found).toEqual([]);
  expect(asked).toEqual([['search', '1', ['9']]]);
  const kept = problemsAt({ channel: 'search', account: '1', campaigns: ['kept1'] });
  await kept.found;
  expect(kept.asked).toEqual([]);
});

test('a key for single channels watches and sees these only', () => {
  const key = { kind: 'key', id: 'key_1', name: 'Agent', channels: ['search', 'workspace'] } as unknown as Principal;
  expect(() => refuseOtherChannels(key, { channel: 'search' })).not.toThrow();
  for (const channel of ['social', undefined])
    expect(() => refuseOtherChannels(key, { channel })).toThrow(expect.objectContaining({ code: 'permission_denied' }));
  expect(() => refuseOtherChannels({ ...key, channels: undefined } as Principal, {})).not.toThrow();
  expect([sees(key, 'search'), sees(key, 'social'), sees(key, null), sees(key, undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(sees({ ...key, channels: undefined } as Principal, null)).toBe(true);
});
