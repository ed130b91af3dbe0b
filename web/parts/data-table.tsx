import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Sort } from '../address/sort.ts';
import classes from './data-table.module.css';
import { type Column, features, type Selection, toColumnDefs } from './data-table-columns.ts';
import { BodyRow, BorderRow, SelectAll } from './data-table-rows.tsx';
import { type Grouping, itemsOf } from './table-items.ts';
import { useRowKeys } from './use-row-keys.ts';

export interface DataTableHandle {
  step(by: 1 | -1): void;
}

export interface DataTableProps<Row extends object> {
  /** What the table lists, for readers of the screen. */
  label: string;
  /** Stable between renders, like the columns. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId(row: Row): string;
  sort?: Sort;
  onSort?(sort: Sort): void;
  grouping?: Grouping<Row>;
  selection?: Selection;
  hidden?: ReadonlySet<string>;
  /** The row whose drawer or details are open. */
  active?: string;
  onOpen?(row: Row): void;
  /** Under the active row, in place of a drawer. */
  detail?(row: Row): ReactNode;
  /** Two lines in place of columns, under 640 px. */
  compact?(row: Row): ReactNode;
  /** Takes the height that is left and scrolls inside; only what is visible is drawn. */
  fill?: boolean;
  /** Off for a table inside a drawer: the keys are those of the table behind it. */
  keys?: boolean;
  /** Old data while new loads. */
  stale?: boolean;
  ref?: Ref<DataTableHandle>;
}

/** From here on only what is visible is drawn. */
const VIRTUAL_FROM = 60;

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowId,
    sort,
    onSort,
    grouping,
    selection,
    hidden,
    active,
    onOpen,
    fill = false,
  } = props;
  const narrow = useMediaQuery('(max-width: 640px)', window.innerWidth <= 640, { getInitialValueInEffect: false });
  const compact = narrow ? props.compact : undefined;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);

  const defs = useMemo(() => toColumnDefs(columns), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: rowId,
    state: { sorting: sort ? [{ id: sort.by, desc: sort.descending }] : [] },
  });
  const sorted = table.getRowModel().rows;
  const items = useMemo(() => itemsOf(sorted, grouping, closed), [sorted, grouping, closed]);
  const ids = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? item.id : [])), [items]);
  const shown = useMemo(() => columns.filter(({ id }) => !hidden?.has(id)), [columns, hidden]);

  const rowHeight = compact ? 57 : narrow ? 56 : 40;
  const virtual = fill && items.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: items.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]!.kind === 'head' ? 30 : rowHeight),
    getItemKey: (index) => items[index]!.id,
    overscan: 12,
    scrollPaddingStart: 40,
  });
  const drawn = virtual ? virtualizer.getVirtualItems() : items.map((_, index) => ({ index, start: 0, end: 0 }));
  const above = virtual ? (drawn[0]?.start ?? 0) : 0;
  const below = virtual ? virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0) : 0;

  const byId = (id: string) => sorted.find((row) => row.id === id)?.original;
  const open = (id: string) => {
    const row = byId(id);
    if (row) onOpen?.(row);
  };
  const go = (id: string) => {
    setCurrent(id);
    if (virtual) virtualizer.scrollToIndex(items.findIndex((item) => item.id === id));
    if (active !== undefined && !props.detail) return open(id);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-opens-row]`)?.focus(),
    );
  };
  const select = (id: string) => selection?.onChange(toggled(selection.selected, id));
  const step = useRowKeys({
    ids: props.keys === false ? [] : ids,
    current: active !== undefined && !props.detail ? active : current,
    evenInDialogs: active !== undefined,
    go,
    open,
    select: selection && select,
  });
  useImperativeHandle(props.ref, () => ({ step }));

  // A spacer wider than the rows would add columns to a table of fixed layout, and leave the rows a sliver of it.
  const width = compact ? 1 : shown.length + (selection ? 1 : 0);
  const leastWidth = shown.reduce((sum, column) => sum + (column.width ?? 0), selection ? 40 : 0);
  const fixed = !compact && (fill || shown.every((column) => column.width !== undefined));
  return (
    <div
      ref={scroller}
      className={classes.scroll}
      data-fill={fill}
      data-stale={props.stale}
      data-select={selection !== undefined && !compact}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table
        className={classes.table}
        // In a card, columns give way a little before the table scrolls.
        style={fixed ? { minWidth: fill ? leastWidth : leastWidth * 0.8 } : undefined}
        data-fixed={fixed || compact !== undefined}
        highlightOnHover={false}
        aria-rowcount={ids.length + 1}
        aria-label={label}
      >
        {fixed && (
          <colgroup>
            {selection && <col style={{ width: 40 }} />}
            {shown.map(({ id, width }) => (
              <col key={id} style={{ width }} />
            ))}
          </colgroup>
        )}
        {compact ? (
          <VisuallyHidden component="thead">
            <tr>
              <th>{label}</th>
            </tr>
          </VisuallyHidden>
        ) : (
          <thead>
            <tr>
              {selection && <SelectAll ids={ids} selection={selection} />}
              {shown.map((column, index) => (
                <th
                  key={column.id}
                  scope="col"
                  className={`${classes.th} ${index === 0 ? classes.sticky : ''}`}
                  data-align={column.align}
                  data-sorted={sort?.by === column.id}
                  aria-sort={sort?.by === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined}
                >
                  <Header column={column} sort={sort} onSort={onSort} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {above > 0 && <Spacer height={above} columns={width} />}
          {drawn.map(({ index }) => {
            const item = items[index]!;
            if (item.kind !== 'row') {
              return (
                <BorderRow
                  key={item.id}
                  item={item}
                  columns={shown}
                  selectable={selection !== undefined}
                  compact={compact !== undefined}
                  open={!closed.has(item.group)}
                  onToggle={grouping?.head ? () => setClosed(toggled(closed, item.group)) : undefined}
                />
              );
            }
            return (
              <BodyRow
                key={item.id}
                index={index}
                id={item.id}
                row={item.row}
                columns={shown}
                active={active === item.id}
                selection={selection}
                compact={compact}
                detail={active === item.id ? props.detail : undefined}
                onOpen={onOpen}
                onFocus={setCurrent}
              />
            );
          })}
          {below > 0 && <Spacer height={below} columns={width} />}
        </tbody>
      </Table>
    </div>
  );
}

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  <tr className={classes.gap}>
    <td colSpan={columns} style={{ height }} />
  </tr>
);

interface HeaderProps<Row> {
  column: Column<Row>;
  sort?: Sort;
  onSort?(sort: Sort): void;
}

function Header<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  if (column.hideHeader) return <VisuallyHidden>{column.header}</VisuallyHidden>;
  if (!onSort || !column.value) return column.header;
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

function toggled<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
