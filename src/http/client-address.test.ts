import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  return { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage;
}

test.each([
  ['nobody is trusted', false, '127.0.0.1', '203.0.113.9', '127.0.0.1'],
  ['a stranger names itself', true, '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['the proxy on loopback names its caller', true, '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the caller wrote a name of its own before it', true, '::1', '10.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['two proxies stand on loopback', true, '::ffff:127.0.0.1', '203.0.113.9, 127.0.0.1', '203.0.113.9'],
  ['the caller is on loopback too', true, '127.0.0.1', '127.0.0.2', '127.0.0.2'],
  ['the proxy says nothing', true, '127.0.0.1', undefined, '127.0.0.1'],
])('%s', (_name, trust, direct, forwarded, expected) => {
  expect(clientAddress(trust)(from(direct, forwarded))).toBe(expected);
});
