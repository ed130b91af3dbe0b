import { spawn } from 'node:child_process';
import { existsSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { changesIn, clone, interrupt, npm } from './clone.ts';
import { callTool, finished, ROOT, running, until } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
const bare = join(folder.path, 'bare');
const developed = join(folder.path, 'developed');

beforeAll(() => {
  clone(bare);
  clone(developed);
  symlinkSync(join(ROOT, 'node_modules'), join(developed, 'node_modules'));
});

let key = '';

test('npm start in a bare clone installs what is missing, and its curl line works as printed', async () => {
  const service = await running(npm(bare, 'start'));
  try {
    expect(existsSync(join(bare, 'data/adhelm.sqlite'))).toBe(true);
    key = service.key!;
    const [curl = ''] = /^curl .*$/m.exec(service.stdout()) ?? [];
    const { stdout } = await finished(spawn('bash', ['-c', curl]));
    expect(JSON.parse(JSON.parse(stdout).result.content[0].text)).toHaveProperty('customer.currency', 'USD');
    expect(changesIn(bare)).toBe('');
  } finally {
    // Ends only when everything that npm started has let go of its output.
    await service.stop('SIGTERM');
  }
});

test('a second npm start has the same key, and Ctrl-C ends all of it', async () => {
  const service = await running(npm(bare, 'start'));
  try {
    expect(service.key).toBeUndefined();
    expect((await callTool(service.url, key)).status).toBe(200);
  } finally {
    await interrupt(service);
    await until(async () =>
      fetch(service.url).then(
        () => undefined,
        () => true,
      ),
    );
  }
});

test('the command line through npm prints nothing but its JSON', async () => {
  const { code, stdout } = await finished(npm(bare, 'run', '--silent', 'adhelm', '--', 'key', 'list', '--json'));
  expect(code).toBe(0);
  expect(JSON.parse(stdout).keys).toMatchObject([{ name: 'first key', status: 'active' }]);
});

test('npm run dev starts again when a source file changes', async () => {
  const service = await running(npm(developed, 'run', 'dev'));
  try {
    const now = new Date();
    utimesSync(join(developed, 'src/process/first-start.ts'), now, now);
    const addresses = await until(() => {
      const told = [...service.stdout().matchAll(/ready at (\S+)/g)].map(([, url]) => url!);
      return told.length > 1 ? told : undefined;
    });
    expect((await fetch(`${addresses[1]}/healthz`)).status).toBe(200);
    expect((await callTool(addresses[1]!, service.key!)).status).toBe(200);
  } finally {
    await interrupt(service);
  }
});
