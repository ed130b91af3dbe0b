import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4 } from 'node:net';

export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

const LOOPBACK = ['127.0.0.0/8', '::1'];

/**
 * The address a request comes from. Behind a trusted proxy it is the last address in `X-Forwarded-For` that is not itself
 * trusted: the caller could have written the ones before it. `trusted`: `off`, `on` for a proxy on loopback, or the
 * addresses and networks of proxies elsewhere.
 */
export function clientAddress(trusted: string): ClientAddress {
  if (trusted === 'off') return ({ socket }) => socket.remoteAddress ?? '';
  const proxies = listOf([...LOOPBACK, ...(trusted === 'on' ? [] : trusted.split(','))]);
  return ({ socket, headers }) => {
    const direct = socket.remoteAddress ?? '';
    if (!isIn(proxies, direct)) return direct;
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean);
    return forwarded.findLast((address) => !isIn(proxies, address)) ?? forwarded[0] ?? direct;
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.trim().split('/');
    if (length === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(length), familyOf(address));
  }
  return list;
}

/** A socket for both families writes IPv4 addresses as `::ffff:10.0.0.1`. */
function isIn(list: BlockList, written: string): boolean {
  const address = written.replace(/^::ffff:(?=\d+\.)/i, '');
  return list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
