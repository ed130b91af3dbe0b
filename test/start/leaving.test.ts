import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { openHome } from '../../src/process/home.ts';
import { callTool, until } from './command-line.ts';
import { servedFolder } from './data-folder.ts';

const folder = servedFolder();
const { run } = folder;

// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
const json = async (...words: string[]): Promise<any> => JSON.parse((await run(...words, '--json')).stdout);

function rows(query: string, ...values: string[]): Record<string, unknown>[] {
  const db = new DatabaseSync(join(folder.path, 'adhelm.sqlite'));
  const found = db.prepare(query).all(...values);
  db.close();
  return found;
}

const statusOf = async (key: string) => (await callTool(folder.service.url, key)).status;
const untilStatus = (key: string, status: number) =>
  until(async () => ((await statusOf(key)) === status ? true : undefined));

async function client(name: string): Promise<{ workspaceId: string; key: string }> {
  const { workspaceId } = await json('workspace', 'create', '--name', name, '--currency', 'USD');
  expect((await run('connect', 'search', '--workspace', name, '--sandbox')).code).toBe(0);
  const { key } = await json('key', 'create', '--workspace', name, '--name', 'agent');
  expect(await statusOf(key)).toBe(200);
  return { workspaceId, key };
}

const connectionsOf = (workspaceId: string) => rows('SELECT id FROM connections WHERE workspace_id = ?', workspaceId);

test('archiving takes a workspace its keys and tokens; unarchiving gives back the keys alone', async () => {
  const { workspaceId, key } = await client('Globex');
  expect(connectionsOf(workspaceId)).toHaveLength(1);
  expect(await json('workspace', 'archive', 'Globex')).toEqual({ workspaceId, archived: true });
  expect(connectionsOf(workspaceId)).toEqual([]);
  await untilStatus(key, 401);
  expect((await json('workspace', 'list', '--archived')).workspaces).toMatchObject([{ workspaceId, name: 'Globex' }]);

  const unknown = await run('workspace', 'unarchive', 'Globx');
  expect(unknown).toMatchObject({
    code: 2,
    stderr: 'There is no archived workspace "Globx". Archived are: Globex.\n',
  });
  await run('workspace', 'create', '--name', 'Globex');
  const taken = await run('workspace', 'unarchive', 'Globex');
  expect(taken.code).toBe(1);
  expect(taken.stderr).toContain('There is a workspace called "Globex" already');
  await run('workspace', 'rename', 'Globex', '--name', 'Globex Two');
  expect(await json('workspace', 'unarchive', 'Globex')).toEqual({ workspaceId, archived: false, activeKeys: 1 });
  await until(async () => ((await statusOf(key)) === 401 ? undefined : true));
  const reply = await (await callTool(folder.service.url, key)).text();
  expect(reply).toContain('not connected');
});

test('a connection is taken away with its tokens, or said not to be there', async () => {
  const { workspaceId } = await client('Initech');
  const wrong = await run('disconnect', 'video', '--workspace', 'Initech');
  expect(wrong).toMatchObject({ code: 1, stdout: 'Initech is not connected to "video". Connected are: search.\n' });
  expect((await run('disconnect', '--workspace', 'Initech')).code).toBe(2);
  expect((await run('disconnect', 'search')).code).toBe(2);
  expect(await json('disconnect', 'search', '--workspace', 'Initech')).toEqual({
    workspaceId,
    channel: 'search',
    disconnected: true,
  });
  expect(connectionsOf(workspaceId)).toEqual([]);
});

test('a deleted workspace leaves its entries in the audit log and nothing else', async () => {
  const { workspaceId, key } = await client('Hooli');
  const sheet = join(folder.path, 'plan.csv');
  writeFileSync(sheet, 'a,b\n1,2\n');
  expect((await run('sheet', 'import', sheet, '--workspace', 'Hooli')).code).toBe(0);
  await run('member', 'add', '--email', 'kim@example.com', '--workspace', 'Hooli');

  const asked = await run('workspace', 'delete', 'Hooli');
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain('Hooli');
  expect(asked.stderr).toContain('Nothing was changed; add --yes to do it.');
  expect(await statusOf(key)).toBe(200);
  expect((await run('workspace', 'delete', 'Holi', '--yes')).code).toBe(2);

  expect(await json('workspace', 'delete', 'Hooli', '--yes')).toEqual({ workspaceId, deleted: true });
  await untilStatus(key, 401);
  const tables = rows(
    "SELECT m.name AS name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'workspace_id'",
  );
  expect(tables.length).toBeGreaterThan(8);
  const left = tables.filter(
    ({ name }) => rows(`SELECT 1 FROM ${name} WHERE workspace_id = ?`, workspaceId).length > 0,
  );
  expect(left.map(({ name }) => name)).toEqual(['audit_log']);
  expect(existsSync(join(folder.path, 'workspaces', workspaceId))).toBe(false);
  expect((await run('audit', 'verify')).code).toBe(0);
});

test("a person's data is erased, and the audit log never held the address", async () => {
  await run('member', 'add', '--email', 'Lee@Example.com', '--role', 'viewer');
  await run('user', 'link', '--email', 'lee@example.com');
  expect((await run('user', 'erase', '--email', 'lee')).code).toBe(2);
  expect((await run('user', 'erase')).stderr).toBe('--email is needed.\n');
  const asked = await run('user', 'erase', '--email', 'lee@example.com');
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('add --yes')]);
  expect(await json('user', 'erase', '--email', 'lee@example.com', '--yes')).toEqual({
    email: 'lee@example.com',
    erased: true,
  });
  for (const { name } of rows("SELECT name FROM sqlite_schema WHERE type = 'table'")) {
    const held = rows(`SELECT * FROM ${name}`).filter((row) =>
      JSON.stringify(row).toLowerCase().includes('lee@example'),
    );
    expect(held, String(name)).toEqual([]);
  }
  const again = await run('user', 'erase', '--email', 'lee@example.com', '--yes');
  expect(again).toMatchObject({ code: 1, stdout: 'Nothing is known of lee@example.com.\n' });
});

test('old audit entries are removed when that is wanted, and the log says where it begins', async () => {
  for (const wrong of [[], ['--older-than', 'long'], ['--older-than', '0s'], ['--key', 'x']])
    expect((await run('audit', 'remove-old', ...wrong)).code, wrong.join(' ')).toBe(2);
  expect((await run('audit', 'verify', '--yes')).stderr).toBe(
    'audit verify does not take --yes. See: adhelm audit --help\n',
  );
  const { removed } = await json('audit', 'remove-old', '--older-than', '0s', '--yes');
  expect(removed).toBeGreaterThan(5);
  const { code, stdout } = await run('audit', 'verify');
  expect(code).toBe(0);
  expect(stdout).toContain(`It begins after entry ${removed}: those up to there were removed for their age`);
  expect((await run('audit', 'remove-old', '--older-than', '1d', '--yes')).stdout).toMatch(/^0 entries/);
});

test('a person who filled in forms is erased in all workspaces, and the audit log does not hold the address', async () => {
  const [one, other] = [await client('Umbrella'), await client('Soylent')];
  const home = await openHome(loadSettings({ ADHELM_DATA: folder.path }), realAmbient);
  const lead = (id: string, email: string) => ({
    id,
    form_id: 'f1',
    submitted_at: Date.now(),
    is_test: false,
    answers: [{ field: 'email', values: [email] }],
  });
  for (const { workspaceId } of [one, other])
    await home.leads.keep({ workspaceId, mode: 'sandbox' }, { channel: 'search', account: '1' }, [
      lead('l1', 'Ada@Example.com'),
      lead('l2', 'bo@example.com'),
    ]);
  await home.close();

  expect((await run('erase', '--person', 'nobody')).code).toBe(2);
  const asked = await run('erase', '--person', 'ada@example.com');
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was changed') });
  const { erased } = await json('erase', '--person', 'ada@example.com', '--yes');
  expect(erased.map(({ workspace, lead: id }: Record<string, string>) => [workspace, id])).toEqual([
    ['Umbrella', 'l1'],
    ['Soylent', 'l1'],
  ]);
  expect(rows('SELECT lead_id FROM leads')).toEqual([{ lead_id: 'l2' }, { lead_id: 'l2' }]);
  expect(rows('SELECT lead_id FROM erased_leads')).toHaveLength(2);
  const recorded = rows("SELECT detail FROM audit_log WHERE action = 'person.erase'").map(({ detail }) =>
    String(detail),
  );
  expect(recorded.filter((detail) => detail.includes('"leads":1'))).toHaveLength(2);
  expect(recorded.join()).not.toMatch(/ada/i);
  expect((await run('erase', '--person', 'ada@example.com', '--workspace', 'Umbrella', '--yes')).code).toBe(1);
});
