import { spawn } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { callTool, finished, resultOf, serve, temporaryFolder } from './command-line.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

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

test('a second start prints no key, has the same data and takes the first key', async () => {
  const service = await serve(folder.path);
  try {
    expect(service.stdout()).not.toMatch(/sk_live_|curl/);
    expect(await resultOf(await callTool(service.url, firstKey))).toEqual({ customer });
    const { workspaces } = await resultOf(await callTool(service.url, firstKey, 'list_workspaces', 'workspace'));
    expect(workspaces).toMatchObject([{ name: 'Acme' }, { name: 'Acme Japan' }]);
  } finally {
    await service.stop();
  }
});

test('the second workspace has no professional channel, so that a 403 can be seen', async () => {
  const service = await serve(folder.path);
  try {
    const { workspaces } = await resultOf(await callTool(service.url, firstKey, 'list_workspaces', 'workspace'));
    const channels = (workspaces as { channels: { channel: string }[] }[]).map((one) =>
      one.channels.map(({ channel }) => channel),
    );
    expect(channels[0]).toContain('search');
    expect(channels[1]).toContain('search');
    expect(channels[1]).not.toContain('professional');
  } finally {
    await service.stop();
  }
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
      data: fresh.path,
    });
    expect((await callTool(told.url, told.key)).status).toBe(200);
  } finally {
    await service.stop();
    fresh.remove();
  }
});

test('only this machine is answered, unless told otherwise', async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
  const service = await serve(folder.path);
  const { port } = new URL(service.url);
  try {
    expect(new URL(service.url).hostname).toBe('127.0.0.1');
    if (outside) await expect(fetch(`http://${outside}:${port}/healthz`)).rejects.toThrow();
    await expect(fetch(`http://[::1]:${port}/healthz`)).rejects.toThrow();
  } finally {
    await service.stop();
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
