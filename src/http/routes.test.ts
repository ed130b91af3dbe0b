import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { loadSettings } from '../config.ts';
import { Metrics } from '../observe/metrics.ts';
import type { Connections } from './connections.ts';
import { received, refusedWith } from './exchange.testing.ts';
import { LoadGuard } from './load-guard.ts';
import { RequestHandler } from './request-handler.ts';
import { router } from './routes.ts';
import type { ServerParts } from './server-parts.ts';

const settings = loadSettings({});
const parts = {
  ...{ settings, endpoints: [], metrics: new Metrics(), log: { write: () => {} }, freshId: () => 'req_1' },
  pages: [{ path: '/page', guarded: true, handler: async () => ({ type: 'text/plain', body: 'page' }) }],
  keys: { keyRing: { authenticate: async () => ({ id: 'key_1' }), touch: () => {} } },
  rate: { limiter: { take: async () => ({ allowed: true, limit: 1, remaining: 1 }) }, windowS: 60 },
} as unknown as ServerParts;

async function asked(request: Parameters<typeof received>[0]) {
  const headers = { host: 'localhost', authorization: 'Bearer sk_live_1', ...request.headers };
  const { exchange, sent } = received({ url: '/page', ...request, headers });
  const refused = await refusedWith(() => router(parts, new LoadGuard(10))(exchange));
  return refused?.status ?? [sent.status, sent.text];
}

test('an address is answered by its method; a browser may ask before it calls', async () => {
  expect(await asked({})).toEqual([200, 'page']);
  expect(await asked({ method: 'HEAD' })).toEqual([200, 'page']);
  expect(await asked({ method: 'POST' })).toBe(405);
  expect(await asked({ method: 'OPTIONS' })).toBe(405);
  expect(await asked({ url: '/none' })).toBe(404);
  const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'GET' };
  expect(await asked({ method: 'OPTIONS', headers })).toEqual([204, '']);
});

test('a body that is announced too large is refused before the key is looked at', async () => {
  const announced = (bytes: number) => asked({ headers: { 'content-length': String(bytes) } });
  expect(await announced(settings.bodyBytesMax)).toEqual([200, 'page']);
  expect(await announced(settings.bodyBytesMax + 1)).toBe(413);
});

test('a request whose connection was closed for room is not carried out', () => {
  const load = new LoadGuard(10);
  const handler = new RequestHandler(parts, load, { of: () => undefined } as unknown as Connections);
  const { request, response } = received({}).exchange;
  handler.receive(request as IncomingMessage, response as ServerResponse);
  expect([load.idle, response.headersSent]).toEqual([true, false]);
});
