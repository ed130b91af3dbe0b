import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { adhelm, resultOf, serve } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();

const create = (url: string, key: string, name: string) =>
  fetch(`${url}/search/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'once' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'create_asset', arguments: { text: name } },
    }),
  });

test('a second service on the same folder is refused and leaves the first one and its calls alone', async () => {
  const service = await serve(folder.path, ['--json']);
  const { sandbox } = JSON.parse(service.stdout());
  const key = service.key!;
  await fetch(`${sandbox}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'search', match: 'mutate', kind: 'latency', ms: 8_000, times: 1 }),
  });
  const first = create(service.url, key, 'Made once');
  await sleep(500);

  const second = await adhelm(['serve', '--data', folder.path]);
  expect(second.code).toBe(1);
  expect(second.stderr).toContain('Another service is running on the data folder');
  const listed = await adhelm(['workspace', 'list', '--data', folder.path]);
  expect(listed.stdout).toContain('Acme Japan');

  const repeat = await resultOf(await create(service.url, key, 'Made once'));
  expect(repeat.error).toMatchObject({ code: 'conflict', retryable: true, outcome: 'unknown' });
  const answer = await resultOf(await first);
  expect(answer).toHaveProperty('asset');
  expect(await resultOf(await create(service.url, key, 'Made once'))).toEqual({ ...answer, replayed: true });
  await service.stop('SIGKILL');
});

test('a start that fails for its port gives the folder back, as does a service that was killed', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const failed = await adhelm(['serve', '--data', folder.path], { ADHELM_PORT: `${port}`, ADHELM_SANDBOX: 'off' });
  taken.close();
  expect(failed.stderr).toContain('which another program holds');
  const service = await serve(folder.path, [], { ADHELM_SANDBOX: 'off' });
  expect(await service.stop()).toBe(0);
});
