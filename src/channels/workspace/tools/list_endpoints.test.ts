import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';

const RECEIVER = 'http://127.0.0.1:9';
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'], settings: { ADHELM_INWARD_RECEIVERS: RECEIVER } });
});
afterAll(() => service?.close());

test('shows where alerts go, with ids for monitors and schedules and without anything secret', async () => {
  const { id: workspaceId, organizationId } = (await service.home.directory.find('Acme'))!;
  const { endpoint, secret } = await service.home.endpoints.create(
    {
      workspaceId,
      organizationId,
      kind: 'webhook',
      name: 'CRM',
      address: `${RECEIVER}/in/very-secret-path`,
      events: ['alert.firing', 'lead.received'],
    },
    'test',
  );
  const { result } = await service.call('workspace', 'list_endpoints');
  expect(result.endpoints).toEqual([
    {
      id: endpoint.id,
      kind: 'webhook',
      name: 'CRM',
      address: '127.0.0.1:9 …path',
      events: ['alert.firing', 'lead.received'],
      state: 'on',
    },
  ]);
  const shown = JSON.stringify(result);
  expect(shown).not.toContain('secret');
  expect(shown).not.toContain(secret);
});
