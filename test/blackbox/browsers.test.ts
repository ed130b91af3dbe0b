import { afterAll, beforeAll, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

const ORIGIN = 'https://app.example.com';
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    platforms: [],
    extraEndpoints: rehearsal().endpoints,
    settings: { ADHELM_ALLOWED_ORIGINS: ORIGIN },
  });
});
afterAll(() => service?.close());

const echo = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: {} } };

function ask(origin: string, path = '/rehearsal/mcp', headers = 'authorization,content-type,mcp-param-region,cookie') {
  return fetch(service.url + path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
  });
}

test('an allowed origin is told before its call what it may send, without a key', async () => {
  const reply = await ask(ORIGIN);
  expect(reply.status).toBe(204);
  expect(reply.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(reply.headers.get('access-control-allow-methods')).toBe('POST');
  expect(reply.headers.get('access-control-allow-headers')).toBe('authorization, content-type, mcp-param-region');
  expect(reply.headers.get('access-control-max-age')).toBe('600');
  expect(reply.headers.get('vary')).toBe('Origin');
  const page = await ask(ORIGIN, '/office/sheets/read');
  expect(page.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
});

test('its calls can be read, the refused ones too', async () => {
  for (const [key, status] of [
    [service.key, 200],
    ['wrong', 401],
  ] as const) {
    const reply = await service.post('rehearsal', echo, { key, headers: { origin: ORIGIN } });
    expect(reply.status).toBe(status);
    expect(reply.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(reply.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test('any other origin gets neither, and who names none is not told anything', async () => {
  const asked = await ask('https://evil.example');
  expect(asked.status).toBe(403);
  expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  const called = await service.post('rehearsal', echo, { headers: { origin: 'https://evil.example' } });
  expect([called.status, called.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  const plain = await service.post('rehearsal', echo);
  expect([plain.status, plain.headers.get('access-control-allow-origin'), plain.headers.get('vary')]).toEqual([
    200,
    null,
    null,
  ]);
  expect((await ask(ORIGIN, '/nope')).status).toBe(404);
});
