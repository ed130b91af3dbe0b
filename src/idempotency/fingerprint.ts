import { createHash } from 'node:crypto';

/** The same for the same call, in any order of its arguments. */
export function fingerprint(tool: string, args: unknown): string {
  return createHash('sha256').update(tool).update('\n').update(canonicalJson(args)).digest('hex');
}

/** The same text for the same value, in any order of its members. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (isPlainObject(part) ? sortedByName(part) : part)) ?? 'null';
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without a prototype, so that `__proto__` is an argument like any other. */
function sortedByName(value: Record<string, unknown>): Record<string, unknown> {
  const sorted: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(value).sort()) sorted[name] = value[name];
  return sorted;
}
