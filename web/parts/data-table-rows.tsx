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

export function BodyRow<Row>({
  id,
  index,
  row,
  columns,
  active,
  selection,
  compact,
  detail,
  onOpen,
  onFocus,
}: BodyProps<Row>) {
  const first = (content: ReactNode) =>
    onOpen ? (
      <UnstyledButton className={classes.open} data-opens-row onClick={() => onOpen(row)} onFocus={() => onFocus(id)}>
        {content}
      </UnstyledButton>
    ) : (
      content
    );
  const selected = selection?.selected.has(id) ?? false;
  return (
    <>
      <tr
        className={classes.row}
        data-row={id}
        data-active={active}
        data-selected={selected}
        data-opens={onOpen !== undefined}
        aria-rowindex={index + 2}
        // The button in the first cell is the way in for keys and readers; the whole row is a larger target for the mouse.
        onClick={(event) => !(event.target as HTMLElement).closest('button, a, input, label') && onOpen?.(row)}
      >
        {compact ? (
          <td className={classes.td} style={{ padding: 0 }}>
            <div className={classes.compact}>
              {onOpen ? (
                <UnstyledButton data-opens-row onClick={() => onOpen(row)} onFocus={() => onFocus(id)}>
                  {compact(row)}
                </UnstyledButton>
              ) : (
                compact(row)
              )}
              {columns.find((column) => column.id === 'actions')?.cell(row)}
            </div>
          </td>
        ) : (
          <>
            {selection && (
              <td className={classes.td}>
                <Checkbox
                  size="xs"
                  aria-label="Select"
                  checked={selected}
                  onChange={() => {
                    const next = new Set(selection.selected);
                    if (!next.delete(id)) next.add(id);
                    selection.onChange(next);
                  }}
                />
              </td>
            )}
            {columns.map(({ id: column, cell, align, quiet }, at) => (
              <td
                key={column}
                className={`${classes.td} ${at === 0 ? classes.sticky : ''}`}
                data-align={align}
                data-column={column}
                data-quiet={quiet}
              >
                {at === 0 ? first(cell(row)) : cell(row)}
              </td>
            ))}
          </>
        )}
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
