import { Card, Select, Tooltip } from '@mantine/core';
import { IconArrowRight, IconPencil } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef } from 'react';
import type { Meaning, MediaPlan, MemberProgress, Progress, SheetProblem } from '../../api/media-plans.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Status } from '../../parts/status.tsx';
import { type Grid, type GridColumn, type GridRow, placeOf, repairOf } from './grid.ts';
import classes from './media-plans.module.css';
import { MEANING_CHOICES, MEMBERS } from './words.ts';

interface Props {
  plan: MediaPlan;
  grid: Grid;
  progress: Progress | undefined;
  /** The cell that the walk from problem to problem has come to. */
  current: { cell: string; steps: number } | undefined;
  isBusy: boolean;
  /** Undefined: only looking. */
  onMap: ((column: string, meaning: Meaning) => void) | undefined;
  onEdit: ((cell: string) => void) | undefined;
}

const ROW_PX = 28;
const NUMBER_PX = 36;
const STATE_PX = 124;
const DRAWN_BEYOND = 12;

/** The sheet as it is, with what each column was taken for and each problem in its cell. Only what is visible is drawn. */
export function SheetCard({ plan, grid, progress, current, isBusy, onMap, onEdit }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: grid.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: DRAWN_BEYOND,
    scrollPaddingStart: 70,
  });
  const states = useMemo(() => statesByRow(plan, progress), [plan, progress]);
  useWalkTo(current, plan, virtualizer, scroller);
  const drawn = virtualizer.getVirtualItems();
  const above = drawn[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  const width = grid.columns.reduce((sum, column) => sum + column.width, NUMBER_PX + (states ? STATE_PX : 0));
  const span = grid.columns.length + (states ? 2 : 1);
  return (
    <Card className={classes.sheetCard} data-busy={isBusy}>
      <div ref={scroller} className={classes.sheet} tabIndex={0} role="region" aria-label={`Cells of ${plan.tab}`}>
        <table
          className={classes.grid}
          style={{ minWidth: width }}
          aria-rowcount={grid.rows.length + 2}
          aria-label={plan.tab}
        >
          <colgroup>
            <col style={{ width: NUMBER_PX }} />
            {states && <col style={{ width: STATE_PX }} />}
            {grid.columns.map(({ letter, width: px }) => (
              <col key={letter} style={{ width: px }} />
            ))}
          </colgroup>
          <Heads grid={grid} withStates={states !== undefined} isBusy={isBusy} onMap={onMap} />
          <tbody>
            {above > 0 && <Gap height={above} span={span} />}
            {drawn.map(({ index }) => {
              const row = grid.rows[index]!;
              return (
                <Row
                  key={row.number}
                  index={index}
                  row={row}
                  columns={grid.columns}
                  problems={grid.problems}
                  repairs={plan.repairs}
                  withState={states !== undefined}
                  state={states?.get(row.number)}
                  current={current && placeOf(current.cell).row === row.number ? current.cell : undefined}
                  onEdit={onEdit}
                  tab={plan.tab}
                />
              );
            })}
            {below > 0 && <Gap height={below} span={span} />}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr>
    <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
  </tr>
);

/** What has come of each row; undefined before anything was begun. */
function statesByRow(plan: MediaPlan, progress: Progress | undefined): Map<number, MemberProgress> | undefined {
  if (!progress || progress.members.every(({ state }) => state === 'waiting')) {
    if (progress?.plan?.state !== 'applying' && progress?.plan?.state !== 'approved') return undefined;
  }
  const byPosition = new Map(progress?.members.map((one) => [one.position, one]));
  return new Map(
    plan.members.flatMap(({ rows, position }) => {
      const member = byPosition.get(position);
      return member ? rows.map((row) => [row, member] as const) : [];
    }),
  );
}

function useWalkTo(
  current: Props['current'],
  { cells }: MediaPlan,
  virtualizer: { scrollToIndex(index: number, options?: { align: 'center' }): void },
  scroller: React.RefObject<HTMLDivElement | null>,
): void {
  const { cell, steps } = current ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the walk shows its cell, and nothing else does
  useEffect(() => {
    if (cell === undefined) return;
    virtualizer.scrollToIndex(placeOf(cell).row - 1 - cells.firstRow, { align: 'center' });
    // Once the row is drawn.
    const showing = setTimeout(() => {
      const target = scroller.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
      target?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      (target?.querySelector('button') ?? target)?.focus({ preventScroll: true });
    }, 60);
    return () => clearTimeout(showing);
  }, [cell, steps]);
}

interface HeadsProps {
  grid: Grid;
  withStates: boolean;
  isBusy: boolean;
  onMap: Props['onMap'];
}

function Heads({ grid, withStates, isBusy, onMap }: HeadsProps) {
  return (
    <thead>
      <tr className={classes.letters}>
        <th scope="col" className={classes.number}>
          <span className={classes.unseen}>Row</span>
        </th>
        {withStates && (
          <th scope="col" className={classes.stateCell}>
            Came of it
          </th>
        )}
        {grid.columns.map(({ letter }) => (
          <th key={letter} scope="col">
            {letter}
          </th>
        ))}
      </tr>
      <tr className={classes.taken}>
        <td className={classes.number}>
          <IconArrowRight size={13} aria-hidden="true" />
        </td>
        {withStates && <td className={classes.stateCell} />}
        {grid.columns.map((column) => (
          <td key={column.letter}>
            <TakenFor column={column} isBusy={isBusy} onMap={onMap} />
          </td>
        ))}
      </tr>
    </thead>
  );
}

const FOUND: Record<GridColumn['found'], string> = {
  head: 'Found by its head',
  values: 'Found by its values',
  remembered: 'Remembered for this sheet',
  given: 'Given by a person',
  not_found: 'Not known, not used',
};

function TakenFor({ column, isBusy, onMap }: { column: GridColumn } & Pick<HeadsProps, 'isBusy' | 'onMap'>) {
  const { letter, meaning, found, written } = column;
  return (
    <Tooltip label={[FOUND[found], written].filter(Boolean).join('; ')} disabled={found === 'not_found' && !written}>
      <Select
        size="xs"
        aria-label={`What column ${letter} is taken for`}
        classNames={{ input: classes.takenInput }}
        data={MEANING_CHOICES}
        value={meaning ?? 'ignore'}
        allowDeselect={false}
        disabled={!onMap || isBusy}
        comboboxProps={{ width: 180, position: 'bottom-start' }}
        maxDropdownHeight={320}
        onChange={(next) => next && next !== meaning && onMap?.(letter, next as Meaning)}
      />
    </Tooltip>
  );
}

interface RowProps {
  index: number;
  row: GridRow;
  columns: readonly GridColumn[];
  problems: Grid['problems'];
  repairs: MediaPlan['repairs'];
  withState: boolean;
  state: MemberProgress | undefined;
  current: string | undefined;
  onEdit: Props['onEdit'];
  tab: string;
}

const Row = memo(function Row(props: RowProps) {
  const { index, row, columns, problems, repairs, withState, state, current, onEdit, tab } = props;
  return (
    <tr className={classes.row} data-kind={row.kind} aria-rowindex={index + 3}>
      <th scope="row" className={classes.number} title={row.reason}>
        {row.number}
      </th>
      {withState && (
        <td className={classes.stateCell} title={state?.error?.message}>
          {state && <Status kind={MEMBERS[state.state].shape}>{MEMBERS[state.state].word}</Status>}
        </td>
      )}
      {columns.map((column, at) => {
        const cell = `${column.letter}${row.number}`;
        return (
          <Cell
            key={column.letter}
            cell={cell}
            column={column}
            row={row}
            text={row.reasonAt === at ? (row.reason ?? '') : (row.cells[at] ?? '')}
            repaired={repairOf(repairs, cell)}
            problems={problems.get(cell)}
            failed={state?.error?.cell?.endsWith(`!${cell}`) ? state.error.message : undefined}
            isCurrent={current === cell}
            onEdit={onEdit && (() => onEdit(`${quoted(tab)}!${cell}`))}
          />
        );
      })}
    </tr>
  );
});

/** As addresses of cells write the name of a tab. */
const quoted = (tab: string): string => (/^\w+$/.test(tab) ? tab : `'${tab.replaceAll("'", "''")}'`);

interface CellProps {
  cell: string;
  column: GridColumn;
  row: GridRow;
  text: string;
  repaired: string | undefined;
  problems: readonly SheetProblem[] | undefined;
  failed: string | undefined;
  isCurrent: boolean;
  onEdit: (() => void) | undefined;
}

function Cell({ cell, column, row, text, repaired, problems, failed, isCurrent, onEdit }: CellProps) {
  const level = failed === undefined ? problems?.[0]?.level : 'stop';
  const words = failed ?? problems?.map(({ message }) => message).join(' ');
  const shown = repaired ?? text;
  const content = (
    <>
      {level && <Shape kind={level === 'stop' ? 'rejected' : 'limited'} size={12} />}
      {column.meaning === 'channel' && row.planned?.channel && <ChannelIcon channel={row.planned.channel} size={18} />}
      {repaired !== undefined && <IconPencil size={12} aria-label="repaired" />}
      <span className={classes.cellText}>{shown}</span>
    </>
  );
  const isAbout = level !== undefined;
  return (
    <td
      data-cell={cell}
      data-level={level}
      data-numeric={column.isNumeric}
      data-current={isCurrent}
      tabIndex={isAbout && !onEdit ? 0 : undefined}
      title={words ?? (repaired === undefined ? undefined : `${text || 'empty'} in the file`)}
      onDoubleClick={row.kind === 'in' || row.kind === 'out' ? onEdit : undefined}
    >
      {isAbout && onEdit ? (
        <button type="button" className={classes.cell} onClick={onEdit} aria-label={`${cell}: ${shown}. ${words}`}>
          {content}
        </button>
      ) : (
        <span className={classes.cell}>{content}</span>
      )}
    </td>
  );
}
