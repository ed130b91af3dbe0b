/** The part of JSONPath that batch references use (`$.data.*.id`); several matches become a comma list. */
export function jsonPath(value: unknown, path: string): string {
  let found: unknown[] = [value];
  for (const step of path
    .replace(/^\$\.?/, '')
    .split(/[.[\]]+/)
    .filter(Boolean)) {
    found = found.flatMap((item) => follow(item, step));
  }
  return found.map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item))).join(',');
}

function follow(item: unknown, step: string): unknown[] {
  if (typeof item !== 'object' || item === null) return [];
  if (step === '*') return Object.values(item);
  return Object.hasOwn(item, step) ? [(item as Record<string, unknown>)[step]] : [];
}
