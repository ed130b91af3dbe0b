/** Values as the protocol's version 2.0.0 writes them in addresses: `List(a,b)`, `(key:value)`, text. */
export type Value = string | Value[] | RecordValue;
export interface RecordValue {
  [key: string]: Value;
}

const RESERVED = new Set(['(', ')', ',', ':']);

/** Undefined when the text is malformed. Outside of lists and records everything is one piece of text. */
export function parseValue(text: string): Value | undefined {
  if (!text.startsWith('(') && !text.startsWith('List(')) return decoded(text);
  const reader = new Reader(text);
  try {
    const value = reader.value();
    return reader.isAtEnd ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof URIError) return undefined;
    throw error;
  }
}

function decoded(text: string): string | undefined {
  try {
    return unquoted(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

/** The empty string has to be written somehow. */
function unquoted(text: string): string {
  return text === "''" ? '' : text;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  value(): Value {
    if (this.#text.startsWith('List(', this.#at)) {
      this.#at += 'List('.length;
      return this.#members(() => this.value());
    }
    if (this.#text[this.#at] === '(') {
      this.#at += 1;
      const pairs = this.#members(() => {
        const key = this.#scalar();
        this.#expect(':');
        return [key, this.value()] as const;
      });
      return Object.fromEntries(pairs);
    }
    return this.#scalar();
  }

  #members<T>(member: () => T): T[] {
    const found: T[] = [];
    if (this.#text[this.#at] === ')') {
      this.#at += 1;
      return found;
    }
    for (;;) {
      found.push(member());
      if (this.#text[this.#at] === ')') {
        this.#at += 1;
        return found;
      }
      this.#expect(',');
    }
  }

  #scalar(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !RESERVED.has(this.#text[this.#at]!)) this.#at += 1;
    if (this.#at === start) throw new SyntaxError('an empty value has to be written as two quotes');
    return unquoted(decodeURIComponent(this.#text.slice(start, this.#at)));
  }

  #expect(sign: string): void {
    if (this.#text[this.#at] !== sign) throw new SyntaxError(`${sign} expected`);
    this.#at += 1;
  }
}

export function isRecord(value: Value | undefined): value is RecordValue {
  return typeof value === 'object' && !Array.isArray(value);
}
