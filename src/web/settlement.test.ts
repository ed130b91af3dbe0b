import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import { seedWorkspace, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { settle } from './settlement.ts';

type Checker = Parameters<typeof settle>[0];

test('an open call is settled once in its workspace, and the same id of another workspace is another call', async () => {
  const store = await temporaryStore();
  const audit = new Audit(store, deriveSecrets(randomBytes(32)), stillAmbient());
  const entry = { requestId: 'req_1', tool: 'update_campaign', ids: ['7'] } as Parameters<typeof settle>[1];
  const settling = async ({ organizationId, workspaceId: id }: { organizationId: string; workspaceId: string }) => {
    const checker = { parts: { home: { store, audit } }, person: { id: 'per_1' }, workspace: { id, organizationId } };
    return settle(checker as unknown as Checker, entry, { outcome: 'applied', words: 'It was made.' });
  };
  const [acme, other] = [await seedWorkspace(store), await seedWorkspace(store, 'Other')];
  expect([await settling(acme), await settling(acme), await settling(other)]).toEqual([true, false, true]);
  await store.discard();
});
