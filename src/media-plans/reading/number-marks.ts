import type { CellGrid } from './cell-grid.ts';
import type { HeadLanguage } from './head-words.ts';
import { type DecimalMark, isAmbiguous, numberOf, provenMark } from './number-text.ts';
import type { PlanColumn } from './plan-columns.ts';

/** How the numbers of a column are written. */
export interface NumberMark {
  mark: DecimalMark | undefined;
  /** Cells prove one, others the other. */
  isMixed: boolean;
  /** What decided: for `written`. */
  by: 'column' | 'sheet' | 'language' | 'nothing';
  /** Whether text cells of the column prove it, and not only numbers as the sheet shows them. */
  provenByText: ReadonlySet<DecimalMark>;
}

const MONEY = new Set(['budget_total', 'budget_daily', 'month', 'period', 'bid']);
const NO_NUMBERS = new Set([
  'start',
  'end',
  'flight',
  'campaign',
  'group',
  'ad',
  'age',
  'headline',
  'text',
  'keywords',
  'landing_page',
  'account',
  'creative',
  'media',
  'audience',
  'budget_type',
]);

/** The decimal mark that a language writes. */
const WRITTEN: Readonly<Record<HeadLanguage, DecimalMark>> = {
  en: '.',
  ja: '.',
  de: ',',
  fr: ',',
  es: ',',
  it: ',',
  pt: ',',
  nl: ',',
};

interface Proof {
  byText: Set<DecimalMark>;
  byNumber: Set<DecimalMark>;
  hasAmbiguous: boolean;
}

/** The decimal mark of each column of money: by its own cells, then by other columns, then by the language of the heads. */
export function* numberMarks(
  grid: CellGrid,
  columns: readonly PlanColumn[],
  rows: readonly number[],
  language: HeadLanguage | undefined,
): Generator<void, Map<number, NumberMark>> {
  const proofs = new Map<PlanColumn, Proof>();
  for (const column of columns) {
    yield;
    if (!NO_NUMBERS.has(column.meaning ?? '')) proofs.set(column, yield* proofIn(grid, column.column, rows));
  }
  const money = [...proofs].filter(([{ meaning }]) => MONEY.has(meaning ?? ''));
  const others = [...proofs].filter(([{ meaning }]) => !MONEY.has(meaning ?? ''));
  const marks = new Map<number, NumberMark>();
  for (const [column, proof] of money) {
    marks.set(column.column, decided(proof, [together(money), together(others)], language));
  }
  return marks;
}

function* proofIn(grid: CellGrid, column: number, rows: readonly number[]): Generator<void, Proof> {
  const proof: Proof = { byText: new Set(), byNumber: new Set(), hasAmbiguous: false };
  for (const [at, row] of rows.entries()) {
    if (at % 50 === 0) yield;
    const { text, number, isRepair } = grid.cell(row, column);
    if (isRepair || !/\d/.test(text)) continue;
    const read = numberOf(text);
    if (!read) continue;
    const proven = provenMark(read);
    if (proven) (number === undefined ? proof.byText : proof.byNumber).add(proven);
    else if (number !== undefined && isAmbiguous(read)) {
      const isBy = (mark: DecimalMark) =>
        Math.abs(Number(read.readings[mark]) - Math.abs(number)) < 0.0006 * Math.max(1, Math.abs(number));
      if (isBy('.') !== isBy(',')) proof.byNumber.add(isBy('.') ? '.' : ',');
    } else if (isAmbiguous(read)) proof.hasAmbiguous = true;
  }
  return proof;
}

function together(proofs: readonly (readonly [PlanColumn, Proof])[]): Set<DecimalMark> {
  return new Set(proofs.flatMap(([, { byText, byNumber }]) => [...byText, ...byNumber]));
}

function decided(
  { byText, byNumber, hasAmbiguous }: Proof,
  elsewhere: readonly ReadonlySet<DecimalMark>[],
  language: HeadLanguage | undefined,
): NumberMark {
  const provenByText = byText;
  for (const own of [byText, byNumber]) {
    const [mark] = own;
    if (own.size === 1) return { mark, isMixed: false, by: 'column', provenByText };
    if (own.size === 2) return { mark: undefined, isMixed: true, by: 'column', provenByText };
  }
  if (!hasAmbiguous) return { mark: undefined, isMixed: false, by: 'nothing', provenByText };
  for (const marks of elsewhere) {
    const [mark] = marks;
    if (marks.size === 1) return { mark, isMixed: false, by: 'sheet', provenByText };
  }
  const mark = language && WRITTEN[language];
  return { mark, isMixed: false, by: mark ? 'language' : 'nothing', provenByText };
}
