type Fields = Readonly<Record<string, unknown>>;

/**
 * For what a platform replaces whole, where the change of one key would wipe the rest: each key that is given takes the
 * place of that key, an empty list or object takes the key away, and everything else stays, known to us or not.
 */
export function mergeKeys(current: Fields, change: Fields): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const merged = Object.entries({ ...current, ...given });
  return Object.fromEntries(merged.filter(([key, value]) => !(Object.hasOwn(given, key) && isEmpty(value))));
}

/** An object or a list without anything in it. */
export function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
