/** Queries in the notation of Rest.li 2.0.0: the structure stays literal, everything in it is encoded. */
export type Param = string | number | boolean | readonly Param[] | { readonly [key: string]: Param | undefined };

export type Params = Readonly<Record<string, Param | undefined>>;

export function encodeParam(value: Param): string {
  if (typeof value === 'string') return value === '' ? "''" : encodeText(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `List(${value.map(encodeParam).join()})`;
  const members = Object.entries(value).flatMap(([key, one]) =>
    one === undefined ? [] : [`${encodeText(key)}:${encodeParam(one)}`],
  );
  return `(${members.join()})`;
}

/** `fields` alone is a plain list of names: with the structure of a list the platform reads it as one unknown field. */
export function encodeQuery(params: Params): string {
  return Object.entries(params)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [`${name}=${name === 'fields' && isList(value) ? value.join() : encodeParam(value)}`];
    })
    .join('&');
}

/** What separates has to be encoded wherever it stands for itself, as in the name of a company or in a URN. */
function encodeText(text: string): string {
  return encodeURIComponent(text).replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function isList(value: Param): value is readonly Param[] {
  return Array.isArray(value);
}
