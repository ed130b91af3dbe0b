import { broken, tooLarge } from './refusal.ts';

const SAMPLE_CHARS = 65_536;
const SAMPLE_ROWS = 50;
/** Where two split equally well, the one less likely to be part of a text or number. */
const CANDIDATES = ['\t', '|', ';', ','];

/** Splits text that comes in chunks into rows as RFC 4180 says, with any of the usual line ends. */
export class DelimitedParser {
  readonly #delimiter: string;
  readonly #fieldChars: number;
  #field = '';
  #row: string[] = [];
  #state: 'start' | 'bare' | 'quoted' | 'closed' = 'start';
  #afterReturn = false;
  #line = 1;
  #quoteLine = 0;

  constructor(delimiter: string, fieldChars = Number.POSITIVE_INFINITY) {
    this.#delimiter = delimiter;
    this.#fieldChars = fieldChars;
  }

  *write(text: string): Generator<string[]> {
    for (let at = 0; at < text.length; at++) {
      const sign = text[at]!;
      const lineFeedOfPair = this.#afterReturn && sign === '\n';
      this.#afterReturn = sign === '\r';
      if (sign === '\r' || (sign === '\n' && !lineFeedOfPair)) this.#line++;
      if (this.#state === 'quoted') at = this.#takeQuoted(text, at);
      else if (sign === '\r' || sign === '\n') {
        if (!lineFeedOfPair) yield this.#endRow();
      } else if (sign === this.#delimiter) this.#endField();
      else at = this.#takeBare(text, at);
    }
  }

  /** Quotes count only where a field begins; elsewhere they are letters. After a closing quote the rest is kept as it is. */
  #takeBare(text: string, at: number): number {
    if (text[at] === '"' && this.#state !== 'bare') {
      if (this.#state === 'closed') this.#append('"');
      else this.#quoteLine = this.#line;
      this.#state = 'quoted';
      return at;
    }
    let end = at + 1;
    while (end < text.length && text[end] !== this.#delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
    this.#state = 'bare';
    this.#append(text.slice(at, end));
    return end - 1;
  }

  #takeQuoted(text: string, at: number): number {
    if (text[at] === '"') {
      this.#state = 'closed';
      return at;
    }
    let end = at + 1;
    while (end < text.length && text[end] !== '"' && text[end] !== '\n' && text[end] !== '\r') end++;
    this.#append(text.slice(at, end));
    return end - 1;
  }

  #append(text: string): void {
    this.#field += text;
    if (this.#field.length > this.#fieldChars) {
      throw tooLarge(
        `The field that begins near line ${this.#quoteLine || this.#line} holds more than ${this.#fieldChars} characters.`,
      );
    }
  }

  #endField(): void {
    this.#row.push(this.#field);
    this.#field = '';
    this.#state = 'start';
  }

  #endRow(): string[] {
    this.#endField();
    const row = this.#row;
    this.#row = [];
    return row;
  }

  *end(): Generator<string[]> {
    if (this.#state === 'quoted') throw broken(`the quote opened in line ${this.#quoteLine} is never closed`);
    if (this.#state !== 'start' || this.#row.length > 0) yield this.#endRow();
  }
}

/** The sign that splits the first rows most evenly. Excel's own hint, a first line `sep=;`, is obeyed. */
function sniffDelimiter(sample: string): string {
  const hint = /^sep=(.)\r?\n/i.exec(sample);
  if (hint) return hint[1]!;
  let best = { delimiter: ',', even: 0, fields: 1 };
  for (const delimiter of CANDIDATES) {
    const { even, fields } = evenness(sample, delimiter);
    if (even > best.even || (even === best.even && fields > best.fields)) best = { delimiter, even, fields };
  }
  return best.delimiter;
}

/** How many of the first rows have the commonest number of fields. Reports begin with lines that are not rows at all. */
function evenness(sample: string, delimiter: string): { even: number; fields: number } {
  const counts = new Map<number, number>();
  for (const row of new DelimitedParser(delimiter).write(`${sample}\n`).take(SAMPLE_ROWS)) {
    // Half of a quoted field in a field: split in the wrong place.
    const isTorn = row.some((field) => field.split('"').length % 2 === 0);
    if (row.length > 1 && !isTorn) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  }
  const [fields, even] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
  return { even, fields };
}

/** The rows of a text whose delimiter is not yet known. */
export async function* parseDelimited(
  chunks: AsyncIterable<string>,
  known: string | undefined,
  fieldChars: number,
): AsyncGenerator<string[]> {
  let sample = '';
  let parser = known === undefined ? undefined : new DelimitedParser(known, fieldChars);
  const begin = () => {
    parser = new DelimitedParser(sniffDelimiter(sample), fieldChars);
    return parser.write(sample.replace(/^sep=.\r?\n/i, ''));
  };
  for await (const text of chunks) {
    if (parser) yield* parser.write(text);
    else sample += text;
    if (!parser && sample.length >= SAMPLE_CHARS) yield* begin();
  }
  if (!parser) yield* begin();
  yield* parser!.end();
}
