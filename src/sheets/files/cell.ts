interface CellError {
  error: string;
}

/** `null`: a formula that the file carries no value for. */
export type CellValue = number | string | boolean | CellError | null;

export interface Cell {
  value: CellValue;
  /** Index into the spreadsheet's number formats; 0 is General. */
  format: number;
  /** Without the leading "=". */
  formula?: string;
}
