import { expect, test } from 'vitest';
import { temporaryDatabase } from '../../src/store/postgres/cluster.testing.ts';
import { adhelm, callTool, resultOf, serve, temporaryFolder } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();

test('a data folder moves to PostgreSQL: refused while it is served, then keys, connections and the audit log are there', async () => {
  const ADHELM_DATABASE_URL = await temporaryDatabase({ empty: true });
  const before = await serve(folder.path);
  const key = before.key!;
  const customer = await resultOf(await callTool(before.url, key));
  const refused = await adhelm(['migrate-store', '--data', folder.path], { ADHELM_DATABASE_URL });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('Another service is running on the data folder');
  await before.stop();

  const unset = await adhelm(['migrate-store', '--data', folder.path]);
  expect(unset).toMatchObject({ code: 2 });
  const moved = await adhelm(['migrate-store', '--data', folder.path], { ADHELM_DATABASE_URL });
  expect(moved).toMatchObject({ code: 0 });
  expect(moved.stdout).toMatch(/api_keys +1 +[0-9a-f]{64}/);
  expect(moved.stdout).toMatch(/The audit log is unbroken there: \d+ entries/);
  expect(moved.stderr).toContain('100 %, comparing audit_log');
  const again = await adhelm(['migrate-store', '--data', folder.path], { ADHELM_DATABASE_URL });
  expect(again.stderr).toContain('holds something already');

  const after = await serve(folder.path, [], { ADHELM_DATABASE_URL });
  expect(after.key).toBeUndefined();
  expect(await resultOf(await callTool(after.url, key))).toEqual(customer);
  const verified = await adhelm(['audit', 'verify', '--data', folder.path], { ADHELM_DATABASE_URL });
  expect(verified).toMatchObject({ code: 0 });
  const backup = await adhelm(['backup', '--data', folder.path, `${folder.path}/copy`], { ADHELM_DATABASE_URL });
  expect(backup.stderr).toContain('pg_dump');
  await after.stop();
});

test('two services serve one database at once, and know the same key', async () => {
  const ADHELM_DATABASE_URL = await temporaryDatabase({ empty: true });
  const other = temporaryFolder();
  const master = 'ab'.repeat(32);
  const environment = { ADHELM_DATABASE_URL, ADHELM_MASTER_KEY: master };
  const both = await Promise.all([serve(folder.path, [], environment), serve(other.path, [], environment)]);
  const keys = both.flatMap(({ key }) => key ?? []);
  expect(keys).toHaveLength(1);
  for (const { url } of both) expect((await callTool(url, keys[0]!, 'list_workspaces', 'workspace')).status).toBe(200);
  for (const service of both) expect(await service.stop()).toBe(0);
  const wrong = await adhelm(['doctor', '--data', folder.path], {
    ADHELM_DATABASE_URL,
    ADHELM_MASTER_KEY: 'cd'.repeat(32),
  });
  expect(wrong.code).toBe(1);
  other.remove();
});

test('a database that is not there is said in one sentence, without its password', async () => {
  const ADHELM_DATABASE_URL = 'postgres://adhelm:very-secret@127.0.0.1:1/nowhere';
  const { code, stderr } = await adhelm(['serve', '--data', folder.path], { ADHELM_DATABASE_URL });
  expect(code).toBe(1);
  expect(stderr).toContain('The database of ADHELM_DATABASE_URL cannot be reached');
  expect(stderr).not.toContain('very-secret');
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
