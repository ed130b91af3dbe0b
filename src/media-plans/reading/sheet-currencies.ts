import type { CellGrid } from './cell-grid.ts';
import { currencyCell, currencyIn, currencyOfLabel, isCurrencyCode } from './currency-text.ts';
import { folded } from './folded-text.ts';
import type { HeadRows } from './head-rows.ts';
import { HEAD_WORDS } from './head-words.ts';
import { numberOf } from './number-text.ts';
import type { PlanColumn } from './plan-columns.ts';
import { unitZeros } from './unit-factors.ts';

const CURRENCY_HEADS = new Set(
  Object.values(HEAD_WORDS).flatMap(({ currency = '' }) => currency.split(',').map(folded)),
);
const MONEY = new Set(['budget_total', 'budget_daily', 'month', 'period', 'bid']);

/** What the sheet as a whole says about currencies. */
export interface SheetCurrencies {
  /** Of the lines above the heads: `all budgets in EUR`. */
  title?: string | undefined;
  /** By column of money: those that its cells name. */
  ofColumn: ReadonlyMap<number, ReadonlySet<string>>;
  /** Those that rows have by a currency column or by a section. */
  told: ReadonlySet<string>;
  /** The one that a sign means here; undefined where it may be several and nothing tells. */
  meant(candidates: readonly string[]): string | undefined;
}

export function* sheetCurrencies(
  grid: CellGrid,
  heads: HeadRows,
  columns: readonly PlanColumn[],
  {
    rows,
    labels,
    defaultCurrency,
  }: { rows: readonly number[]; labels: readonly string[]; defaultCurrency: string | undefined },
): Generator<void, SheetCurrencies> {
  const title = titleCurrencies(grid, heads.first);
  const named = new Set<string>(title.filter((codes) => codes.length === 1).map(([code]) => code!));
  for (const { currencies } of columns) if (currencies?.length === 1) named.add(currencies[0]!);
  const sections = labels.flatMap((text) => [currencyCell(text) ?? currencyOfLabel(text)?.currencies ?? []]);
  for (const codes of sections) if (codes.length === 1) named.add(codes[0]!);
  const candidates = new Map<number, (readonly string[])[]>();
  for (const { column, meaning } of columns) {
    if (meaning !== 'currency' && !MONEY.has(meaning ?? '')) continue;
    const found: (readonly string[])[] = [];
    for (const [at, row] of rows.entries()) {
      if (at % 50 === 0) yield;
      const text = grid.text(row, column);
      if (text === '') continue;
      const codes = meaning === 'currency' ? currencyCell(text) : numberOf(text)?.currencies;
      if (!codes) continue;
      found.push(codes);
      if (codes.length === 1) named.add(codes[0]!);
    }
    candidates.set(column, found);
  }
  const meant = (codes: readonly string[]) => meantBy(codes, named, defaultCurrency);
  const ofColumn = new Map(
    [...candidates].map(([column, found]) => [column, new Set(found.flatMap((codes) => meant(codes) ?? []))]),
  );
  const column = columns.find(({ meaning }) => meaning === 'currency');
  const told = new Set([
    ...sections.flatMap((codes) => (codes.length > 0 ? (meant(codes) ?? []) : [])),
    ...(column ? (ofColumn.get(column.column) ?? []) : []),
  ]);
  const titles = new Set(title.flatMap((codes) => meant(codes) ?? []));
  return { title: titles.size === 1 ? [...titles][0] : undefined, ofColumn, told, meant };
}

function meantBy(codes: readonly string[], named: ReadonlySet<string>, preset: string | undefined): string | undefined {
  if (codes.length === 1) return codes[0];
  const fitting = codes.filter((code) => named.has(code));
  if (fitting.length === 1) return fitting[0];
  if (preset && codes.includes(preset)) return preset;
  // Crowns of three countries are used alike; dollars and yen have a usual one.
  return codes.includes('SEK') ? undefined : codes[0];
}

/** `Währung: EUR`, `all amounts in €`; an amount with a sign says nothing about the others. */
function titleCurrencies(grid: CellGrid, firstHeadRow: number): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  for (let row = 0; row < firstHeadRow; row++) {
    const filled = grid.filled(row);
    for (const [at, column] of filled.entries()) {
      const text = grid.text(row, column);
      const codes = codesIn(text, at > 0 ? grid.text(row, filled[at - 1]!) : '');
      if (codes) found.push(codes);
    }
  }
  return found;
}

/** Whether a line above the heads tells the currency of amounts, or that they are in thousands. */
export function countsMoney(text: string): boolean {
  return unitZeros(text) > 0 || codesIn(text, '') !== undefined;
}

function codesIn(text: string, before: string): readonly string[] | undefined {
  if (CURRENCY_HEADS.has(folded(before))) return currencyCell(text);
  const [, head = '', value = ''] = /^([^:]+):\s*(\S.*)$/.exec(text) ?? [];
  if (CURRENCY_HEADS.has(folded(head))) return currencyCell(value);
  const bracketed = /\([A-Z]{3}\)/.test(text) ? currencyOfLabel(text)?.currencies : undefined;
  if (bracketed) return bracketed;
  const inside = /\b(?:in|en|em)\s+(?:[TkKM]|Tsd\.?|Mio\.?)?\s?([A-Z]{3}\b|[€£$¥]|US\$|CHF)/.exec(text)?.[1];
  if (inside === undefined) return undefined;
  return isCurrencyCode(inside) ? [inside] : currencyIn(inside)?.currencies;
}
