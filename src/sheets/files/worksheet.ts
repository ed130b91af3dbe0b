import { columnIndex, parseArea } from '../a1.ts';
import type { Cell, CellValue } from './cell.ts';
import type { MergedArea } from './covered-cells.ts';
import { broken, tooLarge } from './refusal.ts';
import { shiftFormula } from './shift-formula.ts';
import { StringItem, unescapeText } from './string-item.ts';
import type { XmlVisitor } from './xml-stream.ts';

/** What a worksheet needs of the workbook around it. */
export interface WorksheetContext {
  sharedString(index: number): string;
  /** The format of a style, and a number as the platform counts it in that format. */
  style(index: number): { format: number; serial(value: number): number };
  isoDate(text: string): { value: number; format: number } | null;
  put(row: number, column: number, cell: Cell): void;
}

/** As many and as long as any program that writes such files allows. */
const ROWS_MAX = 1_048_576;
const FORMULA_CHARS_MAX = 8192;
const SHARED_FORMULA_CHARS_MAX = 16_000_000;
const MERGED_MAX = 1_000_000;

interface CellDraft {
  row: number;
  column: number;
  type: string;
  style: number;
  value: string | null;
  inline: StringItem | null;
  formula: { text: string; shared: string | null } | null;
}

/** Reads one worksheet part. Positions left out by the producer follow the one before. */
export class WorksheetVisitor implements XmlVisitor {
  readonly merged: MergedArea[] = [];
  readonly #context: WorksheetContext;
  readonly #shared = new Map<string, { text: string; row: number; column: number }>();
  #sharedChars = 0;
  #row = -1;
  #column = -1;
  #cell: CellDraft | null = null;
  #reading: 'value' | 'formula' | null = null;

  constructor(context: WorksheetContext) {
    this.#context = context;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#cell) this.#openInCell(this.#cell, name, attributes);
    else if (name === 'row') this.#openRow(attributes.r);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'mergeCell') this.#merge(attributes.ref ?? '');
  }

  #openRow(at: string | undefined): void {
    const row = at === undefined ? this.#row + 1 : Number(at) - 1;
    if (!Number.isInteger(row) || row <= this.#row) throw broken(`row ${at} comes after row ${this.#row + 1}`);
    if (row >= ROWS_MAX) throw tooLarge(`A tab has more than ${ROWS_MAX} rows.`);
    this.#row = row;
    this.#column = -1;
  }

  #openCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    if (this.#row < 0) throw broken('a cell stands outside of any row');
    this.#column = r === undefined ? this.#column + 1 : this.#columnOf(r);
    this.#cell = {
      row: this.#row,
      column: this.#column,
      type: t,
      style: Number(s),
      value: null,
      inline: null,
      formula: null,
    };
  }

  #columnOf(reference: string): number {
    const found = /^([A-Z]{1,3})([1-9]\d{0,7})$/i.exec(reference);
    if (!found || Number(found[2]) !== this.#row + 1) throw broken(`cell ${reference} stands in row ${this.#row + 1}`);
    return columnIndex(found[1]!);
  }

  #openInCell(cell: CellDraft, name: string, { t, si = '' }: Readonly<Record<string, string>>): void {
    if (name === 'v') {
      this.#reading = 'value';
      cell.value = '';
    } else if (name === 'f') {
      this.#reading = 'formula';
      cell.formula = { text: '', shared: t === 'shared' ? si : null };
    } else if (name === 'is') cell.inline = new StringItem();
    else cell.inline?.open(name);
  }

  text(text: string): void {
    const cell = this.#cell;
    if (!cell) return;
    if (this.#reading === 'value') cell.value += text;
    else if (this.#reading === 'formula') cell.formula!.text += text;
    else cell.inline?.text(text);
  }

  close(name: string): void {
    if (!this.#cell) return;
    if (name === 'v' || name === 'f') this.#reading = null;
    else if (name === 'c') this.#closeCell(this.#cell);
    else this.#cell.inline?.close(name);
  }

  #closeCell(draft: CellDraft): void {
    this.#cell = null;
    const formula = this.#formulaOf(draft);
    const cell = this.#valueOf(draft);
    if (formula !== undefined && isUncalculated(draft)) cell.value = null;
    if (cell.value === '' && formula === undefined) return;
    this.#context.put(draft.row, draft.column, { ...cell, formula });
  }

  #valueOf({ type, style, value, inline }: CellDraft): { value: CellValue; format: number } {
    const { format, serial } = this.#context.style(style);
    if (inline) return { value: inline.value, format };
    if (value === null || value === '') return { value: '', format };
    if (type === 's') return { value: this.#context.sharedString(Number(value)), format };
    if (type === 'b') return { value: value === '1' || value === 'true', format };
    if (type === 'e') return { value: { error: value }, format };
    if (type === 'd') return this.#dateOf(value, format);
    if (type !== 'n') return { value: unescapeText(value), format };
    const number = Number(value);
    if (!Number.isFinite(number)) throw broken(`"${value.slice(0, 40)}" stands where a number should`);
    return { value: serial(number), format };
  }

  #dateOf(text: string, format: number): { value: CellValue; format: number } {
    const date = this.#context.isoDate(text);
    return date ? { value: date.value, format: format || date.format } : { value: text, format };
  }

  #formulaOf({ formula, row, column }: CellDraft): string | undefined {
    if (!formula) return undefined;
    const { shared } = formula;
    const text = readableFormula(formula.text);
    if (text.length > FORMULA_CHARS_MAX) throw tooLarge(`A formula has more than ${FORMULA_CHARS_MAX} characters.`);
    if (shared === null) return text || undefined;
    if (text === '') {
      const first = this.#shared.get(shared);
      return first && shiftFormula(first.text, row - first.row, column - first.column);
    }
    this.#sharedChars += text.length;
    if (this.#sharedChars > SHARED_FORMULA_CHARS_MAX) throw tooLarge('A tab has too many shared formulas.');
    this.#shared.set(shared, { text, row, column });
    return text;
  }

  #merge(reference: string): void {
    const area = parseArea(reference);
    if (!area || area.endRow === null || area.endColumn === null) throw broken(`"${reference}" is not a merged area`);
    if (this.merged.length >= MERGED_MAX) throw tooLarge(`A tab has more than ${MERGED_MAX} merged areas.`);
    this.merged.push({ ...area, endRow: area.endRow, endColumn: area.endColumn });
  }
}

/** An empty text is a value like any other; an empty number is none. */
function isUncalculated({ type, value, inline }: CellDraft): boolean {
  return inline === null && (value === null || (value === '' && type !== 'str'));
}

/** Newer functions carry a mark in files that no program shows: `_xlfn.CONCAT`. */
function readableFormula(text: string): string {
  return text.trim().replaceAll(/_xl(?:fn|ws|udf|pm)\./g, '');
}
