import { type AdsError, adsError } from '../errors.ts';

export interface Token {
  kind: 'word' | 'number' | 'string' | 'symbol' | 'end';
  /** A string's content without quotes and escapes; otherwise what was written. */
  text: string;
}

export function queryError(code: string, message: string, trigger?: string): AdsError {
  return adsError(`queryError.${code}`, `Error in query: ${message}`, {
    ...(trigger !== undefined && { trigger }),
    path: 'query',
  });
}

const ESCAPES: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
};
const WORD = /[A-Za-z_][A-Za-z0-9_.]*/y;
const NUMBER = /-?[0-9]+(?:\.[0-9]+)?/y;
const WORD_AFTER_DIGITS = /[A-Za-z0-9_]+(?![A-Za-z0-9_.])/y;
const SYMBOL = /!=|>=|<=|[=<>(),]/y;
const SPACE = /\s+/y;

export function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(query)?.[0];
  };
  while (at < query.length) {
    const space = match(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const letter = query[at]!;
    if (letter === "'" || letter === '"') {
      const { text, end } = readString(query, at);
      tokens.push({ kind: 'string', text });
      at = end;
      continue;
    }
    const symbol = match(SYMBOL);
    const number = symbol === undefined ? match(NUMBER) : undefined;
    const word = symbol === undefined && number === undefined ? match(WORD) : undefined;
    const token = numberToken(number, query, at) ?? plainToken(symbol, word);
    if (!token) throw queryError('BAD_SYMBOL', `invalid symbol '${letter}'.`, letter);
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: 'end', text: '' });
  return tokens;
}

function plainToken(symbol: string | undefined, word: string | undefined): Token | undefined {
  if (symbol !== undefined) return { kind: 'symbol', text: symbol };
  return word === undefined ? undefined : { kind: 'word', text: word };
}

/** Digits may also open a word, such as an enum name that begins with a number. */
function numberToken(number: string | undefined, query: string, at: number): Token | undefined {
  if (number === undefined) return undefined;
  if (!/[A-Za-z0-9_.]/.test(query[at + number.length] ?? '')) return { kind: 'number', text: number };
  WORD_AFTER_DIGITS.lastIndex = at;
  const word = WORD_AFTER_DIGITS.exec(query)?.[0];
  if (word !== undefined) return { kind: 'word', text: word };
  throw queryError('BAD_NUMBER', `invalid number near '${query.slice(at, at + 20)}'.`, number);
}

function readString(query: string, start: number): { text: string; end: number } {
  const quote = query[start];
  let text = '';
  for (let at = start + 1; at < query.length; at += 1) {
    const letter = query[at]!;
    if (letter === quote) return { text, end: at + 1 };
    if (letter === '\n' || letter === '\r')
      throw queryError('PROHIBITED_NEWLINE_IN_STRING', 'newline in string value.', text);
    if (letter !== '\\') {
      text += letter;
      continue;
    }
    at += 1;
    const escaped = ESCAPES[query[at] ?? ''];
    if (escaped === undefined)
      throw queryError('BAD_ESCAPE_SEQUENCE', `invalid escape sequence '\\${query[at] ?? ''}'.`, text);
    text += escaped;
  }
  throw queryError('STRING_NOT_TERMINATED', 'string value is not terminated.', text);
}
