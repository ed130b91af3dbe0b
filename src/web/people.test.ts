import { afterEach, beforeEach, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { Directory } from '../auth/directory.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { People } from './people.ts';

let store: TemporaryStore;
let people: People;
beforeEach(async () => {
  store = await temporaryStore();
  people = new People(store, new Directory(store, stillAmbient()));
});
afterEach(() => store.discard());

const kim = { id: 'per_1', name: 'Kim', email: 'kim@acme.example' };

async function member(organization_id: string, workspace_id: string | null, role: string): Promise<void> {
  const id = `mem_${organization_id}_${workspace_id}`;
  const row = { id, organization_id, workspace_id, email: kim.email, role, created_at: 0 };
  await store.db.insertInto('members').values(row).execute();
}
const openTo = async () => {
  const person = (await people.personOf(kim))!;
  return (await people.workspacesOf(person)).map(({ record, role }) => [record.id, role]);
};

test('an account without any membership is nobody', async () => {
  expect(await people.personOf(kim)).toBeUndefined();
});

test('a member of one workspace sees that one; a member of the organization all of its own, and none of another', async () => {
  const acme = await seedWorkspace(store);
  const second = { id: 'ws_2', organization_id: acme.organizationId, name: 'Second', currency: 'USD', created_at: 0 };
  await store.db
    .insertInto('workspaces')
    .values({ ...second, archived_at: null })
    .execute();
  await seedWorkspace(store, 'Elsewhere');
  await member(acme.organizationId, acme.workspaceId, 'approver');
  expect(await openTo()).toEqual([[acme.workspaceId, 'approver']]);
  await member(acme.organizationId, null, 'viewer');
  expect((await openTo()).sort()).toEqual(
    [
      [acme.workspaceId, 'approver'],
      ['ws_2', 'viewer'],
    ].sort(),
  );
});
