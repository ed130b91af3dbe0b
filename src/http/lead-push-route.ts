import { LEAD_PUSH_PATH, LEAD_TOKEN } from '../auth/lead-addresses.ts';
import { HttpError } from '../errors.ts';
import type { Limiter } from '../limits/limiter.ts';
import { networkOf } from '../limits/network-of.ts';
import type { LeadPushes } from '../pipeline/lead-pushes.ts';
import type { ClientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import { type Guard, inOrder } from './guards.ts';
import { collected } from './receive-body.ts';
import { noSuchAddress, tooLarge } from './refusals.ts';

export interface LeadPushParts {
  pushes: Pick<LeadPushes, 'receive'>;
  /** What one sender may do in a window. */
  limiter: Limiter;
}

/** A platform tells of up to 1,000 leads in one message, with their answers. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;

/**
 * The addresses that platforms push leads to. A wrong token, a wrong proof and a body that makes no sense are answered like an address
 * that does not exist, so that trying tells nothing.
 */
export function leadPushRoute({ pushes, limiter }: LeadPushParts, host: Guard, addressOf: ClientAddress) {
  const run: Guard = inOrder(host, async (exchange) => {
    exchange.route = `${LEAD_PUSH_PATH}{token}`;
    const { request, path, headers } = exchange;
    const isPost = request.method === 'POST';
    const token = path.slice(LEAD_PUSH_PATH.length);
    if (!LEAD_TOKEN.test(token) || (!isPost && request.method !== 'GET')) throw noSuchAddress();
    const verdict = await limiter.take(networkOf(addressOf(request)), 1);
    if (!verdict.allowed) throw tooMany(verdict.retryAfterS ?? 1);
    const body = isPost ? await bodyOf(exchange) : undefined;
    const { url = '' } = request;
    const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
    const reply = await pushes.receive({ token, query, headers: single(headers), body });
    if (!reply) throw noSuchAddress();
    exchange.send(200, reply.type, reply.body, { 'X-Content-Type-Options': 'nosniff' });
  });
  return { concerns: ({ path }: Exchange) => path.startsWith(LEAD_PUSH_PATH), run };
}

function tooMany(retryAfterS: number): HttpError {
  const message = `This sender has used its requests. Wait ${retryAfterS} seconds.`;
  return new HttpError(429, 'RATE_LIMITED', message, { 'Retry-After': String(retryAfterS) });
}

async function bodyOf(exchange: Exchange): Promise<Buffer> {
  const announced = Number(exchange.headers['content-length'] ?? 0);
  if (announced > BODY_BYTES_MAX) throw tooLarge(BODY_BYTES_MAX, announced);
  exchange.askForBody();
  return collected(exchange.request, BODY_BYTES_MAX);
}

/** A header that was sent twice proves nothing. */
function single(headers: Exchange['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
}
