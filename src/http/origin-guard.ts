import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export interface OriginRules {
  host: string;
  publicUrl: string;
  allowedOrigins: readonly string[];
}

/**
 * A page on another site must not reach the service through its visitor's browser: an `Origin` has to be one of ours,
 * and a service bound to loopback answers to loopback names only, or a rebound DNS name would get in.
 */
export function originGuard({ host, publicUrl, allowedOrigins }: OriginRules) {
  const known = new Set([publicUrl, ...allowedOrigins].filter(Boolean).map((address) => new URL(address).origin));
  const knownHosts = new Set([...known].map((origin) => new URL(origin).hostname));
  const onLoopback = LOOPBACK.test(host) || host === '::1';
  return async (request: FastifyRequest): Promise<void> => {
    const { origin, host: named } = request.headers;
    if (onLoopback && !isKnownHost(hostnameOf(`http://${named ?? 'localhost'}`), knownHosts)) {
      throw new HttpError(
        403,
        'FORBIDDEN',
        'This service answers to its own names only. Set ADHELM_PUBLIC_URL to add one.',
      );
    }
    if (origin === undefined || known.has(origin) || LOOPBACK.test(hostnameOf(origin) ?? '')) return;
    throw new HttpError(
      403,
      'FORBIDDEN',
      'This browser origin may not call the service. ADHELM_ALLOWED_ORIGINS adds one.',
    );
  };
}

function isKnownHost(name: string | undefined, known: ReadonlySet<string>): boolean {
  return name !== undefined && (LOOPBACK.test(name) || known.has(name));
}

function hostnameOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
