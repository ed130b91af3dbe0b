import { afterAll, beforeAll, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    platforms: [],
    extraEndpoints: rehearsal().endpoints,
    settings: { ADHELM_TRUST_PROXY: 'on' },
  });
});
afterAll(() => service?.close());

const echo = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'echo', arguments: { text: 'CANARY-text' } },
};
const lines = () =>
  service
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('a failed key is logged with the address it came from, and not itself', async () => {
  const key = `sk_live_${'CANARY'.repeat(8)}`;
  const reply = await service.post('rehearsal', echo, { key, headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(reply.status).toBe(401);
  const line = lines().findLast(({ event }) => event === 'key_failed');
  expect(line).toMatchObject({
    level: 'warn',
    address: '203.0.113.9',
    route: '/rehearsal/mcp',
    request_id: reply.headers.get('x-request-id'),
  });
  expect(service.logged()).not.toContain('CANARY');
});

test('no log line holds an address as it was asked for, a header or an argument; only the fields there are', async () => {
  const headers = { cookie: 'CANARY-cookie', 'x-api-key': 'CANARY-header', 'user-agent': 'CANARY-agent' };
  await service.post('rehearsal', echo, { headers });
  await service.post('rehearsal', echo, { headers, query: '?read_only=true&toolsets=reading' });
  await service.post('rehearsal', echo, { headers, query: '?access_token=CANARY-query' });
  await fetch(`${service.url}/CANARY-path?code=CANARY-code`, { headers });
  await fetch(`${service.url}/office/sheets/read?spreadsheetId=CANARY-id&access_token=CANARY`, { headers });
  await service.post('rehearsal', '{"CANARY', { headers });
  await service.post('rehearsal', { ...echo, params: { name: 'CANARY-tool' } }, { headers });
  const logged = service.logged();
  expect(logged).not.toMatch(/CANARY|read_only|toolsets=|\?/);
  expect(logged).not.toContain(service.key);
  expect(logged).not.toMatch(/authorization|bearer/i);
  const known = [
    'at',
    'level',
    'event',
    'request_id',
    'method',
    'route',
    'status',
    'duration_ms',
    'key_id',
    'address',
    'outcome',
  ];
  for (const line of lines().filter(({ event }) => event === 'request' || event === 'key_failed'))
    expect(known).toEqual(expect.arrayContaining(Object.keys(line)));
  expect(
    new Set(
      lines()
        .filter(({ event }) => event === 'request')
        .map(({ route }) => route),
    ),
  ).toEqual(new Set(['/rehearsal/mcp', '/office/sheets/read', 'none']));
});
