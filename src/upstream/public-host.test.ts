import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { publicAddressesOf } from './public-host.ts';

const never = new AbortController().signal;
const found = (host: string, addresses: string[] = ['93.184.216.34'], signal = never) =>
  publicAddressesOf(host, async () => addresses, signal);

test.each([
  'one',
  'localhost',
  'a.localhost',
  'local',
  'x.local',
  'a.internal',
  'home.arpa',
  'a.home.arpa',
  'a.home.arpa.',
])('%s is a name of the inside, whatever it resolves to', async (host) => expect(await found(host)).toBeUndefined());

test.each(['notlocalhost.com', 'internal.example.com', 'xlocal.example', 'my-internal.net'])(
  '%s only looks like one',
  async (host) => expect(await found(host)).toEqual({ host, addresses: ['93.184.216.34'] }),
);

test('an address stands for itself, with its brackets taken off', async () => {
  expect(await found('[2606:4700::1111]', [])).toEqual({ host: '2606:4700::1111', addresses: ['2606:4700::1111'] });
  expect(await found('8.8.8.8', [])).toEqual({ host: '8.8.8.8', addresses: ['8.8.8.8'] });
  expect(await found('[::1]')).toBeUndefined();
});

test('a name that cannot be looked up leads nowhere', async () => {
  expect(await publicAddressesOf('a.example', () => Promise.reject(new Error('dns')), never)).toBeUndefined();
  expect(await found('a.example', [])).toBeUndefined();
});

test('a look-up is given up with its caller, and nothing is left listening', async () => {
  const leaving = new AbortController();
  const waiting = publicAddressesOf('a.example', () => new Promise(() => {}), leaving.signal);
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  await expect(found('a.example', [], leaving.signal)).rejects.toThrow('left');
  const { signal } = new AbortController();
  await found('a.example', ['93.184.216.34'], signal);
  await Promise.resolve();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
