import type { ColumnMeaning, MappedColumn, SheetProblem, SkippedRow } from '../../tools/media-plan-desk.ts';
import type { PlanCells, PlanObjective } from '../../tools/media-planning.ts';

/** The cells of a range, both ways: as the sheet shows them, and the numbers behind them (days as serial numbers). */
export interface SheetCells {
  tab: string;
  /** Of the first cell, counted from 0. */
  firstRow: number;
  firstColumn: number;
  shown: readonly (readonly string[])[];
  values: readonly (readonly unknown[])[];
}

/** One row of a media plan, parsed. `cells` has the address of each field that the row itself says. */
export interface PlanLine {
  /** As the sheet has it, counted from 1. */
  row: number;
  channel?: string | undefined;
  account?: string | undefined;
  campaign?: string | undefined;
  container?: string | undefined;
  objective?: PlanObjective | undefined;
  type?: string | undefined;
  group?: string | undefined;
  ad?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
  /** The sheet says that it has no end. */
  isOpenEnd?: true | undefined;
  budget?: { amount: string; per: 'day' | 'total' } | undefined;
  /** Of columns that are months: 2026-11 → amount. Their sum is the budget. */
  months?: Readonly<Record<string, string>> | undefined;
  /** Of columns that are weeks or quarters, where their days are known. Their sum is the budget. */
  periods?: readonly { start: string; end: string; amount: string }[] | undefined;
  currency?: string | undefined;
  countries?: readonly string[] | undefined;
  languages?: readonly string[] | undefined;
  ages?: { from: number; to?: number | undefined } | undefined;
  genders?: 'all' | 'women' | 'men' | undefined;
  audienceIds?: readonly string[] | undefined;
  keywords?: readonly string[] | undefined;
  bid?: string | undefined;
  headlines?: readonly string[] | undefined;
  texts?: readonly string[] | undefined;
  landingPage?: string | undefined;
  creativeId?: string | undefined;
  mediaId?: string | undefined;
  button?: string | undefined;
  cells: PlanCells;
  /** A problem of its own keeps it out. */
  isOut: boolean;
}

/** A sum that the sheet itself tells. */
export interface SheetSum {
  cell: string;
  amount: string;
  currency?: string | undefined;
  /** Of a column that is a month. */
  month?: string | undefined;
  /** The rows that it adds up, as far as that can be told: those above it up to the sum before, or all. */
  rows: readonly number[];
}

export interface ReadPlanOptions {
  /** Column letter → meaning. What is given counts before what is remembered, and both before what is found. */
  given?: Readonly<Record<string, ColumnMeaning>> | undefined;
  remembered?: Readonly<Record<string, ColumnMeaning>> | undefined;
  /** Address → what the cell counts as. */
  repairs?: Readonly<Record<string, string>> | undefined;
  /** Where the sheet names none. */
  defaultCurrency?: string | undefined;
  /** For days without a year. */
  today: string;
}

export interface SheetReading {
  mapping: MappedColumn[];
  lines: PlanLine[];
  skipped: SkippedRow[];
  sums: SheetSum[];
  problems: SheetProblem[];
}
