import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import type { Column, Selection } from './data-table-columns.ts';
import type { Item } from './table-items.ts';

export function SelectAll({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const all = ids.length > 0 && ids.every((id) => selection.selected.has(id));
  return (
    <th scope="col" className={`${classes.th} ${classes.check}`}>
      <Checkbox
        size="xs"
        aria-label="Select all"
        checked={all}
        indeterminate={!all && selection.selected.size > 0}
        onChange={() => selection.onChange(all ? new Set() : new Set(ids))}
      />
    </th>
  );
}

interface BorderProps<Row> {
  item: Extract<Item<Row>, { kind: 'head' | 'foot' }>;
  columns: readonly Column<Row>[];
  selectable: boolean;
  compact: boolean;
  open: boolean;
  onToggle?(): void;
}

/** The row above or below a group, such as the total of a currency. */
export function BorderRow<Row>({ item, columns, selectable, compact, open, onToggle }: BorderProps<Row>) {
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const toggle = onToggle && (
    <UnstyledButton
      className={classes.toggle}
      onClick={onToggle}
      aria-expanded={open}
      aria-label={`${open ? 'Close' : 'Open'} ${item.group}`}
    >
      <Chevron size={14} />
    </UnstyledButton>
  );
  if (compact) {
    // Beside the name there is room for one figure: the first that is a number.
    const figure = columns.find(({ id, align }) => align === 'end' && item.cells[id] !== undefined);
    return (
      <tr className={classes.border} data-kind={item.kind}>
        <td className={classes.td} style={{ padding: '0 var(--page-pad)' }}>
          <span style={{ display: 'flex', justifyContent: 'space-between' }}>
            <span>{item.cells[columns[0]!.id]}</span>
            <span>{figure && item.cells[figure.id]}</span>
          </span>
        </td>
      </tr>
    );
  }
  // A head of words alone runs over all columns; one with totals keeps them below their names.
  const wordsOnly = columns.slice(1).every(({ id }) => item.cells[id] === undefined);
  return (
    <tr className={classes.border} data-kind={item.kind}>
      {selectable && <td className={classes.td}>{toggle}</td>}
      {(wordsOnly ? columns.slice(0, 1) : columns).map(({ id, align, quiet }, index) => (
        <td
          key={id}
          className={`${classes.td} ${index === 0 ? classes.sticky : ''}`}
          data-align={align}
          data-quiet={quiet}
          colSpan={wordsOnly ? columns.length : undefined}
          style={index === 0 ? { overflow: 'visible' } : undefined}
        >
          {index === 0 && !selectable && toggle ? (
            <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
              {toggle}
              {item.cells[id]}
            </span>
          ) : (
            item.cells[id]
          )}
        </td>
      ))}
    </tr>
  );
}

interface BodyProps<Row> {
  id: string;
  index: number;
  row: Row;
  columns: readonly Column<Row>[];
  active: boolean;
  selection?: Selection;
  compact?(row: Row): ReactNode;
  detail?(row: Row): ReactNode;
  onOpen?(row: Row): void;
  onFocus(id: string): void;
}

export function BodyRow<Row>(props: BodyProps<Row>) {
  const { id, index, row, columns, active, selection, compact, detail, onOpen } = props;
  return (
    <>
      <tr
        className={classes.row}
        data-row={id}
        data-active={active}
        data-selected={selection?.selected.has(id) ?? false}
        data-opens={onOpen !== undefined}
        aria-rowindex={index + 2}
        // The button in the first cell is the way in for keys and readers; the whole row is a larger target for the mouse.
        onClick={(event) => !(event.target as HTMLElement).closest('button, a, input, label') && onOpen?.(row)}
      >
        {compact ? <CompactCell {...props} compact={compact} /> : <Cells {...props} />}
      </tr>
      {detail && (
        <tr className={classes.detail}>
          <td className={classes.td} colSpan={compact ? 1 : columns.length + (selection ? 1 : 0)}>
            {detail(row)}
          </td>
        </tr>
      )}
    </>
  );
}

/** A button where the row can be opened. */
function Opener<Row>({
  id,
  row,
  onOpen,
  onFocus,
  className,
  children,
}: Pick<BodyProps<Row>, 'id' | 'row' | 'onOpen' | 'onFocus'> & { className?: string; children: ReactNode }) {
  if (!onOpen) return children;
  return (
    <UnstyledButton className={className} data-opens-row onClick={() => onOpen(row)} onFocus={() => onFocus(id)}>
      {children}
    </UnstyledButton>
  );
}

/** On narrow screens: everything of the row in one cell. */
function CompactCell<Row>({ compact, ...props }: BodyProps<Row> & { compact(row: Row): ReactNode }) {
  const { row, columns } = props;
  return (
    <td className={classes.td} style={{ padding: 0 }}>
      <div className={classes.compact}>
        <Opener {...props}>{compact(row)}</Opener>
        {columns.find((column) => column.id === 'actions')?.cell(row)}
      </div>
    </td>
  );
}

function Cells<Row>(props: BodyProps<Row>) {
  const { id, row, columns, selection } = props;
  return (
    <>
      {selection && <SelectCell id={id} selection={selection} />}
      {columns.map(({ id: column, cell, align, quiet }, at) => (
        <td
          key={column}
          className={`${classes.td} ${at === 0 ? classes.sticky : ''}`}
          data-align={align}
          data-column={column}
          data-quiet={quiet}
        >
          {at === 0 ? (
            <Opener {...props} className={classes.open}>
              {cell(row)}
            </Opener>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </>
  );
}

function SelectCell({ id, selection: { selected, onChange } }: { id: string; selection: Selection }) {
  return (
    <td className={classes.td}>
      <Checkbox
        size="xs"
        aria-label="Select"
        checked={selected.has(id)}
        onChange={() => {
          const next = new Set(selected);
          if (!next.delete(id)) next.add(id);
          onChange(next);
        }}
      />
    </td>
  );
}
