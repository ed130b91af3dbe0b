import { expect, test } from 'vitest';
import { adhelm } from './command-line.ts';
import { servedFolder } from './data-folder.ts';

const folder = servedFolder();

const run = (...args: string[]) => adhelm(['stop', ...args, '--data', folder.path], { ADHELM_URL: folder.service.url });

test('stop pauses a workspace of the running service, and --resume brings the list back', async () => {
  const stopped = await run('--workspace', 'Acme', '--channels', 'search', '--reason', 'wrong budgets', '--json');
  expect(stopped.code, stopped.stdout + stopped.stderr).toBe(0);
  const told = JSON.parse(JSON.parse(stopped.stdout).result.content[0].text);
  expect(told.stopped.length).toBeGreaterThan(0);
  const resumed = await run('--workspace', 'Acme', '--resume', told.stop_id);
  expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
  expect(resumed.stdout).toContain('resumed');
  expect(resumed.stdout).toContain(told.stopped[0].id);
  const twice = await run('--workspace', 'Acme', '--resume', told.stop_id);
  expect(twice.code).toBe(1);
  expect(twice.stdout).toMatch(/was resumed at/);
});

test('--organization stops every workspace, each with a list to resume', async () => {
  const stopped = await run('--organization', '--channels', 'search', '--json');
  const told = JSON.parse(JSON.parse(stopped.stdout).result.content[0].text);
  expect(told.stops.map(({ workspace }: { workspace: string }) => workspace)).toEqual(['Acme', 'Acme Japan']);
  expect(new Set(told.stopped.map(({ workspace_id }: { workspace_id: string }) => workspace_id)).size).toBe(2);
  for (const { workspace, stop_id } of told.stops) {
    const resumed = await run('--workspace', workspace, '--resume', stop_id);
    expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
  }
});

test('a workspace has to be named, and be there', async () => {
  const none = await run();
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('--workspace is needed');
  const wrong = await run('--workspace', 'Nowhere');
  expect(wrong.code).not.toBe(0);
  expect(wrong.stdout + wrong.stderr).toContain('Nowhere');
});
