export interface CellError {
  error: string;
}

export type CellValue = number | string | boolean | CellError;

export interface Cell {
  value: CellValue;
  /** Index into the spreadsheet's number formats; 0 is General. */
  format: number;
  /** Without the leading "=". */
  formula?: string;
}
