import { beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests, walk, passTime, workspaceNamed } = sandboxed('tags');
beforeEach(() => passTime(60_000));

const asked = async () => (await requests()).filter(({ path }) => path.startsWith('/tagmanager'));

test('an account has its containers, Google tags where they are asked for', async () => {
  const { containers } = await call('list_containers');
  expect(containers).toMatchObject([
    { container_id: '7001', public_id: 'GTM-ACME001', name: 'acme.example', kind: 'web', domains: ['acme.example'] },
    { container_id: '7002', public_id: 'GTM-ACME002', kind: 'server' },
  ]);
  expect(containers[0]).not.toHaveProperty('cannot');
  const all = await walk('list_containers', 'containers', { with_google_tags: true, limit: 1 });
  expect(all).toHaveLength(3);
  expect(all[2]).toMatchObject({
    public_id: 'G-ACME00001',
    kind: 'google_tag',
    cannot: ['drafts', 'tags', 'versions'],
  });
  expect(await call('list_containers', { name_contains: 'ACME server' })).toMatchObject({
    containers: [{ container_id: '7002' }],
  });
});

test.each([
  ['GTM-ACME001', '7001'],
  ['gtm-acme001', '7001'],
  ['AW-468013579', '7001'],
  ['G-ACME00001', '7003'],
  ['7002', '7002'],
])('%s is found in one request', async (container_id, found) => {
  const before = (await asked()).length;
  const { containers } = await call('list_containers', { container_id });
  expect(containers).toMatchObject([{ container_id: found, account_id: '6001000001' }]);
  expect((await asked()).length - before).toBe(1);
});

test('containers of a stranger, of another account and of no account are refused alike; a wrong id before anything is sent', async () => {
  for (const container_id of ['GTM-ACMEJP1', 'GTM-NOBODY1', '7101']) {
    expect(await refusal('list_containers', { container_id })).toMatchObject({
      code: 'not_found',
      field: 'container_id',
      next_step: expect.stringContaining('list_containers'),
    });
  }
  const workspaceId = await workspaceNamed('Acme Japan');
  expect(await refusal('list_containers', { workspaceId, container_id: 'GTM-ACME001' })).toMatchObject({
    code: 'not_found',
  });
  const before = (await asked()).length;
  expect(await refusal('list_containers', { container_id: '../../accounts' })).toMatchObject({
    code: 'invalid_arguments',
    field: 'container_id',
    message: expect.stringContaining('GTM-'),
  });
  expect((await asked()).length).toBe(before);
});
