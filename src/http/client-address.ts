import type { IncomingMessage } from 'node:http';

export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/**
 * The address a request comes from. Behind a proxy on loopback it is the last address in `X-Forwarded-For` that is not on
 * loopback: the caller could have written the ones before it.
 */
export function clientAddress(trustProxy: boolean): ClientAddress {
  return ({ socket, headers }) => {
    const direct = socket.remoteAddress ?? '';
    if (!trustProxy || !LOOPBACK.test(direct)) return direct;
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean);
    return forwarded.findLast((address) => !LOOPBACK.test(address)) ?? forwarded[0] ?? direct;
  };
}
