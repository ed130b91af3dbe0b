import type { ColumnMeaning, SkippedRow } from '../../tools/media-plan-desk.ts';
import { isAside } from './aside-rows.ts';
import type { CellGrid } from './cell-grid.ts';
import { channelOf, isElsewhere, sectionChannel } from './channel-words.ts';
import { isCurrencyCode } from './currency-text.ts';
import { folded, phrases } from './folded-text.ts';
import { type HeadRows, looksLikeHeads, repeatsHeads } from './head-rows.ts';
import { numberOf } from './number-text.ts';
import type { PlanColumn } from './plan-columns.ts';

type RowKind = 'line' | SkippedRow['kind'];

export interface SheetRow {
  /** Counted from 0 in the range. */
  row: number;
  kind: RowKind;
  /** Of a section, sum or note: its words, and where they stand. */
  label?: { text: string; column: number } | undefined;
  /** A section that has its sum beside it. */
  isSectionSum?: true | undefined;
  /** Heads of another table than the first. */
  isOtherTable?: true | undefined;
  /** A fee, a tax or a comparison with its amount, before any sum. */
  isAside?: true | undefined;
  /** Its words may be a campaign's name as well: `Total Wellness`. */
  isDoubtfulSum?: true | undefined;
}

const SUM_WORDS = new Set(
  phrases(
    'sum, sums, total, totals, subtotal, sub, grand, summe, summen, gesamt, gesamtsumme, gesamtbudget, zwischensumme, teilsumme, endsumme, insgesamt, somme, sous, totaux, général, suma, subtotales, totales, general, somma, totale, totali, subtotale, parziale, complessivo, soma, totais, geral, totaal, subtotaal, som, eindtotaal, generaal, σ, budget, spend, amount, netto, net, media, all, channels, alle, kanäle',
  ),
);
const DECISIVE = new Set(
  phrases(
    'sum, total, totals, subtotal, summe, gesamt, gesamtsumme, zwischensumme, teilsumme, endsumme, insgesamt, somme, totaux, suma, totales, somma, totale, totali, subtotale, soma, totais, totaal, subtotaal, eindtotaal, σ',
  ),
);
const SMALL_WORDS = new Set(
  'of for the für der die das de du des del la le les di da do dos van voor per und and et y e i q1 q2 q3 q4'.split(
    ' ',
  ),
);
const JAPANESE_SUM = /合計|小計|総計|総合計|^計$/;

const NOTE =
  /^(?:\*|†|※|→|•|–\s|-\s|\(|note|notes|hinweis|nb|n\.b\.|p\.s|anm|achtung|attention|remarque|nota|notas|opmerking|legende|legend|stand|quelle|source|last updated|aktualisiert|all (?:budgets|prices|dates)|alle (?:budgets|angaben|preise|beträge)|tous les|todos los|tutti|注|備考)/i;

const LABELS: ReadonlySet<ColumnMeaning | null> = new Set<ColumnMeaning | null>([
  'channel',
  'account',
  'campaign',
  'container',
  'objective',
  'type',
  'group',
  'ad',
  'country',
  'note',
  'ignore',
  null,
]);
const AMOUNTS: ReadonlySet<ColumnMeaning | null> = new Set<ColumnMeaning | null>([
  'budget_total',
  'budget_daily',
  'month',
  'period',
]);
const DAYS: ReadonlySet<ColumnMeaning | null> = new Set<ColumnMeaning | null>(['start', 'end', 'flight']);
const UNUSED: ReadonlySet<ColumnMeaning | null> = new Set<ColumnMeaning | null>(['note', 'ignore', null]);

/** What each row below the heads is. */
export class RowKinds {
  readonly #grid: CellGrid;
  readonly #heads: HeadRows;
  readonly #columns: readonly PlanColumn[];
  readonly #byPlace: ReadonlyMap<number, PlanColumn>;
  #isInOtherTable = false;
  #hasSum = false;

  constructor(grid: CellGrid, heads: HeadRows, columns: readonly PlanColumn[]) {
    this.#grid = grid;
    this.#heads = heads;
    this.#columns = columns;
    this.#byPlace = new Map(columns.map((column) => [column.column, column]));
  }

  /** Rows are asked for in order: a second table lasts until the first one's heads come again. */
  of(row: number): SheetRow {
    const filled = this.#grid.filled(row);
    if (filled.length === 0) return { row, kind: 'blank' };
    if (repeatsHeads(this.#grid, row, filled, this.#heads)) {
      this.#isInOtherTable = false;
      return { row, kind: 'heads' };
    }
    const label = this.#label(row, filled);
    if (filled.length >= 3 && looksLikeHeads(this.#grid, row)) {
      this.#isInOtherTable = true;
      return { row, kind: 'heads', label, isOtherTable: true };
    }
    if (this.#isInOtherTable) return { row, kind: 'outside', label };
    return this.#plain(row, filled, label);
  }

  #plain(row: number, filled: readonly number[], label: SheetRow['label']): SheetRow {
    const meanings = filled.map((column) => this.#byPlace.get(column)?.meaning ?? null);
    const amounts = filled.filter((column) => this.#isAmount(row, column));
    const hasDays = meanings.some((meaning) => DAYS.has(meaning));
    const has = (meaning: ColumnMeaning) => meanings.includes(meaning);
    if (this.#isSum(row, filled, hasDays, has))
      return this.#sum({ row, kind: 'sum', label: this.#sumLabel(row, filled) ?? label });
    if (!hasDays && amounts.length > 0 && label && this.#isChannelSum(label))
      return { row, kind: 'sum', label, isSectionSum: true };
    if (!hasDays && this.#isAside(row, filled)) {
      return { row, kind: 'outside', label, ...(!this.#hasSum && amounts.length > 0 && { isAside: true }) };
    }
    if (meanings.every((meaning) => UNUSED.has(meaning))) {
      const isSection = filled.length === 1 && label !== undefined && !isNote(label.text) && this.#isLeft(label.column);
      return { row, kind: isSection ? 'section' : label && isNote(label.text) ? 'note' : 'outside', label };
    }
    if (hasDays) return { row, kind: 'line' };
    if (amounts.length === 0) return this.#words(row, filled, label, has);
    const isNamed = has('campaign') || has('group') || has('ad');
    if (!isNamed && label && this.#hasSectionBelow(row, label.column)) {
      return { row, kind: 'sum', label, isSectionSum: true };
    }
    return { row, kind: 'line' };
  }

  #sum(row: SheetRow): SheetRow {
    this.#hasSum = true;
    const { label } = row;
    const isNamed = label !== undefined && this.#byPlace.get(label.column)?.meaning === 'campaign';
    return isNamed && !isPureSum(label.text) && !isAside(label.text) ? { ...row, isDoubtfulSum: true } : row;
  }

  /** A channel among campaigns that have days, with an amount and no days: the sum of the rows below. */
  #isChannelSum({ text, column }: { text: string; column: number }): boolean {
    const has = (meaning: (found: ColumnMeaning | null) => boolean) =>
      this.#columns.some((one) => meaning(one.meaning));
    if (has((meaning) => meaning === 'channel') || !has((meaning) => DAYS.has(meaning))) return false;
    return this.#byPlace.get(column)?.meaning === 'campaign' && sectionChannel(text) !== undefined;
  }

  /** Its only words say that it plans nothing. */
  #isAside(row: number, filled: readonly number[]): boolean {
    const worded = filled.filter(
      (column) => this.#isLabel(column) && /\p{L}|20\d\d/u.test(this.#grid.text(row, column)),
    );
    const [only, second] = worded;
    const isNoted = second !== undefined && this.#byPlace.get(second)?.meaning === 'note';
    return only !== undefined && (second === undefined || isNoted) && isAside(this.#grid.text(row, only));
  }

  /** A row without days and amounts. */
  #words(
    row: number,
    filled: readonly number[],
    label: SheetRow['label'],
    has: (meaning: ColumnMeaning) => boolean,
  ): SheetRow {
    if (label && filled.length <= 2 && isNote(label.text)) return { row, kind: 'note', label };
    if (filled.length === 1) return { row, kind: label && label.text.length > 60 ? 'note' : 'section', label };
    if (filled.length === 2 && !has('campaign') && !has('group') && !has('ad')) return { row, kind: 'section', label };
    return { row, kind: 'line' };
  }

  #isSum(row: number, filled: readonly number[], hasDays: boolean, has: (meaning: ColumnMeaning) => boolean): boolean {
    if (hasDays && has('campaign') && has('channel')) return false;
    const sumLabel = this.#sumLabel(row, filled);
    if (sumLabel) {
      if (isPureSum(sumLabel.text))
        return !(hasDays && has('campaign') && this.#byPlace.get(sumLabel.column)?.meaning !== 'campaign');
      const isElsewhereNamed = has('channel') && this.#byPlace.get(sumLabel.column)?.meaning !== 'channel';
      return !hasDays && !isElsewhereNamed;
    }
    if (hasDays) return false;
    // Amounts without any words.
    return (
      filled.every((column) => numberOf(this.#grid.text(row, column)) !== undefined) &&
      filled.some((column) => this.#isAmount(row, column))
    );
  }

  #sumLabel(row: number, filled: readonly number[]): SheetRow['label'] {
    const column = filled.find((one) => this.#isLabel(one) && isSumText(this.#grid.text(row, one)));
    return column === undefined ? undefined : { text: this.#grid.text(row, column), column };
  }

  #label(row: number, filled: readonly number[]): SheetRow['label'] {
    const column =
      filled.find((one) => this.#isLabel(one) && /\p{L}/u.test(this.#grid.text(row, one))) ??
      filled.find((one) => /\p{L}/u.test(this.#grid.text(row, one)));
    return column === undefined ? undefined : { text: this.#grid.text(row, column), column };
  }

  #isLabel(column: number): boolean {
    const known = this.#byPlace.get(column);
    return known === undefined || LABELS.has(known.meaning);
  }

  #isAmount(row: number, column: number): boolean {
    const meaning = this.#byPlace.get(column)?.meaning ?? null;
    return AMOUNTS.has(meaning) && numberOf(this.#grid.text(row, column)) !== undefined;
  }

  /** Sections stand where the table begins; a legend stands beside it. */
  #isLeft(column: number): boolean {
    const used = this.#columns.filter(({ meaning }) => !UNUSED.has(meaning)).map((one) => one.column);
    return column <= Math.max(...used, 0);
  }

  /** The next row names a campaign and leaves empty what this row says. */
  #hasSectionBelow(row: number, column: number): boolean {
    for (let next = row + 1; next < this.#grid.rows; next++) {
      const filled = this.#grid.filled(next);
      if (filled.length === 0) continue;
      const names = filled.some((one) => ['campaign', 'group', 'ad'].includes(this.#byPlace.get(one)?.meaning ?? ''));
      return names && (!filled.includes(column) || this.#byPlace.get(column)?.meaning === null);
    }
    return false;
  }
}

function isSumText(text: string): boolean {
  if (text.length > 60) return false;
  const plain = folded(text);
  if (JAPANESE_SUM.test(plain)) return true;
  const words = plain.split(' ');
  return (
    DECISIVE.has(words[0]!) ||
    DECISIVE.has(words.at(-1)!) ||
    /^(?:sous total|sub total|grand total)/.test(plain) ||
    /^[Σ∑]/.test(text)
  );
}

/** Only words for a sum and its scope: a channel, a currency, a year. */
function isPureSum(text: string): boolean {
  const plain = folded(text);
  if (JAPANESE_SUM.test(plain) && plain.length <= 8) return true;
  const rest = plain.split(' ').filter((word) => !SUM_WORDS.has(word) && !SMALL_WORDS.has(word) && !/^\d+$/.test(word));
  if (rest.length === 0) return true;
  const words = rest.join(' ');
  return rest.every(isCurrencyCode) || channelOf(words).kind !== 'unknown' || isElsewhere(words);
}

function isNote(text: string): boolean {
  return NOTE.test(text) || text.length > 80 || (text.length > 30 && /[.!]$/.test(text));
}
