import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Cookies travel with requests that other sites make, and `SameSite` does not tell one port of this machine from another.
 * So whatever may change something has to say that it comes from a page of this very address.
 */
export function requireOwnOrigin(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method) || isOwn(request, publicUrl())) return;
    throw new HttpError(403, 'FORBIDDEN', 'This request did not come from a page of this service.');
  });
}

function isOwn({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || (new URL(origin).host === host && origin.startsWith('http'));
}
