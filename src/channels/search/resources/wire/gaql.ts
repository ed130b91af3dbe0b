/**
 * Queries are put together from field names of our own and from values that passed through here. A caller's text can
 * only become a quoted string, a number, a date or a known word: never a part of the query itself.
 */
export class Literal {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static quoted(text: string): Literal {
    if (/\p{Cc}/u.test(text)) throw new TypeError('a query cannot hold control characters');
    return new Literal(`'${text.replace(/[\\']/g, '\\$&')}'`);
  }

  /** An id or another whole number, as digits. */
  static digits(text: string): Literal {
    return new Literal(matching(text, /^\d{1,19}$/));
  }

  /** The name of an enum value or a date word. */
  static word(text: string): Literal {
    return new Literal(matching(text, /^[A-Z][A-Z0-9_]*$/));
  }

  static date(text: string): Literal {
    return new Literal(`'${matching(text, /^\d{4}-\d{2}-\d{2}$/)}'`);
  }

  static boolean(value: boolean): Literal {
    return new Literal(value ? 'TRUE' : 'FALSE');
  }

  static list(literals: readonly Literal[]): string {
    return literals.map((literal) => literal.#text).join(', ');
  }

  toString(): string {
    return this.#text;
  }
}

/** One condition of a query. Conditions can only be joined by AND, so a list of them is all there is. */
export interface Condition {
  readonly field: string;
  readonly test: string;
  /** Of a search for a part of a name: that part. */
  readonly contains?: string;
}

export function equal(field: string, value: Literal): Condition {
  return { field, test: `= ${value}` };
}

export function unequal(field: string, value: Literal): Condition {
  return { field, test: `!= ${value}` };
}

export function atLeast(field: string, value: Literal): Condition {
  return { field, test: `>= ${value}` };
}

export function atMost(field: string, value: Literal): Condition {
  return { field, test: `<= ${value}` };
}

export function above(field: string, value: Literal): Condition {
  return { field, test: `> ${value}` };
}

export function among(field: string, values: readonly Literal[]): Condition {
  return { field, test: `IN (${Literal.list(values)})` };
}

export function between(field: string, low: Literal, high: Literal): Condition {
  return { field, test: `BETWEEN ${low} AND ${high}` };
}

export function during(field: string, word: Literal): Condition {
  return { field, test: `DURING ${word}` };
}

/** LIKE with the text anywhere in the field, ignoring case. The signs that LIKE treats as patterns are escaped by brackets. */
export function containing(field: string, text: string): Condition {
  return { field, test: `LIKE ${Literal.quoted(`%${text.replace(/[[\]%_]/g, '[$&]')}%`)}`, contains: text };
}

export interface Query {
  select: readonly string[];
  from: string;
  where?: readonly Condition[];
  orderBy?: readonly { field: string; descending?: boolean }[];
  limit?: number;
}

const FIELD = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*$/;

export function queryText({ select, from, where = [], orderBy = [], limit }: Query): string {
  const conditions = where.map(({ field, test }) => `${name(field)} ${test}`);
  const order = orderBy.map(({ field, descending }) => (descending ? `${name(field)} DESC` : name(field)));
  return [
    `SELECT ${fieldList(select)} FROM ${name(from)}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : []),
    ...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
    ...(limit === undefined ? [] : [`LIMIT ${matching(String(limit), /^[1-9]\d*$/)}`]),
  ].join(' ');
}

/** Joined field lists by their constant array: most queries select the same one every time. */
const fieldLists = new WeakMap<readonly string[], string>();

function fieldList(fields: readonly string[]): string {
  let list = fieldLists.get(fields);
  if (list === undefined) {
    list = [...new Set(fields)].map(name).join(', ');
    fieldLists.set(fields, list);
  }
  return list;
}

function name(field: string): string {
  return matching(field, FIELD);
}

function matching(text: string, pattern: RegExp): string {
  if (!pattern.test(text)) throw new TypeError('not fit to stand in a query');
  return text;
}

/** The name of a field in replies, which write `cost_micros` as `costMicros`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
