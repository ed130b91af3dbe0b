import type { Exchange } from './exchange.ts';
import { type Guard, inOrder } from './guards.ts';

/** Headers a page may send: those of the contract, of the protocol, and the ones that repeat arguments. */
const MAY_SEND =
  /^(?:accept|authorization|content-type|idempotency-key|last-event-id|mcp-(?:method|name|param-[\w-]+|protocol-version|session-id)|x-mcp-(?:read-?only|toolsets)|x-request-id)$/i;

const REMEMBERED_S = '600';

export function isPreflight({ request: { method, headers } }: Exchange): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** What a browser asks before it lets a page of an allowed origin call. Needs no key: browsers send none with it. */
export function preflight(guard: Guard, method: 'GET' | 'POST', allowedOrigin?: '*'): Guard {
  return inOrder(guard, (exchange) => {
    const asked = String(exchange.headers['access-control-request-headers'] ?? '').split(',');
    const granted = asked.map((name) => name.trim()).filter((name) => MAY_SEND.test(name));
    exchange.send(204, undefined, undefined, {
      'Access-Control-Allow-Methods': method === 'GET' ? 'GET, HEAD' : method,
      ...(granted.length > 0 && { 'Access-Control-Allow-Headers': granted.join(', ') }),
      'Access-Control-Max-Age': REMEMBERED_S,
      ...(allowedOrigin && { 'Access-Control-Allow-Origin': allowedOrigin }),
    });
  });
}
