import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: [] });
});
afterAll(() => service?.close());

test('an organization-wide key sees both companies and what each has connected', async () => {
  const { result } = await service.call('workspace', 'list_workspaces');
  const channels = (name: string): string[] =>
    result.workspaces
      .find((one: { name: string }) => one.name === name)
      .channels.map((one: { channel: string }) => one.channel);
  expect(result.workspaces.map((one: { name: string }) => one.name)).toEqual(['Acme', 'Acme Japan']);
  expect(channels('Acme')).toEqual(['office', 'professional', 'search', 'social', 'video']);
  expect(channels('Acme Japan')).toEqual(['office', 'search', 'social', 'video']);
});

test('a key of one workspace sees that one only', async () => {
  const workspaceId = await service.workspaceId('Acme Japan');
  const { key } = await service.home.keyRing.create({ workspaceId, name: 'japan', actor: 'test' });
  const { result } = await service.call('workspace', 'list_workspaces', {}, { key });
  expect(result.workspaces.map((one: { workspaceId: string }) => one.workspaceId)).toEqual([workspaceId]);
});

test('it takes no arguments and says so by name', async () => {
  const { isError, result } = await service.call('workspace', 'list_workspaces', { limit: 5 });
  expect(isError).toBe(true);
  expect(result.error).toMatchObject({ code: 'invalid_arguments', field: 'limit', outcome: 'not_applied' });
});
