import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Protection against cross-site requests: any method that can change something must carry our own `Origin`. `SameSite`
 * cookies alone do not do it, because all ports of one host count as the same site.
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
