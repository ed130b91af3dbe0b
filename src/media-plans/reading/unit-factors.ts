/** Thousands, millions: in how many zeros more an amount is meant than it is written. */
const MONEY = String.raw`(?:€|\$|£|¥|eur|euros?|usd|gbp|chf|jpy|円|brl|r\$|sek|nok|dkk|pln|cad|aud|dollars?|yen|franken|francs?|reais)`;
const THOUSAND = String.raw`(?:k|t|tsd\.?|tausend|thousands?|milliers?(?: d['’])?|miles|migliaia|milhares|mil|duizend(?:en)?|千)`;
const MILLION = String.raw`(?:mio\.?|mln\.?|m|mn|millionen|millions?(?: d['’])?|millones|milioni|milh[oõ]es|miljoen|百万)`;
const NAMED_MONEY = new RegExp(MONEY, 'iu');
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

const SPENT =
  /budget|spend|cost|amount|money|investment|ausgaben|kosten|betr[aä]g|montant|d[ée]pense|importe|gasto|inversi[oó]n|importi|spesa|investimento|gastos|valores|bedrag|uitgaven|予算|金額|費用/iu;
const REACHED =
  /reach|impression|contact|audience|view|click|user|people|grp|reichweite|kontakt|nutzer|port[ée]e|alcance|impresion|copertura|impressõ|bereik|リーチ|表示|人/iu;

/** Whether a line that counts in thousands counts money: `Reach in thousands` does not, and `in 000s` alone does not say. */
export function isAboutMoney(given: string): boolean {
  const text = given.normalize('NFKC');
  return !REACHED.test(text) && (SPENT.test(text) || NAMED_MONEY.test(text));
}

/** By a head or a line above the heads: `Budget (T€)` 3, `予算（千円）` 3, `Mio. EUR` 6, `Budget (EUR)` 0. */
export function unitZeros(given: string): number {
  const text = given.normalize('NFKC');
  return FACTORS.find(([form]) => form.test(text))?.[1] ?? 0;
}
