import { Button, Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTable } from '@tanstack/react-table';
import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Sort } from '../address/sort.ts';
import { wholeCount } from '../format/number.ts';
import classes from './data-table.module.css';
import { type Column, features, type Selection, toColumnDefs } from './data-table-columns.ts';
import { CompactHead, TableHead } from './data-table-head.tsx';
import { BodyRow, BorderRow } from './data-table-rows.tsx';
import { firstRows, type Grouping, itemsOf } from './table-items.ts';
import { useDrawnRows } from './use-drawn-rows.ts';
import { useFitting } from './use-fitting.ts';
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
  /** Two lines in place of columns, on windows up to `compactUpTo` pixels; 640 when left out. */
  compact?(row: Row): ReactNode;
  compactUpTo?: number;
  /** Takes the height that is left and scrolls inside; only what is visible is drawn. */
  fill?: boolean;
  /** Draws every row, where the page itself asks for more of them step by step. */
  whole?: boolean;
  /** Off for a table inside a drawer: the keys are those of the table behind it. */
  keys?: boolean;
  /** Old data while new loads. */
  stale?: boolean;
  ref?: Ref<DataTableHandle>;
}

/** Drawing more takes longer than most people look for; a table that fills the page draws what is visible instead. */
const FIRST_ROWS = 100;
const NARROW = 640;

const useIsUpTo = (px: number) =>
  useMediaQuery(`(max-width: ${px}px)`, window.innerWidth <= px, { getInitialValueInEffect: false });

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, sort, onSort, selection, hidden, fill = false, whole = false, compactUpTo = NARROW } = props;
  const narrow = useIsUpTo(NARROW);
  const compact = useIsUpTo(compactUpTo) ? props.compact : undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const [all, setAll] = useState(false);
  const [wide, setWide] = useState(false);
  const list = useItems(props, fill || whole || all ? Number.POSITIVE_INFINITY : FIRST_ROWS);
  const rowHeight = compact ? 57 : narrow ? 56 : 40;
  const view = useDrawnRows(list.items, { fill, rowHeight, scroller });
  useSteps(props, list, { current, setCurrent, scroller, scrollTo: view.scrollTo });
  const wanted = useMemo(() => columns.filter(({ id }) => !hidden?.has(id)), [columns, hidden]);
  const shown = useFitting(wanted, scroller, wide);
  const missing = wanted.filter((column) => !shown.includes(column));
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
        aria-rowcount={props.rows.length + 1}
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
          <CompactHead label={label} />
        ) : (
          <TableHead columns={shown} ids={list.ids} selection={selection} sort={sort} onSort={onSort} />
        )}
        <Body {...props} shown={shown} compact={compact} list={list} view={view} onFocus={setCurrent} />
      </Table>
      {list.isCut && <ShowMore what={`all ${wholeCount(props.rows.length)}`} onClick={() => setAll(true)} />}
      {!compact && missing.length > 0 && (
        <ShowMore what={missing.map(({ header }) => header).join(', ')} onClick={() => setWide(true)} />
      )}
    </div>
  );
}

function ShowMore({ what, onClick }: { what: string; onClick(): void }) {
  return (
    <Button className={classes.showAll} variant="subtle" size="xs" onClick={onClick}>
      Show {what}
    </Button>
  );
}

/** The rows in their order, with the heads and feet of their groups. */
function useItems<Row extends object>({ rows, columns, rowId, sort, grouping }: DataTableProps<Row>, rowsMax: number) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const defs = useMemo(() => toColumnDefs(columns), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: rowId,
    state: { sorting: sort ? [{ id: sort.by, desc: sort.descending }] : [] },
  });
  const sorted = table.getRowModel().rows;
  const items = useMemo(
    () => firstRows(itemsOf(sorted, grouping, closed), rowsMax),
    [sorted, grouping, closed, rowsMax],
  );
  const ids = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? item.id : [])), [items]);
  return {
    items,
    ids,
    isCut: rows.length > rowsMax,
    byId: (id: string) => sorted.find((row) => row.id === id)?.original,
    isOpen: (group: string) => !closed.has(group),
    toggle: (group: string) => setClosed(toggled(closed, group)),
  };
}

type Items<Row extends object> = ReturnType<typeof useItems<Row>>;

interface Place {
  current: string | undefined;
  setCurrent(id: string): void;
  scroller: RefObject<HTMLDivElement | null>;
  scrollTo(id: string): void;
}

/** Going from row to row by keys, or by the arrows of a drawer. */
function useSteps<Row extends object>(props: DataTableProps<Row>, { ids, byId }: Items<Row>, place: Place): void {
  const { active, onOpen, selection } = props;
  const { current, setCurrent, scroller, scrollTo } = place;
  const hasDrawer = active !== undefined && !props.detail;
  const open = (id: string) => {
    const row = byId(id);
    if (row) onOpen?.(row);
  };
  const go = (id: string) => {
    setCurrent(id);
    scrollTo(id);
    if (hasDrawer) return open(id);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-opens-row]`)?.focus(),
    );
  };
  const select = (id: string) => selection?.onChange(toggled(selection.selected, id));
  const step = useRowKeys({
    ids: props.keys === false ? [] : ids,
    current: hasDrawer ? active : current,
    evenInDialogs: active !== undefined,
    go,
    open,
    select: selection && select,
  });
  useImperativeHandle(props.ref, () => ({ step }));
}

interface BodyProps<Row extends object>
  extends Pick<DataTableProps<Row>, 'grouping' | 'selection' | 'active' | 'onOpen' | 'detail' | 'compact'> {
  shown: readonly Column<Row>[];
  list: Items<Row>;
  view: ReturnType<typeof useDrawnRows<Row>>;
  onFocus(id: string): void;
}

function Body<Row extends object>(props: BodyProps<Row>) {
  const { shown, list, view, grouping, selection, active, detail, compact, onOpen, onFocus } = props;
  // A spacer wider than the rows would add columns to a table of fixed layout, and leave the rows a sliver of it.
  const width = compact ? 1 : shown.length + (selection ? 1 : 0);
  return (
    <tbody>
      {view.above > 0 && <Spacer height={view.above} columns={width} />}
      {view.drawn.map((index) => {
        const item = list.items[index]!;
        if (item.kind !== 'row') {
          return (
            <BorderRow
              key={item.id}
              item={item}
              columns={shown}
              selectable={selection !== undefined}
              compact={compact !== undefined}
              open={list.isOpen(item.group)}
              onToggle={grouping?.head ? () => list.toggle(item.group) : undefined}
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
            detail={active === item.id ? detail : undefined}
            onOpen={onOpen}
            onFocus={onFocus}
          />
        );
      })}
      {view.below > 0 && <Spacer height={view.below} columns={width} />}
    </tbody>
  );
}

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  <tr className={classes.gap}>
    <td colSpan={columns} style={{ height }} />
  </tr>
);

function toggled<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
