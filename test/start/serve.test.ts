import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adhelm, callTool, finished, type Running, resultOf, serve, temporaryFolder } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder('empty');

let firstKey = '';
let customer: unknown;

test('a first start prints an address, one key, and a curl line that works word for word', async () => {
  const service = await serve(folder.path);
  try {
    expect(service.stdout().match(/sk_live_\w+/g)).toHaveLength(2);
    expect(new Set(service.stdout().match(/sk_live_\w+/g))).toHaveLength(1);
    const lines = service.stdout().split('\n');
    const [curl] = lines.filter((line) => line.startsWith('curl '));
    const told = await finished(spawn('bash', ['-c', `${curl} -w '\\n%{http_code} %{content_type}'`]));
    const [body, status] = told.stdout.split('\n');
    expect(status).toMatch(/^200 application\/json/);
    const { jsonrpc, id, result } = JSON.parse(body!);
    expect({ jsonrpc, id }).toEqual({ jsonrpc: '2.0', id: '1' });
    ({ customer } = JSON.parse(result.content[0].text));
    expect(customer).toMatchObject({ currency: 'USD', name: expect.stringContaining('Acme') });
    firstKey = service.key!;
  } finally {
    expect(await service.stop()).toBe(0);
  }
});

describe('a second start', () => {
  let service: Running;
  beforeAll(async () => {
    service = await serve(folder.path);
  });
  afterAll(() => service?.stop());

  const workspaces = async () =>
    (await resultOf(await callTool(service.url, firstKey, 'list_workspaces', 'workspace'))).workspaces as {
      channels: { channel: string }[];
    }[];

  test('prints no key, has the same data and takes the first key', async () => {
    expect(service.stdout()).not.toMatch(/sk_live_|curl/);
    expect(service.stdout()).toMatch(/^Another API key: npm run --silent adhelm -- key create --workspace /m);
    expect(await resultOf(await callTool(service.url, firstKey))).toEqual({ customer });
    expect(await workspaces()).toMatchObject([{ name: 'Acme' }, { name: 'Acme Japan' }]);
  });

  test('the second workspace has no professional channel, so that a 403 can be seen', async () => {
    const channels = (await workspaces()).map((one) => one.channels.map(({ channel }) => channel));
    expect(channels[0]).toContain('search');
    expect(channels[1]).toContain('search');
    expect(channels[1]).not.toContain('professional');
  });

  test('only this machine is answered, unless told otherwise', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
    const { port, hostname } = new URL(service.url);
    expect(hostname).toBe('127.0.0.1');
    if (outside) await expect(fetch(`http://${outside}:${port}/healthz`)).rejects.toThrow();
    await expect(fetch(`http://[::1]:${port}/healthz`)).rejects.toThrow();
  });
});

test('nothing in the data folder can be read by others', () => {
  const open = readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder.path, name)).mode & 0o077) !== 0,
  );
  expect(open).toEqual([]);
});

test('with --json the start is one line for programs', async () => {
  const fresh = temporaryFolder();
  const service = await serve(fresh.path, ['--json']);
  try {
    const told = JSON.parse(service.stdout());
    expect(told).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      sandbox: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      key: expect.stringMatching(/^sk_live_/),
      setUp: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/set-up\?link=\w+$/),
      data: fresh.path,
    });
    expect((await callTool(told.url, told.key)).status).toBe(200);
  } finally {
    await service.stop();
    fresh.remove();
  }
});

test('without the sandbox it starts too, and says what is missing', async () => {
  const service = await serve(folder.path, [], { ADHELM_SANDBOX: 'off' });
  try {
    expect(service.stdout()).not.toContain('Sandbox');
    const { error } = (await resultOf(await callTool(service.url, firstKey))) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'not_applied' });
    expect(error.next_step).toContain('ADHELM_SANDBOX=on');
  } finally {
    await service.stop();
  }
});

test('two instances with ports of their own find sandbox ports of their own', async () => {
  const [one, two] = [temporaryFolder(), temporaryFolder()];
  const wanted = { ADHELM_SANDBOX_PORT: '24810' };
  const first = await serve(one.path, ['--json'], wanted);
  const second = await serve(two.path, ['--json'], wanted);
  try {
    const [a, b] = [first, second].map((service) => JSON.parse(service.stdout()));
    expect(a.sandbox).not.toBe(b.sandbox);
    for (const { url, key } of [a, b]) {
      expect(await resultOf(await callTool(url, key))).toHaveProperty('customer');
    }
    const customer = await adhelm(['call', 'search', 'get_customer', '--data', two.path]);
    expect(customer.stdout, 'a command finds the service of its own data folder').toMatch(/^customer\n/);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
    for (const { remove } of [one, two]) remove();
  }
});

describe('what stops a start is said in one sentence', () => {
  const said = async (data: string, ...more: string[]) => {
    const { code, stdout, stderr } = await adhelm([...(more.length ? more : ['serve']), '--data', data]);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).not.toMatch(/^\s+at /m);
    return { code, stderr };
  };

  test('a data folder that cannot be one', async () => {
    const file = join(folder.path, 'a-file');
    writeFileSync(file, '');
    for (const data of [file, join(file, 'below'), '/proc/adhelm']) {
      expect(await said(data)).toMatchObject({ code: 2, stderr: expect.stringContaining(`ADHELM_DATA is "${data}"`) });
    }
  });

  test('a file that is not there', async () => {
    const { stderr } = await said(folder.path, 'sheet', 'import', '/nowhere/plan.csv', '--workspace', 'Acme');
    expect(stderr).toBe('/nowhere/plan.csv is not there.\n');
  });

  test('a store that is none, by its name', async () => {
    const odd = temporaryFolder();
    writeFileSync(join(odd.path, 'adhelm.sqlite'), 'not a database at all');
    writeFileSync(join(odd.path, 'master.key'), 'ab'.repeat(32));
    expect((await said(odd.path)).stderr).toContain(join(odd.path, 'adhelm.sqlite'));
    odd.remove();
  });

  test('a missing master key, which is not replaced', async () => {
    const keyless = temporaryFolder();
    await (await serve(keyless.path)).stop();
    const master = join(keyless.path, 'master.key');
    const kept = readFileSync(master);
    rmSync(master);
    for (const command of [['serve'], ['key', 'list']]) {
      const { stderr } = await said(keyless.path, ...command);
      expect(stderr).toMatch(/master\.key is missing.* ADHELM_MASTER_KEY/);
      expect(existsSync(master)).toBe(false);
    }
    writeFileSync(master, kept);
    await (await serve(keyless.path)).stop();
    keyless.remove();
  });
});
