import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { FENCE } from '../../src/auth/connections.ts';
import { servedFolder } from './data-folder.ts';

const folder = servedFolder();
const { run } = folder;
let sandbox: string;
let grants: Record<string, { credentials: Record<string, string>; account?: string }[]>;
beforeAll(async () => {
  sandbox = /http:\/\/127\.0\.0\.1:\d+$/m.exec(folder.service.stdout())![0];
  grants = (await (await fetch(`${sandbox}/grants`)).json()) as typeof grants;
  await run('workspace', 'create', '--name', 'Client', '--currency', 'EUR');
});

function fileOf(credentials: unknown): string {
  const file = join(folder.path, 'tokens.json');
  writeFileSync(file, JSON.stringify(credentials));
  return file;
}

async function channelsOf(name: string): Promise<string[]> {
  const { workspaces } = JSON.parse((await run('workspace', 'list', '--json')).stdout);
  return workspaces.find((one: { name: string }) => one.name === name).channels;
}

/** The accounts that the connection of the workspace "Client" may use, as they are stored. */
function fenceIn(channel: string): string[] | undefined {
  const db = new DatabaseSync(join(folder.path, 'adhelm.sqlite'), { readOnly: true });
  const rows = db
    .prepare(
      'select options from connections join workspaces on workspaces.id = workspace_id where name = ? and channel = ?',
    )
    .all('Client', channel) as { options: string }[];
  db.close();
  return JSON.parse(rows[0]!.options)[FENCE]?.split(',');
}

describe('what cannot work is not stored', () => {
  test.each([
    [
      'fields of another world',
      'social',
      { foo: 'bar' },
      [],
      /`access_token` is required; `foo` is no field .*known: access_token.*Nothing was stored/,
    ],
    [
      'a misspelt field',
      'video',
      { app_id: '1', secret: 'x'.repeat(40), acess_token: 'y'.repeat(40) },
      [],
      /did you mean `access_token`/,
    ],
    [
      'a token the platform does not know',
      'social',
      { access_token: 'EAAnobodyGaveThisOne000' },
      [],
      /refused.*adhelm connect social/s,
    ],
    [
      'an account out of reach',
      'social',
      undefined,
      ['--account', '99'],
      /is 99, which is none of the accounts.*1001000000000001/,
    ],
    ['an option there is not', 'social', undefined, ['--options', 'manager=1'], /`manager` is no option/],
  ])('%s', async (_, channel, credentials, more, message) => {
    const file = fileOf(credentials ?? grants[channel]![0]!.credentials);
    const { code, stdout, stderr } = await run(
      'connect',
      channel,
      '--workspace',
      'Client',
      '--credentials',
      file,
      '--sandbox',
      ...more,
    );
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(await channelsOf('Client')).toEqual([]);
  });
});

test('a connection is shown with its user and its accounts, and its tokens are sealed', async () => {
  const { credentials, account = '' } = grants.social![0]!;
  const file = fileOf(credentials);
  const words = [
    'connect',
    'social',
    '--workspace',
    'Client',
    '--credentials',
    file,
    '--account',
    account,
    '--sandbox',
  ];
  const { stdout, stderr, code } = await run(...words);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/Client is connected to the social platform as .+SYSTEM_USER/);
  expect(stdout).toMatch(/→ +1001000000000001 .+USD +ACTIVE/);
  expect(await channelsOf('Client')).toEqual(['social']);
  expect(readFileSync(join(folder.path, 'adhelm.sqlite')).includes(credentials.access_token!)).toBe(false);
  expect(JSON.parse((await run(...words, '--json')).stdout)).toMatchObject({
    connectionId: expect.any(String),
    account: '1001000000000001',
    accounts: expect.arrayContaining([expect.objectContaining({ id: '1001000000000001', currency: 'USD' })]),
  });
});

test.each(['search', 'video'])('the sandbox connects a workspace to its %s platform by itself', async (channel) => {
  const { stdout } = await run('connect', channel, '--workspace', 'Client', '--sandbox', '--json');
  expect(JSON.parse(stdout).accounts.length).toBeGreaterThan(1);
});

test('of chosen accounts a connection may use these and its own, and no others', async () => {
  const words = ['connect', 'video', '--workspace', 'Client', '--sandbox', '--json'];
  const { account, accounts } = JSON.parse((await run(...words)).stdout);
  const other = accounts.find(({ id }: { id: string }) => id !== account).id;
  expect(fenceIn('video')).toBeUndefined();
  expect((await run(...words, '--accounts', ` ${other}`)).code).toBe(0);
  expect(fenceIn('video')).toEqual(account === null ? [other] : [account, other]);
});

test('the doctor asks every connection, and says which the platform refuses', async () => {
  const { origins } = (await (await fetch(sandbox)).json()) as { origins: Record<string, string> };
  const body = new URLSearchParams({ token: grants.search![0]!.credentials.refresh_token! });
  expect((await fetch(`${origins.search}/revoke`, { method: 'POST', body })).status).toBe(200);
  const { stdout } = await run('doctor');
  expect(stdout).toMatch(/! +Client \/ search/);
  expect(stdout).toMatch(/✓ +Client \/ social +sandbox: .+SYSTEM_USER.+; \d+ accounts/);
  expect(stdout).toMatch(/Next: npm run --silent adhelm -- connect search --workspace \S+ --sandbox/);
});
