/** The longest list of objects in a reply, to show as a table. */
export function longestList(
  result: Record<string, unknown>,
): { name: string; rows: Record<string, unknown>[] } | undefined {
  const lists = Object.entries(result).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 && value.every(isRecord) ? [{ name, rows: value }] : [],
  );
  return lists.toSorted((a, b) => b.rows.length - a.rows.length)[0];
}

/** Nested objects become columns of their own, `metrics.cost`, except money, which is one value. */
export function flattened(row: Record<string, unknown>, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      isRecord(value) && !('amount' in value)
        ? Object.entries(flattened(value, `${prefix}${name}.`))
        : [[prefix + name, value]],
    ),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
