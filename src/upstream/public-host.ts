import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { unlessAborted } from '../event-loop/abortable-wait.ts';
import { isPublicAddress } from './public-address.ts';

/** Every address of a host name. */
export type Resolve = (host: string) => Promise<string[]>;

export const resolveHost: Resolve = async (host) => {
  const found = await lookup(host, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
};

const ADDRESSES_MAX = 3;
const INSIDE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Where a URL's host leads, if that is the public internet and nowhere else: one inner address among several makes the
 * host unusable. The URL parser has already turned every disguise of an IPv4 address (decimal, octal, hexadecimal, short,
 * full-width) into the dotted form.
 */
export async function publicAddressesOf(
  urlHost: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<{ host: string; addresses: readonly string[] } | undefined> {
  const host = urlHost.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host)) return isPublicAddress(host) ? { host, addresses: [host] } : undefined;
  if (!host.includes('.') || INSIDE_NAME.test(host)) return undefined;
  const addresses = await unlessAborted(
    resolve(host).catch(() => []),
    signal,
  );
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) return undefined;
  return { host, addresses: addresses.slice(0, ADDRESSES_MAX) };
}
