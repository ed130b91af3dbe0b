import { expect, it } from 'vitest';
import type { Verdict } from './limiter.ts';
import { rateHeaders } from './rate-headers.ts';

function headersOf(verdict: Verdict, windowS: number): Record<string, unknown> {
  const head: string[] = [];
  rateHeaders(head, verdict, 'default', windowS);
  return Object.fromEntries(head.flatMap((name, at) => (at % 2 === 0 ? [[name, head[at + 1]]] : [])));
}

it('tells an admitted caller what is left', () => {
  expect(headersOf({ allowed: true, limit: 9_000, remaining: 8_997, resetS: 300 }, 300)).toEqual({
    'RateLimit-Policy': '"default";q=9000;w=300',
    RateLimit: '"default";r=8997;t=300',
    'X-RateLimit-Limit': '9000',
    'X-RateLimit-Remaining': '8997',
    'X-RateLimit-Reset': '300',
  });
});

it('tells a refused caller when to come back', () => {
  const verdict = { allowed: false, limit: 10, remaining: 0, resetS: 60, retryAfterS: 7 };
  expect(headersOf(verdict, 60)).toMatchObject({ 'Retry-After': '7', RateLimit: '"default";r=0;t=60' });
});
