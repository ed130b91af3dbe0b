import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress, encodingFor } from './compression.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['', undefined],
  [undefined, undefined],
])('a client that accepts %s is sent %s', (accepted, encoding) => {
  expect(encodingFor(accepted, JSON_TYPE, 5_000)).toBe(encoding);
});

test('short replies, streams and what is compressed already are sent as they are', () => {
  expect(encodingFor('br', JSON_TYPE, 100)).toBeUndefined();
  expect(encodingFor('br', 'text/event-stream', 5_000)).toBeUndefined();
  expect(encodingFor('br', 'image/png', 5_000)).toBeUndefined();
  expect(encodingFor('br', undefined, 5_000)).toBeUndefined();
});

test('what is compressed comes out as it went in', async () => {
  const text = 'Zürich, 日本 '.repeat(1_000);
  expect(brotliDecompressSync(await compress(text, 'br')).toString()).toBe(text);
  expect(gunzipSync(await compress(text, 'gzip')).toString()).toBe(text);
});
