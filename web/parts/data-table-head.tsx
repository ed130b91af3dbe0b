import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Sort } from '../address/sort.ts';
import classes from './data-table.module.css';
import type { Column, Selection } from './data-table-columns.ts';
import { SelectAll } from './data-table-rows.tsx';

/** Two-line rows have no columns: their one head is for readers of the screen. */
export const CompactHead = ({ label }: { label: string }) => (
  <VisuallyHidden component="thead">
    <tr>
      <th>{label}</th>
    </tr>
  </VisuallyHidden>
);

interface HeadProps<Row> {
  columns: readonly Column<Row>[];
  ids: readonly string[];
  selection?: Selection;
  sort?: Sort;
  onSort?(sort: Sort): void;
}

export const TableHead = <Row,>({ columns, ids, selection, sort, onSort }: HeadProps<Row>) => (
  <thead>
    <tr>
      {selection && <SelectAll ids={ids} selection={selection} />}
      {columns.map((column, index) => (
        <th
          key={column.id}
          scope="col"
          className={`${classes.th} ${index === 0 ? classes.sticky : ''}`}
          data-align={column.align}
          data-column={column.id}
          data-sorted={sort?.by === column.id}
          aria-sort={sort?.by === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined}
        >
          <Header column={column} sort={sort} onSort={onSort} />
        </th>
      ))}
    </tr>
  </thead>
);

interface HeaderProps<Row> {
  column: Column<Row>;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
}

function Header<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  if (column.hideHeader) return <VisuallyHidden>{column.header}</VisuallyHidden>;
  if (!onSort || !column.value)
    return column.headIcon ? (
      <span className={classes.withIcon}>
        {column.headIcon} {column.header}
      </span>
    ) : (
      column.header
    );
  const sorted = sort?.by === column.id;
  const descending = sorted ? !sort.descending : column.align === 'end';
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton className={classes.sort} onClick={() => onSort({ by: column.id, descending })}>
      {column.header}
      {sorted && <Arrow size={12} stroke={2} aria-hidden="true" />}
    </UnstyledButton>
  );
}
