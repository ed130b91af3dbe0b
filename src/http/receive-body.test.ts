import { expect, test } from 'vitest';
import { received, refusedWith } from './exchange.testing.ts';
import { receiveBody } from './receive-body.ts';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'content-length': '2' };

test('a body of JSON is received whole; a request without a body has none, also when it names a type', async () => {
  expect(String(await receiveBody(received({ headers: JSON_HEADERS, body: '{}' }).exchange, 2))).toBe('{}');
  expect(await receiveBody(received({}).exchange, 2)).toBeUndefined();
  const none = received({ headers: { 'content-length': '0', 'content-type': 'text/plain' } });
  expect(await receiveBody(none.exchange, 2)).toBeUndefined();
});

test.each<[string, Parameters<typeof received>[0], number]>([
  ['is not JSON', { headers: { ...JSON_HEADERS, 'content-type': 'text/plain' } }, 415],
  ['is compressed', { headers: { ...JSON_HEADERS, 'content-encoding': 'gzip' } }, 415],
  ['is larger than allowed', { headers: JSON_HEADERS, body: '{"a":1}' }, 413],
  ['comes from a client that has left', { headers: JSON_HEADERS, abandoned: true }, 408],
])('a body that %s is refused', async (_, request, status) => {
  const refused = await refusedWith(() => receiveBody(received({ body: '{}', ...request }).exchange, 2));
  expect(refused?.status).toBe(status);
});
