/** A spreadsheet as the platform keeps it. Rows and columns count from 0, ends are exclusive. */
export interface Workbook {
  id: string;
  title: string;
  locale: string;
  timeZone: string;
  /** E-mail addresses of its readers, people and service accounts. */
  sharedWith: readonly string[];
  /** Shared by link, and so readable with an API key. */
  linkReadable?: true;
  /** An uploaded Office file has an id like any spreadsheet, but the API refuses to read it. */
  uploadedFile?: true;
  tabs: readonly Tab[];
  namedRanges: readonly NamedRange[];
}

export interface Tab {
  sheetId: number;
  title: string;
  hidden?: true;
  /** A tab that is one chart and has no cells. */
  chart?: true;
  rowCount: number;
  columnCount: number;
  frozenRowCount?: number;
  rows: readonly (readonly (Cell | null)[])[];
  merges?: readonly Rectangle[];
}

export interface Cell {
  /** What the cell comes to; of a formula, the result that was last calculated. */
  value: CellValue;
  formula?: string;
  format?: NumberFormat;
}

export type CellValue = number | string | boolean | CellError;

export interface CellError {
  error: 'DIVIDE_BY_ZERO' | 'REF' | 'N_A' | 'NAME' | 'VALUE';
  message: string;
}

export interface NumberFormat {
  type: 'NUMBER' | 'CURRENCY' | 'PERCENT' | 'DATE' | 'TIME' | 'DATE_TIME';
  pattern: string;
}

export interface Rectangle {
  row0: number;
  row1: number;
  column0: number;
  column1: number;
}

export interface NamedRange {
  id: string;
  name: string;
  sheetId: number;
  area: Rectangle;
}

export function cellsIn(tab: Tab, area: Rectangle): (Cell | null)[][] {
  const lastRow = Math.min(area.row1, tab.rows.length);
  const rows: (Cell | null)[][] = [];
  for (let row = area.row0; row < lastRow; row += 1) {
    const source = tab.rows[row]!;
    const cells: (Cell | null)[] = [];
    for (let column = area.column0; column < area.column1; column += 1) cells.push(source[column] ?? null);
    rows.push(cells);
  }
  return rows;
}
