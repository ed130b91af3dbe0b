/** The same object without what the platform left unset. */
export function withoutUnset<T extends Record<string, unknown>>(fields: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as never;
}
