import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  /** Stands before the header's text. */
  headIcon?: ReactNode;
  cell(row: Row): ReactNode;
  /** The value to sort by; a column without one cannot be sorted. Unknown values come last in both directions. */
  value?(row: Row): number | string | null | undefined;
  align?: 'start' | 'end';
  width?: number;
  /** Left out where the table does not fit into its place, the column with the lowest number first. */
  leaves?: number;
  /** Secondary text. */
  quiet?: boolean;
  /** Shows no header text; screen readers still read it. */
  hideHeader?: boolean;
}

export interface Selection {
  selected: ReadonlySet<string>;
  onChange(selected: ReadonlySet<string>): void;
}

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});

export function toColumnDefs<Row extends object>(columns: readonly Column<Row>[]): ColumnDef<typeof features, Row>[] {
  return columns.map(({ id, header, value }) => ({
    id,
    header,
    accessorFn: (row: Row) => value?.(row) ?? undefined,
    enableSorting: value !== undefined,
    sortUndefined: 'last' as const,
    sortDescFirst: true,
    sortFn: 'auto' as const,
  }));
}
