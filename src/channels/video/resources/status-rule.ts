import type { Problem } from '../../../errors.ts';

/** The platform switches objects by a request of its own, and a tool sends one: what is asked for together would be two. */
export function statusAlone(args: Readonly<Record<string, unknown>>, others: readonly string[]): Problem[] {
  const given = others.filter((name) => args[name] !== undefined);
  if (args.status === undefined || given.length === 0) return [];
  const message = `cannot be combined with ${given.join(', ')}: the platform takes them in separate requests, so call twice`;
  return [{ field: 'status', message }];
}
