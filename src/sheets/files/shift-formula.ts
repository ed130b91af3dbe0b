import { columnIndex, columnLetters } from '../a1.ts';

/** Texts, quoted names, words and functions first, so that a reference inside them is never taken for one. */
const PIECES =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^[\]]*\]|(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?![\w.(!])|(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\w.(!])|(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\w.])|[\p{L}_\\][\p{L}\p{N}_.\\]*|\d[\d.]*(?:[Ee][+-]?\d+)?|./gsu;

/** The formula as it stands some rows down and columns right: a shared formula is written once, for its first cell. */
export function shiftFormula(formula: string, down: number, right: number): string {
  const column = (fixed: string, letters: string) =>
    fixed ? fixed + letters : shifted(columnIndex(letters) + right, columnLetters);
  const row = (fixed: string, digits: string) =>
    fixed ? fixed + digits : shifted(Number(digits) - 1 + down, (index) => String(index + 1));
  return formula.replace(PIECES, (whole, ...found: (string | undefined)[]) => {
    const [fixColumn, letters, fixRow, digits, fixA, a, fixB, b, fixTop, top, fixBottom, bottom] = found;
    if (letters) return reference(column(fixColumn!, letters), '', row(fixRow!, digits!));
    if (a) return reference(column(fixA!, a), ':', column(fixB!, b!));
    if (top) return reference(row(fixTop!, top), ':', row(fixBottom!, bottom!));
    return whole;
  });
}

function shifted(index: number, print: (index: number) => string): string | null {
  return index < 0 ? null : print(index);
}

/** A reference pushed off the sheet is an error, as in the programs that write such formulas. */
function reference(from: string | null, between: string, to: string | null): string {
  return from === null || to === null ? '#REF!' : from + between + to;
}
