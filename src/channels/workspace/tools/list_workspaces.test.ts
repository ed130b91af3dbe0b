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

test('more than fit into one reply go on, each once, and the reply says how many there are', async () => {
  const { organizationId } = (await service().home.directory.find('Acme'))!;
  await sql`insert into workspaces (id, organization_id, name, currency, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
    select 'ws_' || i, ${organizationId}, 'W' || i, 'USD', 9999999999999 from n`.execute(service().home.store.db);
  service().home.directory.refresh();
  const first = await call('list_workspaces');
  expect(first.workspaces).toHaveLength(1_000);
  expect(first.total).toBe(1_502);
  const last = await call('list_workspaces', { cursor: first.next_cursor });
  expect(last.workspaces).toHaveLength(502);
  expect(last.next_cursor).toBeUndefined();
  const idOf = (one: { workspaceId: string }) => one.workspaceId;
  const ids = [...first.workspaces, ...last.workspaces].map(idOf);
  expect(new Set(ids).size).toBe(1_502);

  const walked: string[] = [];
  let cursor: string | undefined;
  for (const limit of [1, 400, 7, 1_000, 1_000]) {
    const page = await call('list_workspaces', { limit, ...(cursor && { cursor }) });
    walked.push(...page.workspaces.map(idOf));
    cursor = page.next_cursor;
  }
  expect(cursor).toBeUndefined();
  expect(walked).toEqual(ids);
  expect(await refusal('list_workspaces', { cursor: 'x' })).toMatchObject({
    code: 'invalid_arguments',
    field: 'cursor',
  });
});
