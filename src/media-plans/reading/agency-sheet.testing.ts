import type { PlanLine, ReadPlanOptions } from './sheet-reading.ts';
import type { TestCell } from './sheets.testing.ts';

/** A media plan as an agency writes it, and what reading it has to give. */
export interface AgencySheet {
  name: string;
  rows: readonly (readonly TestCell[])[];
  options?: Partial<ReadPlanOptions>;
  /** Letter and meaning of each column. */
  mapping: string;
  /** By row: what the line must have, and whether it stays out. */
  lines: Readonly<Record<number, Partial<PlanLine>>>;
  /** Rows that are skipped, with their kinds. */
  skipped: string;
  /** Address and level of each problem. */
  problems?: readonly string[];
  /** Address, amount and currency. */
  sums?: readonly string[];
}
