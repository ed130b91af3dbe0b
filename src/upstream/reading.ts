import type { z } from 'zod';
import { Failure } from '../errors.ts';

/** What a platform sent, as the shape we know it by; anything else is the platform's fault and never ours. */
export function readAs<T>(schema: z.ZodType<T>, value: unknown, platform: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw unreadable(platform, parsed.error);
}

/** Undefined when it is not JSON: a fault in front of the platform may answer with a page. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

export function unreadable(platform: string, cause: unknown): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message: `The ${platform} platform answered in a shape we do not know.`,
    nextStep: 'Call again in a moment; if it stays, the platform has changed or has a fault.',
    retryable: true,
    internal: `unexpected answer of the ${platform} platform: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
  });
}
