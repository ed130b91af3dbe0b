/** The URL query as plain text, `?status=!archived&sort=-cost`, where TanStack Router would write JSON. */
export type Search = Record<string, string | undefined>;

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Characters that are safe in a query are not percent-encoded, so that links stay readable. */
const READABLE = /%(?:21|2C|3A|2F|40|7E)/g;

export function stringifySearch(search: object): string {
  const pairs = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== '' && value !== null)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(String(value)).replace(READABLE, decodeURIComponent)}`,
    );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
