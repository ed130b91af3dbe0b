import { expect, test } from 'vitest';
import { type Any, reportingForTests } from '../../../../test/reporting-service.ts';

const service = reportingForTests();

const keyOf = ({ channel, id }: Any) => `${channel} ${id}`;

test('every account of every channel, with what its money and days are in, and which is the configured one', async () => {
  const { accounts, missing } = await service.ask('list_accounts');
  expect(missing).toEqual([]);
  expect(accounts.length).toBeGreaterThanOrEqual(30);
  for (const account of accounts) {
    expect(account.currency).toMatch(/^[A-Z]{3}$/);
    expect(account.time_zone).toMatch(/^(UTC|\w+\/\w+)/);
    expect(account).toMatchObject({ name: expect.any(String), status: expect.any(String), mode: 'sandbox' });
  }
  const configured = accounts.filter((one: Any) => one.configured).map((one: Any) => one.channel);
  expect(configured.toSorted()).toEqual(['professional', 'search', 'social', 'video']);
  const { connections } = (await service.home.directory.find('Acme'))!;
  for (const one of accounts.filter((account: Any) => account.configured))
    expect(connections.find(({ channel }) => channel === one.channel)?.account).toContain(one.id);
});

test('pages hold every account once, in the order of the whole', async () => {
  const whole = (await service.ask('list_accounts', { limit: 1000 })).accounts.map(keyOf);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await service.ask('list_accounts', { limit: 7, ...(cursor && { cursor }) });
    seen.push(...page.accounts.map(keyOf));
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen).toEqual(whole);
});

test('all workspaces name their own; a key of one workspace is refused', async () => {
  const { accounts, missing } = await service.ask('list_accounts', {
    workspaces: 'all',
    channels: ['search', 'professional'],
  });
  expect(new Set(accounts.map((one: Any) => one.workspace))).toEqual(new Set(['Acme', 'Acme Japan']));
  expect(missing).toMatchObject([
    { channel: 'professional', code: 'not_connected', workspaceId: expect.stringMatching(/^ws_/) },
  ]);
  const workspaceId = await service.workspaceId('Acme');
  const { key } = await service.home.keyRing.create({ workspaceId, name: 'one', actor: 'test' });
  const { result } = await service.call('workspace', 'list_accounts', { workspaces: 'all' }, { key });
  expect(result.error).toMatchObject({ code: 'permission_denied', field: 'workspaces' });
});
