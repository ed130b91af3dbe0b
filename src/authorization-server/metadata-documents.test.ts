import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { closeServer, listen } from '../upstream/scripted-server.testing.ts';
import { fetchDocument } from './metadata-documents.ts';

const ADDRESS = 'https://agent.example.com/client.json';

/** Every host leads to one server. The addresses that were asked for are kept. */
async function reaching(answer: RequestListener) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, reply) => {
    asked.push(request.url);
    answer(request, reply);
  });
  const port = await listen(server);
  onTestFinished(() => closeServer(server));
  const network = { resolve: async () => ['93.184.216.34'], connect: async () => connect(port, '127.0.0.1') };
  return { fetched: fetchDocument(stillAmbient(), network), asked };
}

test('a document of up to 64 KiB is read, and of a longer one no more', async () => {
  let length = 65_536;
  const { fetched } = await reaching((_, reply) => void reply.end('x'.repeat(length)));
  expect(await (await fetched(ADDRESS)).text()).toHaveLength(length);
  length += 1;
  await expect(fetched(ADDRESS)).rejects.toThrow();
});

test('a document that is said to be elsewhere is not looked for there', async () => {
  const { fetched, asked } = await reaching((request, reply) => {
    if (request.url === '/client.json') reply.writeHead(302, { location: '/other.json' }).end();
    else reply.end('{}');
  });
  const reply = await fetched(ADDRESS).catch(() => undefined);
  expect(reply?.ok ?? false).toBe(false);
  expect(asked).toEqual(['/client.json']);
});
