import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { Directory } from '../auth/directory.ts';
import { Grants } from '../auth/grants.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { actorsWithIds } from './actors.ts';
import { Audit } from './audit.ts';
import { readChanges } from './recorded-changes.ts';

const ambient = stillAmbient();
const secrets = deriveSecrets(randomBytes(32));
let store: TemporaryStore;
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.discard());

test('a client that a person signed in acts as a key: it has its name, and a filter for agents finds its changes', async () => {
  const directory = new Directory(store, ambient);
  const audit = new Audit(store, secrets, ambient);
  const { id: organizationId } = await directory.createOrganization('Acme');
  const { id: workspaceId } = await directory.createWorkspace({ organizationId, name: 'Acme', currency: 'USD' });
  const client = { id: 'client', name: 'Assistant', redirectHost: 'localhost' };
  const grant = {
    workspaceId,
    personId: 'per_1',
    client,
    resource: 'mcp',
    channels: [],
    readOnly: false,
    expiresAt: 0,
  };
  const keyRing = { forget: () => {}, refresh: () => {} } as unknown as ConstructorParameters<typeof Grants>[2];
  const id = await new Grants(store, secrets, keyRing, audit, ambient).create(grant);
  const actor = await actorsWithIds(store.db, [id, 'grt_gone', 'per_gone', 'service']);
  expect([id, 'grt_gone', 'per_gone', 'service'].map(actor)).toEqual([
    { id, kind: 'key', name: 'Assistant' },
    { id: 'grt_gone', kind: 'key' },
    { id: 'per_gone', kind: 'person' },
    { id: 'service', kind: 'service' },
  ]);
  const entry = { workspaceId, actor: id, action: 'trains/paint_train', callId: 'req_1' };
  await store.transaction(async () => audit.append({ ...entry, phase: 'intent', detail: {} }));
  const changedBy = async (changed_by: string) =>
    (await readChanges(store.db, workspaceId, { limit: 9, entries: { changed_by: [changed_by] } })).changes.length;
  expect([await changedBy('agent'), await changedBy(id), await changedBy('person')]).toEqual([1, 1, 0]);
});
