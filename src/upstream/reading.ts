import type { z } from 'zod';
import { Failure } from '../errors.ts';
import { Turns } from '../event-loop/turns.ts';
import { parseLarge } from './large-json.ts';

/** What a platform sent, as the shape we know it by; anything else is the platform's fault and never ours. */
export function readAs<T>(schema: z.ZodType<T>, value: unknown, platform: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw unreadable(platform, parsed.error);
}

/** The same for every one of a list, which may be a long one. */
export function readEach<T>(schema: z.ZodType<T>, values: readonly unknown[], platform: string): Promise<T[]> {
  return new Turns().map(values, (value) => readAs(schema, value, platform));
}

/** Undefined when it is not JSON: a fault in front of the platform may answer with a page. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** What is longer is read in turns: others would have to wait for it. */
export const AT_ONCE_BYTES_MAX = 262_144;

/** `jsonIn` of a long body. */
export function jsonInLarge(body: Buffer): Promise<unknown> {
  return new Turns().through(parseLarge(body)).catch(() => undefined);
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
