import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  return { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage;
}

test.each([
  ['no proxy is trusted', 'off', '127.0.0.1', '203.0.113.9', '127.0.0.1'],
  ['a stranger names itself', 'on', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['the proxy on loopback names its caller', 'on', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the caller wrote a name of its own before it', 'on', '::1', '10.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['two proxies stand on loopback', 'on', '::ffff:127.0.0.1', '203.0.113.9, 127.0.0.1', '203.0.113.9'],
  ['the caller is on loopback too', 'on', '127.0.0.1', '127.0.0.2', '127.0.0.2'],
  ['a proxy of the container network', '172.16.0.0/12', '::ffff:172.18.0.1', '203.0.113.9', '203.0.113.9'],
  ['a proxy of another network', '172.16.0.0/12', '10.0.0.1', '203.0.113.9', '10.0.0.1'],
  ['a chain of proxies', '10.0.0.0/8, fd00::/8', 'fd00::7', '198.51.100.7, 203.0.113.9, 10.2.3.4', '203.0.113.9'],
  ['one address', '192.0.2.1', '192.0.2.1', '203.0.113.9', '203.0.113.9'],
  ['the proxy on loopback beside others', '192.0.2.1', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a caller that is no address', 'on', '127.0.0.1', 'nonsense', 'nonsense'],
  ['the proxy says nothing', 'on', '127.0.0.1', undefined, '127.0.0.1'],
])('%s', (_name, trust, direct, forwarded, expected) => {
  expect(clientAddress(trust)(from(direct, forwarded))).toBe(expected);
});
