import { folded, phrases } from './folded-text.ts';

/** Rows that stand among the lines or below their sum and plan nothing: comparisons, fees, taxes. */
const DECISIVE = new Set(
  phrases(
    'ly, py, yoy, vs, versus, change, difference, diff, delta, variance, growth, vorjahr, vorjahresbudget, vj, veränderung, differenz, abweichung, entwicklung, évolution, écart, variation, variación, diferencia, variazione, differenza, scostamento, variação, diferença, verschil, mutatie, 前年, 前年比, 昨年, 昨対, 差異, 増減, 前年同期, 前年実績, fee, fees, commission, commissions, agenturhonorar, honorar, agenturprovision, provision, agenturfee, servicefee, honoraires, frais, honorarios, comisión, comisiones, commissione, commissioni, onorari, taxa, comissão, honorários, bureaufee, bureaukosten, bureauvergoeding, 代理店手数料, 手数料, 代理店フィー, vat, gst, tax, taxes, mwst, ust, umsatzsteuer, mehrwertsteuer, tva, iva, btw, 消費税, 税, adserving',
  ),
);
/** Several words that decide together. */
const PHRASES = phrases(
  'last year, previous year, prior year, année précédente, année dernière, n 1, año anterior, año pasado, anno precedente, anno scorso, ano anterior, ano passado, vorig jaar, vorjahr',
);
/** Words that may stand beside. */
const BESIDE = new Set(
  phrases(
    'agency, agentur, agence, agencia, agenzia, agência, bureau, media, management, service, ad, ads, serving, tech, total, budget, spend, sales, excl, incl, inkl, exkl, zzgl, plus, net, netto, gross, brutto, ht, ttc, on, top, of, the, for, to, at, von, vom, auf, zum, zur, der, die, das, de, du, des, d, l, la, le, del, della, di, da, do, en, in, et, und, and, year, years, jahr, année, año, anno, ano, jaar, absolute, abs, percent, prozent, pct, actual, ist, plan, rate, amount, value, added, handling, gestion, gestión, gestione, gestão, sobre, sur, su, over, previous, prior, last, same, period, 代理店, 実績, 対, 比',
  ),
);

/** Whether a text says nothing but that: `Agency fee 8%`, `vs. 2025`, `zzgl. 19 % MwSt.`, `前年比`. */
export function isAside(text: string): boolean {
  if (text.length > 60) return false;
  if (/^[Δ∆]/.test(text.trim())) return true;
  const plain = folded(text);
  // A year alone, beside the amount of that year.
  if (/^20\d\d$/.test(plain)) return true;
  let rest = ` ${plain} `;
  let isDecided = false;
  for (const phrase of PHRASES) {
    if (!rest.includes(` ${phrase} `)) continue;
    rest = rest.replace(` ${phrase} `, ' ');
    isDecided = true;
  }
  const words = rest.split(' ').filter((word) => word !== '' && !/^\d+$/.test(word));
  isDecided ||= words.some((word) => DECISIVE.has(word));
  return isDecided && words.every((word) => DECISIVE.has(word) || BESIDE.has(word));
}
