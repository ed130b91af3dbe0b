import type { Verdict } from './limiter.ts';

/** The standard's two fields (draft-ietf-httpapi-ratelimit-headers) and the three everybody knows; all times in seconds from now. */
export function rateHeaders(verdict: Verdict, policyName: string, windowS: number): Record<string, string> {
  const { limit, remaining, resetS, retryAfterS } = verdict;
  return {
    'RateLimit-Policy': `"${policyName}";q=${limit};w=${windowS}`,
    RateLimit: `"${policyName}";r=${remaining};t=${resetS}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetS),
    ...(retryAfterS !== undefined && { 'Retry-After': String(retryAfterS) }),
  };
}
