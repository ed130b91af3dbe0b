import { afterAll, beforeAll, expect, it } from 'vitest';
import { compiledForMany, compiledOnce, insertedTogether, MANY } from './compiled-once.ts';
import { type TemporaryStore, temporaryStore } from './store.testing.ts';

let store: TemporaryStore;
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.discard());

const keysOf = ({ workspaceId, name }: { workspaceId: string; name: string }) =>
  store.db
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('read_only', '=', 0)
    .where((or) => or.or([or('name', '=', name), or('created_by', '=', name)]));

it('is the query as it would be built for these values, whatever was asked before', () => {
  const query = compiledOnce(keysOf);
  for (const [workspaceId, name] of [
    ['ws_1', 'ours'],
    ['0', "it's"],
    ['ws_1', 'ws_1'],
  ] as const) {
    const { sql, parameters } = query({ workspaceId, name });
    const built = keysOf({ workspaceId, name }).compile();
    expect({ sql, parameters }).toEqual({ sql: built.sql, parameters: built.parameters });
  }
});

it('is answered by the store', async () => {
  const names = compiledOnce(({ id }: { id: string }) =>
    store.db.selectFrom('organizations').select('name').where('id', '=', id),
  );
  await store.db.insertInto('organizations').values({ id: 'org_1', name: 'Ours', created_at: 0 }).execute();
  expect((await store.db.executeQuery(names({ id: 'org_1' }))).rows).toEqual([{ name: 'Ours' }]);
  expect((await store.db.executeQuery(names({ id: 'org_2' }))).rows).toEqual([]);
});

it('takes any number of rows, with few different statements', async () => {
  const inserting = insertedTogether(store.db, 'organizations', ['id', 'name', 'created_at']);
  const statements = new Set<string>();
  for (let count = 0; count <= 200; count++) {
    const rows = Array.from({ length: count }, (_, at) => ({
      id: `${count}.${at}`,
      name: `It's ${at}`,
      created_at: at,
    }));
    for (const query of inserting(rows)) {
      statements.add(query.sql);
      await store.db.executeQuery(query);
    }
    const found = store.db.selectFrom('organizations').selectAll().where('id', 'like', `${count}.%`);
    expect(await found.orderBy('created_at').execute()).toEqual(rows);
  }
  expect(statements.size).toBe(7);
});

it('finds each of a list once, however long it is, by one statement', async () => {
  const all = Array.from({ length: MANY + 1 }, (_, index) => `org_many_${index}`);
  const organizations = all.map((id) => ({ id, name: 'Many', created_at: 0 }));
  await store.db.insertInto('organizations').values(organizations).execute();
  const byId = compiledForMany((ids) => store.db.selectFrom('organizations').select('id').where('id', 'in', ids));
  for (const count of [1, 2, MANY]) {
    const asked = all.slice(0, count);
    const query = byId(asked);
    expect(query.sql).toBe(byId(['org_none']).sql);
    const found = (await store.db.executeQuery(query)).rows.map(({ id }) => id);
    expect(found.sort()).toEqual(asked.sort());
  }
  expect((await store.db.executeQuery(byId(['org_none']))).rows).toEqual([]);
});
