import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, clearFaults, ledger, service } = sandboxed('professional');

test('a list is created empty, can be targeted by its urn, and is listed with the id that fills it', async () => {
  const { audience } = await call('create_professional_audience', { name: 'Customers 2026' });
  expect(audience).toMatchObject({ kind: 'USER', status: 'BUILDING', given: 0, size: 0, large_enough: false });
  expect(audience.urn).toMatch(/^urn:li:adSegment:\d+$/);
  const { audiences } = await call('list_professional_audiences');
  const listed = audiences.find(({ urn }: { urn: string }) => urn === audience.urn);
  expect(listed).toMatchObject({ name: 'Customers 2026', id: audience.id, list_id: audience.list_id });
  expect(audiences[0]).not.toHaveProperty('list_id');
});

test('it is created once, also when the answer is lost', async () => {
  await fault('cut_after', 'POST .*/dmpSegments$');
  expect(await refusal('create_professional_audience', { name: 'Once', kind: 'COMPANY' })).toMatchObject({
    code: 'outcome_unknown',
  });
  await clearFaults();
  expect(await ledger({ kind: 'create', resource: 'dmpSegment' })).toHaveLength(2);
});

test('an app without a name for its lists is told how to get one', async () => {
  const { connections, directory } = service().home;
  const workspaceId = await service().workspaceId('Acme');
  const { id, mode, account, options } = (await connections.get(workspaceId, 'professional'))!;
  const credentials = await connections.credentials(id);
  const { source_platform: _, ...rest } = options;
  const kept = { workspaceId, channel: 'professional', mode, credentials, ...(account !== undefined && { account }) };
  await connections.put({ ...kept, options: rest });
  directory.refresh();
  expect(await refusal('create_professional_audience', { name: 'No' })).toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('source_platform'),
  });
  expect((await call('list_professional_audiences')).audiences.length).toBeGreaterThan(3);
});
