import { type Decimal, toDecimal, toGeneral } from './decimal.ts';
import { type DigitPlaces, digitPlaces, fillWhole, PADDING, textOf } from './digit-places.ts';
import type { Section, Token } from './format-code.ts';
import { fractionRenderer } from './render-fraction.ts';

/** Writes a number of zero or more; the sign is the caller's. */
export type SizeRenderer = (size: number) => string;

/** A section made ready once for the many numbers that will go through it. */
export function sizeRenderer({ tokens, grouped, thousands }: Section): SizeRenderer {
  const has = (type: Token['type']) => tokens.some((token) => token.type === type);
  if (has('general'))
    return (size) => tokens.map((token) => (token.type === 'general' ? toGeneral(size) : textOf(token))).join('');
  if (has('slash')) return fractionRenderer(tokens);
  const percents = tokens.filter(({ type }) => type === 'percent').length;
  const factor = 100 ** percents / 1000 ** thousands;
  const parts = splitParts(tokens);
  return (size) => {
    const { decimal, exponent } = settle(size * factor, parts);
    const mantissa = fillWhole(decimal.whole, parts.whole, grouped) + fillFraction(decimal.fraction, parts.fraction);
    return parts.exponent ? mantissa + fillExponent(exponent, parts.exponent) : mantissa;
  };
}

interface Parts {
  whole: DigitPlaces;
  /** Begins with the point; empty when there is none. */
  fraction: DigitPlaces;
  exponent: { plus: boolean; places: DigitPlaces } | null;
}

function splitParts(tokens: readonly Token[]): Parts {
  const at = tokens.findIndex(({ type }) => type === 'exponent');
  const mark = tokens[at];
  const mantissa = mark ? tokens.slice(0, at) : tokens;
  const point = mantissa.findIndex(({ type }) => type === 'point');
  return {
    whole: digitPlaces(point < 0 ? mantissa : mantissa.slice(0, point)),
    fraction: digitPlaces(point < 0 ? [] : mantissa.slice(point)),
    exponent: mark?.type === 'exponent' ? { plus: mark.plus, places: digitPlaces(tokens.slice(at + 1)) } : null,
  };
}

function settle(size: number, { whole, fraction, exponent }: Parts): { decimal: Decimal; exponent: number } {
  if (!exponent) return { decimal: toDecimal(size, fraction.count), exponent: 0 };
  const step = Math.max(1, whole.count);
  const first = size === 0 ? 0 : Math.floor(Number(size.toExponential(14).split('e')[1]) / step) * step;
  const decimal = toDecimal(size / 10 ** first, fraction.count);
  // 9.996 shown with two decimals has become 10.00: one step up.
  if (decimal.whole.length <= step) return { decimal, exponent: first };
  return { decimal: toDecimal(size / 10 ** (first + step), fraction.count), exponent: first + step };
}

/** Zeros at the end are shown only where the format insists on them, and the point only when something follows it. */
function fillFraction(fraction: string, { tokens, plain }: DigitPlaces): string {
  if (tokens.length === 0) return '';
  if (plain && !/[#?]/.test(plain.pads)) return `.${plain.before}${fraction}${plain.after}`;
  const pads = tokens.flatMap((token) => (token.type === 'digit' ? [token.pad] : []));
  let significant = fraction.length;
  while (significant > 0 && fraction[significant - 1] === '0' && pads[significant - 1] !== '0') significant--;
  let at = 0;
  const filled = tokens.map((token) => {
    if (token.type === 'point') return significant > 0 || pads.length === 0 || pads.includes('?') ? '.' : '';
    if (token.type !== 'digit') return textOf(token);
    const digit = at < significant ? fraction[at] : PADDING[token.pad];
    at++;
    return digit;
  });
  return filled.join('');
}

function fillExponent(exponent: number, { plus, places }: NonNullable<Parts['exponent']>): string {
  const sign = exponent < 0 ? '-' : plus ? '+' : '';
  return `E${sign}${fillWhole(String(Math.abs(exponent)), places, false)}`;
}
