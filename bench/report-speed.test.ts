import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { reportOfSlowest } from './report-speed.ts';

test('a slowness that the sandbox refuses is told, and nothing is measured without it', async () => {
  const accounts = [{ channel: 'social', id: '1', configured: true }];
  const server = createServer(({ url }, response) => {
    if (url === '/faults') response.writeHead(400).end('unknown kind');
    else response.end(JSON.stringify({ result: { content: [{ text: JSON.stringify({ accounts }) }] } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(reportOfSlowest({ url, key: '', sandbox: url }, 1)).rejects.toThrow('POST /faults: unknown kind');
});
