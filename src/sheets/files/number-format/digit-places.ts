import type { Token } from './format-code.ts';

/** Placeholders of a format code with what stands between them, worked out once for many numbers. */
export interface DigitPlaces {
  tokens: readonly Token[];
  count: number;
  /** Set when no text stands between the digits, as in nearly every format. */
  plain: { before: string; pads: string; after: string } | null;
}

export function digitPlaces(tokens: readonly Token[]): DigitPlaces {
  const first = tokens.findIndex(({ type }) => type === 'digit');
  const last = tokens.findLastIndex(({ type }) => type === 'digit');
  const digits = tokens.slice(first, last + 1);
  const isPlain = first >= 0 && digits.every(({ type }) => type === 'digit');
  const plain = isPlain
    ? {
        before: tokens.slice(0, first).map(textOf).join(''),
        pads: digits.map((token) => (token.type === 'digit' ? token.pad : '')).join(''),
        after: tokens
          .slice(last + 1)
          .map(textOf)
          .join(''),
      }
    : null;
  return { tokens, plain, count: digits.filter(({ type }) => type === 'digit').length };
}

export const PADDING: Record<string, string> = { '0': '0', '#': '', '?': ' ' };

/** Puts a whole number's digits into their places, from the right; the leftmost place takes all that are left. */
export function fillWhole(whole: string, places: DigitPlaces, grouped: boolean): string {
  const { plain, tokens } = places;
  if (plain) {
    let digits = whole;
    for (let at = plain.pads.length - whole.length - 1; at >= 0; at--) digits = PADDING[plain.pads[at]!] + digits;
    return plain.before + (grouped ? inThrees(digits) : digits) + plain.after;
  }
  let left = places.count;
  let rest = whole;
  let text = '';
  for (const token of tokens.toReversed()) {
    if (token.type !== 'digit') {
      text = textOf(token) + text;
      continue;
    }
    left--;
    const taken = left === 0 ? rest : rest.slice(-1);
    rest = rest.slice(0, rest.length - taken.length);
    text = (taken || PADDING[token.pad]) + text;
  }
  return text;
}

function inThrees(digits: string): string {
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) {
    const group = digits.slice(Math.max(0, end - 3), end);
    text = group + (group.trim() === '' ? ' ' : ',') + text;
  }
  return text;
}

export function textOf(token: Token): string {
  if (token.type === 'literal') return token.text;
  return token.type === 'percent' ? '%' : '';
}
