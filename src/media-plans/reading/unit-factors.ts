/** Thousands, millions: in how many zeros more an amount is meant than it is written. */
const MONEY = String.raw`(?:€|\$|£|¥|eur|euros?|usd|gbp|chf|jpy|円|brl|r\$|sek|nok|dkk|pln|cad|aud|dollars?|yen|franken|francs?|reais)`;
const THOUSAND = String.raw`(?:k|t|tsd\.?|tausend|thousands?|milliers?(?: d['’])?|miles|migliaia|milhares|mil|duizend(?:en)?|千)`;
const MILLION = String.raw`(?:mio\.?|mln\.?|m|mn|millionen|millions?(?: d['’])?|millones|milioni|milh[oõ]es|miljoen|百万)`;
/** Nothing of the same word may stand before or after. */
const [OPEN, CLOSE] = [String.raw`(?<![\p{L}\d/]|\d\s{1,3})`, String.raw`(?![\p{L}\d])`];
const between = String.raw`\s*(?:de\s+|di\s+|d['’])?`;

const forms = (factor: string): RegExp =>
  new RegExp(
    `${OPEN}${factor}${between}${MONEY}${CLOSE}|${OPEN}${MONEY}\\s*(?:in\\s+|en\\s+)?${factor}${CLOSE}|(?<!\\p{L})(?:in|en|em)\\s+${factor}${CLOSE}`,
    'iu',
  );

const FACTORS: readonly (readonly [RegExp, number])[] = [
  [/百万\s*円/, 6],
  [/万\s*円/, 4],
  [/千\s*円/, 3],
  // `Budget ($000)`, `€ '000`, `000s`, `x 1.000`.
  [
    new RegExp(
      String.raw`${MONEY}\s*['’]?000s?(?!\d)|(?<![\d.,])['’]000s?(?!\d)|\(000s?\)|(?<![\d.,])000s(?!\d)|\bx\s*1[.,]?000\b`,
      'iu',
    ),
    3,
  ],
  [forms(THOUSAND), 3],
  [forms(MILLION), 6],
];

/** By a head or a line above the heads: `Budget (T€)` 3, `予算（千円）` 3, `Mio. EUR` 6, `Budget (EUR)` 0. */
export function unitZeros(given: string): number {
  const text = given.normalize('NFKC');
  return FACTORS.find(([form]) => form.test(text))?.[1] ?? 0;
}
