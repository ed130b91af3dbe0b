/** The part of an address after `?` as plain words: `?status=!archived&sort=-cost`, not JSON. */
export type Search = Record<string, string | undefined>;

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Marks that mean something to a reader and nothing to the address stay as they are. */
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
