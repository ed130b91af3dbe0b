import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, workspaceNamed, service } = sandboxed('workspace');

test('an organization-wide key sees both companies and what each has connected', async () => {
  const { workspaces } = await call('list_workspaces');
  const channels = (name: string): string[] =>
    workspaces
      .find((one: { name: string }) => one.name === name)
      .channels.map((one: { channel: string }) => one.channel);
  expect(workspaces.map((one: { name: string }) => one.name)).toEqual(['Acme', 'Acme Japan']);
  expect(channels('Acme')).toEqual(expect.arrayContaining(['office', 'professional', 'search', 'social', 'video']));
  expect(channels('Acme Japan')).toEqual(channels('Acme').filter((name) => name !== 'professional'));
});

test('a key of one workspace sees that one only', async () => {
  const workspaceId = await workspaceNamed('Acme Japan');
  const { key } = await service().home.keyRing.create({ workspaceId, name: 'japan', actor: 'test' });
  const { result } = await service().call('workspace', 'list_workspaces', {}, { key });
  expect(result.workspaces.map((one: { workspaceId: string }) => one.workspaceId)).toEqual([workspaceId]);
});

test('it takes no arguments and says so by name', async () => {
  expect(await refusal('list_workspaces', { limit: 5 })).toMatchObject({
    code: 'invalid_arguments',
    field: 'limit',
    outcome: 'not_applied',
  });
});

test('more than fit into one reply are cut, and the reply says how many there are', async () => {
  const { organizationId } = (await service().home.directory.find('Acme'))!;
  await sql`insert into workspaces (id, organization_id, name, currency, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
    select 'ws_' || i, ${organizationId}, 'W' || i, 'USD', 9999999999999 from n`.execute(service().home.store.db);
  service().home.directory.refresh();
  const result = await call('list_workspaces');
  expect(result.workspaces).toHaveLength(1_000);
  expect(result.truncated).toMatchObject({ returned: 1_000, of: 1_502 });
});
