import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireOwnOrigin } from './own-origin.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  requireOwnOrigin(app, () => 'https://ads.example.com/');
  app.all('/', async () => 'done');
});
afterAll(() => app.close());

const status = async (method: InjectOptions['method'], origin?: string) => {
  const headers = { host: 'localhost:8080', ...(origin !== undefined && { origin }) };
  return (await app.inject({ method: method!, url: '/', headers })).statusCode;
};

test.each(['https://ads.example.com', 'http://localhost:8080'])('a page at %s may change something', async (origin) => {
  expect(await status('POST', origin)).toBe(200);
});

test.each([undefined, 'null', 'no address', 'https://evil.example', 'http://localhost:9090', 'ftp://localhost:8080'])(
  'a request from %s may look and change nothing',
  async (origin) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) expect(await status(method, origin)).toBe(403);
    expect(await status('GET', origin)).toBe(200);
  },
);
