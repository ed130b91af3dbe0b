import { folded, holdsPhrase, phrases } from './folded-text.ts';

export interface BudgetHead {
  per: 'day' | 'total';
  /** Net before gross, planned before either; what two budget columns are told apart by. */
  rank: number;
  /** It says that it is the whole; beside another budget that may be with fees. */
  isTotal: boolean;
  /** In the currency of each row's market. */
  isLocal: boolean;
}

const BUDGET = phrases(
  'budget, budgets, spend, spends, spending, media spend, investment, investments, investissement, investissements, investimento, investimenti, investimentos, inversion, inversiones, investition, investitionen, invest, kosten, cost, costs, coût, coûts, costo, costi, coste, costes, custo, custos, montant, betrag, amount, importe, importo, valor, bedrag, presupuesto, presupuestos, orçamento, orçamentos, verba, verbas, begroting, etat, mediavolumen, werbevolumen, volumen, mediawert, media value, 予算, 金額, 広告費, 費用, 出稿額, 媒体費, 媒体費用, 投下額',
);
/** Parts of compound words: Tagesbudget, Mediakosten. */
const COMPOUNDS = /budget|kosten$|spendings?$/;
const DAY = phrases(
  'day, daily, tag, täglich, tägl, tages, jour, journalier, journaliers, quotidien, diario, diaria, diário, diária, dia, día, giorno, giornaliero, dag, dagelijks, 日予算, 日額, 1日, 日次, 一日, 日別予算, デイリー',
);
const DAY_COMPOUND = /^(tages|dag)(?=budget|spend|kosten)/;
/** A budget a month or week has no days that it is for. */
const OTHER_PERIODS = phrases(
  'monthly, month, monat, monatlich, monatsbudget, mensuel, mois, mensual, mes, mensile, mese, mensal, mês, maandelijks, maand, maandbudget, 月予算, 月額, 月次, weekly, week, woche, wöchentlich, wochenbudget, hebdo, hebdomadaire, semaine, semanal, semana, settimanale, settimana, wekelijks, weekbudget, quarter, quartal, quartalsbudget, yearly, annual, jahresbudget, jahr, annuel, anual, annuo',
);
const NET = phrases('net, netto, nett, nettobudget, neto, líquido, liquido, ht, nn, n n, netnet, 税抜, 税別, ネット');
const GROSS = phrases('gross, brutto, bruttobudget, brut, bruto, ttc, lordo, 税込, グロス');
const PLANNED = phrases(
  'plan, planned, planbudget, geplant, geplantes, soll, sollbudget, prévu, prévus, previsto, prevista, planificado, pianificato, planejado, planeado, gepland, begroot, 予定, 計画, approved, freigegeben, booked, gebucht, final, finales, recommended',
);
const LOCAL = phrases('local, lokal, lokale, locale, landeswährung, lw, lc, lcy, moneda local, moeda local');
const TOTAL = phrases(
  'total, totals, gesamt, ges, lifetime, overall, totale, totaal, global, globale, insgesamt, 総額, 総予算, 合計, 全体',
);

/** Figures that a plan carries and that decide nothing here. */
const FIGURES = phrases(
  'cpm, ecpm, cpc, ecpc, cpa, cpl, cpv, cpcv, cpi, cpo, cps, ctr, vtr, cvr, cr, roas, roi, kur, tkp, tausenderkontaktpreis, impressions, impression, imps, impr, imp, ad impressions, ai, ais, impressionen, sichtkontakte, kontakte, impresiones, impressioni, impressões, vertoningen, weergaven, clicks, click, klicks, klick, clics, clic, cliques, kliks, reach, reichweite, couverture, portée, alcance, copertura, bereik, views, aufrufe, vues, visualizaciones, reproducciones, visualizzazioni, visualizações, conversions, conversionen, conversies, conversiones, conversioni, conversões, leads, sales, orders, bestellungen, ventes, frequency, frequenz, fréquence, frecuencia, frequenza, frequência, frequentie, grp, grps, sov, kpi, kpis, forecast, prognose, benchmark, estimate, estimates, estimated, expected, 表示回数, クリック数, クリック率, クリック, インプレッション, インプレッション数, imp数, リーチ, リーチ数, コンバージョン, コンバージョン数, cv, cv数, cpa目標, 再生数, 視聴回数, 想定',
);
/** Money that was spent, is left, is compared, or is somebody's fee. */
const NOT_PLANNED = phrases(
  'spent, ist, actual, actuals, ausgegeben, verbraucht, ausgaben, dépensé, dépense, dépenses, réalisé, réel, gastado, gasto, consumido, ejecutado, speso, consuntivo, realizado, besteed, uitgegeven, gerealiseerd, realised, realized, to date, remaining, remainder, rest, restbudget, verbleibend, restant, reste, restante, rimanente, residuo, resterend, saldo, left, delta, diff, difference, differenz, abweichung, variance, écart, share, anteil, part, quota, cuota, percent, prozent, pct, vorjahr, last year, previous year, ly, py, n 1, mwst, ust, vat, tva, iva, btw, tax, taxes, fee, fees, frais, frais d agence, gastos de agencia, bureaufee, bureaukosten, onorari, honorários, taxa da agência, honorar, agenturhonorar, honoraires, commission, provision, comisión, commissione, comissão, rabatt, discount, remise, sconto, descuento, desconto, korting, production, produktion, produktionskosten, pacing, 実績, 消化, 消化額, 残額, 残予算, 前年, 差異, 手数料, 構成比, 比率, 税額',
);
const PER_RESULT =
  /\b(?:per|pro|par|por|je|a) (?:click|klick|clic|clique|conversion|lead|result|view|order|mille|thousand|install|acquisition|sale|engagement)/;

/** Taxes and fees, folded, with what may stand before or between their words. */
const TAX = String.raw`(?:(?:\d+|the|any|all|agency|agentur|local|de|des|d|la|les|l|di|der|die) )*(?:vat|gst|mwst|ust|mehrwertsteuer|umsatzsteuer|steuern?|tva|taxes|taxe|tax|iva|impuestos?|imposte|impostos?|btw|fees?|frais|honoraires|honorar|agenturhonorar|honorarios|onorari|commissions?|provision|bureaukosten)(?: d agence)?`;
const WITHOUT =
  '(?:excl|excluding|exclusive|exkl|exklusive|exclusief|escl|ex|zzgl|zuzuglich|ohne|without|before|net of|hors|sans|sin|senza|sem|zonder)(?: of)?';
const INCLUDING = '(?:incl|including|inclusive|inkl|inklusive|inclusief|mit|with|avec|con|com|met|y compris)(?: of)?';
const [EXCLUDED, INCLUDED] = ['(?:excl|exkl|escl)[a-z]*', '(?:incl|inkl)[a-z]*|compris[a-z]*'];
const NET_OF = new RegExp(`\\b(?:${WITHOUT} ${TAX}|${TAX} (?:${EXCLUDED}))\\b|手数料(?:別|抜き?)`, 'g');
const GROSS_OF = new RegExp(`\\b(?:${INCLUDING} ${TAX}|${TAX} (?:${INCLUDED}))\\b|手数料込み?`, 'g');
const SHARE_OF_TAX = /\d+(?:[.,]\d+)?\s*%\s*(?=(?:vat|gst|mwst|ust|tva|iva|btw)(?!\p{L}))/giu;

/** `Budget excl. VAT` is a net budget and no tax. */
function withoutTaxes(text: string): string {
  return text.replace(NET_OF, ' net ').replace(GROSS_OF, ' gross ').trim();
}

const holdsAny = (text: string, list: readonly string[]) => list.some((phrase) => holdsPhrase(text, phrase));

/** Whether a head, folded, is a figure or money that is not planned. */
export function isFigure(given: string, raw: string): boolean {
  const text = withoutTaxes(given);
  if (PER_RESULT.test(text)) return true;
  if (holdsAny(text, NOT_PLANNED) || (/%/.test(raw.replace(SHARE_OF_TAX, '')) && !/budget.*100 ?%/.test(raw)))
    return true;
  return holdsAny(text, FIGURES) && !holdsAny(text, BUDGET);
}

/** Whether a head, folded, is a budget. */
export function budgetHead(given: string): BudgetHead | 'other_period' | undefined {
  const text = withoutTaxes(given);
  const words = text.split(' ');
  const isBudget = holdsAny(text, BUDGET) || words.some((word) => COMPOUNDS.test(word));
  if (!isBudget) return undefined;
  const isDaily = holdsAny(text, DAY) || words.some((word) => DAY_COMPOUND.test(word));
  if (!isDaily && holdsAny(text, OTHER_PERIODS) && !holdsAny(text, TOTAL)) return 'other_period';
  const net = holdsAny(text, NET) || words.some((word) => /^netto/.test(word)) ? 2 : 0;
  const gross = holdsAny(text, GROSS) || words.some((word) => /^brutto/.test(word)) ? -2 : 0;
  const planned = holdsAny(text, PLANNED) ? 4 : 0;
  const isTotal = holdsTotal(text);
  return {
    per: isDaily ? 'day' : 'total',
    rank: planned + net + gross + (isTotal ? 1 : 0),
    isTotal,
    isLocal: holdsAny(text, LOCAL),
  };
}

const holdsTotal = (text: string) => holdsAny(text, TOTAL) || text.split(' ').some((word) => /^gesamt/.test(word));

/** Whether a head says by its words that it is the whole: `Total budget`, `Gesamt`. */
export function saysTotal(head: string): boolean {
  const text = folded(head);
  return holdsTotal(text) || isBareTotal(text);
}

/** A head that is only `Total` or `Gesamt`: a budget where no other column is one. */
export function isBareTotal(text: string): boolean {
  return TOTAL.includes(text) || /^(?:gesamtsumme|summe|sum|somme|suma|somma|soma|som)$/.test(text);
}
