import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { callTool, cleanEnvironment, finished, ROOT, resultOf, serve } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
const { run } = folder;
const file = join(folder.path, 'sandbox.sqlite');

interface Finding {
  what: string;
  state: string;
  next?: string;
}
const complaints = async (): Promise<Finding[]> =>
  JSON.parse((await run('doctor', '--json')).stdout).findings.filter(({ state }: Finding) => state !== 'ok');

async function fences(): Promise<unknown> {
  const db = new DatabaseSync(join(folder.path, 'adhelm.sqlite'));
  const rows = db
    .prepare(
      "SELECT workspaces.name, channel, account, options FROM connections JOIN workspaces ON workspace_id = workspaces.id WHERE workspaces.name LIKE 'Acme%' ORDER BY 1, 2",
    )
    .all();
  db.close();
  return rows.map((row) => ({ ...row, options: String(row.options).split(/\W+/).sort() }));
}

/** As if another file had issued the tokens: the company's OAuth client is not known any more. */
function forgetSearchClient(): void {
  const db = new DatabaseSync(file);
  for (const table of ['search_oauth_clients', 'search_projects'])
    db.exec(`UPDATE ${table} SET ${table === 'search_projects' ? 'client_id' : 'id'} = 'other.example'`);
  db.exec(`DELETE FROM search_oauth_tokens WHERE kind = 'access'`);
  db.exec(`UPDATE search_oauth_tokens SET client_id = 'other.example'`);
  db.close();
}

test('connections go on after sandbox.sqlite was deleted, and what the doctor advises runs as it is printed', async () => {
  let service = await serve(folder.path);
  const before = await fences();
  const key = service.key!;
  expect(await complaints()).toEqual([]);
  await run('workspace', 'create', '--name', "Client's", '--currency', 'USD');
  expect((await run('connect', 'search', '--workspace', "Client's", '--sandbox')).code).toBe(0);
  await service.stop();

  // Tokens that only this file knows, as those of earlier versions were.
  forgetSearchClient();
  service = await serve(folder.path);
  const refused = await complaints();
  expect(refused.map(({ what }) => what).sort()).toEqual(['Acme / search', 'Acme Japan / search', "Client's / search"]);
  for (const { next } of refused)
    expect(await finished(spawn('sh', ['-c', next!], { cwd: ROOT, env: cleanEnvironment() }))).toMatchObject({
      code: 0,
      stderr: '',
    });
  expect(await complaints()).toEqual([]);
  await service.stop();
  expect(await fences()).toEqual(before);

  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  service = await serve(folder.path);
  expect(await complaints()).toEqual([]);
  expect(await resultOf(await callTool(service.url, key))).toHaveProperty('customer');
  await service.stop();
});
