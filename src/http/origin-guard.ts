import { HttpError } from '../errors.ts';
import type { Guard } from './guards.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export interface OriginRules {
  host: string;
  publicUrl: string;
  allowedOrigins: readonly string[];
}

/** A service bound to loopback answers to loopback names only, or a rebound DNS name would get in. */
export function hostGuard(rules: OriginRules): Guard {
  const knownHosts = new Set([...knownOrigins(rules)].map((origin) => new URL(origin).hostname));
  const onLoopback = LOOPBACK.test(rules.host) || rules.host === '::1';
  const hostIsKnown = remembered((named) => isKnownHost(hostnameOf(`http://${named}`), knownHosts));
  return ({ headers, request }) => {
    if (headers.host === undefined && request.httpVersionMinor > 0)
      throw new HttpError(400, 'BAD_REQUEST', 'The Host header is missing; HTTP/1.1 cannot do without it.');
    if (onLoopback && !hostIsKnown(headers.host ?? 'localhost')) {
      throw new HttpError(
        403,
        'FORBIDDEN',
        'This service answers to its own names only. Set ADHELM_PUBLIC_URL to add one.',
      );
    }
  };
}

/**
 * A page on another site must not reach the service through its visitor's browser: the host has to be known, and an
 * `Origin` has to be one of ours.
 */
export function originGuard(rules: OriginRules): Guard {
  const checkHost = hostGuard(rules);
  const known = knownOrigins(rules);
  return (exchange) => {
    checkHost(exchange);
    const { origin } = exchange.headers;
    if (origin === undefined) return;
    if (known.has(origin) || LOOPBACK.test(hostnameOf(origin) ?? '')) {
      exchange.origin = origin;
      return;
    }
    throw new HttpError(
      403,
      'FORBIDDEN',
      'This browser origin may not call the service. ADHELM_ALLOWED_ORIGINS adds one.',
    );
  };
}

function knownOrigins({ publicUrl, allowedOrigins }: OriginRules): Set<string> {
  return new Set([publicUrl, ...allowedOrigins].filter(Boolean).map((address) => new URL(address).origin));
}

/** Callers use the same few host names, so each is parsed once. */
function remembered(judge: (text: string) => boolean): (text: string) => boolean {
  const verdicts = new Map<string, boolean>();
  return (text) => {
    const known = verdicts.get(text);
    if (known !== undefined) return known;
    const verdict = judge(text);
    if (verdicts.size < 100) verdicts.set(text, verdict);
    return verdict;
  };
}

function isKnownHost(name: string | undefined, known: ReadonlySet<string>): boolean {
  return name !== undefined && (LOOPBACK.test(name) || known.has(name));
}

function hostnameOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
