import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { Browser, ownerOf, PASSWORD } from './browser.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'] });
  owner = await ownerOf(service);
});
afterAll(() => service?.close());

/** As it comes over the wire: `fetch` would unpack it. */
function raw(path: string, headers: Record<string, string>, method = 'GET') {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    request(service.url + path, { method, headers: { cookie, ...headers } }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk) => chunks.push(chunk));
      reply.on('end', () => resolve({ headers: reply.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}

const CATALOGUE = `/api/trpc/tools.catalogue?input=${encodeURIComponent('{}')}`;

test.each([CATALOGUE, '/docs'])(
  '%s is compressed as the client accepts, and says that it depends on that',
  async (path) => {
    const plain = await raw(path, { 'accept-encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toMatch(/Accept-Encoding/i);
    const [br, gzip] = [
      await raw(path, { 'accept-encoding': 'gzip, br' }),
      await raw(path, { 'accept-encoding': 'gzip' }),
    ];
    for (const [reply, encoding, unpack] of [
      [br, 'br', brotliDecompressSync],
      [gzip, 'gzip', gunzipSync],
    ] as const) {
      expect(reply.headers).toMatchObject({
        'content-encoding': encoding,
        vary: expect.stringMatching(/accept-encoding/i),
      });
      expect(Number(reply.headers['content-length'])).toBe(reply.body.length);
      expect(reply.body.length).toBeLessThan(plain.body.length / 3);
      expect(unpack(reply.body).length).toBe(plain.body.length);
    }
    if (path === CATALOGUE) return;
    const head = await raw(path, { 'accept-encoding': 'br' }, 'HEAD');
    expect(head.body.length).toBe(0);
    expect(head.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': br.headers['content-length'] });
  },
);

test('a short reply is sent as it is', async () => {
  const { headers } = await raw('/healthz', { 'accept-encoding': 'br' });
  expect(headers['content-encoding']).toBeUndefined();
});

test('a reply with sessions in it is never compressed: its length would tell about its secrets', async () => {
  for (let at = 0; at < 6; at++) await new Browser(service.url).signIn('owner@acme.example', PASSWORD);
  const { headers, body } = await raw('/api/auth/list-sessions', { 'accept-encoding': 'gzip, br' });
  expect(body.length).toBeGreaterThan(1_400);
  expect(headers['content-encoding']).toBeUndefined();
});
