import { afterEach, beforeEach, expect, test } from 'vitest';
import { Audit } from '../audit/audit.ts';
import { stillAmbient, type TemporaryStore, temporaryStore } from '../store/testbed.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Directory } from './directory.ts';
import { Members } from './members.ts';

const ambient = stillAmbient();
let store: TemporaryStore;
let audit: Audit;
let members: Members;
let organizationId: string;
beforeEach(async () => {
  store = await temporaryStore();
  audit = new Audit(store, deriveSecrets(Buffer.alloc(32, 1)), ambient);
  members = new Members(store, audit, ambient);
  organizationId = (await new Directory(store, ambient).createOrganization('Acme')).id;
});
afterEach(() => store.close());

test('a member is added once, listed and removed, and each leaves a trace', async () => {
  const added = await members.add({ organizationId, email: ' Kim@Example.com ', role: 'member', actor: 'test' });
  expect(added).toMatchObject({ email: 'kim@example.com', role: 'member' });
  await expect(
    members.add({ organizationId, email: 'kim@example.com', role: 'viewer', actor: 'test' }),
  ).rejects.toMatchObject({ code: 'conflict' });
  expect(await members.list(organizationId)).toEqual([added]);
  expect(await members.remove(added.id, 'test')).toBe(true);
  expect(await members.remove(added.id, 'test')).toBe(false);
  expect(await members.list(organizationId)).toEqual([]);
  expect((await audit.list({ limit: 9 })).map(({ action }) => action)).toEqual(['member.remove', 'member.add']);
});
