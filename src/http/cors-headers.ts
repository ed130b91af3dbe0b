const MAY_READ =
  'X-Request-Id, Retry-After, WWW-Authenticate, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';

/** Lets the page read the reply. Credentials are not allowed: keys come in a header, never as a cookie. */
export function corsHeaders(head: string[], origin: string): void {
  head.push('Access-Control-Allow-Origin', origin, 'Vary', 'Origin', 'Access-Control-Expose-Headers', MAY_READ);
}
