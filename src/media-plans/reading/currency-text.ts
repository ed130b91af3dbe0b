import { folded } from './folded-text.ts';

/** Signs that mean one currency. Longer ones stand first: `US$` holds `$`. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['US$', 'USD'],
  ['U$S', 'USD'],
  ['CA$', 'CAD'],
  ['C$', 'CAD'],
  ['AU$', 'AUD'],
  ['A$', 'AUD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['SG$', 'SGD'],
  ['S$', 'SGD'],
  ['MX$', 'MXN'],
  ['NT$', 'TWD'],
  ['R$', 'BRL'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['₪', 'ILS'],
  ['฿', 'THB'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['₴', 'UAH'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['SFr.', 'CHF'],
  ['sFr', 'CHF'],
  ['Fr.', 'CHF'],
];

/** Signs of several currencies, the usual one first. Without one to take for granted the sign alone decides nothing. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'TWD', 'CLP', 'COP', 'ARS'],
  '¥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
};

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Names in words, folded. */
const NAMES: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  'us dollar': 'USD',
  'us dollars': 'USD',
  dolares: 'USD',
  dollari: 'USD',
  franken: 'CHF',
  'schweizer franken': 'CHF',
  'swiss francs': 'CHF',
  yen: 'JPY',
  pfund: 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  sterling: 'GBP',
  reais: 'BRL',
  real: 'BRL',
  日本円: 'JPY',
  ユーロ: 'EUR',
  ドル: 'USD',
  米ドル: 'USD',
};

interface CurrencyText {
  /** The currencies that the text may mean, the usual one first. */
  currencies: readonly string[];
  /** The text without it. */
  rest: string;
}

/** The currency that a text names by sign or code, beside anything else. */
export function currencyIn(text: string): CurrencyText | undefined {
  const plain = text.replaceAll('￥', '¥').replaceAll('＄', '$');
  const code = /(?<![A-Za-z])([A-Za-z]{3})(?![A-Za-z])/g;
  for (const [whole, letters = ''] of plain.matchAll(code)) {
    if (isCurrencyCode(letters) && (letters === letters.toUpperCase() || /\d/.test(plain))) {
      return { currencies: [letters.toUpperCase()], rest: without(plain, whole) };
    }
  }
  for (const [sign, currency] of SIGNS) {
    if (plain.includes(sign)) return { currencies: [currency], rest: without(plain, sign) };
  }
  const shared = /[$¥]/.exec(plain)?.[0] ?? /(?<!\p{L})kr(?:\.|(?!\p{L}))/iu.exec(plain)?.[0];
  if (shared === undefined) return undefined;
  const key = shared.toLowerCase().replace('.', '');
  return { currencies: SHARED[key]!, rest: without(plain, shared) };
}

/** A cell of a currency column: a code, a sign or a name and nothing else. */
export function currencyCell(text: string): readonly string[] | undefined {
  const bare = text.trim();
  if (isCurrencyCode(bare)) return [bare.toUpperCase()];
  const named = NAMES[folded(bare)];
  if (named) return [named];
  const found = currencyIn(bare);
  if (!found) return undefined;
  const rest = folded(found.rest);
  return rest === '' || NAMES[rest] !== undefined ? found.currencies : undefined;
}

export function isCurrencyCode(text: string): boolean {
  return CODES.has(text.toUpperCase());
}

/** Codes that are certainly currencies: others (ALL, TOP, TRY) are words as well. */
const USUAL = new Set(
  'EUR USD GBP CHF JPY AUD CAD NZD SEK NOK DKK PLN CZK HUF RON BGN BRL MXN ARS CLP COP INR CNY HKD SGD KRW TWD THB IDR MYR PHP VND AED SAR ZAR ILS UAH'.split(
    ' ',
  ),
);

/** The currency of a section or title: `Meta – CHF`, `UK (GBP)`, `LinkedIn in $`. */
export function currencyOfLabel(text: string): CurrencyText | undefined {
  if (/\d/.test(text.replace(/20\d\d/g, '')) && !/\(/.test(text)) return undefined;
  for (const code of text.matchAll(/(?<![\p{L}\d])([A-Z]{3})(?![\p{L}\d])/gu)) {
    const isBracketed = text[code.index - 1] === '(' && text[code.index + 3] === ')';
    if (USUAL.has(code[1]!) || (isBracketed && isCurrencyCode(code[1]!)))
      return { currencies: [code[1]!], rest: trimmed(without(text, code[0])) };
  }
  const sign = /[([–—:|-]\s*(US\$|CA\$|AU\$|R\$|[€£$¥])\s*[)\]]?\s*$|\b(?:in|en|em)\s+([€£$¥])\s*$/.exec(text);
  const found = sign && currencyIn(sign[1] ?? sign[2]!);
  return found ? { currencies: found.currencies, rest: trimmed(text.slice(0, sign.index)) } : undefined;
}

/** Without the brackets and dashes that the currency stood in. */
function trimmed(text: string): string {
  return text
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/[\s–—:|/-]+$|^[\s–—:|/-]+|\s+(?:in|en|em)\s*$/g, '')
    .trim();
}

/** The currency of a head: `Budget (EUR)`, `Spend in €`, `予算（円）`. */
export function currencyOfHead(text: string): CurrencyText | undefined {
  const found = currencyIn(text);
  if (found) return found;
  const words = folded(text).split(' ');
  const named = words.find((word) => NAMES[word] !== undefined && word !== 'real');
  return named === undefined
    ? undefined
    : { currencies: [NAMES[named]!], rest: words.filter((word) => word !== named).join(' ') };
}

function without(text: string, part: string): string {
  return text.replace(part, ' ').trim();
}
