import type { Verdict } from './limiter.ts';

/**
 * Adds the standard's two fields (draft-ietf-httpapi-ratelimit-headers) and the three common ones to a flat list of
 * names and values; all times in seconds from now.
 */
export function rateHeaders(head: string[], verdict: Verdict, policyName: string, windowS: number): void {
  const { retryAfterS } = verdict;
  const [limit, remaining, resetS] = [`${verdict.limit}`, `${verdict.remaining}`, `${verdict.resetS}`];
  head.push(
    'RateLimit-Policy',
    `"${policyName}";q=${limit};w=${windowS}`,
    'RateLimit',
    `"${policyName}";r=${remaining};t=${resetS}`,
    'X-RateLimit-Limit',
    limit,
    'X-RateLimit-Remaining',
    remaining,
    'X-RateLimit-Reset',
    resetS,
  );
  if (retryAfterS !== undefined) head.push('Retry-After', `${retryAfterS}`);
}
