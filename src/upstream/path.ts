import { invalidArguments } from '../errors.ts';

/** Text that may hold a slash or a percent sign by right, such as the name of a sheet. It still fills one segment. */
export interface PathText {
  readonly text: string;
  /** The argument it came in. */
  readonly field: string;
}

export function pathText(text: string, field: string): PathText {
  return { text, field };
}

const CONTROL_OR_LONE_SURROGATE = /\p{Cc}|\p{Cs}/u;
const SEPARATOR_OR_ENCODED = /[/\\]|%[0-9a-f]{2}/i;

/**
 * A path in which every interpolated value stays inside its segment, slashes and dots included:
 * `` pathOf`/v25/customers/${id}/googleAds:search` ``. What a platform might still take for more than one segment after
 * decoding it is refused rather than encoded.
 */
export function pathOf(literals: TemplateStringsArray, ...values: (string | number | PathText)[]): string {
  let path = literals[0] ?? '';
  for (const [index, value] of values.entries()) {
    path += encodeSegment(value, path) + literals[index + 1];
  }
  if (!isPlainPath(path) && new URL(path, 'https://platform.invalid').pathname !== path) {
    throw new TypeError('a path template must be a plain absolute path');
  }
  return path;
}

const PLAIN_PATH = /^(?:\/\w[\w:.~-]*)+$/;

/** An address holds it as it stands: no segment is empty or made of dots, and nothing in it needs encoding. */
export function isPlainPath(path: string): boolean {
  return PLAIN_PATH.test(path);
}

function encodeSegment(value: string | number | PathText, before: string): string {
  const free = typeof value === 'object';
  const text = free ? value.text : String(value);
  const forbidden = free ? holdsDotSegment(text) : SEPARATOR_OR_ENCODED.test(text) || isDotSegment(text);
  if (text === '' || forbidden || CONTROL_OR_LONE_SURROGATE.test(text)) {
    throw invalidArguments([
      {
        field: free ? value.field : 'id',
        message: `what comes after \`${lastSegments(before)}\` is not usable as one part of an address`,
      },
    ]);
  }
  return encodeURIComponent(text);
}

function isDotSegment(text: string): boolean {
  return text === '.' || text === '..';
}

function holdsDotSegment(text: string): boolean {
  const decoded = text.replace(/%2e/gi, '.').replace(/%2f|%5c/gi, '/');
  return decoded.split(/[/\\]/).some(isDotSegment);
}

function lastSegments(path: string): string {
  return path.split('/').slice(-2).join('/');
}
